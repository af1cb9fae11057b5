/** What depends on the machine: only with QUINCUNX_SPEED=1, on a quiet one. The figures stand in ../README.md. */
import type { CDPSession } from '@playwright/test';
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

/**
 * Notes for every tap how long the page took from the event to the end of the first frame that shows what the tap did:
 * the card that is picked up in its ring, or the table after the move. Nothing else that changes counts, such as a card
 * that lands from the move before.
 */
function watchTaps(): void {
  const delays: number[] = [];
  Object.assign(window, { delays });
  let tapped: number | null = null;
  document.addEventListener('pointerup', (event) => (tapped = event.timeStamp), { capture: true });
  const shows = (record: MutationRecord) =>
    record.type === 'attributes' || [...record.addedNodes].some((node) => node instanceof Element && node.matches('.ring.chosen'));
  const watch = new MutationObserver((records) => {
    if (tapped === null || !records.some(shows)) return;
    const start = tapped;
    tapped = null;
    requestAnimationFrame(() => {
      // Comes when the frame is done.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => delays.push(performance.now() - start);
      port2.postMessage(null);
    });
  });
  watch.observe(document, { attributes: true, attributeFilter: ['data-ply'], childList: true, subtree: true });
}

test('input to first frame, 4 times slower processor', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone');
  test.setTimeout(300_000);
  await withSettings(page, { animation: 'normal', tap: 'select' });
  await page.addInitScript(watchTaps);
  const { deal, moves } = winOf('gloucestershire');
  const session = await page.context().newCDPSession(page);
  const runs: number[] = [];
  for (let run = 0; run < 5; ++run) {
    await open(page, 'gloucestershire', deal);
    await page.waitForTimeout(1500);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => (window as unknown as { delays: number[] }).delays.splice(0));
    const measured = moves.slice(0, 16);
    for (const move of measured) {
      await make(page, move, 'taps', true);
      await page.waitForTimeout(300);
    }
    const delays = await page.evaluate(() => (window as unknown as { delays: number[] }).delays);
    expect(delays, 'two taps for each move').toHaveLength(2 * measured.length);
    runs.push(percentile(delays, 0.95));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto('#/');
    await page.getByRole('button', { name: /Remove/ }).click();
  }
  const figures = `${median(runs).toFixed(1)} ms (${runs.map((run) => run.toFixed(0)).join(', ')})`;
  console.log(`input to first frame, 95th percentile: ${figures}`);
  expect(median(runs), figures).toBeLessThan(50);
});

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** both in microseconds */
  ts: number;
  dur?: number;
}

/** In these, script runs. What it makes the browser do while it waits (styles, layout) is part of their time. */
const scriptEvents = new Set(['EvaluateScript', 'EventDispatch', 'FireAnimationFrame', 'FunctionCall', 'HandlePostMessage', 'RunMicrotasks', 'TimerFire', 'v8.callFunction']);

/**
 * The longest time that script took for one frame, ms: all of it on the page's main thread between two frames, however
 * many tasks it was. The worker's script holds up no frame and does not count.
 */
async function longestScript(session: CDPSession, what: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'] } });
  await what();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  session.off('Tracing.dataCollected', collect);

  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  // Only a page's main thread paints.
  const pages = [...new Set(events.filter(({ name }) => name === 'Paint').map(thread))];
  expect(pages, 'threads that paint').toHaveLength(1);
  const own = events.filter((event) => event.ph === 'X' && thread(event) === pages[0]);
  const frames = own.filter(({ name }) => name === 'Commit');
  expect(frames.length, 'frames').toBeGreaterThan(10);
  const scripts = own.filter(({ name }) => scriptEvents.has(name));
  let longest = 0;
  let inFrame = 0;
  let end = 0;
  for (const { name, ts, dur = 0 } of [...scripts, ...frames].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (name === 'Commit') inFrame = 0;
    // What runs within another event is counted with it.
    else if (ts >= end) {
      inFrame += dur / 1000;
      end = ts + dur;
    }
    longest = Math.max(longest, inFrame);
  }
  return longest;
}

for (const what of ['a deal of 104 cards', 'dragging a long run'] as const) {
  test(`script for one frame in ${what}, 4 times slower processor`, async ({ page }, info) => {
    test.skip(info.project.name !== 'phone');
    test.setTimeout(300_000);
    await withSettings(page, { animation: 'normal' });
    const session = await page.context().newCDPSession(page);
    // Touches go to the browser by themselves: looking for elements would be script of the page, too.
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const runs: number[] = [];
    for (let run = 0; run < 5; ++run) {
      if (what === 'a deal of 104 cards') {
        if (run === 0) await open(page, 'gargantua', '100');
        await page.waitForTimeout(1500);
        const before = page.url();
        const box = (await page.getByRole('button', { name: 'New', exact: true }).boundingBox())!;
        const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        runs.push(
          await longestScript(session, async () => {
            await touch('touchStart', at.x, at.y);
            await touch('touchEnd', at.x, at.y);
            await page.waitForTimeout(2500);
          }),
        );
        expect(page.url(), 'a new deal').not.toBe(before);
      } else {
        await page.goto('#/');
        await page.getByLabel('Open a game from a file').setInputFiles({ name: 'run.pat', mimeType: 'text/plain', buffer: Buffer.from(longRun) });
        await page.locator('.surface[data-ply]').waitFor();
        await page.waitForTimeout(1000);
        const lowest = page.getByRole('button', { name: /^king of spades and 12 more/i });
        const box = (await lowest.boundingBox())!;
        const { x, y } = { x: box.x + box.width / 2, y: box.y + 8 };
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        runs.push(
          await longestScript(session, async () => {
            await touch('touchStart', x, y);
            for (let step = 1; step <= 60; ++step) await touch('touchMove', x + 2 * step, y + 30 * Math.sin(step / 6));
            await page.waitForTimeout(200);
            expect(await page.evaluate(() => document.querySelector('.ring.target') !== null), 'the run is held').toBe(true);
            await touch('touchEnd', x, y);
            await page.waitForTimeout(600);
          }),
        );
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    const figures = `${median(runs).toFixed(1)} ms (${runs.map((run) => run.toFixed(0)).join(', ')})`;
    console.log(`longest script for one frame in ${what}: ${figures}`);
    expect(median(runs), figures).toBeLessThan(34);
  });
}
