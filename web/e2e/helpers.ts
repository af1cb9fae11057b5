import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import { grace, patience } from '../src/play/thinking.ts';
import { readMove } from '../src/engine/notation.ts';
import type { Settings } from '../src/store/settings.svelte.ts';
import { neighbour, type Direction, type Item } from '../src/table/semantics.ts';
import { cardName } from '../src/words/names.ts';
import { long } from '../tools/patience.ts';
import { adaptFirefox, emptyScripts } from './firefox.ts';

export { expect };
export { long };

/** Test everything in every way, not each thing just once. */
export const full = process.env['QUINCUNX_FULL'] === '1';

/**
 * Where a test runs is said by its tags, which playwright.config.ts reads: `@desktop` or `@phone` is there alone;
 * `@desktop-first` and `@phone-first` are in the other one, too, in the full run; `@full` is in the full run alone, since
 * an ordinary test, a unit test or one in C++ holds most of it for less.
 */
export const fullUnless = (ordinary: boolean): string[] => (ordinary ? [] : ['@full']);

/** Listed on purpose: each needs a won game in tests/records/. */
export const gameIds = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'] as const;
type GameId = (typeof gameIds)[number];

/**
 * Messages of the console through no fault of the page: Playwright blocks service workers (playwright.config.ts), and puts
 * the style `body {}` into pages of Firefox before each picture, which theirs forbid; Firefox complains, without an
 * address, of what is under way through a service worker when the page is loaded again.
 */
export const harmless = new RegExp(
  [
    'Service Worker registration blocked by Playwright',
    String.raw`sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT\+SmwNZWA=`,
    'Failed to load ‘’. A ServiceWorker intercepted the request',
  ].join('|'),
);

/**
 * Every test fails on a message in the console, an uncaught error, or a request to another origin. A test that
 * provokes such a thing says so in `page.allowed`.
 */
export const test = base.extend<{ allowed: RegExp[]; settings: Partial<Settings>; clean: undefined }, { browser: Browser }>({
  browser: [({ browser, browserName }, use) => use(browserName === 'firefox' ? adaptFirefox(browser) : browser), { scope: 'worker' }],
  allowed: async ({}, use) => use([]),
  settings: async ({}, use) => use({}),
  clean: [
    async ({ context, baseURL, allowed, settings, browserName, javaScriptEnabled, serviceWorkers }, use) => {
      if (browserName === 'firefox' && !javaScriptEnabled) await emptyScripts(context);
      const wrong: string[] = [];
      const note = (text: string) => {
        if (![...allowed, harmless].some((pattern) => pattern.test(text))) wrong.push(text);
      };
      const watch = (page: Page) => {
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') note(`${message.type()}: ${message.text()}`);
        });
        page.on('pageerror', (error) => note(`uncaught: ${error.message}`));
      };
      context.on('page', watch);
      // A page that saves data is not kept for offline either.
      if (!full && serviceWorkers === 'block') await thinksAhead(context, false);
      await context.addInitScript(
        (text) => {
          Object.assign(window, { usual: text });
          try {
            if (localStorage.getItem('quincunx-settings') === null) localStorage.setItem('quincunx-settings', text);
          } catch {
            // a test in which nothing can be stored
          }
        },
        JSON.stringify({ ...taught, ...settings }),
      );
      context.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL!) && !/^(data|blob):/.test(url)) note(`request to ${url}`);
      });
      await use(undefined);
      // A part that is still held back (`slowly`) when a test ends is no fault.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

interface WinningRecord {
  deal: string;
  moves: string[];
}

/** The file of a won game. */
export function recordOf(game: GameId): string {
  return fileURLToPath(new URL(`../../tests/records/${game}-won.pat`, import.meta.url));
}

/** A won game, as a list of moves. */
export function winOf(game: GameId): WinningRecord {
  const text = readFileSync(recordOf(game), 'utf8');
  const found = /^deal \S+#(\d+)\nmoves\n([\s\S]*?)\nresult won\n/m.exec(text);
  if (!found) throw new Error(`no win in tests/records/${game}-won.pat`);
  return { deal: found[1]!, moves: found[2]!.split(/\s+/) };
}

