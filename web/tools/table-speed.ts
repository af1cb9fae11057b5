/**
 * How soon a card can be played on a slow phone, and how much of the page's main thread that takes:
 * `npx node tools/table-speed.ts [--runs N] [--game GAME]... [FOLDER...]` (node 22, which is among the packages).
 *
 * Each run opens a game in a new profile, on the phone profile with the processor slowed down four times, and taps a
 * card as soon as the table is there. If several folders with a built page are given, they take turns, so that both
 * have the same machine; without one, it is `dist`. The figures are medians, with all runs after them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { browserPath } from './browser.ts';

const program = fileURLToPath(new URL('../../build/release/quincunx', import.meta.url));
const deal = '4711';
const all = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'];
const slower = 4;

interface Noted {
  /** to the frame that shows the table with its buttons, ms after the page was asked for */
  shown: number;
  /** to the frame after the tapped card's move */
  played: number;
  /** tasks of more than 50 ms on the page's main thread */
  long: { start: number; time: number }[];
}

/** Runs in the page. */
function watch(): void {
  const noted: Noted = { shown: 0, played: 0, long: [] };
  Object.assign(window, { noted });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.long.push({ start: startTime, time: duration });
  }).observe({ type: 'longtask', buffered: true });
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
  const address = await new Promise<string>((resolve) => {
    server.stdout.on('data', (data: Buffer) => {
      const found = /http:\/\/[\d.]+:\d+/.exec(String(data));
      if (found) resolve(found[0]);
    });
  });
  return { address, server };
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

/** A card that a tap moves. */
async function card(browser: Browser, address: string, game: string): Promise<{ x: number; y: number }> {
  const { page, session } = await newPage(browser);
  await page.goto(`${address}/#/${game}/${deal}`);
  await page.locator('.surface[data-ply]').waitFor();
  await page.waitForTimeout(2000);
  if (game === 'stalactites') await page.locator('button[data-move]').first().click();
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
  await tap(session, at);
  await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.played > 0, undefined, { polling: 50, timeout: 60_000 });
  await page.waitForTimeout(3000);
  const noted = await page.evaluate(() => (window as unknown as { noted: Noted }).noted);
  await page.context().close();
  return noted;
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const figures = (values: number[]): string => `${median(values).toFixed(0)} (${values.map((value) => value.toFixed(0)).join(', ')})`;

const folders: string[] = [];
const games: string[] = [];
let runs = 7;
for (let i = 2; i < process.argv.length; ++i) {
  const argument = process.argv[i]!;
  if (argument === '--runs') runs = Number(process.argv[++i]);
  else if (argument === '--game') games.push(process.argv[++i]!);
  else folders.push(argument);
}
if (folders.length === 0) folders.push(fileURLToPath(new URL('../dist', import.meta.url)));

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] });
const sites = await Promise.all(folders.map(served));
for (const game of games.length > 0 ? games : all.filter((one) => one !== 'stalactites')) {
  const at = await card(browser, sites[0]!.address, game);
  const noted: Noted[][] = folders.map(() => []);
  for (let i = 0; i < runs; ++i) for (const [which, { address }] of sites.entries()) noted[which]!.push(await run(browser, address, game, at));
  for (const [which, folder] of folders.entries()) {
    const own = noted[which]!;
    const after = own.map(({ long, shown }) => long.filter(({ start, time }) => start + time > shown));
    console.log(`${game}, ${folder}, ms`);
    console.log(`  table shown                    ${figures(own.map(({ shown }) => shown))}`);
    console.log(`  card played                    ${figures(own.map(({ played }) => played))}`);
    console.log(`  all tasks over 50 ms           ${figures(own.map(({ long }) => long.reduce((sum, { time }) => sum + time, 0)))}`);
    console.log(`  longest task once it is shown  ${figures(after.map((long) => Math.max(0, ...long.map(({ time }) => time))))}`);
  }
}
await browser.close();
for (const { server } of sites) server.kill();
