import { describe, expect, it } from 'vitest';
import { dealtView, gameOf, games, viewOf } from '../testing/games.ts';
import { fanSteps, hit, overlap, place, plan, touch, type Rect } from './layout.ts';

/** The board's part of several windows, without the bars. */
const boards = [
  { width: 320, height: 476 },
  { width: 360, height: 540 },
  { width: 412, height: 800 },
  { width: 568, height: 280 },
  { width: 640, height: 312 },
  { width: 820, height: 1130 },
  { width: 1180, height: 770 },
  { width: 1440, height: 848 },
  { width: 2560, height: 1380 },
];

function within(rect: Rect, width: number, height: number): boolean {
  return rect.x >= -0.5 && rect.y >= -0.5 && rect.x + rect.width <= width + 0.5 && rect.y + rect.height <= height + 0.5;
}

describe.each(games)('the table of $id', (game) => {
  it.each(boards)('fits $width × $height as dealt', (size) => {
    for (const leftHanded of [false, true]) {
      const view = dealtView(game);
      const layout = place(plan(game, size, leftHanded), view);
      expect(layout.height).toBe(size.height);
      expect(layout.cards.size).toBe(game.cards);
      for (const pile of layout.piles.values()) expect(within(pile.rect, size.width, size.height), pile.id).toBe(true);
      for (const card of layout.cards.values()) expect(within(card, size.width, size.height), `card ${card.id}`).toBe(true);
    }
  });

  it.each(boards)('lays no two piles over each other at $width × $height', (size) => {
    const piles = [...place(plan(game, size), dealtView(game)).piles.values()].filter(
      (pile) => !(game.reserveOpen && pile.kind === 'reserve'),
    );
    for (const a of piles) for (const b of piles) if (a.id < b.id) expect(overlap(a.rect, b.rect), `${a.id} ${b.id}`).toBeLessThan(1);
  });

  it.each(boards)('leaves room for a finger on what may be lifted at $width × $height', (size) => {
    const view = dealtView(game);
    const layout = place(plan(game, size), view);
    for (const source of view.sources) {
      const pile = view.piles.find((candidate) => candidate.id === source.pile)!;
      const { strip } = layout.cards.get(pile.cards[source.index]!.id)!;
      // A gap between two piles belongs to both.
      expect(Math.min(strip.width * 1.09, strip.height)).toBeGreaterThanOrEqual(touch);
    }
    const planned = plan(game, size);
    if (planned.grid) expect(planned.grid.width / 12.95).toBeGreaterThanOrEqual(touch - 0.5);
  });

  it('is mirrored for the left hand, the tableau in the same order', () => {
    const size = { width: 1440, height: 848 };
    const right = plan(game, size, false);
    const left = plan(game, size, true);
    expect(left.cardWidth).toBe(right.cardWidth);
    if (game.hasStock) {
      const s = right.piles.get('S')!.rect;
      expect(left.piles.get('S')!.rect.x).toBeCloseTo(size.width - s.x - s.width);
    }
    expect(left.piles.get('T1')!.rect.x).toBeLessThan(left.piles.get('T2')!.rect.x);
  });
});

describe('long piles', () => {
  it('are squeezed before the table grows', () => {
    const size = { width: 360, height: 540 };
    const game = gameOf('gargantua');
    const layout = place(plan(game, size), viewOf(game, { T9: 21, T1: 1 }, { T9: 8 }));
    expect(layout.height).toBe(size.height);
  });

  it('make the table longer when they cannot be squeezed any more', () => {
    const size = { width: 360, height: 540 };
    const game = gameOf('gloucestershire');
    const layout = place(plan(game, size), viewOf(game, { T8: 60, T1: 3, R1: 10 }));
    expect(layout.height).toBeGreaterThan(size.height);
    const last = [...layout.cards.values()].filter((card) => card.pile === 'T8').at(-1)!;
    for (const card of layout.cards.values()) if (card.pile === 'R1') expect(overlap(card, last)).toBe(0);
  });

  it('are fanned evenly', () => {
    const cards = Array.from({ length: 13 }, () => ({ card: 'AS' }));
    const steps = fanSteps(cards, 0, 60, 60 + 12 * 25);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.01);
    expect(steps.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(12 * 25 + 0.01);
  });
});

describe('the open reserve', () => {
  it('shows every copy of a card in one cell, all of them in sight', () => {
    const game = gameOf('gloucestershire');
    const view = viewOf(game, { R1: 1, R2: 1 });
    view.piles.find((pile) => pile.id === 'R1')!.cards[0]!.card = '7H';
    view.piles.find((pile) => pile.id === 'R2')!.cards[0]!.card = '7H';
    const cards = [...place(plan(game, { width: 360, height: 540 }), view).cards.values()];
    expect(cards).toHaveLength(2);
    expect(Math.abs(cards[0]!.x - cards[1]!.x)).toBeGreaterThanOrEqual(2);
    expect(overlap(cards[0]!, cards[1]!)).toBeGreaterThan(0);
  });
});

describe('hitting', () => {
  const game = gameOf('gargantua');
  const layout = place(plan(game, { width: 1440, height: 848 }), dealtView(game));

  it('finds the topmost card', () => {
    for (const card of layout.cards.values()) {
      if (card.buried || card.strip.height < 4) continue;
      const found = hit(layout, card.strip.x + card.strip.width / 2, card.strip.y + 2);
      expect(found).toEqual({ pile: card.pile, index: card.index });
    }
  });

  it('finds an empty place, and the nearest thing around', () => {
    const place = layout.piles.get('W')!.rect;
    expect(hit(layout, place.x + 5, place.y + 5)).toEqual({ pile: 'W', index: -1 });
    expect(hit(layout, place.x + 5, place.y - 3)).toBeNull();
    expect(hit(layout, place.x + 5, place.y - 3, 6)).toEqual({ pile: 'W', index: -1 });
  });
});
