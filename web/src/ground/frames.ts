/** Work that nobody is waiting for. */

/** Without frames, as on a page out of sight, it is done after this time, ms. */
const patience = 100;

/** Does a job once the next frame is done, so that it delays nothing visible. */
export function afterFrame(job: () => void): void {
  let waiting = true;
  const run = () => {
    if (!waiting) return;
    waiting = false;
    clearTimeout(timer);
    job();
  };
  const timer = setTimeout(run, patience);
  requestAnimationFrame(() => setTimeout(run));
}
