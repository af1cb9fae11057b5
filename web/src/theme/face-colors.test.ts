import { describe, expect, it } from 'vitest';
import { contrast, difference, hue, type Vision } from '../testing/color.ts';
import { dimPaper, inks, type Paper } from './face-colors.ts';
import { suits, type Suit } from './suits.ts';

const papers: Paper[] = ['light', 'dark'];
const visions: Vision[] = ['normal', 'protanopia', 'deuteranopia'];
const pairs = suits.flatMap((a, i) => suits.slice(i + 1).map((b) => [a, b] as [Suit, Suit]));

describe.each(papers)('four-color deck on %s paper', (paper) => {
  const ink = inks[paper]['four-color'];

  it.each(visions)('keeps any two suits 30 apart with %s', (vision) => {
    for (const [a, b] of pairs) {
      expect(difference(ink.suits[a], ink.suits[b], vision), `${a} and ${b}`).toBeGreaterThanOrEqual(30);
    }
  });

  it('keeps hearts and diamonds between red and orange', () => {
    for (const suit of ['H', 'D'] as const) {
      expect(hue(ink.suits[suit]), suit).toBeGreaterThan(-15);
      expect(hue(ink.suits[suit]), suit).toBeLessThan(40);
    }
  });
});

describe.each(papers.flatMap((paper) => (['two-color', 'four-color'] as const).map((deck) => ({ paper, deck }))))(
  '$deck deck on $paper paper',
  ({ paper, deck }) => {
    it('has a contrast of at least 4.5 on the card', () => {
      const { paper: ground, suits: colors } = inks[paper][deck];
      for (const suit of suits) expect(contrast(colors[suit], ground), suit).toBeGreaterThanOrEqual(4.5);
    });

    it.each(visions)('keeps red and black suits 30 apart with %s', (vision) => {
      const { suits: colors } = inks[paper][deck];
      for (const red of ['H', 'D'] as const) {
        for (const black of ['S', 'C'] as const) {
          expect(difference(colors[red], colors[black], vision), red + black).toBeGreaterThanOrEqual(30);
        }
      }
    });
  },
);

it('keeps suit signs on the dim paper of dark court cards legible', () => {
  // Large signs beside the card's own index: 3:1 as for graphics.
  for (const deck of ['two-color', 'four-color'] as const) {
    for (const suit of suits) expect(contrast(inks.light[deck].suits[suit], dimPaper), deck + suit).toBeGreaterThanOrEqual(3);
  }
});
