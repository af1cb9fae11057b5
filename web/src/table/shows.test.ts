import { describe, expect, it } from 'vitest';
import { dealtView, gameOf } from '../testing/games.ts';
import { place } from './layout.ts';
import { plan } from './plan.ts';
import { celebration } from './shows.ts';

const games = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'] as const;
const rules = { stockDealsToReserves: false, increments: [], reserveOpen: false, tableauCapacity: 0, hasFaceDown: false };

describe('shows', () => {
  it.each(games)('of %s stay on the table, and begin and end at home', (id) => {
    const game = gameOf(id);
    for (const [width, height] of [
      [390, 700],
      [1366, 700],
    ] as const) {
      const layout = place(plan(game, { width, height }), dealtView(game));
      const ways = celebration(game, layout, width, height);
      expect(ways.size).toBe(game.cards);
      for (const [card, frames] of ways) {
        const { x, y, width: wide, height: high } = layout.cards.get(card)!;
        const at = frames.map(({ transform }) => /^translate\(([-\d.]+)px, ([-\d.]+)px\)/.exec(String(transform))!.slice(1).map(Number));
        for (const end of [at[0]!, at.at(-1)!]) {
          expect(end[0]).toBeCloseTo(x + wide / 2, 1);
          expect(end[1]).toBeCloseTo(y + high / 2, 1);
        }
        for (const [left, top] of at.slice(2, -2)) {
          expect(left, id).toBeGreaterThan(-width / 6);
          expect(left, id).toBeLessThan((width * 7) / 6);
          expect(top, id).toBeGreaterThan(-1);
          expect(top, id).toBeLessThan(height + 1);
        }
        const offsets = frames.map(({ offset }) => offset!);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      }
    }
  });

  it('are others for other rules, and there is one for those that nobody knows yet', () => {
    const game = gameOf('carthage');
    const layout = place(plan(game, { width: 1000, height: 700 }), dealtView(game));
    const all = [...games.map(gameOf), rules].map((one) => JSON.stringify([...celebration(one, layout, 1000, 700)]));
    expect(new Set(all).size).toBe(games.length + 1);
  });
});
