/**
 * The contract between the solver (C++ in `solver.wasm`) and the page: what `wire/solver_requests.hpp` says, as types.
 * Everything here is about one position: that of a record at a ply, `record [ply=<n>] [try=<move>]\n<record>`.
 */
import type { Hint } from '../engine/contract.ts';

/** How sure a fair player is of a move; see `fair/player.hpp`. */
export type Basis = 'certain' | 'trials' | 'one-world' | 'rule' | 'certain-loss' | 'none';

/** `hint`, `start-hint`: what someone does who knows only what the moves up to here have shown. */
export interface FairAdvice {
  hint: Hint | null;
  basis: Basis;
  /** the move and those that follow, up to the next unseen card */
  plan: string[];
  /** what a move that gains nothing by itself prepares: `hint`, so many moves `after` it */
  goal: { after: number; hint: Hint } | null;
  /** if the plan ends with a deal from the stock: how many piles are empty then */
  spaces: number;
  /** only the chance can still change */
  decided: boolean;
  /** of whoever follows the hints, from 0 to 1; null for an instant answer, and until it is known */
  chance: number | null;
  /** the first moves of the best plans, at most three, the hint first */
  choices: { move: string; chance: number | null; asGood: boolean }[];
  nodes: number;
}

/** `start-judge`: of a move, by what was known before it; the rest is the hint there. */
export interface MoveAdvice extends FairAdvice {
  /** null until it is done */
  judged: {
    /** it is not clearly worse than the hint; null: every card is known, and that could not be found out */
    right: boolean | null;
    /** the chance of whoever makes it, and then follows the hints */
    after: number | null;
  } | null;
}

/** `start-odds`: shares from 0 to 1; bounds of 95 %. */
export interface Odds {
  worlds: number;
  won: number;
  unknown: number;
  /** of the share of worlds that can be won with all cards known */
  allKnown: [number, number];
  /** of whoever follows the hints; null where there is none to tell */
  chance: number | null;
  bounds: [number, number];
  /** every card is known: then there is one world */
  complete: boolean;
  nodes: number;
}

export type Verdict = 'winnable' | 'unwinnable' | 'unknown';

/** `start-solve`: with all cards known. */
export interface Solution {
  verdict: Verdict;
  nodes: number;
  /** moves that win; [] unless the verdict is "winnable" */
  line: string[];
}
