/** Starts the workers of both modules. */
import type { TablePort } from './engine.ts';
import type { SolverPort } from './solver.ts';

/** The worker that `start.js` has started, the first time; later, or if that one has failed, another. */
export function startWorker(): TablePort {
  const place = globalThis as { quincunxTable?: { worker: Worker; failed: boolean } | undefined };
  const early = place.quincunxTable;
  place.quincunxTable = undefined;
  if (early && !early.failed) return early.worker;
  early?.worker.terminate();
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'table' });
}

export function startSolver(): SolverPort {
  return new Worker(new URL('./solver-worker.ts', import.meta.url), { type: 'module', name: 'solver' });
}
