/** Written by wire/contract_test.cpp from the descriptions in wire/. */
import type { Verdict } from '../engine/advice-contract.ts';

/** Dates, such as 2026-12-24. */
export interface Days {
  /** the first that has a deal */ first: string;
  /** and the last */ last: string;
}

/** `levels`: which deals of a game are offered. */
export interface Levels {
  /** how many, at most 5; 1: the deals of this game cannot be told apart */ levels: number;
  /** winnable deals are offered */ winnable: boolean;
  /** null if the game has no deal of the day */ days: Days | null;
}

/** `start-find`: a deal worth playing. */
export interface Found {
  /** `game#12345`; null until there is one, or if none of 1,000 is good */ deal: string | null;
  /** deals looked at so far */ tries: number;
  /** of that deal; null if none was asked for */ level: number | null;
  /** looked at so far */ nodes: number;
}

/** `day`: the deal of a day. */
export interface DayDeal {
  /** `game#12345` */ deal: string;
  /** null in games without levels */ level: number | null;
}

/** `start-par`: the shortest solution found. */
export interface Par {
  /** what was found */ verdict: Verdict;
  /** moves of the shortest solution found */ par: number | null;
  /** and of the first */ first: number | null;
  /** no solution has fewer moves */ proven: boolean;
  /** moves of the shortest; only when it is done */ line: string[];
  /** looked at so far */ nodes: number;
}
