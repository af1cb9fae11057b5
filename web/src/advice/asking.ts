/** Asks the solver about a game, and keeps what it finds. */
import type { Solution } from '../engine/solver-contract.ts';
import type { Running, Solver } from '../engine/solver.ts';
import type { Findings } from './findings.ts';

export interface Asking {
  readonly solver: Solver;
  readonly findings: Findings;
  /** the solver does not answer */
  readonly failed: boolean;
  /** The result, null if its turn is over or the solver failed. */
  answer: <T>(run: Running<T>, on: AbortSignal) => Promise<{ answer: T; late: boolean } | null>;
  keep: (findings: Findings) => void;
  learn: (moves: readonly string[], found: Pick<Solution, 'verdict' | 'line'>) => void;
}
