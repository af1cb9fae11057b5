import { describe, expect, it } from 'vitest';
import { dealtView, gameOf, games, viewOf } from '../testing/games.ts';
import { place } from './layout.ts';
import { plan } from './plan.ts';
import { neighbour, readTable, semantics, type Direction } from './semantics.ts';

const size = { width: 1440, height: 848 };
const listsOf = (id: string) => {
  const game = gameOf(id);
  const view = dealtView(game);
  return semantics(game, view, place(plan(game, size), view));
};

describe('the table for the ear', () => {
  it('names and counts piles and merges what is face down', () => {
    const lists = listsOf('gargantua');
    const t9 = lists.find((list) => list.pile === 'T9')!;
    expect(t9.label).toBe('Pile 9, 9 cards');
    expect(t9.items.map((item) => item.button)).toEqual([false, true]);
    expect(t9.items[0]!.label).toBe('8 cards face down');
    expect(lists.find((list) => list.pile === 'W')!.items[0]!.label).toBe('Waste, empty');
  });

  it('says what the stock does', () => {
    const game = gameOf('carthage');
    const view = { ...dealtView(game), controls: ['draw'] };
    const lists = semantics(game, view, place(plan(game, size), view));
    expect(lists.find((list) => list.pile === 'S')!.items[0]!.label).toBe('Deal from the stock, 60 cards left');
  });

  it('lists an open reserve as one, by suits and ranks, equal cards together', () => {
    const game = gameOf('gloucestershire');
    const view = viewOf(game, { R1: 2, R2: 2 });
    const reserve = view.piles.filter((pile) => pile.kind === 'reserve').flatMap((pile) => pile.cards);
    ['7H', 'AD', '7H', '2S'].forEach((card, i) => (reserve[i]!.card = card));
    const list = semantics(game, view, place(plan(game, size), view)).at(-1)!;
    expect(list.label).toBe('Reserve, 4 cards');
    expect(list.items.map((item) => item.label)).toEqual(['2 of spades', '7 of hearts, 2 of them', 'ace of diamonds']);
    for (const item of list.items) expect(item.button).toBe(true);
  });

  it('reads the whole table', () => {
    const game = gameOf('stalactites');
    expect(readTable(game, dealtView(game))).toMatch(/Pile 1, 6 cards: .*Cell 1, 0 cards\./);
  });
});

describe.each(games)('keys on $id', (game) => {
  it('reach every button from every other', () => {
    const view = dealtView(game);
    const lists = semantics(game, view, place(plan(game, size), view));
    const buttons = lists.flatMap((list) => list.items.filter((item) => item.button));
    const seen = new Set([buttons[0]!]);
    const queue = [buttons[0]!];
    for (let item = queue.pop(); item; item = queue.pop()) {
      for (const direction of ['left', 'right', 'up', 'down'] as Direction[]) {
        const next = neighbour(lists, item, direction);
        if (next && !seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    expect(buttons.filter((item) => !seen.has(item)).map((item) => item.key)).toEqual([]);
  });

  it('never stay where they are', () => {
    const view = viewOf(game, { T1: 3, T2: 2 });
    const lists = semantics(game, view, place(plan(game, size), view));
    for (const list of lists) for (const item of list.items) expect(neighbour(lists, item, 'right')).not.toBe(item);
  });
});
