/**
 * How large cards are at their worst moments, and how much of the felt is never used:
 * `npx node tools/table-sizes.ts` (node 22, which is among the packages) prints both; README.md has three of the windows.
 *
 * It lays out whole games with `layout.ts`, on the board that a window leaves between its bars: no browser is needed.
 */
import { readFileSync } from 'node:fs';
import type { GameInfo, View } from '../src/engine/contract.ts';
import { bars } from '../src/testing/bars.ts';
import { Engine } from '../src/testing/engine.ts';
import { longRunRecord, viewOf } from '../src/testing/games.ts';
import { place, type Layout } from '../src/table/layout.ts';
import { plan, noWishes } from '../src/table/plan.ts';
import type { Size } from '../src/ground/rects.ts';

const windows = [
  [344, 882],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
  [3440, 1440],
] as const;
const engine = await Engine.load();
const games = engine.games();
const gameOf = (id: string): GameInfo => games.find((game) => game.id === id)!;
const board = ([width, height]: readonly [number, number]): Size => ({ width, height: height - bars({ width, height }) });

/** The lower edge of all cards. */
const edge = (layout: Layout): number => Math.max(...[...layout.cards.values()].map(({ y, height }) => y + height));

/** The smallest strip of a face-up card under another one, px, and how many cards are folded. */
function strips(layout: Layout, view: View, kind: string): { strip: number; folded: number } {
  let strip = Infinity;
  for (const pile of view.piles) {
    if (pile.kind !== kind) continue;
    pile.cards.forEach((card, i) => {
      const at = layout.cards.get(card.id)!;
      if (card.card !== null && i < pile.cards.length - 1 && !at.folded) strip = Math.min(strip, at.strip.height);
    });
  }
  const folded = [...layout.folds.values()].reduce((most, fold) => Math.max(most, fold.count), 0);
  return { strip, folded };
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

/** All views along a game of these moves, or of the stock dealt as fast as it can be. */
function* drawn(id: string, deal: number): Generator<View> {
  yield engine.table(`new ${id}#${deal}`).view;
  for (let i = 0; i < 5; ++i) yield engine.table('play draw').view;
}
function* won(id: string): Generator<View> {
  const text = readFileSync(new URL(`../../tests/records/${id}-won.pat`, import.meta.url), 'utf8');
  const table = engine.table(`load\n${text}`);
  for (let ply = 0; ply <= table.plies; ++ply) yield engine.table(`goto ${ply}`).view;
}

/** The layout of the last of some views, each laid out after the one before it, and the lowest edge of them all. */
function shown(game: GameInfo, size: Size, views: Iterable<View>): { layout: Layout; view: View; lowest: number } {
  const planned = plan(game, size, noWishes);
  let layout: Layout | null = null;
  let lowest = 0;
  let last: View | null = null;
  for (const view of views) {
    layout = place(planned, view, layout);
    lowest = Math.max(lowest, edge(layout));
    last = view;
  }
  return { layout: layout!, view: last!, lowest };
}

const lines: [string, (size: Size) => string][] = [
  [
    'Carthage, five deals at once, reserves of 16: card / strip',
    (size) => {
      const found = [7311000005, 7311000017, 7311000042].map((deal) => shown(gameOf('carthage'), size, drawn('carthage', deal)));
      const [strip] = found.map(({ layout, view }) => strips(layout, view, 'reserve').strip).sort((a, b) => a - b);
      return `${round(found[0]!.layout.cardWidth)} / ${round(strip!)}`;
    },
  ],
  [
    'Gargantua, eight face down and king to ace, twice: card / face-up strip',
    (size) => {
      const game = gameOf('gargantua');
      const view = viewOf(game, { T4: 21, T9: 21, T1: 1 }, { T4: 8, T9: 8 });
      for (const pile of ['T4', 'T9']) view.sources.push({ pile, index: 8, count: 13, targets: [], preferred: '' });
      const { layout } = shown(game, size, [view]);
      return `${round(layout.cardWidth)} / ${round(strips(layout, view, 'tableau').strip)}`;
    },
  ],
  ...[30, 44].map((count): (typeof lines)[number] => [
    `Gloucestershire, a pile of ${count}: card / strip (folded)`,
    (size) => {
      const game = gameOf('gloucestershire');
      const long = engine.table(`load\n${longRunRecord(game)!}`).view;
      const pile = long.piles.find((one) => one.id === 'T1')!;
      const view = {
        ...long,
        piles: long.piles.map((one) => (one === pile ? { ...one, cards: one.cards.slice(0, count), run: count } : one)),
      };
      const { layout } = shown(game, size, [view]);
      const { strip, folded } = strips(layout, view, 'tableau');
      return `${round(layout.cardWidth)} / ${round(strip)}${folded > 0 ? ` (+${folded})` : ''}`;
    },
  ]),
  ['Grandfather: card', (size) => round(plan(gameOf('grandfather'), size).cardWidth)],
  [
    'Stalactites: card / strip at the start',
    (size) => {
      const { layout, view } = shown(gameOf('stalactites'), size, [engine.table('play by1').view]);
      return `${round(layout.cardWidth)} / ${round(strips(layout, view, 'tableau').strip)}`;
    },
  ],
];

console.log(`| | ${windows.map((window) => window.join('×')).join(' | ')} |`);
console.log(`| --- | ${windows.map(() => '---').join(' | ')} |`);
for (const [name, figure] of lines) {
  const cells = windows.map((window) => {
    if (name.startsWith('Stalactites')) engine.table('new stalactites#4711');
    return figure(board(window));
  });
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

console.log(`\n| never used of the felt in a won game | ${windows.map((window) => window.join('×')).join(' | ')} |`);
console.log(`| --- | ${windows.map(() => '---').join(' | ')} |`);
for (const game of games.filter((one) => one.variantOf === '')) {
  const cells = windows.map((window) => {
    const size = board(window);
    const { lowest } = shown(game, size, [...won(game.id)].slice(game.increments.length > 0 ? 1 : 0));
    return `${Math.round(100 - (100 * lowest) / size.height)} %`;
  });
  console.log(`| ${game.name} | ${cells.join(' | ')} |`);
}
