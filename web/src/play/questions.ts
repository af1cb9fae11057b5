/** Questions of the page to the solver, in types; `record` is always the text of a record. */
import { request } from '../engine/request.ts';
import type { FairAdvice, MoveAdvice, Odds, Solution } from '../engine/solver-contract.ts';
import { formOf, type Running, type Solver, type Wish } from '../engine/solver.ts';

/** Where in a record; by default at its current ply. */
export interface At {
  ply?: number;
  /** a move that is made there before anything is asked */
  try?: string;
}

/** Worlds for a chance: what the solver takes of itself, so that a hint and all else say the same number. */
export const mostWorlds = 64;
/** Nothing that has no limit in nodes is searched for longer than this, ms. */
export const longest = 10_000;
/** A search that is counted in nodes comes to the same on every device; a slow one has so long for it, ms. */
const slowest = 60_000;
const at = (record: string, where: At): string => request('record', { ...where, ...formOf(record) }, { lines: record });

/** The move that somebody should make who knows only what the moves up to here have shown, with the effort that pays. */
export function consideredHint(
  solver: Solver,
  record: string,
  onProgress: (advice: FairAdvice) => void = () => {},
  where: At = {},
): Running<FairAdvice> {
  return solver.run({ rank: 'think', first: [at(record, where), request('start-hint')], time: slowest }, onProgress);
}

/** How a move compares with the hint, by what was known before it. */
export function judged(solver: Solver, record: string, ply: number, move: string, rank: Wish['rank']): Running<MoveAdvice> {
  return solver.run({ rank, first: [at(record, { ply }), request('start-judge', move)], time: slowest });
}

/** Whether the position can be won with all cards known, and how. */
export function solution(
  solver: Solver,
  record: string,
  where: At = {},
  rank: Wish['rank'] = 'verdict',
  time = longest,
): Running<Solution> {
  return solver.run({ rank, first: [at(record, where), request('start-solve')], time });
}

/** Most nodes for a decision where a few worlds are to give a first look. */
const firstLook = 20_000;

/** How likely someone is to win who knows only what the moves up to here have shown, and follows the hints from there. */
export function odds(
  solver: Solver,
  record: string,
  worlds = mostWorlds,
  onProgress: (odds: Odds) => void = () => {},
  where: At = {},
  rank: Wish['rank'] = 'odds',
): Running<Odds> {
  const start = request('start-odds', { worlds, ...(worlds < mostWorlds && { nodes: firstLook }) });
  const time = rank === 'odds' ? slowest : longest;
  return solver.run({ rank, first: [at(record, where), start], time }, onProgress);
}