/** First games are not offered: a test that wants one says so with `lessons: ''`. Neither are the thumb's reach and sound. */
const taught = { lessons: gameIds.join(' '), thumbOffered: true, soundOffered: true };

/**
 * Whether the page thinks ahead, as it does unless data are to be saved. It keeps a core busy, so in short only those
 * tests do it that say so.
 */
export const thinksAhead = (page: Page | BrowserContext, may = true): Promise<unknown> =>
  page.addInitScript(
    ({ saveData, own }) => {
      // Whichever runs first, what a test says of its page counts.
      if (own || !Object.hasOwn(navigator, 'connection'))
        Object.defineProperty(navigator, 'connection', { value: { saveData }, configurable: true });
    },
    { saveData: !may, own: 'goto' in page },
  );

/** The button of a game's menu. */
export async function fromMenu(page: Page, name: string): Promise<void> {
  await page.locator('.actions').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

/** Instead of those that `test.use` gives to all tests of a file. */
export async function withSettings(page: Page, settings: Partial<Settings>): Promise<void> {
  await page.addInitScript(
    (text) => {
      const stored = localStorage.getItem('quincunx-settings');
      if (stored === null || stored === (window as { usual?: string }).usual) localStorage.setItem('quincunx-settings', text);
    },
    JSON.stringify({ ...taught, ...settings }),
  );
}

/** A browser that lets pages store nothing throws when they name these. */
export const denied = (page: Page, ...names: ('indexedDB' | 'localStorage' | 'sessionStorage')[]): Promise<unknown> =>
  page.addInitScript((names) => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    for (const name of names) Object.defineProperty(globalThis, name, { get });
  }, names);

/** However slow the machine is: what somebody waits for who asks for a hint is as long as it takes; and no timer of `also`, ms, ends. */
export const neverHasty = (page: Page, also: number[] = []): Promise<unknown> =>
  page.addInitScript(
    (hasty) => {
      const timer = globalThis.setTimeout;
      const patient = (run: () => void, ms = 0) => timer(run, hasty.includes(ms) ? 120_000 : ms);
      Object.assign(globalThis, { setTimeout: patient });
    },
    [patience, patience + grace, ...also],
  );

/**
 * Waits for so many more frames of the page: for what it does at once or hears of its engine, if that must change nothing.
 * Events that come only after some time get it from Playwright's clock.
 */
export const frames = (page: Page, count = 8): Promise<void> => page.evaluate(afterFrames, count);

/**
 * A slow connection: each part comes when the page has drawn some more frames without it, and the engine after them; but
 * for the script that pages begin with, before which nothing is drawn.
 */
export const slowly = (page: Page): Promise<unknown> =>
  page.context().route(/assets\/(?!start-).*\.(js|wasm|svg)$/, async (route) => {
    await frames(page, route.request().url().endsWith('.wasm') ? 24 : 8);
    await route.continue();
  });

/** Runs in the page: until so many more frames have been drawn. */
export const afterFrames = (count: number): Promise<void> =>
  new Promise((done) => {
    const next = (left: number): unknown => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : setTimeout(done));
    next(count);
  });

/** All that there are now, and there are some: a loop over none would test nothing. */
export async function each(what: Locator): Promise<Locator[]> {
  await what.first().waitFor({ state: 'attached' });
  return what.all();
}

/** Everything in one of the stores of the page's database (src/store/database.ts). */
export const stored = <T>(page: Page, name: string): Promise<T[]> =>
  page.evaluate(async (name) => {
    const done = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const database = await done(indexedDB.open('quincunx-store'));
    const all = database.objectStoreNames.contains(name) ? await done(database.transaction(name).objectStore(name).getAll()) : [];
    database.close();
    return all as T[];
  }, name);

