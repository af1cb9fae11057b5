/** What depends on the machine: only with QUINCUNX_SPEED=1, on a quiet one. The figures stand in ../README.md. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, make, open, test, winOf, withSettings } from './helpers.ts';

/** Gargantua with two runs of thirteen cards. */
const longRun = `quincunx-record 1
game gargantua
position
game gargantua
redeals 1
${[...'CCDDHS'].map((suit, i) => `F${i + 1} ${[...'A23456789TJQK'].map((rank) => rank + suit).join(' ')}`).join('\n')}
F7 -
F8 -
T1 KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS
T2 KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH
${[3, 4, 5, 6, 7, 8, 9].map((pile) => `T${pile} -`).join('\n')}
W -
S -
end
moves
end
`;

test.skip(process.env['QUINCUNX_SPEED'] !== '1');

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
    for (const move of moves.slice(0, 16)) {
      await make(page, move, 'taps', true);
      await page.waitForTimeout(300);
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

/** The longest time that script of the page took within one frame, ms, since the last call; 0 if none was long. */
const worstFrame = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { frames } = window as unknown as { frames: number[] };
    return Math.max(0, ...frames.splice(0));
  });

/** Measures every task of the page's main thread, by the trace of the browser. */
async function scripts(session: CDPSession, what: () => Promise<void>): Promise<number[]> {
  const events: { name: string; dur?: number; ph: string }[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as typeof events));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } });
  await what();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  session.off('Tracing.dataCollected', collect);
  // Script runs in these; layout and painting that it causes are counted with it where it waits for them.
  return events.filter(({ name, ph }) => ph === 'X' && ['FunctionCall', 'EvaluateScript', 'FireAnimationFrame', 'TimerFire', 'EventDispatch', 'RunMicrotasks'].includes(name)).map(({ dur }) => (dur ?? 0) / 1000);
}

for (const what of ['a deal of 104 cards', 'dragging a long run'] as const) {
  test(`the longest script in ${what}, 4 times slower processor`, async ({ page }, info) => {
    test.skip(info.project.name !== 'phone');
    test.setTimeout(300_000);
    await withSettings(page, { animation: 'normal' });
    await page.addInitScript(() => {
      const frames: number[] = [];
      Object.assign(window, { frames });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { scripts } = entry as unknown as { scripts: { duration: number }[] };
          frames.push(scripts.reduce((sum, script) => sum + script.duration, 0));
        }
      }).observe({ type: 'long-animation-frame', buffered: true });
    });
    const session = await page.context().newCDPSession(page);
    const longest: number[] = [];
    const inFrames: number[] = [];
    for (let run = 0; run < 5; ++run) {
      if (what === 'a deal of 104 cards') {
        if (run === 0) await open(page, 'gargantua', '100');
        await page.waitForTimeout(1500);
        await worstFrame(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        longest.push(
          Math.max(
            ...(await scripts(session, async () => {
              await page.getByRole('button', { name: 'New', exact: true }).click();
              await page.waitForTimeout(2500);
            })),
          ),
        );
      } else {
        await page.goto('#/');
        await page.getByLabel('Open a game from a file').setInputFiles({ name: 'run.pat', mimeType: 'text/plain', buffer: Buffer.from(longRun) });
        await page.locator('.surface[data-ply]').waitFor();
        await page.waitForTimeout(1000);
        const lowest = page.getByRole('button', { name: /^king of spades and 12 more/i });
        const box = (await lowest.boundingBox())!;
        await worstFrame(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        longest.push(
          Math.max(
            ...(await scripts(session, async () => {
              const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
                session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
              const x = box.x + box.width / 2;
              const y = box.y + 8;
              await touch('touchStart', x, y);
              for (let step = 1; step <= 60; ++step) await touch('touchMove', x + 2 * step, y + 30 * Math.sin(step / 6));
              await page.locator('.ring.target').first().waitFor();
              await touch('touchEnd', x, y);
              await page.waitForTimeout(600);
            })),
          ),
        );
      }
      inFrames.push(await worstFrame(page));
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    const figures = `${median(longest).toFixed(1)} ms (${longest.map((one) => one.toFixed(0)).join(', ')})`;
    console.log(`longest script in ${what}: ${figures}; in a frame of over 50 ms: ${median(inFrames).toFixed(1)} ms`);
    expect(median(longest), figures).toBeLessThan(34);
    expect(median(inFrames)).toBeLessThan(34);
  });
}
