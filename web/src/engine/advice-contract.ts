/** Written by wire/contract_test.cpp from the descriptions in wire/. */
import type { Hint } from './contract.ts';

/** Whether it can be won with all cards known. */
export type Verdict = 'unknown' | 'winnable' | 'unwinnable';

/** `start-solve`: with all cards known. */
export interface Solution {
  /** what was found */ verdict: Verdict;
  /** looked at so far */ nodes: number;
  /** moves that win; [] unless the verdict is "winnable" */ line: string[];
  /** the first of them; null if there is none */ hint: Hint | null;
}

/** How sure a fair player is of a move: `fair/plan.hpp`. */
export type Basis = 'none' | 'rule' | 'one-world' | 'trials' | 'certain' | 'certain-loss';

/** What a move that gains nothing by itself prepares. */
export interface Goal {
  /** so many moves of the plan */ after: number;
  /** the move that gains something */ hint: Hint;
}

/** One of the moves that a decision weighed. */
export interface Choice {
  /** the first of its best plan */ move: string;
  /** of whoever makes it, and then follows the hints */ chance: number | null;
  /** it and the best cannot be told apart */ asGood: boolean;
}

/** `hint`, `start-hint`: for someone who knows what the moves have shown. */
export interface FairAdvice {
  /** null if no move helps, or the game is over */ hint: Hint | null;
  /** how sure it is */ basis: Basis;
  /** the move and those that follow, up to the next unseen card */ plan: string[];
  /** what a move that gains nothing by itself prepares */ goal: Goal | null;
  /** if the plan ends with a deal from the stock: how many piles are empty then */ spaces: number;
  /** only the chance can still change */ decided: boolean;
  /** of whoever follows the hints, from 0 to 1; null until it is known */ chance: number | null;
  /** it is one of winning; otherwise the share of worlds that can be won */ fitted: boolean;
  /** the first moves of the best plans, at most three, the hint first */ choices: Choice[];
  /** looked at so far */ nodes: number;
}

/** What a move costs, by what was known before it. */
export interface Judgement {
  /** not clearly worse than the hint; null if it was not found out */ right: boolean | null;
  /** the chance of whoever makes it, and then follows the hints */ after: number | null;
}

/** `start-judge`: of a move; what `start-hint` says is the hint before it. */
export interface MoveAdvice extends FairAdvice {
  /** null until it is done */ judged: Judgement | null;
}

/** `start-odds`: shares from 0 to 1; bounds of 95 %. */
export interface Odds {
  /** looked at so far */ worlds: number;
  /** so many of them can be won with all cards known */ won: number;
  /** so many are undecided */ unknown: number;
  /** bounds of the share of all worlds that can be won with all cards known */ allKnown: [number, number];
  /** of whoever follows the hints; null where there is none to tell */ chance: number | null;
  /** it is one of winning; otherwise the share of worlds that can be won */ fitted: boolean;
  /** of the chance */ bounds: [number, number];
  /** every card is known: then there is one world */ complete: boolean;
  /** looked at so far */ nodes: number;
}
