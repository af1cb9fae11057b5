/**
 * Why a file, a record or what a link holds can't be read, in the page's language. The engine gives codes and parameters
 * (docs/notation.md, "Reasons"). Loaded when something can't be read: `why.ts`.
 */
import type { Failure, GameInfo } from '../engine/contract.ts';
import { listed, type Phrase } from './i18n.ts';
import { t } from './texts/files.ts';
import { refusalWords } from './replies.ts';
import { flawWords } from './setup.ts';

/** Those that are said here; the others are those of positions. */
export const reasonCodes = [
  'record-too-long',
  'no-utf8',
  'stray-return',
  'cut-off',
  'no-record',
  'record-version',
  'start-expected',
  'position-without-end',
  'deal-of-other-game',
  'position-of-other-game',
  'text-after-moves',
  'text-after-ply',
  'text-after-end',
  'lone-plus',
  'not-a-move',
  'too-many-moves',
  'too-many-notes',
  'key-too-long',
  'note-too-long',
  'ply-expected',
  'key-expected',
  'not-a-ply',
  'no-such-ply',
  'second-line',
  'unknown-record-line',
  'bad-result',
  'wrong-result',
  'not-cards',
  'refused-move',
  'bad-move',
  'no-deal',
  'bad-id',
  'bad-deal-number',
  'cards-of-deal-expected',
  'no-pile',
  'from-foundation',
  'from-stock',
  'to-waste-or-stock',
  'which-card',
  'top-card-only',
  'several-cards',
  'bad-count',
  'count-too-large',
  'file-too-long',
  'no-games',
  'later-version',
  'version-expected',
  'text-after-version',
  'file-cut-off',
  'last-line-missing',
  'line-too-long',
  'incomplete-line',
  'text-after-line',
  'unknown-line',
  'bad-number',
  'bad-word',
  'bad-name',
  'bad-game',
  'bad-kind',
  'bad-checksum',
  'bad-deal',
  'deal-without-number',
  'kind-and-deal',
  'bad-field',
  'second-field',
  'too-many-fields',
  'bad-key',
  'too-many-games',
  'too-many-lines',
  'second-game',
  'second-deal',
  'stray-record',
  'record-of-other-game',
  'return-in-record',
  'bad-backslash',
  'bad-record',
  'bad-settings',
  'bad-copy',
  'other-line-count',
  'wrong-checksum',
] as const;

const anyWord = (words: string): Phrase =>
  listed(
    words.split(' ').map((word) => t.phrase('file.word', { word })),
    'disjunction',
  );

type Reason = Pick<Failure['error'], 'code' | 'parameters' | 'message'>;

/** A code that the page does not know is said in the engine's own English. */
export function reasonWords(games: readonly GameInfo[], reason: Reason): string {
  const { parameters, message } = reason;
  const code = reasonCodes.find((known) => known === reason.code);
  const game = games.find(({ id }) => id === parameters['game']) ?? games[0];
  if (game === undefined) return message;
  if (code === undefined) return flawWords(game, { ...reason, text: message, line: 0, column: 0, later: false }).seen;
  const number = (name: string): number => Number(parameters[name] ?? 0);
  const { text = '', move = '', line = '', version = '', words = '', said = '', result = '' } = parameters;
  const limit = number('limit');
  /** The reason within this one. */
  const inner = { code: parameters['reason'] ?? '', parameters, message };
  switch (code) {
    case 'deal-of-other-game':
    case 'position-of-other-game':
    case 'not-a-move':
    case 'not-a-ply':
    case 'second-line':
    case 'not-cards':
    case 'no-pile':
    case 'bad-name':
    case 'bad-game':
    case 'bad-kind':
    case 'bad-checksum':
    case 'bad-deal':
    case 'deal-without-number':
    case 'bad-field':
    case 'second-field':
    case 'bad-key':
      return t(`file.${code}`, { text });
    case 'too-many-moves':
    case 'too-many-notes':
    case 'key-too-long':
    case 'note-too-long':
    case 'too-many-games':
    case 'too-many-fields':
      return t(`file.${code}`, { limit });
    case 'too-many-lines':
      return t('file.too-many-lines', { limit, line });
    case 'no-such-ply':
      return t('file.no-such-ply', { count: limit });
    case 'other-line-count':
      return t('file.other-line-count', { count: limit, found: number('found') });
    case 'later-version':
      return t('file.later-version', { version });
    case 'bad-number':
      return t('file.bad-number', { from: number('from'), to: number('to'), text });
    case 'bad-word':
      return t('file.bad-word', { words: anyWord(words), text });
    case 'wrong-result':
      return t('file.wrong-result', { said, result: t.phrase(`file.result.${result as 'playing' | 'won' | 'stuck'}`) });
    case 'refused-move':
      return t('file.refused-move', { number: number('number'), move, why: refusalWords(game, { ...inner, text: message }).seen });
    case 'bad-move':
      return t('file.bad-move', { number: number('number'), move, why: reasonWords(games, inner) });
    case 'bad-record':
      return t('file.bad-record', { line: number('at-line'), column: number('at-column'), why: reasonWords(games, inner) });
    default:
      return t(`file.${code}`);
  }
}
