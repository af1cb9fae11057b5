/** Loads the solver in idle time, once the game can be played, so that the first hint comes at once. */
import type { Solver } from '../engine/solver.ts';

/** The table comes first: its pictures and the first moves, ms. */
const after = 2000;

/** Returns what takes it back. It is left out where the player saves data; then the first hint loads it. */
export function warmLater(solver: Solver, opened: Promise<void>): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = connection?.saveData === true;
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  void opened.then(() => {
    if (!over) timer = setTimeout(() => idle(() => over || solver.warm()), after);
  });
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
