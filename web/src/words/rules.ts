/** Mistakes in rules of one's own, in the page's language. Loaded when some are refused. */
import type { Failure } from '../engine/contract.ts';
import { listed } from './names.ts';
import { t } from './texts/rules.ts';

/** Things that the engine expects, by its words for them. */
const kinds: Readonly<Record<string, string>> = {
  'an object': 'object',
  'a list': 'list',
  'a number': 'number',
  'true or false': 'boolean',
  'a text': 'text',
  'a word': 'word',
};

type Reason = Pick<Failure['error'], 'code' | 'parameters'> & { line?: number; column?: number };

/** A sentence that does not name the field, which is the parameter `path`; null for a code that is none of rules. */
export function ruleWords({ code, parameters, line = 0, column = 0 }: Reason): string | null {
  const { text = '', words = '', id = '', limit = '' } = parameters;
  const choices = words.split(', ').map((word) => t.phrase('rule.word', { word }));
  const kind = kinds[text] ?? 'text';
  return t.coded(`rule.${code}`, {
    text,
    id,
    line,
    column,
    limit: Number(limit),
    words: listed(choices, 'or'),
    kind: t.phrase(`rule.kind.${kind as 'object' | 'list' | 'number' | 'boolean' | 'text' | 'word'}`),
  });
}
