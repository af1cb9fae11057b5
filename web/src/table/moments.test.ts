import { describe, expect, it } from 'vitest';
import type { Event, View } from '../engine/contract.ts';
import { dealtView, gameOf } from '../testing/games.ts';
import { feltOf, momentsOf } from './moments.ts';

const game = gameOf('gargantua');

/** Moves cards from the end of one pile to another. */
function moved(view: View, from: string, to: string, count = 1): { view: View; event: Event } {
  const after = structuredClone(view);
  const [source, target] = [from, to].map((name) => after.piles.find(({ id }) => id === name)!);
  const cards = source!.cards.splice(-count);
  target!.cards.push(...cards);
  return { view: after, event: { type: 'move', from, to, ids: cards.map(({ id }) => id), cards: [], automatic: false } };
}

describe('moments', () => {
  it('counts the cards that come home in a row, until one goes elsewhere', () => {
    const before = dealtView(game);
    const first = moved(before, 'T5', 'F1');
    const one = momentsOf(before, first.view, [first.event], [], 200, 0);
    expect(one).toEqual({ moments: [{ kind: 'home', pile: 'F1', at: 200, count: 1 }], run: 1 });
    const second = moved(first.view, 'T5', 'F2');
    const two = momentsOf(first.view, second.view, [second.event], [], 200, one.run);
    expect(two.moments[0]!.count).toBe(2);
    const third = moved(second.view, 'T6', 'T7');
    expect(momentsOf(second.view, third.view, [third.event], [], 200, two.run).run).toBe(0);
  });

  it('notes a turned card when it is seen, and the pile that was emptied', () => {
    const before = dealtView(game);
    const { view, event } = moved(before, 'T1', 'T9');
    const turn: Event = { type: 'turn', pile: 'T5', id: 3, card: 'JD' };
    const { moments } = momentsOf(before, view, [event, turn], [{ id: 3, delay: 100, turn: 100 }], 200, 4);
    expect(moments.map(({ kind, pile }) => `${kind} ${pile}`)).toEqual(['emptied T1', 'turned T5']);
    expect(moments[1]!.at).toBe(200);
  });

  it('notes a foundation that is complete once, and which of them it is', () => {
    const before = dealtView(game);
    const { view, event } = moved(before, 'T5', 'F1');
    for (const id of ['F1', 'F2'])
      Object.assign(
        view.piles.find((pile) => pile.id === id)!,
        { wants: '', direction: 1 },
      );
    const second = before.piles.find(({ id }) => id === 'F2')!;
    Object.assign(second, { wants: '', direction: 1, cards: [{ id: 90, card: 'KS' }] });
    view.piles.find(({ id }) => id === 'F2')!.cards = second.cards;
    const complete = momentsOf(before, view, [event], [], 200, 0).moments.filter(({ kind }) => kind === 'complete');
    expect(complete).toEqual([{ kind: 'complete', pile: 'F1', at: 200, count: 2 }]);
    expect(momentsOf(view, view, [], [], 200, 0).moments).toEqual([]);
  });

  it('is felt longer the longer the row, but never for long', () => {
    const home = (at: number, count: number) => ({ kind: 'home', pile: 'F1', at, count }) as const;
    expect(feltOf([home(100, 1), home(220, 2)])).toEqual([0, 100, 7, 113, 8]);
    expect(feltOf([home(0, 90)])).toEqual([0, 0, 20]);
    // At the same time: one, the longer.
    expect(feltOf([home(100, 1), { kind: 'complete', pile: 'F1', at: 100, count: 1 }])).toEqual([0, 100, 32]);
    expect(feltOf([])).toEqual([0]);
  });
});
