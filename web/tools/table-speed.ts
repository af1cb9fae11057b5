/**
 * How soon a card can be played on a slow phone, and how soon taps and keys are answered then:
 * `npx node tools/table-speed.ts [--line | --play [--slow MS]] [--runs N] [--game GAME]... [FOLDER...]` (node 22, which is
 * among the packages).
 *
 * Each run opens a game in a new profile, on the phone profile with the processor slowed down four times, and taps a
 * card as soon as the table is there; with `--play`, it plays the first moves of a won game by taps, drags and keys
 * instead; with `--slow MS` as well, it says of each answer that took so long what it was, and how much of its time was
 * before, in and after the page's own work. With `--line`, the page arrives as on Lighthouse's slow phone: 150 ms per round trip, 1.6 Mbit/s for all of
 * it (workers too, which a browser's own slowing down leaves out). If several folders with a built page are given, they
 * take turns, so that all have the same machine; without one, it is `dist`. The figures are medians, with all runs
 * after them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { gameIds, points, touchDrag, winOf } from '../e2e/helpers.ts';
import { browserPath } from './browser.ts';
import { program } from './program.ts';

const deal = '4711';
type Game = (typeof gameIds)[number];
const slower = 4;
/** A slow line: ms in each direction, and bytes per ms. */
const way = 75;
const pace = 1638.4 / 8;

interface Noted {
  /** to the frame that shows the table with its buttons, ms after the page was asked for */
  shown: number;
  /** to the frame after the tapped card's move */
  played: number;
  /** the largest paint before anything was tapped */
  largest: number;
  /** tasks of more than 50 ms on the page's main thread */
  long: { start: number; time: number }[];
  /** of each tap and key, how long it took to the next frame, ms; those under 16 ms are left out */
  answers: Record<number, Answer>;
}

/** The times of one event: until it was handled, while it was, and until the frame after, ms. */
interface Answer {
  what: string;
  all: number;
  waited: number;
  handled: number;
}

