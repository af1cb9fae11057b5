/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, GameInfo } from '../engine/contract.ts';
import { answer, begin } from '../engine/module.ts';
import { packed, whole, type Rules, type Text } from './rules.ts';
import { changedBy, choicesOf, sentencesOf, slots, valueOf, type SlotName } from './sentences.ts';
import { labelOf, spoken } from './words.ts';

const bytes = readFileSync(new URL('../../../build/wasm/own-table.wasm', import.meta.url));
const compiled = await WebAssembly.compile(bytes);
let module = begin(new WebAssembly.Instance(compiled, {}).exports);
const read = (text: string) => JSON.parse(answer(module, `rules\n${text}`)) as Answer<{ game: GameInfo; text: string }>;
function must(text: string): { game: GameInfo; text: string } {
  const given = read(text);
  if (!given.ok) throw new Error(given.error.message);
  return given;
}
/** The id of rules, which is that of all that are played alike. */
const idOf = (text: string): string => must(text).game.id;

const folder = new URL('../../../games/files/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const games: [string, string][] = [
  ...['carthage', 'gargantua', 'gloucestershire', 'grandfather', 'stalactites'].map((id): [string, string] => [id, `{"based_on":"${id}"}`]),
  ...files.map((name): [string, string] => [name.replace('.json', ''), readFileSync(new URL(name, folder), 'utf8')]),
];
const names = Object.keys(slots) as SlotName[];
const said = (rules: Rules) => Object.values(sentencesOf(rules)).flat();

describe.each(games)('%s', (_, text) => {
  const rules = whole(JSON.parse(must(text).text) as Text);

  // The module remembers all rules that it has read.
  beforeAll(() => {
    module = begin(new WebAssembly.Instance(compiled, {}).exports);
  });

  it('is the same game once it has been read', () => {
    expect(idOf(packed(rules))).toBe(idOf(text));
  });

  it('is said whole, and no sentence changes it that says what is so', () => {
    for (const sentence of said(rules)) expect(spoken(rules, sentence)).toMatch(/^[A-Z][^{}]*[^.…]\.$/);
    const changed = names.filter((slot) => {
      const value = valueOf(rules, slot);
      const here = said(rules).some((one) => one.slots.includes(slot));
      return here && value !== 'other' && !changedBy(rules, slot, value).some((one) => read(packed(one)).ok);
    });
    expect(changed).toEqual([]);
  });

  it('has, after each change that the engine accepts, what was chosen', () => {
    let accepted = 0;
    const wrong: string[] = [];
    for (const { slots: here } of said(rules))
      for (const slot of here)
        for (const value of choicesOf(rules, slot)) {
          expect(labelOf(slot, value)).not.toBe('');
          const made = changedBy(rules, slot, value).find((one) => read(packed(one)).ok);
          if (!made) continue;
          accepted += 1;
          const seen = valueOf(whole(JSON.parse(packed(made)) as Text), slot);
          if (seen !== value) wrong.push(`${slot}: ${value} became ${seen}`);
        }
    expect(wrong).toEqual([]);
    expect(accepted).toBeGreaterThan(20);
  });
});
