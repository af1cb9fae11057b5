import { describe, expect, it } from 'vitest';
import { dealtView, gameOf, games, viewOf } from '../testing/games.ts';
import { share } from './blocks.ts';
import { bars, sizesOf } from '../testing/bars.ts';
import { fanSteps, foldOf, stripOf, touch } from './fans.ts';
import { fitted, hit, place } from './layout.ts';
import { lowered, noWishes, plan } from './plan.ts';
import { overlap, type Rect } from '../ground/rects.ts';

/** The board's part of several windows, without the bars. */
const boards = sizesOf('320x476 360x540 412x800 568x280 640x312 820x1130 1180x770 1440x848 2560x1380');

function within(rect: Rect, width: number, height: number): boolean {
  return rect.x >= -0.5 && rect.y >= -0.5 && rect.x + rect.width <= width + 0.5 && rect.y + rect.height <= height + 0.5;
}

describe.each(games)('the table of $id', (game) => {
  it.each(boards)('fits $width × $height as dealt', (size) => {
    for (const leftHanded of [false, true]) {
      const view = dealtView(game);
      const layout = place(plan(game, size, { ...noWishes, leftHanded }), view);
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
    if (game.reserveOpen) expect(layout.piles.get('R1')!.reach.width / 12.95).toBeGreaterThanOrEqual(touch - 0.5);
  });

  it.each([...boards, { width: 3440, height: 1392 }])('keeps its cards and its piles over the advice at $width × $height', (size) => {
    const whole = plan(game, size);
    for (const view of [dealtView(game), viewOf(game, { T1: 15, T2: 8 })]) {
      const before = place(whole, view);
      const layout = place(fitted(lowered(whole, size.height - 96), view), view, before);
      expect(layout.cardWidth).toBeGreaterThanOrEqual(0.73 * before.cardWidth);
      for (const card of layout.cards.values()) {
        if (layout.height <= size.height - 96) expect(within(card, size.width, size.height - 96), `card ${card.id}`).toBe(true);
        if (layout.cardWidth < before.cardWidth) continue;
        const { x, y, width } = before.cards.get(card.id)!;
        expect([card.x, card.width], `card ${card.id}`).toEqual([x, width]);
        expect(card.y).toBeLessThanOrEqual(y + 0.01);
      }
    }
  });

  it('is mirrored for the left hand, the tableau in the same order', () => {
    const size = { width: 1440, height: 848 };
    const view = dealtView(game);
    const right = place(plan(game, size), view);
    const left = place(plan(game, size, { ...noWishes, leftHanded: true }), view);
    expect(left.cardWidth).toBe(right.cardWidth);
    if (game.hasStock) {
      const s = right.piles.get('S')!.rect;
      expect(left.piles.get('S')!.rect.x).toBeCloseTo(size.width - s.x - s.width);
    }
    expect(left.piles.get('T1')!.rect.x).toBeLessThan(left.piles.get('T2')!.rect.x);
  });
});

describe('sharing a height', () => {
  const slack = 20;
  const short = { least: 60, usual: 100, most: 120 };
  const long = { least: 200, usual: 400, most: 500 };

  it('gives each what it can use, and the rest to all that grow', () => {
    expect(share(700, [{ least: 60, usual: 60, most: 60 }, short, long], [false, true, true], undefined, slack)).toEqual([60, 130, 510]);
  });

  it('squeezes in proportion', () => {
    expect(share(500, [short, long], [true, true], undefined, slack)).toEqual([100, 400]);
    expect(share(260, [short, long], [true, true], undefined, slack)).toEqual([60, 200]);
    expect(share(380, [short, long], [true, true], undefined, slack)).toEqual([80, 300]);
  });

  it('cuts nothing that must be seen', () => {
    expect(share(100, [short, long], [true, true], undefined, slack)).toEqual([60, 200]);
  });

  it('keeps what was shared before while it serves', () => {
    const before = [130, 370];
    expect(share(500, [short, long], [true, true], before, 40)).toEqual(before);
    expect(share(500, [short, long], [true, true], before, 20)).toEqual([100, 400]);
    expect(share(500, [short, { ...long, least: 380, usual: 380 }], [true, true], before, 40)).not.toEqual(before);
    expect(share(600, [short, long], [true, true], before, 40)).not.toEqual(before);
  });
});

describe('long runs', () => {
  const cards = Array.from({ length: 30 }, () => ({ card: '7H' }));

  it('are folded in the middle when they cannot be squeezed any more', () => {
    const { first, count } = foldOf(cards, 20, 43, 43 * 1.4 + 15 * stripOf(43));
    expect(first).toBe(11);
    // 14 strips too many, and one for their number
    expect(count).toBe(15);
  });

  it('are never folded when they are short, fit, or are in no order', () => {
    expect(foldOf(cards, 20, 43, 2000).count).toBe(0);
    expect(foldOf(cards, 4, 43, 100).count).toBe(0);
    expect(foldOf(cards, 0, 43, 100).count).toBe(0);
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
    const steps = fanSteps(cards, 0, 43, 43 * 1.4 + 12 * 25);
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.01);
    expect(steps.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(12 * 25 + 0.01);
  });
});

describe('the open reserve', () => {
  it('has a place for every card, with equal cards in one place, counted', () => {
    const game = gameOf('gloucestershire');
    const view = viewOf(game, { R1: 2, R2: 1 });
    const cards = view.piles.filter((pile) => pile.kind === 'reserve').flatMap((pile) => pile.cards);
    cards.forEach((card, i) => (card.card = i === 1 ? '8S' : '7H'));
    const layout = place(plan(game, { width: 360, height: 540 }), view);
    expect(layout.cards.size).toBe(3);
    expect(layout.cells).toHaveLength(52);
    const copies = new Map(layout.cells.map((cell) => [cell.card, cell.copies]));
    expect([copies.get('7H'), copies.get('8S'), copies.get('9S')]).toEqual([2, 1, 0]);
    for (const a of layout.cells) for (const b of layout.cells) if (a !== b) expect(overlap(a.rect, b.rect)).toBe(0);
  });
});

describe('a pile longer than its share', () => {
  const game = gameOf('gloucestershire');
  const size = { width: 768, height: 976 };
  const full = (long: number) => {
    const view = viewOf(game, { T1: long, R1: 26, R2: 26 });
    const cards = view.piles.filter((pile) => pile.kind === 'reserve').flatMap((pile) => pile.cards);
    [...'A23456789TJQK'].flatMap((rank) => [...'SHCD'].map((suit) => rank + suit)).forEach((card, i) => (cards[i]!.card = card));
    return { view, layout: place(plan(game, size), view) };
  };

  it('gets height from the open reserve, whose cards can still be read and hit', () => {
    const short = full(10).layout;
    const { view, layout } = full(30);
    expect(layout.cardWidth).toBe(short.cardWidth);
    expect(layout.piles.get('R1')!.reach.height).toBeLessThan(short.piles.get('R1')!.reach.height - 30);
    expect(layout.folds.size).toBe(0);
    expect(layout.height).toBe(size.height);
    for (const pile of view.piles.filter(({ kind }) => kind === 'reserve'))
      for (const [index, { id }] of pile.cards.entries()) {
        const { strip } = layout.cards.get(id)!;
        expect(strip.height).toBeGreaterThanOrEqual(touch);
        expect(hit(layout, strip.x + strip.width / 2, strip.y + strip.height - 1)).toEqual({ pile: pile.id, index });
      }
  });
});

describe('a tableau in two rows', () => {
  it.each([
    ['stalactites', { width: 344, height: 790 }],
    ['stalactites', { width: 768, height: 976 }],
  ] as const)('makes the cards of %s a fifth larger in area, and no pile ever moves', (id, size) => {
    const game = gameOf(id);
    const upright = plan(game, size);
    expect(upright.arrangement).toContain('in two rows');
    const inOne = (size.width - 2 * upright.pad) / (game.tableau + (game.tableau - 1) * 0.09);
    expect((upright.cardWidth / inOne) ** 2).toBeGreaterThan(1.2);
    const dealt = place(upright, dealtView(game));
    const late = place(upright, viewOf(game, { T1: 1, T9: 13, T3: game.most[10]! }), dealt);
    for (const pile of dealt.piles.values()) expect(late.piles.get(pile.id)!.rect).toEqual(pile.rect);
  });

  it('is there on all phones or on none', () => {
    const phones = sizesOf('360x740 375x812 384x832 390x844 393x852 402x874 412x915 430x932 440x956').map((size) => ({
      ...size,
      height: size.height - bars(size),
    }));
    const stalactites = gameOf('stalactites');
    const longer = [8, 9, 10, 12].flatMap((tableau) =>
      [12, 14, 16, 18, 20].map((most) => ({
        ...stalactites,
        id: `${tableau} piles of ${most}`,
        tableau,
        most: Array(99).fill(most) as number[],
      })),
    );
    for (const game of [...games, ...longer]) {
      const halved = phones.map((size) => plan(game, size).arrangement.endsWith('in two rows'));
      expect(new Set(halved).size, `${game.id}: ${halved.join()}`).toBe(1);
    }
  });

  it('is for windows that are higher than wide', () => {
    for (const game of games) expect(plan(game, { width: 1440, height: 848 }).arrangement).not.toContain('in two rows');
  });
});

describe('the stock by the thumb', () => {
  it.each([
    { width: 344, height: 791 },
    { width: 412, height: 824 },
  ])('leaves the cards of Gargantua as large as elsewhere at $width × $height', (size) => {
    const game = gameOf('gargantua');
    for (const leftHanded of [false, true]) {
      const planned = plan(game, size, { ...noWishes, leftHanded, bottom: true });
      expect(planned.cardWidth).toBe(plan(game, size).cardWidth);
      const { piles } = place(planned, dealtView(game));
      for (const [pile, away] of [
        ['S', 0],
        ['W', 1.1 * planned.cardWidth],
      ] as const) {
        const { x, y, width } = piles.get(pile)!.rect;
        expect(y).toBeGreaterThan(0.75 * size.height);
        expect((leftHanded ? x : size.width - x - width) - away).toBeLessThan(0.05 * size.width);
      }
    }
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
