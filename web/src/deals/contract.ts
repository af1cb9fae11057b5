/** What `solver.wasm` says of deals worth playing: "Requests for deals" in docs/notation.md, as types. */
import type { Verdict } from '../advice/contract.ts';

/** `levels <game>` */
export interface Levels {
  /** 1: the deals of this game cannot be told apart */
  levels: number;
  /** winnable deals are offered */
  winnable: boolean;
  days: { first: string; last: string } | null;
}

/** `start-find` */
export interface Found {
  /** `carthage#12345`; null as long as there is none */
  deal: string | null;
  /** deals looked at so far */
  tries: number;
  level: number | null;
  nodes: number;
}

/** `day <game> <date>` */
export interface DayDeal {
  deal: string;
  level: number | null;
}

/** `start-par` */
export interface Par {
  verdict: Verdict;
  /** moves of the shortest solution found, and of the first */
  par: number | null;
  first: number | null;
  /** no solution has fewer moves */
  proven: boolean;
  /** moves of the shortest; only when done */
  line: string[];
  nodes: number;
}
