/** Figures, not tests: with QUINCUNX_FULL=1 on a quiet machine. */
import { expect, full, make, open, test, winOf, withSettings } from './helpers.ts';

test.skip(!full);
test.describe.configure({ mode: 'serial' });

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const percentile = (values: number[], share: number): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;

test('input to first frame, 4 times slower processor', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone');
  test.setTimeout(300_000);
  await withSettings(page, { animation: 'normal', tap: 'select' });
  const { deal, moves } = winOf('gloucestershire');
  const session = await page.context().newCDPSession(page);
  const runs: number[] = [];
  for (let run = 0; run < 5; ++run) {
    await page.goto('about:blank');
    await open(page, 'gloucestershire', deal);
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => {
      const kept: number[] = [];
      Object.assign(window, { delays: kept });
      const stamp = (event: Event) => {
        const start = event.timeStamp;
        const surface = document.querySelector('.surface')!;
        // The first frame after the table has changed, or after the selection has.
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => kept.push(performance.now() - start);
            port2.postMessage(null);
          });
        });
        observer.observe(surface, { attributes: true, childList: true, subtree: true });
      };
      document.addEventListener('pointerup', stamp, { capture: true });
    });
    for (const move of moves.slice(0, 30)) {
      await make(page, move, 'taps', true);
      await page.waitForTimeout(350);
    }
    const delays = await page.evaluate(() => (window as unknown as { delays: number[] }).delays);
    runs.push(percentile(delays, 0.95));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto('#/');
    await page.getByRole('button', { name: /Remove/ }).click();
  }
  console.log(`input to first frame, 95th percentile: ${median(runs).toFixed(1)} ms (${runs.map((run) => run.toFixed(0)).join(', ')})`);
  expect(median(runs)).toBeLessThan(50);
});

test('longest script in a frame while dealing and dragging, 4 times slower processor', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone');
  test.setTimeout(300_000);
  await withSettings(page, { animation: 'normal' });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) long.push(entry.duration);
    }).observe({ type: 'long-animation-frame', buffered: true });
  });
  const worst: number[] = [];
  for (let run = 0; run < 5; ++run) {
    await page.goto('about:blank');
    await page.goto('#/');
    await page.getByRole('link', { name: 'Play Gargantua', exact: true }).waitFor();
    await open(page, 'gargantua', String(100 + run));
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => ((window as unknown as { long: number[] }).long.length = 0));
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.waitForTimeout(2500);
    const frames = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    worst.push(Math.max(0, ...frames));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  console.log(`longest frame of a deal of 104 cards: ${median(worst).toFixed(0)} ms (0: none over 50)`);
});