export const store = (page: Page, name: string, values: object[]): Promise<void> =>
  page.evaluate(
    ([name, values]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('quincunx-store');
        request.onerror = () => reject(request.error!);
        request.onsuccess = () => {
          const transaction = request.result.transaction(name, 'readwrite');
          for (const value of values) transaction.objectStore(name).put(value);
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
          transaction.onabort = () => reject(transaction.error!);
        };
      }),
    [name, values] as const,
  );

/**
 * Puts another record in the place of that of a kept game, which may still be on its way to the database. To be called
 * when no table is open, which would write it again.
 */
export async function damageKept(page: Page, key: string, record: string): Promise<void> {
  const found = async () => (await stored<{ key: string; plies: number }>(page, 'saved')).find((one) => one.key === key);
  await expect.poll(async () => (await found())?.plies ?? 0).toBeGreaterThan(0);
  // A game left by an earlier page comes in only if it is newer.
  await store(page, 'saved', [{ ...(await found()), record, updated: Date.now() }]);
}

/**
 * Opens a page other than a game and waits until it is shown. If addresses differ only after the #, `goto` may return
 * before the page has changed: hence the mark on the old heading. Two pages of a kind may share it, and are loaded anew.
 */
export async function load(page: Page, address: string): Promise<void> {
  const place = () => /^[^#]*(?:#\/[^/?]+)?/.exec(page.url())![0];
  const before = place();
  await page.evaluate(() => document.querySelectorAll<HTMLElement>('main h1').forEach((heading) => (heading.dataset['old'] = '')));
  await page.goto(address);
  if (place() === before) await page.reload();
  await page.locator('main h1:not([data-old])').first().waitFor();
}

/**
 * Opens a table, and gives what came from the site, but for pictures: `first` are those files that were asked for before
 * the table was there. Their size is as `serve` sends them to every browser of the last years, compressed by the build.
 */
export async function loadedWith(
  page: Page,
  baseURL: string,
  address: string,
): Promise<{ url: string; body: Buffer; size: number; first: boolean }[]> {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(baseURL) && request.resourceType() !== 'image') asked.push(request);
  });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.surface[data-ply="0"]')) return;
      watch.disconnect();
      Object.assign(window, { there: Date.now() });
    });
    watch.observe(document, { childList: true, subtree: true, attributeFilter: ['data-ply'] });
  });
  await page.goto(address);
  await page.locator('.surface[data-ply="0"]').waitFor();
  await frames(page);
  const there = await page.evaluate(() => (window as unknown as { there: number }).there);
  return Promise.all(
    [...asked].map(async (request) => {
      const body = (await (await request.response())?.body().catch(() => null)) ?? Buffer.alloc(0);
      const { pathname } = new URL(request.url());
      const file = new URL(`../dist/${pathname.slice(1) || 'index.html'}.br`, import.meta.url);
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? body.length;
      return { url: request.url(), body, size, first: request.timing().startTime <= there };
    }),
  );
}

/** Opens a deal and waits until it can be played. */
export async function open(page: Page, game: string, deal: string): Promise<void> {
  await page.goto(`#/${game}/${deal}`);
  // Not the table of the previous deal, which is about to disappear.
  await expect(page).toHaveTitle(new RegExp(`#${deal.replace(/\?.*/, '')} `));
  await page.locator('.surface[data-ply]').waitFor();
  await page.locator('.surface button[data-pile="T1"]').first().waitFor();
}

/** Waits for the table to be at a ply. */
export async function atPly(page: Page, ply: number): Promise<void> {
  await page.locator(`.surface[data-ply="${ply}"]`).waitFor({ timeout: long });
}

/** Draws by a press on the stock, and waits for the table to be at a ply. */
export async function draw(page: Page, ply: number): Promise<void> {
  await page.locator('.surface button[data-pile="S"]').click();
  await atPly(page, ply);
}

/** Presses a key, and waits for the table to be at a ply. */
export async function keyTo(page: Page, key: string, ply: number): Promise<void> {
  await page.keyboard.press(key);
  await atPly(page, ply);
}

