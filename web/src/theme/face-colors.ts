import type { Suit } from './suits.ts';

/** The printed figures, and the paper. */
export interface Ink {
  paper: string;
  suits: Record<Suit, string>;
}

export interface FaceColors extends Ink {
  /** the court pictures, which are on light paper on dark cards too */
  court: Ink & { gold: string; red: string; blue: string; black: string; line: string };
}

export type Deck = 'two-color' | 'four-color';
export type Paper = 'light' | 'dark';

/**
 * Ink of every deck on either paper. The four-color decks are found by search: between any two suits at least 30 (CIE76)
 * under full protanopia and deuteranopia too, 4.5:1 on the paper; `face-colors.test.ts` computes it again.
 */
export const inks: Record<Paper, Record<Deck, Ink>> = {
  light: {
    'two-color': { paper: '#fffefb', suits: { S: '#12151b', H: '#c8102e', C: '#12151b', D: '#c8102e' } },
    'four-color': { paper: '#fffefb', suits: { S: '#0b0d12', H: '#c7234a', C: '#0a5fc4', D: '#cc4b00' } },
  },
  dark: {
    'two-color': { paper: '#23272e', suits: { S: '#eef0f3', H: '#ff6b6b', C: '#eef0f3', D: '#ff6b6b' } },
    'four-color': { paper: '#23272e', suits: { S: '#f1f2f4', H: '#ff5c77', C: '#5db0ff', D: '#ffa01f' } },
  },
};

const courtColors = { gold: '#f2b632', red: '#d0202e', blue: '#2f4fa8', black: '#15171c', line: '#1f3270' };

/** Court pictures on dark cards are printed on this paper, softer than white. */
export const dimPaper = '#ebe5d6';

export function faceColors(deck: Deck, paper: Paper): FaceColors {
  const onLight = inks.light[deck];
  const court = paper === 'light' ? onLight : { ...onLight, paper: dimPaper };
  return { ...inks[paper][deck], court: { ...court, ...courtColors } };
}
