/** Does a job with the value that was asked for last: those between are left out while one is done, as a slider wants it. */
export function latest<T>(job: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let wanted: { value: T } | null = null;
  let busy = false;
  return async (value) => {
    wanted = { value };
    if (busy) return;
    busy = true;
    try {
      while (wanted) {
        const next: T = wanted.value;
        wanted = null;
        await job(next);
      }
    } finally {
      busy = false;
    }
  };
}
