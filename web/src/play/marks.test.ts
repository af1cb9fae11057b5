import { describe, expect, it } from 'vitest';
import { Engine } from '../testing/engine.ts';
import { movable, movableWords, wanted, wantedWords } from './marks.ts';

const engine = await Engine.load();
const infos = engine.games();
const dealt = (id: string, deal: string, ...moves: string[]) => {
  let { view } = engine.table(`new ${id}#${deal}`);
  for (const move of moves) ({ view } = engine.table(`play ${move}`));
  return { info: infos.find((game) => game.id === id)!, view };
};

describe('what can be played', () => {
  it('is what the engine lists, and the stock', () => {
    const { info, view } = dealt('gargantua', '96');
    expect(movable(view)).toEqual([
      { pile: 'T4', index: 3 },
      { pile: 'T5', index: 4 },
      { pile: 'T7', index: 6 },
      { pile: 'S', index: -1 },
    ]);
    expect(movableWords(info, view)).toBe('Can be played: 10 of hearts, 4 of hearts, and ace of diamonds. You can draw a card.');
  });

  it('is only counted if it is much, and equal cards of an open reserve count once', () => {
    const { info, view } = dealt('gloucestershire', '34');
    expect(movableWords(info, view)).toMatch(/^\d+ cards can be played\.$/);
  });

  it('is the choice, as long as that has to be made', () => {
    const { info, view } = dealt('stalactites', '4');
    expect(movable(view)).toEqual([]);
    expect(movableWords(info, view)).toBe('Choose first how the foundations go up.');
  });
});

describe('where cards lie', () => {
  it('is told of those that are seen, and of no other', () => {
    const { info, view } = dealt('gargantua', '96', 'T7>F1');
    // The other aces lie face down or in the stock.
    expect(wanted(view, 'A')).toEqual([]);
    expect(wantedWords(info, view, 'A').seen).toBe('An ace isn’t in view.');
    expect(wanted(view, '2D')).toEqual([{ spot: { pile: 'T3', index: 2 }, card: '2C', above: 0, exact: false }]);
    expect(wantedWords(info, view, '2D')).toEqual({
      seen: '2♦ isn’t in view. 2♣: on top of the third pile.',
      spoken: '2 of diamonds isn’t in view. 2 of clubs: on top of the third pile.',
    });
  });

  it('is told of what was drawn and covered again, as the waste', () => {
    const { info, view } = dealt('gargantua', '96', 'draw', 'draw', 'draw');
    const waste = view.piles.find((pile) => pile.id === 'W')!.cards;
    const first = waste[0]!.card!;
    expect(wanted(view, first)).toContainEqual({ spot: { pile: 'W', index: 2 }, card: first, above: 2, exact: false });
    expect(wantedWords(info, view, first).spoken).toContain('in the waste, 2 cards above it');
  });

  it('tells the second ace of a suit from those that start a foundation', () => {
    const gloucestershire = dealt('gloucestershire', '34', 'R2@AH>F1');
    const aces = wanted(gloucestershire.view, 'A');
    expect(aces.filter(({ card }) => card === 'AH').map(({ exact }) => exact)).toEqual([false]);
    expect(aces.filter(({ card }) => card !== 'AH').every(({ exact }) => exact)).toBe(true);
    // In Gargantua each suit has two foundations.
    const { view } = dealt('gargantua', '1', 'draw');
    expect(wanted(view, 'A').every(({ exact }) => exact)).toBe(true);
  });

  it('is told once of both copies in an open reserve', () => {
    const { info, view } = dealt('gloucestershire', '34');
    expect(wantedWords(info, view, 'KH').spoken).toContain('King of hearts: in the reserve.');
  });
});