/** Runs in the page. */
function watch(): void {
  const noted: Noted = { shown: 0, played: 0, largest: 0, long: [], answers: {} };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.long.push({ start: startTime, time: duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      const { name, startTime, processingStart, processingEnd, duration, interactionId } = entry;
      if (interactionId > 0 && duration > (noted.answers[interactionId]?.all ?? 0))
        noted.answers[interactionId] = {
          what: name,
          all: duration,
          waited: processingStart - startTime,
          handled: processingEnd - processingStart,
        };
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  const note = (what: 'shown' | 'played') => {
    if (noted[what] > 0) return;
    noted[what] = -1;
    requestAnimationFrame(() => void scheduler.postTask(() => (noted[what] = performance.now()), { priority: 'user-blocking' }));
  };
  new MutationObserver(() => {
    const at = document.querySelector('.surface')?.getAttribute('data-ply');
    if (at === '0') note('shown');
    else if (at) note('played');
  }).observe(document, { attributes: true, attributeFilter: ['data-ply'], childList: true, subtree: true });
}

async function served(folder: string): Promise<{ address: string; server: ChildProcess }> {
  const server = spawn(program, ['serve', '--port', '0', '--root', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise<string>((resolve, reject) => {
    server.on('exit', () => reject(new Error(`${folder} cannot be served`)));
    server.stdout.on('data', (data: Buffer) => {
      const found = /http:\/\/[\d.]+:\d+/.exec(String(data));
      if (found) resolve(found[0]);
    });
  });
  return { address, server };
}

/** The address of a server beyond a slow line. What comes back takes turns, whatever the connection. */
async function beyondLine(address: string): Promise<string> {
  let free = 0;
  const relay = createServer((near) => {
    const far = connect(Number(new URL(address).port), '127.0.0.1');
    let opened = false;
    near.on('data', (data) => {
      // A new connection costs a round trip of its own.
      setTimeout(() => far.write(data), opened ? way : 3 * way);
      opened = true;
    });
    far.on('data', (data) => {
      const now = performance.now();
      free = Math.max(now, free) + data.length / pace;
      setTimeout(() => near.write(data), free - now + way);
    });
    near.on('error', () => {}).on('close', () => far.destroy());
    far.on('error', () => {}).on('close', () => setTimeout(() => near.destroy(), 5000));
  });
  await new Promise<void>((ready) => relay.listen(0, '127.0.0.1', ready));
  relay.unref();
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
}

async function newPage(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 3 });
  const page = await context.newPage();
  return { page, session: await context.newCDPSession(page) };
}

async function tap(session: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A card that a tap moves; null if the game asks something before. */
async function card(browser: Browser, address: string, game: string): Promise<{ x: number; y: number } | null> {
  const { page, session } = await newPage(browser);
  await page.goto(`${address}/#/${game}/${deal}`);
  await page.locator('.surface[data-ply]').waitFor();
  await page.waitForTimeout(2000);
  if ((await page.locator('button[data-move]').count()) > 0) {
    await page.context().close();
    return null;
  }
  for (const button of await page.locator('.surface button.source[data-pile]').all()) {
    const box = (await button.boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 10) };
    const before = await page.locator('.surface').getAttribute('data-ply');
    await tap(session, at);
    await page.waitForTimeout(400);
    if ((await page.locator('.surface').getAttribute('data-ply')) !== before) {
      await page.context().close();
      return at;
    }
  }
  // Nothing but the stock can be played.
  const box = (await page.locator('.surface button[data-pile="S"]').boundingBox())!;
  await page.context().close();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function run(browser: Browser, address: string, game: string, at: { x: number; y: number }): Promise<Noted> {
  const { page, session } = await newPage(browser);
  await page.addInitScript(watch);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(`${address}/#/${game}/${deal}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as { noted?: Noted }).noted!.shown > 0, undefined, { polling: 20, timeout: 60_000 });
  if (line) await page.waitForTimeout(2500); // for the faces
  await tap(session, at);
  await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.played > 0, undefined, { polling: 50, timeout: 60_000 });
  await page.waitForTimeout(3000);
  const noted = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  await page.context().close();
  return noted;
}

interface Played {
  answers: number[];
  long: number[];
}

/** Plays by taps, every third move by a drag, and goes about with keys. */
async function playRun(browser: Browser, address: string, game: Game): Promise<Played> {
  const { page, session } = await newPage(browser);
  await page.addInitScript(watch);
  await page.addInitScript(() => localStorage.setItem('quincunx-settings', '{"tap":"select"}'));
  const { deal: number, moves } = winOf(game);
  await page.goto(`${address}/#/${game}/${number}`);
  await page.locator('.surface[data-ply]').waitFor();
  await page.waitForTimeout(4000);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const clear = () =>
    page.evaluate(() => {
      const { noted } = window as unknown as { noted: Noted };
      const { long, answers } = noted;
      noted.long = [];
      noted.answers = {};
      return { long, answers };
    });
  await page.waitForTimeout(500);
  await clear();
  const played: Played = { answers: [], long: [] };
  let sent = 0;
  const collect = async (act: string) => {
    await page.waitForTimeout(400);
    const { long, answers } = await clear();
    // Events under the threshold are not reported.
    const found = Object.values(answers);
    const all = found.map((answer) => answer.all);
    for (const { what, all, waited, handled } of found.filter((one) => one.all >= slow))
      console.log(`  ${act}, ${what}: ${all} = ${[waited, handled, all - waited - handled].map(Math.round).join(' + ')}`);
    played.answers.push(...all, ...Array.from({ length: Math.max(0, sent - all.length) }, () => 16));
    played.long.push(...long.map(({ time }) => time));
    sent = 0;
  };
  for (const [i, move] of moves.slice(0, 10).entries()) {
    const dragged = i % 3 === 2;
    const button = /^by/.test(move) ? `button[data-move="${move}"]` : '.surface button[data-pile="S"]';
    if (/^(by|draw|redeal)/.test(move)) {
      const box = (await page.locator(button).boundingBox())!;
      await clear(); // looking ran script in the page, too
      await tap(session, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
      ++sent;
    } else {
      const { from, to } = await points(page, move);
      await page.waitForTimeout(250);
      await clear();
      if (dragged) await touchDrag(page, from, to);
      else {
        await tap(session, from);
        await page.waitForTimeout(300);
        await tap(session, to);
        sent += 2;
      }
    }
    await collect(`${i + 1} ${move} ${dragged ? 'drag' : 'tap'}`);
  }
  const keys = 'ArrowRight ArrowDown ArrowLeft ArrowUp u u u r r End ArrowUp ArrowRight Home ArrowDown r u';
  for (const key of keys.split(' ')) {
    await page.keyboard.press(key);
    ++sent;
    await collect(`key ${key}`);
  }
  await page.context().close();
  return played;
}

const percentile = (values: number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const figures = (values: number[]): string => `${median(values).toFixed(0)} (${values.map((value) => value.toFixed(0)).join(', ')})`;

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    play: { type: 'boolean' },
    line: { type: 'boolean' },
    slow: { type: 'string' },
    game: { type: 'string', multiple: true },
  },
});
const { runs = 7, play, line } = values;
const slow = Number(values.slow ?? Infinity);
const games = values.game as Game[] | undefined;
if (folders.length === 0) folders.push(fileURLToPath(new URL('../dist', import.meta.url)));

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
const sites = await Promise.all(folders.map(served));
if (line) for (const site of sites) site.address = await beyondLine(site.address);
for (const game of games ?? gameIds) {
  if (play) {
    const played: Played[][] = folders.map(() => []);
    for (let i = 0; i < Number(runs); ++i)
      for (const [which, { address }] of sites.entries()) played[which]!.push(await playRun(browser, address, game));
    for (const [which, folder] of folders.entries()) {
      const own = played[which]!;
      console.log(`${game}, ${folder}, ms`);
      console.log(
        `  answer by a frame, 95 % of ${own[0]!.answers.length}   ${figures(own.map(({ answers }) => percentile(answers, 0.95)))}`,
      );
      console.log(`  longest task while playing     ${figures(own.map(({ long }) => Math.max(0, ...long)))}`);
    }
    continue;
  }
  const at = await card(browser, sites[0]!.address, game);
  if (!at) continue;
  const noted: Noted[][] = folders.map(() => []);
  for (let i = 0; i < Number(runs); ++i)
    for (const [which, { address }] of sites.entries()) noted[which]!.push(await run(browser, address, game, at));
  for (const [which, folder] of folders.entries()) {
    const own = noted[which]!;
    const after = own.map(({ long, shown }) => long.filter(({ start, time }) => start + time > shown));
    console.log(`${game}, ${folder}, ms`);
    console.log(`  table shown                    ${figures(own.map(({ shown }) => shown))}`);
    if (line) console.log(`  largest paint                  ${figures(own.map(({ largest }) => largest))}`);
    else console.log(`  card played                    ${figures(own.map(({ played }) => played))}`);
    console.log(`  all tasks over 50 ms           ${figures(own.map(({ long }) => long.reduce((sum, { time }) => sum + time, 0)))}`);
    console.log(`  longest task once it is shown  ${figures(after.map((long) => Math.max(0, ...long.map(({ time }) => time))))}`);
  }
}
await browser.close();
for (const { server } of sites) server.kill();