/** Presses a key on the table. */
export async function tableKey(page: Page, key: string): Promise<void> {
  await page.locator('.surface').focus();
  await page.keyboard.press(key);
}

/** Opens a record as a player would, from a file. */
export async function openRecord(page: Page, record: string): Promise<void> {
  await page.goto('');
  await page.locator('#file').setInputFiles({ name: 'game.pat', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.locator('.surface[data-ply]').waitFor();
}

/** Opens a won game after so many of its moves. */
export async function openAfter(page: Page, game: GameId, made: number): Promise<void> {
  const { deal, moves } = winOf(game);
  const record = `quincunx-record 1\ngame ${game}\ndeal ${game}#${deal}\nmoves\n${moves.slice(0, made).join(' ')}\nend\n`;
  await openRecord(page, record);
  await atPly(page, made);
}

/** Says something of the page once the next frame is done. */
const soon = <T>(page: Page, what: () => T): Promise<T> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))).then(() => page.evaluate(what));
/** The ply of the table's buttons, which follow a move a frame later. */
export const ply = async (page: Page): Promise<number> => {
  await page.locator('.surface').waitFor({ state: 'attached' });
  return soon(page, () => Number(document.querySelector('.surface')?.getAttribute('data-ply')));
};
export const status = (page: Page): Promise<string | null> => page.locator('.surface').getAttribute('data-status');
/** The text of the live region, which is written a frame after what it tells of. */
export const said = (page: Page): Promise<string> =>
  soon(page, () => document.querySelector('.live')?.textContent.replace('\u00a0', '') ?? '');

/** Opens a game of one's own that is won by four moves, on a page that asks for rules. */
export async function openFourAces(page: Page): Promise<void> {
  const rules = {
    name: 'Four aces',
    ranks: 1,
    foundations: [{ piles: 4, build: { follow: 'same_suit', step: 1 }, length: 1, per_suit: 1 }],
    tableau: { piles: 4 },
    routes: ['tableau_to_foundation'],
    deal: [{ rounds: 1 }],
  };
  await page.getByLabel('Link, saved game or rules').fill(JSON.stringify(rules));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveTitle(/^Four aces #/);
}
export const fourAces = ['T1>F1', 'T2>F2', 'T3>F3', 'T4>F4'] as const;

interface Point {
  x: number;
  y: number;
  key: string;
}

/** Where to press for a move: on the card and on its target. */
export async function points(page: Pick<Page, 'evaluate'>, move: string): Promise<{ from: Point; to: Point }> {
  const { from, to, count, card } = readMove(move);
  return page.evaluate(
    ({ from, to, count, card }) => {
      const buttonsOf = (pile: string) => [...document.querySelectorAll<HTMLElement>(`.surface button[data-pile="${pile}"]`)];
      const top = (pile: string) => buttonsOf(pile).reduce((a, b) => (Number(b.dataset['index']) > Number(a.dataset['index']) ? b : a));
      const point = (element: HTMLElement | undefined) => {
        if (!element) throw new Error('nothing there to press');
        element.scrollIntoView({ block: 'nearest' });
        const box = element.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40), key: element.dataset['key'] ?? '' };
      };
      const source =
        card !== ''
          ? // of two equal cards of an open reserve one button stands for both
            (document.querySelector<HTMLElement>(`.surface button[data-pile^="R"][data-card="${card}"]`) ?? undefined)
          : buttonsOf(from).find((button) => Number(button.dataset['index']) === Number(top(from).dataset['index']) - count + 1);
      const target = point(top(to));
      return { from: point(source), to: target };
    },
    { from, to, count, card },
  );
}

/** Presses something that is not a card: the stock or a choice. False if the move is neither. */
async function control(page: Page, move: string, press: (selector: string) => Promise<void>): Promise<boolean> {
  if (move === 'draw' || move === 'redeal') await press('.surface button[data-pile="S"]');
  else if (move === 'by1' || move === 'by2') await press(`button[data-move="${move}"]`);
  else return false;
  return true;
}

