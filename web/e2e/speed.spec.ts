/** Figures that depend on the machine: only with QUINCUNX_SPEED=1, on an idle one. They are in docs/speed.md. */
import type { CDPSession } from '@playwright/test';
import { expect, frames, open, openRecord, points, test, touch, winOf, withSettings } from './helpers.ts';
import { traced, type TraceEvent } from './trace.ts';

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
test.use({ deviceScaleFactor: 2 });

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
const figures = (runs: number[]): string => `${median(runs).toFixed(1)} ms (${runs.map((run) => run.toFixed(0)).join(', ')})`;

interface Delays {
  /** to the frame that first shows that the tap was understood */
  answer: number[];
  /** for taps that move a card: to the frame in which it starts to move */
  move: number[];
}

/**
 * Notes for every tap how long the page took from the event to the end of a frame, ms. What answers a tap is a card
 * that gets its ring, one that loses it, or a card that sets out.
 */
function watchTaps(): void {
  const delays: Delays = { answer: [], move: [] };
  Object.assign(window, { delays });
  let tapped = 0;
  let answered = true;
  let setOut = true;
  document.addEventListener(
    'pointerup',
    (event) => {
      tapped = event.timeStamp;
      answered = setOut = false;
    },
    { capture: true },
  );
  const note = (list: number[]) => {
    const start = tapped;
    // Arrives when the frame is done, before anything that the worker has sent in the meantime.
    requestAnimationFrame(() => void scheduler.postTask(() => list.push(performance.now() - start), { priority: 'user-blocking' }));
  };
  const isRing = (node: Node) => node instanceof Element && node.matches('.ring.chosen');
  const watch = new MutationObserver((records) => {
    const moved = !setOut && records.some(({ target }) => target instanceof Element && target.matches('.card'));
    const ringed = records.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isRing));
    if (moved) {
      setOut = true;
      note(delays.move);
    }
    if (!answered && (moved || ringed)) {
      answered = true;
      note(delays.answer);
    }
  });
  watch.observe(document, { attributes: true, attributeFilter: ['style'], childList: true, subtree: true });
}

test('input to first frame, 4 times slower processor', { tag: '@phone' }, async ({ page }) => {
  test.setTimeout(300_000);
  await withSettings(page, { animation: 'normal', tap: 'select' });
  await page.addInitScript(watchTaps);
  const { deal, moves } = winOf('gloucestershire');
  const session = await page.context().newCDPSession(page);
  const answers: number[] = [];
  const starts: number[] = [];
  for (let run = 0; run < 5; ++run) {
    await open(page, 'gloucestershire', deal);
    await frames(page, 90);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => {
      const { delays } = window as unknown as { delays: Delays };
      delays.answer.length = delays.move.length = 0;
    });
    const measured = moves.slice(0, 16);
    for (const move of measured) {
      const { from, to } = await points(page, move);
      // Nobody taps twice within one frame, and looking for the points ran script in the page, too.
      for (const { x, y } of [from, to]) {
        await frames(page, 15);
        await page.touchscreen.tap(x, y);
      }
      await frames(page, 18);
    }
    const { answer, move } = await page.evaluate(() => (window as unknown as { delays: Delays }).delays);
    expect(answer, 'two taps for each move').toHaveLength(2 * measured.length);
    expect(move).toHaveLength(measured.length);
    answers.push(percentile(answer, 0.95));
    starts.push(percentile(move, 0.95));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto('#/');
    await page.getByRole('button', { name: /Remove/ }).click();
  }
  console.log(`input to first frame, 95th percentile: ${figures(answers)}; to a card that sets out: ${figures(starts)}`);
  expect(median(answers), figures(answers)).toBeLessThan(50);
});

/** In these, script runs. What it makes the browser do while it waits (styles, layout) is part of their time. */
const scriptEvents = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'HandlePostMessage',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);

/**
 * The longest time that script took for one frame, ms: all of it on the page's main thread between two frames, however
 * many tasks it was. The worker's script holds up no frame and does not count.
 */
async function longestScript(session: CDPSession, what: () => Promise<void>): Promise<number> {
  const events = await traced(session, ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'], what);
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  // Only a page's main thread paints.
  const pages = [...new Set(events.filter(({ name }) => name === 'Paint').map(thread))];
  expect(pages, 'threads that paint').toHaveLength(1);
  const own = events.filter((event) => event.ph === 'X' && thread(event) === pages[0]);
  const drawn = own.filter(({ name }) => name === 'Commit');
  expect(drawn.length, 'frames').toBeGreaterThan(10);
  const scripts = own.filter(({ name }) => scriptEvents.has(name));
  let longest = 0;
  let inFrame = 0;
  let end = 0;
  for (const { name, ts, dur = 0 } of [...scripts, ...drawn].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (name === 'Commit') inFrame = 0;
    // Work within another event is counted with it.
    else if (ts >= end) {
      inFrame += dur / 1000;
      end = ts + dur;
    }
    longest = Math.max(longest, inFrame);
  }
  return longest;
}

for (const what of ['a deal of 104 cards', 'dragging a long run'] as const) {
  test(`script for one frame in ${what}, 4 times slower processor`, { tag: '@phone' }, async ({ page }) => {
    test.setTimeout(300_000);
    await withSettings(page, { animation: 'normal' });
    const session = await page.context().newCDPSession(page);
    const runs: number[] = [];
    for (let run = 0; run < 5; ++run) {
      if (what === 'a deal of 104 cards') {
        if (run === 0) await open(page, 'gargantua', '100');
        await frames(page, 90);
        const before = page.url();
        await page.getByRole('button', { name: 'New', exact: true }).click();
        const box = (await page.getByRole('dialog').getByRole('button', { name: 'Deal', exact: true }).boundingBox())!;
        const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        // Touches, since looking for elements would run script in the page, too.
        runs.push(
          await longestScript(session, async () => {
            await touch(page, 'touchStart', at.x, at.y);
            await touch(page, 'touchEnd', at.x, at.y);
            await page.waitForURL((url) => url.href !== before);
            await frames(page, 90);
          }),
        );
        expect(page.url(), 'a new deal').not.toBe(before);
      } else {
        await openRecord(page, longRun);
        await frames(page, 60);
        const lowest = page.getByRole('button', { name: /^king of spades and 12 more/i });
        const box = (await lowest.boundingBox())!;
        const { x, y } = { x: box.x + box.width / 2, y: box.y + 8 };
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        runs.push(
          await longestScript(session, async () => {
            await touch(page, 'touchStart', x, y);
            for (let step = 1; step <= 60; ++step) await touch(page, 'touchMove', x + 2 * step, y + 30 * Math.sin(step / 6));
            await frames(page, 12);
            expect(await page.evaluate(() => document.querySelector('.ring.target') !== null), 'the run is held').toBe(true);
            await touch(page, 'touchEnd', x, y);
            await frames(page, 36);
          }),
        );
      }
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    }
    console.log(`longest script for one frame in ${what}: ${figures(runs)}`);
    expect(median(runs), figures(runs)).toBeLessThan(34);
  });
}
