/** Written by wire/contract_test.cpp from the descriptions in wire/. */
import type { Hint, Lines } from './contract.ts';

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

/** The purpose of a move that gains nothing by itself. */
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

/** The cost of a move, by what was known before it. */
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

/** Why a move is wrong, if something decides it. */
export interface WhyWrong {
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
}

/** `puzzle`: how far somebody has come with one. */
export interface PuzzleProgress {
  /** all that was made is right or neutral */ right: boolean;
  /** the last move can be taken back, and is not what is asked for */ neutral: boolean;
  /** moves that are right or neutral; those after a wrong one are not looked at */ made: number;
  /** no decision is left */ solved: boolean;
  /** the moves that play themselves now */ play: string[];
  /** the move of the next decision, after those; null if there is none */ next: string | null;
  /** decisions made right */ decision: number;
  /** in all */ decisions: number;
  /** null unless the last move is wrong and something decides it */ why: WhyWrong | null;
}

/** Values of games in the order in which they ended. */
export interface Spread {
  /** the least */ best: number | null;
  /** the one in the middle */ median: number | null;
  /** of the last game */ last: number | null;
}

/** The games that fit. */
export interface Part {
  /** won or lost */ played: number;
  /** games won */ won: number;
  /** games that are not over */ inProgress: number;
  /** won since the last loss */ streak: number;
  /** the longest streak */ longest: number;
  /** of games won */ moves: Spread;
  /** of games won, ms */ time: Spread;
  /** games won whose par is known */ withPar: number;
  /** the sum of their differences to par */ overPar: number;
  /** games with as many moves as par, or fewer */ atPar: number;
  /** the least difference */ bestToPar: number | null;
  /** games over of which it is known what was thrown away */ judged: number;
  /** the sum, in thousandths */ thrown: number;
  /** on which a game ended */ days: number;
  /** "" if there is none */ firstDay: string;
  /** "" if there is none */ lastDay: string;
}

/** The games that ended within some time. */
export interface Period {
  /** its first day */ first: string;
  /** games won or lost */ played: number;
  /** games won */ won: number;
  /** the median */ moves: number | null;
  /** the median, ms */ time: number | null;
}

/** How many values are from `from` on and less than `to`. */
export interface Bin {
  /** the least */ from: number;
  /** more than the most */ to: number;
  /** how many */ count: number;
}

/** All games that fit, and how they went. */
export interface Course extends Part {
  /** of the periods: day, week, month, year */ unit: 'd' | 'w' | 'm' | 'y';
  /** from the first to the last, without gaps */ periods: Period[];
  /** of games won */ moveBins: Bin[];
  /** of games won, s */ timeBins: Bin[];
}

/** `games-stats`: of all games that fit. */
export interface Statistics extends Course {
  /** ids of those that occur */ games: string[];
  /** that occur */ kinds: string[];
  /** without help */ unaided: Part;
  /** with help of any kind */ helped: Part;
}

/** `games-file`: the file of games played. */
export interface SavedGames {
  /** the file */ text: string;
  /** in it */ games: number;
  /** games in progress that it has without their moves, for lack of room */ left: number;
}

/** `games-merge`: what a file has that is not yet here. */
export interface MergedGames {
  /** games that are new here */ added: number;
  /** games that it has otherwise */ changed: number;
  /** games that are here, as new or newer */ unchanged: number;
  /** games that there is no room for */ dropped: number;
  /** contents that are to be stored */ news: object;
}

/** From what requests take to their answers: of one that begins a search, to all it finds. */
export interface SolverQuestions {
  record: (options: { ply?: number | string; try?: string; rules?: string }, lines: Lines) => object;
  position: (options: { rules?: string }, lines: Lines) => object;
  hint: () => FairAdvice;
  'start-solve': (options?: { nodes?: number | string; mb?: number | string }) => Solution;
  'start-hint': (options?: { worlds?: number | string; nodes?: number | string; mb?: number | string }) => FairAdvice;
  'start-judge': (move: string, options?: { worlds?: number | string; nodes?: number | string; mb?: number | string }) => MoveAdvice;
  'start-odds': (options?: { worlds?: number | string; nodes?: number | string; mb?: number | string }) => Odds;
  'start-find': (game: string, options?: { from?: number | string; level?: number | string; rules?: string }) => Found;
  'start-par': (deal: string, options?: { rules?: string }) => Par;
  step: (nodes: number) => { done: boolean };
  found: () => object;
  stop: () => object;
  levels: (game: string, options?: { rules?: string }) => Levels;
  day: (game: string, date: string) => DayDeal;
  puzzle: (lines: Lines) => PuzzleProgress;
  clean: (lines: Lines) => { text: string };
  'games-stats': (options: { game?: string; kind?: string }, lines: Lines) => Statistics;
  'games-file': (lines: Lines) => SavedGames;
  'games-merge': (bytes: number, lines: Lines) => MergedGames;
}
