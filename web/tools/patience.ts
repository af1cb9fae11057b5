/** A fixed piece of work, and the milliseconds that it takes on two quiet cores of 2026. */
const usual = 200;
function work(): number {
  let value = 1;
  for (let i = 0; i < 10_000_000; ++i) value = (value * 48271) % 2147483647;
  return value;
}

/**
 * How many times as long as usual the work takes on the clock now, on a slower machine or beside other work: at least 1.
 * Limits of tests are multiplied by it, so that they only end what hangs. Playwright starts a worker anew after each
 * failure, and so measures again before a test is tried once more.
 */
export const patience = ((): number => {
  const started = performance.now();
  work();
  return Math.max(1, (performance.now() - started) / usual);
})();

/** Work that takes the page some seconds ends in this time, in milliseconds, or hangs. */
export const long = Math.round(60_000 * patience); // WebDriver takes integers
