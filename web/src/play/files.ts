/**
 * Why a file, a record or what a link holds can't be read, in the page's language. The engine gives codes and parameters
 * (docs/notation.md, "Reasons"). Loaded when something can't be read: `why.ts`.
 */
import type { Failure, GameInfo } from '../engine/contract.ts';
import type { Phrase } from '../ground/i18n.ts';
import { listed } from '../words/names.ts';
import { t } from '../words/texts/files.ts';
import { refusalWords } from './replies.ts';
import { ruleWords } from '../words/rules.ts';
import { flawWords } from '../words/setup.ts';

const anyWord = (words: string): Phrase =>
  listed(
    words.split(' ').map((word) => t.phrase('file.word', { word })),
    'or',
  );

type Reason = Pick<Failure['error'], 'code' | 'parameters' | 'message'> & { line?: number; column?: number };

/** A code that is not said here is one of rules, which name a field with most, or of positions; what the page does not know is said in the engine's own English. */
export function reasonWords(games: readonly GameInfo[], reason: Reason): string {
  const { code, parameters, message } = reason;
  const { path } = parameters;
  const rule = path === undefined ? null : ruleWords(reason);
  if (rule !== null) return path === '' ? rule : `${path}: ${rule}`;
  const game = games.find(({ id }) => id === parameters['game']) ?? games[0];
  if (game === undefined) return message;
  const number = (name: string): number => Number(parameters[name] ?? 0);
  const { text = '', move = '', version = '', words = '', said = '', result = '' } = parameters;
  /** The reason within this one. */
  const inner = { code: parameters['reason'] ?? '', parameters, message };
  const given = {
    text,
    move,
    version,
    said,
    line: code === 'bad-record' ? number('at-line') : (parameters['line'] ?? ''),
    column: number('at-column'),
    limit: number('limit'),
    count: number('limit'),
    found: number('found'),
    from: number('from'),
    to: number('to'),
    number: number('number'),
    words: anyWord(words),
    result: t.phrase(`file.result.${result as 'playing' | 'won' | 'stuck'}`),
    why: () => (code === 'refused-move' ? refusalWords(game, { ...inner, text: message }).seen : reasonWords(games, inner)),
  };
  return (
    t.coded(`file.${code}`, given) ??
    (code === 'no-game' ? null : ruleWords(reason)) ??
    flawWords(game, { code, parameters, text: message, line: 0, column: 0, later: false }).seen
  );
}
