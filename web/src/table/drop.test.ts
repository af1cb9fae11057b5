import { describe, expect, it } from 'vitest';
import { dealtView, gameOf } from '../testing/games.ts';
import { chooseDrop } from './drop.ts';
import { place } from './layout.ts';
import { plan } from './plan.ts';

const game = gameOf('gargantua');
const layout = place(plan(game, { width: 1440, height: 848 }), dealtView(game));
const top = (pile: string) => ({ ...layout.piles.get(pile)!.rect });

function over(pile: string, dx = 0, dy = 0) {
  const rect = top(pile);
  return { ...rect, x: rect.x + dx * rect.width, y: rect.y + dy * rect.height };
}

describe('dropping', () => {
  it('lands on the legal pile below', () => {
    expect(chooseDrop(layout, over('T3', 0.1, 0.2), 'T1', ['T3', 'T4'])).toEqual({ pile: 'T3', legal: true });
  });

  it('prefers a legal neighbour that is touched well enough', () => {
    expect(chooseDrop(layout, over('T3', 0.45), 'T1', ['T4'])).toEqual({ pile: 'T4', legal: true });
  });

  it('says no when the card lies plainly on another pile', () => {
    expect(chooseDrop(layout, over('T3', 0.02), 'T1', ['T4'])).toEqual({ pile: 'T3', legal: false });
  });

  it('lands after a near miss', () => {
    expect(chooseDrop(layout, over('T9', 1.05), 'T1', ['T9'])).toEqual({ pile: 'T9', legal: true });
  });

  it('counts the whole column below a pile', () => {
    expect(chooseDrop(layout, over('T2', 0, 2.2), 'T1', ['T2'])).toEqual({ pile: 'T2', legal: true });
  });

  it('goes back without a word where it came from, and from nowhere', () => {
    expect(chooseDrop(layout, over('T1', 0.1), 'T1', ['T9'])).toBeNull();
    expect(chooseDrop(layout, { x: -900, y: -900, width: 100, height: 140 }, 'T1', ['T9'])).toBeNull();
  });
});
