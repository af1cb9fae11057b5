/// <reference types="node" />
/** Whatever rules are made up, the table can be read: known ones changed at random, at their worst. */
import { beforeAll, expect, it } from 'vitest';
import files from '../app/shipped-files.ts';
import type { Answer, GameInfo, View } from '../engine/contract.ts';
import { fitted, place, type Layout } from '../table/layout.ts';
import { lowered, noWishes, plan } from '../table/plan.ts';
import { bars, sizesOf } from '../testing/bars.ts';
import { Engine } from '../testing/engine.ts';
import { dice } from '../testing/dice.ts';
import { full } from '../testing/full.ts';
import { fault, worst } from '../testing/worst.ts';
import { packed, whole, type Rules, type Text } from './rules.ts';
import { changedBy, choicesOf, slots, type SlotName } from './sentences.ts';
import { wholeOf } from './trial.ts';

const listed = ['carthage', 'gargantua', 'gloucestershire', 'grandfather', 'stalactites'].map((id) => `{"based_on":"${id}"}`);
const names = Object.keys(slots) as SlotName[];

/** The game of rules with four changes, and with a number of piles that no sentence offers. */
function changed(engine: Engine, text: string, below: (most: number) => number): { game: GameInfo; rules: Rules } {
  const read = (rules: Rules): Answer<{ game: GameInfo; text: string }> => engine.ask(`rules\n${packed(rules)}`);
  const start = engine.must<{ game: GameInfo; text: string }>(`rules\n${text}`);
  let found = { game: start.game, rules: whole(JSON.parse(start.text) as Text) };
  for (let changes = 0, tries = 0; changes < 4 && tries < 40; ++tries) {
    const { rules } = found;
    const slot = names[below(names.length)]!;
    const values = choicesOf(rules, slot);
    const value = values[below(values.length)]!;
    const more = below(4) === 0 ? [{ ...rules, reserve: { ...rules.reserve, piles: below(20) } }] : [];
    for (const made of [...more, ...changedBy(rules, slot, value)]) {
      const answer = read(made);
      if (!answer.ok) continue;
      found = { game: answer.game, rules: made };
      changes += 1;
      break;
    }
  }
  return found;
}

let made: { game: GameInfo; rules: Rules; views: View[] }[];
beforeAll(async () => {
  const engine = await Engine.load('own-table');
  const below = dice(75);
  made = [...listed, ...Object.values(files)].flatMap((text) =>
    Array.from({ length: full ? 8 : 1 }, () => {
      const found = changed(engine, text, below);
      return { ...found, views: [...worst(engine, found.game, 1, full ? 200 : 60)] };
    }),
  );
}, 300_000);

it('is planned as if it were higher on a phone, where its cards are larger then and all of them in sight', async () => {
  const engine = await Engine.load('own-table');
  const board = { width: 345, height: 266 };
  const widths = ['carthage', 'gargantua', 'grandfather', 'stalactites', 'klondike'].map((id) => {
    const text = Object.entries(files).find(([path]) => path.endsWith(`/${id}.json`))?.[1] ?? `{"based_on":"${id}"}`;
    const { game: info } = engine.must<{ game: GameInfo }>(`rules\n${text}`);
    const { view } = engine.table(`new ${info.id}#5`);
    const whole = wholeOf({ info, view }, board, noWishes);
    const planned = plan(info, { ...board, height: Math.max(board.height, whole) });
    const low = place(whole > 0 ? fitted(lowered(planned, board.height), view) : planned, view, null);
    expect(low.height, id).toBeLessThanOrEqual(board.height + 1);
    return Math.round(low.cardWidth);
  });
  expect(widths).toEqual([39, 35, 33, 39, 44]);
});

it.each(sizesOf('320x568 360x740 390x844 412x915 1024x1366 1366x768 2560x1080'))('at $width × $height', ({ width, height }) => {
  const board = { width, height: height - bars({ width, height }) };
  const found: string[] = [];
  for (const { game, rules, views } of made) {
    const planned = plan(game, board);
    let before: Layout | null = null;
    for (const view of views) {
      before = place(planned, view, before);
      // A pile that has nearly all cards, in no order in which it could be folded, may be longer than the window.
      const longest = Math.max(...view.piles.map(({ kind, cards }) => (kind === 'tableau' ? cards.length : 0)));
      const wrong = fault(game, view, before, board, height >= 700 && longest <= 26);
      if (wrong === '') continue;
      found.push(`${planned.arrangement}, cards ${planned.cardWidth} wide: ${wrong}: ${packed(rules)}`);
      break;
    }
  }
  expect(found.join('\n')).toBe('');
});
