/** Questions about deals to the solver's worker. */
import { request } from '../engine/request.ts';
import type { DayDeal, Found, Levels, Par } from '../engine/solver-contract.ts';
import { asked, type Running, type Solver } from '../engine/solver.ts';

/** How a deal was chosen: '' by chance or number, `winnable`, `level-3`, `day-2026-12-24`. */
export type Kind = '' | 'winnable' | `level-${number}` | `day-${string}`;

/** A search that has not found a deal by then is given up, ms. */
const patience = 60_000;

/** `carthage#12345` -> `12345` */
export const numberOf = (deal: string): string => deal.slice(deal.indexOf('#') + 1);

/** Searches for the first deal of a kind from a number on. `waits`: somebody is waiting for it. */
export function findDeal(
  solver: Solver,
  game: string,
  kind: Kind,
  from: string,
  waits: boolean,
  onProgress?: (found: Found) => void,
): Running<Found> {
  const level = kind.startsWith('level-') && { level: kind.slice('level-'.length) };
  return solver.run(
    { rank: waits ? 'search' : 'refine', first: [request('start-find', game, { from, ...level })], time: patience },
    onProgress,
  );
}

export const levelsOf = (solver: Solver, game: string): Promise<Levels | null> => asked(solver, request('levels', game));
export const dealOfDay = (solver: Solver, game: string, date: string): Promise<DayDeal | null> => asked(solver, request('day', game, date));

/** Only for a game that has been won: who still plays should not know. */
export function parOf(solver: Solver, deal: string): Running<Par> {
  return solver.run({ rank: 'search', first: [request('start-par', deal)], time: patience });
}
