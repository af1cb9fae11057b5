/** The four suits. Letters as in the notation: clubs, diamonds, hearts, spades. */
export type Suit = 'C' | 'D' | 'H' | 'S';

/** The thirteen ranks, from the ace to the king. */
export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K';

export const suits: readonly Suit[] = ['S', 'H', 'C', 'D'];

/** Suit signs as SVG paths: about 100 high and at most 100 wide, with the origin in the middle. */
export const suitPaths: Record<Suit, string> = {
  H: 'M0 50C-7 33-48 8-48-20C-48-38-37-49-24-49C-11-49-3-40 0-28C3-40 11-49 24-49C37-49 48-38 48-20C48 8 7 33 0 50Z',
  D: 'M0-52Q16-21 40 0Q16 21 0 52Q-16 21-40 0Q-16-21 0-52Z',
  S: 'M0-51C7-33 47-10 47 15C47 30 36 39 24 39C14 39 7 34 3 26C4 38 9 46 18 51H-18C-9 46-4 38-3 26C-7 34-14 39-24 39C-36 39-47 30-47 15C-47-10-7-33 0-51Z',
  C: 'M0-50A23.5 23.5 0 0 1 17-10.2A23.5 23.5 0 1 1 3 22C4 36 9 46 18 51H-18C-9 46-4 36-3 22A23.5 23.5 0 1 1-17-10.2A23.5 23.5 0 0 1 0-50Z',
};
