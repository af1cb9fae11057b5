/// <reference types="node" />
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GameInfo, View } from '../engine/contract.ts';
import { bars } from '../testing/bars.ts';
import { Engine } from '../testing/engine.ts';
import { replies } from '../words/texts/replies.ts';
import german from '../words/texts/de/replies.json' with { type: 'json' };
import { fans, settle, taken } from './free.ts';
import { place, type Layout } from './layout.ts';
import { plan, noWishes } from './plan.ts';
import { overlap, type Rect, type Size } from '../ground/rects.ts';
import { semantics } from './semantics.ts';

const engine = await Engine.load();
const games = engine.games();
const records = new URL('../../../tests/records/', import.meta.url);
const windows: Size[] = [
  { width: 344, height: 882 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
];

/** The longest hint: a sentence with two piles, why, and how good it is. */
const longest = Math.max(
  ...[replies, german].map(
    (texts: Record<string, string>) =>
      ['hint.builds-bridge', 'hint.spaces_other', 'sure.chance', 'sure.saw-more']
        .map((key) => texts[key]!.replace(/\{\{(from|where)[^}]*\}\}/g, 'vom sechsten Reservestapel').replace(/\{\{\w+\}\}/g, '10♠'))
        .join(' ').length,
  ),
);

/** How a message of so many letters lies over the bar, as `Notice` and `Play` draw it, px; of 13.6 px a letter takes half. */
function messageOf(area: Size, letters: number): (maxWidth: string) => Rect {
  return (maxWidth) => {
    const width = Math.min(16 * (maxWidth === '' ? 26 : parseFloat(maxWidth)), area.width - 52);
    // Padding, a gap and the button that closes it.
    const lines = Math.ceil((letters * 7) / (width - 63)) + 1;
    return { x: 4, y: -38, width, height: Math.max(34, lines * 16.3 + 2) };
  };
}

/** The moments of a record at which most cards lie in the way, and the stock dealt as fast as it can be. */
function* moments(game: GameInfo): Generator<View> {
  for (const file of readdirSync(records).filter((name) => new RegExp(`^${game.id}-(won|stuck)\\.pat$`).test(name))) {
    const { plies } = engine.table(`load\n${readFileSync(new URL(file, records), 'utf8')}`);
    for (let ply = 0; ply <= plies; ply += 14) yield engine.table(`goto ${ply}`).view;
  }
  let { view } = engine.table(`new ${game.id}#4711`);
  for (let i = 0; i < 5 && view.controls.includes('draw'); ++i) yield ({ view } = engine.table('play draw')).view;
}

/** A hint's rings, and what else a message must not cover. */
function* hints(game: GameInfo, view: View, layout: Layout): Generator<{ lit: Rect[]; playable: Rect[]; other: Rect[] }> {
  const items = semantics(game, view, layout).flatMap((list) => list.items);
  const playable = items.flatMap((item) => (item.source && item.rect ? [item.rect] : []));
  const other = [
    ...items.flatMap((item) => (item.button && !item.source && item.rect ? [item.rect] : [])),
    ...fans([...layout.cards.values()]),
  ];
  for (const { pile, index, targets } of view.sources) {
    const card = layout.cards.get(view.piles.find(({ id }) => id === pile)!.cards[index]!.id)!;
    const target = layout.piles.get(targets.at(-1)?.pile ?? '');
    if (target) yield { lit: [card.strip, target.next], playable, other };
  }
}

describe.each(games.filter((game) => game.variantOf === ''))('the longest hint in $id', (game) => {
  it.each(windows)('hides neither the bar nor what it speaks of at $width × $height', { timeout: 60_000 }, (window) => {
    const area = { width: window.width, height: window.height - bars(window) };
    const measure = messageOf(area, longest);
    for (const bottom of [false, true]) {
      const planned = plan(game, area, { ...noWishes, bottom });
      let layout: Layout | null = null;
      for (const view of moments(game)) {
        layout = place(planned, view, layout);
        for (const { lit, playable, other } of hints(game, view, layout)) {
          const best = settle(area, taken({ lit, playable, other }), measure);
          expect(best).not.toBeNull();
          const rect = { ...measure(best!.maxWidth), x: best!.x, y: best!.y };
          expect(rect.y).toBeGreaterThanOrEqual(0);
          for (const one of lit) expect(overlap(rect, one)).toBe(0);
        }
      }
    }
  });
});

it('takes the free felt beside a fan of which only the last card can be played', () => {
  const area = { width: 1000, height: 700 };
  const cards = Array.from({ length: 15 }, (_, i) => ({ x: 300, y: 10 + 40 * i, width: 690, height: 120 }));
  const measure = (maxWidth: string): Rect => ({ x: 4, y: -38, width: maxWidth === '' ? 350 : 16 * parseFloat(maxWidth), height: 40 });
  const best = settle(area, taken({ playable: cards.slice(-1), other: fans(cards) }), measure)!;
  expect(fans(cards)).toEqual([{ x: 300, y: 10, width: 690, height: 680 }]);
  expect(cards.filter((card) => overlap({ ...measure(best.maxWidth), x: best.x, y: best.y }, card) > 0)).toEqual([]);
  expect(best.y).toBeGreaterThan(600);
});

it('takes a row of felt that is hardly higher than the message', () => {
  const area = { width: 390, height: 752 };
  const rows = [3, 109, 213, 349, 485, 621].flatMap((y) => [10, 85, 160, 235, 310].map((x) => ({ x, y, width: 69, height: 98 })));
  const best = settle(area, taken({ playable: rows }), () => ({ x: 4, y: -38, width: 192, height: 36 }))!;
  for (const one of rows) expect(overlap({ x: best.x, y: best.y, width: 192, height: 36 }, one)).toBe(0);
});

it('leaves a message in the bar while all of the table is lit', () => {
  const area = { width: 390, height: 752 };
  const everything = { ...area, x: 0, y: 0 };
  expect(settle(area, taken({ lit: [everything] }), messageOf(area, 60))).toBeNull();
  expect(settle(area, taken({ playable: [everything] }), messageOf(area, 60))).not.toBeNull();
});