async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = (await page.locator(selector).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export type Way = 'taps' | 'drags' | 'keys' | 'field' | 'tree';

/** Where the last tap was: another one at once at the same point would be part of a double click. */
let tapped = { x: NaN, y: NaN };

/** Makes one move with one kind of input only. Needs `tap: 'select'`, so that what is tapped is not moved at once. */
export async function make(page: Page, move: string, way: Way, touch: boolean): Promise<void> {
  const tap = async (x: number, y: number) => {
    if (Math.hypot(x - tapped.x, y - tapped.y) < 6) await frames(page, 20);
    tapped = { x, y };
    await (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  };
  switch (way) {
    case 'taps':
    case 'drags': {
      const pressed = await control(page, move, async (selector) => {
        const { x, y } = await middle(page, selector);
        await tap(x, y);
      });
      if (pressed) return;
      const { from, to } = await points(page, move);
      if (way === 'taps') {
        await tap(from.x, from.y);
        await tap(to.x, to.y);
      } else if (touch) await touchDrag(page, from, to);
      else await mouseDrag(page, from, to);
      return;
    }
    case 'keys': {
      if (move === 'draw' || move === 'redeal') return page.keyboard.press('d');
      if (move === 'by1' || move === 'by2') return page.keyboard.press(move === 'by1' ? '1' : '2');
      const { from, to } = await points(page, move);
      await walk(page, from.key);
      await page.keyboard.press('Space');
      await walk(page, to.key);
      return page.keyboard.press('Space');
    }
    case 'field': {
      const field = page.locator('#field');
      if (!(await field.isVisible())) await page.keyboard.press('/');
      await field.fill(move.toLowerCase());
      return field.press('Enter');
    }
    case 'tree':
      return treeMove(page, move);
  }
}

const listName: Record<string, string> = { F: 'Foundation', T: 'Pile', R: '(?:Reserve|Cell)', W: 'Waste', S: 'Stock' };

/** Only roles and names: what a screen reader knows. */
async function treeMove(page: Page, move: string): Promise<void> {
  const press = (name: RegExp | string) => page.getByRole('button', { name }).dispatchEvent('click');
  if (move === 'draw') return press(/^(Draw a card|Deal from the stock)/);
  if (move === 'redeal') return press(/^Redeal/);
  if (move === 'by1') return press(/^Build by ones/);
  if (move === 'by2') return press(/^Build by twos/);
  const { from, to, count, card } = readMove(move);
  const list = (pile: string) =>
    page.getByRole('list', { name: new RegExp(`^${listName[pile[0]!]}${pile.length > 1 ? ` ${pile.slice(1)}` : ''},`) });
  const source = list(from).getByRole('button');
  if (card !== '') {
    const reserve = page.getByRole('list', { name: /^Reserve,/ });
    await reserve.getByRole('button', { name: new RegExp(`^${cardName(card)}(,|$)`) }).dispatchEvent('click');
  } else if (count > 1)
    await list(from)
      .getByRole('button', { name: new RegExp(` and ${count - 1} more, down to `) })
      .dispatchEvent('click');
  else await source.last().dispatchEvent('click');
  await list(to).getByRole('button').last().dispatchEvent('click');
}

/** Moves the focus to a button of the table with arrow keys alone, by the shortest way. */
async function walk(page: Page, key: string): Promise<void> {
  const look = () =>
    page.evaluate(() => ({
      here: (document.activeElement as HTMLElement | null)?.dataset['key'] ?? '',
      buttons: [...document.querySelectorAll<HTMLElement>('.surface button[data-key]')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return {
          key: button.dataset['key']!,
          pile: button.dataset['pile']!,
          list: button.closest('ul')!.ariaLabel ?? '',
          rect: { x, y, width, height },
        };
      }),
    }));
  let { here, buttons } = await look();
  if (here === '') {
    await page.keyboard.press('ArrowDown');
    ({ here, buttons } = await look());
  }
  const items = buttons.map((button): Item & { list: string } => ({
    ...button,
    index: 0,
    card: '',
    label: '',
    button: true,
    source: false,
    picked: false,
  }));
  const lists = [...new Set(items.map((item) => item.list))].map((label) => {
    const own = items.filter((item) => item.list === label);
    // All piles of an open reserve are one list.
    return { pile: own.every((item) => item.pile === own[0]!.pile) ? own[0]!.pile : '', label, items: own };
  });
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['key'] ?? '');
  // If two buttons are equally near, the page may choose a different one than this computation: it is corrected.
  const known = new Map<string, string>();
  const next = (item: Item, direction: Direction) => {
    const led = known.get(`${item.key} ${direction}`);
    return led === undefined ? neighbour(lists, item, direction) : (items.find((other) => other.key === led) ?? null);
  };
  for (let attempt = 0; attempt < 5; ++attempt) {
    const start = items.find((item) => item.key === here);
    if (!start) throw new Error('the arrow keys do not lead to the table');
    const paths = new Map<Item, Direction[]>([[start, []]]);
    for (const [item, path] of paths) {
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const there = next(item, direction);
        if (there && !paths.has(there)) paths.set(there, [...path, direction]);
      }
    }
    const path = [...paths].find(([item]) => item.key === key)?.[1];
    if (!path) break;
    for (const direction of path) {
      const before = here;
      await page.keyboard.press(`Arrow${direction.charAt(0).toUpperCase()}${direction.slice(1)}`);
      if (attempt > 0) known.set(`${before} ${direction}`, (here = await focused()));
    }
    if ((here = await focused()) === key) return;
  }
  throw new Error(`the arrow keys do not lead to ${key}`);
}

