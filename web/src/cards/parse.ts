/** Names and sizes of cards: apart from the faces, which are much to load. */
import { ranks } from './glyphs.ts';
import type { Rank } from '../theme/suits.ts';
import { suits, type Suit } from '../theme/suits.ts';

/** Width divided by height of every card. */
export const cardAspect = 5 / 7;

export interface CardName {
  rank: Rank;
  suit: Suit;
}

/** The rank and suit of "7H"; null for anything else. */
export function parseCard(text: string): CardName | null {
  const rank = text[0] as Rank;
  const suit = text[1] as Suit;
  return text.length === 2 && ranks.includes(rank) && suits.includes(suit) ? { rank, suit } : null;
}
