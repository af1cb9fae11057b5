/** Data that the build writes about each game into the page: `virtual:home`, `virtual:deals` and `virtual:offers` (vite/home.ts). */
import type { Levels } from '../engine/solver-contract.ts';

interface Variant {
  id: string;
  name: string;
  summary: string;
}

export interface HomeGame extends Variant {
  dailySince: string;
  /** what it is like, in a sentence or two */
  about: string;
  /** address of the picture of a deal */
  picture: string;
  /** deals in a hundred that are won by the fair player, and by the novice, who both see only the table; null: not measured */
  won: { fair: number; novice: number } | null;
  /** median number of moves of a won game; null: not measured */
  moves: number | null;
  variants: Variant[];
}

/** Deals of a game that are known for how hard they are. */
export interface KnownDeals {
  id: string;
  name: string;
  /** won, but after the longest search */
  hardest: string[];
  /** lost, and soonest proven so */
  lost: string[];
}

/** The kinds of deals of a game. */
export interface Offer extends Levels {
  /** numbers of deals that were won once */
  won: string[];
}