export async function mouseDrag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

const sessions = new WeakMap<Page, CDPSession>();
export async function touch(page: Page, type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number): Promise<void> {
  let session = sessions.get(page);
  if (!session) sessions.set(page, (session = await page.context().newCDPSession(page)));
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
}
export async function touchDrag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) => touch(page, type, x, y);
  await send('touchStart', from.x, from.y);
  await send('touchMove', (from.x + to.x) / 2, (from.y + to.y) / 2);
  await send('touchMove', to.x, to.y);
  await send('touchEnd', to.x, to.y);
}

/** Plays moves and checks after each that the table is one ply further. */
export async function playAll(page: Page, moves: readonly string[], way: Way, touch: boolean): Promise<void> {
  let at = await ply(page);
  for (const move of moves) {
    await make(page, move, way, touch);
    await atPly(page, ++at).catch(async () => {
      throw new Error(`move ${at} (${move}) was not made by ${way}; said: ${await said(page)}`);
    });
  }
}

/** axe with what it looks for by itself: in the page, which has no frames, and without a list of what is right. */
export async function axe(page: Page): Promise<AxeBuilder> {
  // Its half a megabyte of script stays in a page.
  const there = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(there && { axeSource: '0' }) }).options({ resultTypes: ['violations', 'incomplete'] }).setLegacyMode();
}

/** The faults of the page, or of these parts of it. */
export async function faults(page: Page, ...parts: string[]): Promise<string[]> {
  const builder = await axe(page);
  for (const part of parts) builder.include(part);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Runs in the page: draws one card after another, until its process is gone. */
export function drawWithoutEnd(): void {
  const press = (): void => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', code: 'KeyD', bubbles: true }));
    setTimeout(press, 25);
  };
  press();
}

/** In another tab: holds the page's database for some seconds, or until localStorage says `over`, as a long import may. */
export async function holdDatabase(seconds: number): Promise<void> {
  const request = indexedDB.open('quincunx-store');
  const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
  const store = database.transaction([...database.objectStoreNames], 'readwrite').objectStore('saved');
  const end = performance.now() + 1000 * seconds;
  (function hold() {
    if (performance.now() < end && localStorage.getItem('over') === null) store.get('none').onsuccess = hold;
    else database.close();
  })();
}

/** Asks for something in the dialog of the advice, which is open. */
export async function fromAdvice(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('.advice').getByRole('button', { name: 'Review and more' }).click();
  await page.locator('dialog').getByRole('button', { name }).click();
}
