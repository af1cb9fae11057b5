/**
 * The page as an app: all of it without a connection, new versions only when the player wants them, no version that is
 * not there whole. Each test has a server of its own, which it stops, updates and breaks.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type BrowserContext, type Locator, type Page } from '@playwright/test';
import {
  atPly,
  draw,
  each,
  expect,
  frames,
  gameIds,
  keyTo,
  long,
  open,
  ply,
  points,
  recordOf,
  said,
  test as base,
  winOf,
  withSettings,
} from './helpers.ts';
import { built, program } from '../tools/program.ts';
import { firstVersion, nextVersion, Site, versionOf, type Files } from './site.ts';

const first = firstVersion();
const second = nextVersion(first, '0.2.0');
const third = nextVersion(second, '0.3.0');
const quick = { animation: 'off', tap: 'select' } as const;
const win = winOf('gargantua');

const test = base.extend<{ under: string; site: Site }>({
  under: '/',
  site: async ({ under }, use) => {
    const site = await new Site(first, under).start();
    await use(site);
    await site.stop();
  },
  baseURL: async ({ site }, use) => use(site.url),
  serviceWorkers: 'allow',
  // Messages of the browser about files that a test withholds, and when there is no server.
  allowed: async ({}, use) => use([/Failed to load resource/, /ERR_/, /Failed to fetch/, /NetworkError/]),
});

/** `?now`: without the pause before the page is kept, which is there for slow connections. */
const start = './?now';

/** Whether a worker is in charge of the page. */
const kept = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated');

/** Waits until the page works without a connection. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => kept(page), { timeout: long }).toBe(true);
}

const versionShown = (page: Page) => page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="version"]')!.content);
const versionsKept = (page: Page) => page.evaluate(async () => (await caches.keys()).map((name) => name.split(' ').at(-1)!));
const search = (page: Page) => page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));
const notice = (page: Page) => page.getByTestId('notice');
const updateButton = (page: Page) => notice(page).getByRole('button', { name: 'Update now' });

/** Firefox may have found the new version by itself. */
async function checkForUpdates(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Check for updates' });
  await button.or(page.locator('main').getByRole('button', { name: 'Update now' })).waitFor();
  await button.evaluateAll((all: HTMLElement[]) => all.forEach((one) => one.click()));
}

/** The browser says itself that the page cannot be opened. */
async function cannotOpen(context: BrowserContext, address: string): Promise<void> {
  const page = await context.newPage();
  await expect(page.goto(address)).rejects.toThrow(/ERR_|NS_ERROR_|interrupted/);
  await page.close();
}

/** To another page of the same document. */
const go = (page: Page, address: string) => page.evaluate((hash) => void (location.hash = hash), address);

/** 0 for a picture that is not there. */
const naturalWidth = (picture: Locator): Promise<number> =>
  picture.evaluate((one: HTMLImageElement) => {
    one.scrollIntoView();
    return one.naturalWidth;
  });

async function wholeTour(page: Page): Promise<void> {
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'Gargantua' }).first()).toBeVisible();
  for (const picture of await each(page.locator('img'))) await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(0);
  for (const game of gameIds) await open(page, game, '77');
  await page.keyboard.press('h');
  await page.locator('.ring.hint').first().waitFor();
  await keyTo(page, 'd', 1);
  // An open game: the verdict needs no consent.
  await open(page, 'gloucestershire', '5');
  await expect(page.getByRole('button', { name: /^Advice: (Can be won|This deal can’t be won)/ })).toBeVisible({ timeout: long });
  for (const [address, text] of [
    ['#/how-to-play/carthage', 'Exact rules'],
    ['#/faq', 'What does it cost?'],
    ['#/about', 'Check for updates'],
    ['#/settings', 'Tapping a card'],
    ['#/set-up/gargantua', 'Play'],
    ['#/today', 'New deals every day'],
  ] as const) {
    await page.goto(address);
    await expect(page.locator('main').getByText(text).first()).toBeVisible();
  }
  const today = page.locator('.deals a').first();
  await today.click();
  await page.locator('.surface[data-ply="0"]').waitFor();
  await page.goto('./notices.txt');
  await expect(page.getByText('Letele Motebang')).toBeVisible();
}

test('everything is there without a server, after one visit', async ({ page, context, site }) => {
  await withSettings(page, { ...quick, verdict: true });
  await page.goto(start);
  await untilKept(page);
  await site.stop();
  const cold = await context.newPage();
  await page.close();
  await wholeTour(cold);
});

test('a browser that was closed starts without a server, and has the game', { tag: '@full' }, async ({ site, browser, launchOptions }) => {
  const profile = mkdtempSync(join(tmpdir(), 'quincunx-profile-'));
  const launch = (): Promise<BrowserContext> =>
    browser.browserType().launchPersistentContext(profile, { ...launchOptions, baseURL: site.url, serviceWorkers: 'allow' });
  try {
    const before = await launch();
    const page = before.pages()[0] ?? (await before.newPage());
    await page.goto('./?now#/gargantua/5');
    await draw(page, 1);
    await untilKept(page);
    await before.close();
    await site.stop();
    const after = await launch();
    const cold = await after.newPage();
    await cold.goto('./#/gargantua/5');
    await atPly(cold, 1);
    await draw(cold, 2);
    await after.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test.describe('in a folder', () => {
  test.use({ under: '/games/quincunx/', allowed: async ({ allowed }, use) => use([...allowed, /request to .*\/games\/$/]) });
  test('the page works like anywhere else, and leaves the rest of the host alone', { tag: '@full' }, async ({ page, context, site }) => {
    await page.goto(start);
    await untilKept(page);
    await site.stop();
    // The page that was open before there was a worker goes on, too.
    await go(page, '#/carthage/5');
    await atPly(page, 0);
    await page.keyboard.press('h');
    await page.locator('.ring.hint').first().waitFor();
    const cold = await context.newPage();
    await cold.goto('./index.html?from=elsewhere#/carthage/5');
    await atPly(cold, 0);
    await cannotOpen(context, '/games/');
    await cannotOpen(context, './none.txt');
  });
});

// versions.test.ts has all ways in which a file can be wrong.
for (const fault of ['error', 'truncated', 'wrong'] as const) {
  const tag = '@full';
  test(
    `a first version with one file ${fault} is not begun, and what is there is not fetched again`,
    { tag },
    async ({ page, context, site }) => {
      const large = /assets\/solver-.*\.wasm$/;
      site.faults = [{ path: large, fault }];
      await page.goto(start);
      await expect.poll(() => site.asked.filter((path) => large.test(path)).length, { timeout: long }).toBe(2);
      await page.goto('#/about');
      await expect(page.getByText('couldn’t be stored completely')).toBeVisible();
      await open(page, 'gargantua', '5');
      await draw(page, 1);
      expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      await site.stop();
      await cannotOpen(context, './');
      // The next visit gets what is missing, and nothing else twice.
      site.faults = [];
      await site.start();
      await page.reload();
      site.asked = [];
      await page.goto(start);
      await untilKept(page);
      expect(site.asked.filter((path) => large.test(path)).length).toBe(1);
      expect(site.asked.filter((path) => /SetUp-/.test(path))).toEqual([]);
      await site.stop();
      await page.reload();
      await page.locator('main h1').first().waitFor();
    },
  );
}

for (const fault of ['error', 'truncated', 'wrong'] as const) {
  test(`a new version with one file ${fault} is not begun: the old one stays`, { tag: '@full' }, async ({ page, context, site }) => {
    await page.goto(start);
    await untilKept(page);
    site.files = second;
    site.faults = [{ path: /assets\/solver-.*\.wasm$/, fault }];
    await page.goto('#/about');
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await expect(page.getByText('couldn’t be downloaded completely')).toBeVisible({ timeout: long });
    await expect(notice(page)).toHaveCount(0);
    await page.reload();
    expect(await versionShown(page)).toBe(versionOf(first));
    await site.stop();
    const cold = await context.newPage();
    await page.close();
    await cold.goto('./#/carthage/5');
    await atPly(cold, 0);
    expect(await versionShown(cold)).toBe(versionOf(first));
  });
}

test('a list of files of one version and files of another are not begun', { tag: '@full' }, async ({ page, site }) => {
  await page.goto(start);
  await untilKept(page);
  // In the middle of a deployment: the list is new, and the page is that of the version after it. The scripts of both are
  // there.
  site.files = new Map([...third, ...second, ['index.html', third.get('index.html')!]]);
  await page.goto('#/about');
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await expect(page.getByText('couldn’t be downloaded completely')).toBeVisible({ timeout: long });
  await page.reload();
  expect(await versionShown(page)).toBe(versionOf(first));
  // A page that is opened asks of its own accord.
  site.files = third;
  await page.goto('./?now#/about');
  await page.locator('main').getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => versionShown(page).catch(() => '')).toBe(versionOf(third));
  await expect.poll(() => versionsKept(page), { timeout: long }).toEqual([versionOf(third)]);
});

test(
  'a version of which files have been removed is not begun, and is made whole again',
  { tag: '@full' },
  async ({ page, context, site }) => {
    await page.goto(start);
    await untilKept(page);
    const remove = () =>
      page.evaluate(async () => {
        const [name] = await caches.keys();
        const cache = await caches.open(name!);
        const file = (await cache.keys()).find(({ url }) => /solver-.*wasm$/.test(url))!;
        await cache.delete(file);
      });
    await remove();
    // The worker looks once after it has started.
    const session = await context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await site.stop();
    await cannotOpen(context, './');
    await site.start();
    await session.send('ServiceWorker.stopAllWorkers');
    const cold = await context.newPage();
    await cold.goto('./');
    await expect
      .poll(() =>
        cold.evaluate(
          async () => (await (await caches.open((await caches.keys())[0]!)).keys()).filter(({ url }) => /solver-.*wasm$/.test(url)).length,
        ),
      )
      .toBe(1);
    await site.stop();
    await cold.reload();
    await cold.locator('main h1').first().waitFor();
  },
);

test('a new version begins when the player wants it, after the move, with the game as it was', async ({ page, site }) => {
  await withSettings(page, { animation: 'slow', tap: 'select' });
  await page.goto(`./?now#/gargantua/${win.deal}`);
  await page.locator('.surface[data-ply="0"]').waitFor();
  await untilKept(page);
  for (let at = 1; at <= 3; ++at) await keyTo(page, 'd', at);
  site.files = second;
  await search(page);
  await expect(updateButton(page)).toBeVisible({ timeout: long });
  expect(await said(page)).toContain('A new version is ready');
  // Nothing happens unasked.
  await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
  const same = () => page.evaluate(() => 'same' in window);
  await frames(page, 30);
  expect(await same()).toBe(true);
  // A card is in somebody's hand: the page stays until it is put down.
  const { from } = await points(page, win.moves.find((text) => /^T\d>/.test(text)) ?? 'W>F1').catch(() => points(page, 'W>T1'));
  const button = await updateButton(page).elementHandle();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30);
  await page.mouse.move(from.x + 60, from.y + 60);
  await expect(page.locator('.surface.dragging')).toHaveCount(1);
  await button.evaluate((one: HTMLElement) => one.click());
  await frames(page, 90);
  expect(await same()).toBe(true);
  await expect(page.locator('.surface.dragging')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  // … and a card that is on its way arrives first.
  await page.keyboard.press('d');
  await expect.poll(() => same().catch(() => false)).toBe(false);
  await page.locator('.surface[data-ply]').waitFor();
  await atPly(page, 4);
  expect(await versionShown(page)).toBe(versionOf(second));
  await expect.poll(() => versionsKept(page), { timeout: long }).toEqual([versionOf(second)]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await atPly(page, 3);
  await site.stop();
  await page.reload();
  await atPly(page, 3);
  expect(await versionShown(page)).toBe(versionOf(second));
});

test(
  'other tabs go on with their version, whose files are kept as long as they are open',
  { tag: '@full' },
  async ({ page, context, site }) => {
    await withSettings(page, quick);
    await page.goto(`./?now#/gargantua/${win.deal}`);
    await page.locator('.surface[data-ply="0"]').waitFor();
    await untilKept(page);
    await keyTo(page, 'd', 1);
    const other = await context.newPage();
    await other.goto('./?now#/about');
    await untilKept(other);
    // From now on the server has no file of the first version.
    site.files = second;
    await checkForUpdates(other);
    await other.locator('main').getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => versionShown(other).catch(() => '')).toBe(versionOf(second));
    await expect(updateButton(page)).toBeVisible();
    expect(new Set(await versionsKept(other))).toEqual(new Set([versionOf(first), versionOf(second)]));
    // The first tab is what it was, and gets parts that it did not have yet.
    await page.evaluate(() => ((window as unknown as { same: boolean }).same = true));
    await keyTo(page, 'd', 2);
    await go(page, '#/faq');
    await expect(page.getByText('What does it cost?')).toBeVisible();
    await go(page, '#/set-up/carthage');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await go(page, `#/gargantua/${win.deal}`);
    await atPly(page, 2);
    await page.keyboard.press('h');
    await page.locator('.ring.hint').first().waitFor();
    expect(await page.evaluate(() => 'same' in window)).toBe(true);
    expect(await versionShown(page)).toBe(versionOf(first));
    // When it is reloaded it has the new version, and nobody needs the old one any more.
    await page.goto('./?now');
    expect(await versionShown(page)).toBe(versionOf(second));
    await expect.poll(() => versionsKept(page), { timeout: long }).toEqual([versionOf(second)]);
  },
);

test('a version that nobody asked for begins when the page is opened again', { tag: '@full' }, async ({ page, context, site }) => {
  await page.goto(start);
  await untilKept(page);
  site.files = second;
  await search(page);
  await expect(updateButton(page)).toBeVisible({ timeout: long });
  await notice(page).getByRole('button', { name: 'Dismiss message' }).click();
  await page.reload();
  expect(await versionShown(page)).toBe(versionOf(first));
  await page.close();
  await expect
    .poll(async () => {
      const again = await context.newPage();
      await again.goto('./');
      const shown = await versionShown(again);
      await again.close();
      return shown;
    })
    .toBe(versionOf(second));
});

test.describe('with the program’s own server', () => {
  test.use({ allowed: [/request to http:\/\/127/] });
  test('a new build is offered after SIGHUP, as is the one before after a step back', { tag: '@full' }, async ({ page }) => {
    test.skip(!built, 'no program');
    const folder = mkdtempSync(join(tmpdir(), 'quincunx-builds-'));
    const deploy = (files: Files) => {
      rmSync(folder, { recursive: true });
      for (const [path, content] of files) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    };
    deploy(first);
    const server = spawn(program, ['serve', '--port', '0', '--root', folder], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const lines = createInterface(server.stdout);
      const [line] = (await once(lines, 'line')) as [string];
      const address = /http:\S+/.exec(line)![0];
      await page.goto(`${address}?now#/carthage/5`);
      await draw(page, 1);
      await untilKept(page);
      for (const files of [second, first]) {
        deploy(files);
        server.kill('SIGHUP');
        await expect
          .poll(async () => (await page.request.get(`${address}sw.js`)).text().then((text) => text.includes(versionOf(files))))
          .toBe(true);
        await search(page);
        await updateButton(page).click({ timeout: long });
        await expect.poll(() => versionShown(page).catch(() => '')).toBe(versionOf(files));
        await atPly(page, 1);
        await expect.poll(() => versionsKept(page), { timeout: long }).toEqual([versionOf(files)]);
      }
    } finally {
      server.kill();
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test.describe('a browser that keeps nothing', () => {
  for (const [name, deny] of [
    ['has no service workers', () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')],
    [
      'throws when they are named',
      () =>
        Object.defineProperty(Navigator.prototype, 'serviceWorker', {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
    ],
    ['refuses them', () => (ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('denied', 'SecurityError')))],
  ] as const) {
    test(`because it ${name} plays as ever, and says nothing wrong`, { tag: '@full' }, async ({ page }) => {
      await page.addInitScript(deny);
      await withSettings(page, quick);
      await page.goto('./?now#/gargantua/5');
      await draw(page, 1);
      await frames(page, 60);
      await expect(notice(page)).toHaveCount(0);
      await page.goto('#/about');
      await expect(page.getByText(/^Quincunx 0\.\d+\.\d+ \(build /)).toBeVisible();
      await expect(page.getByText('works offline')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Check for updates' })).toHaveCount(0);
    });
  }

  test('because it has no room keeps the games rather than the page', { tag: '@full' }, async ({ page, context, site }) => {
    await withSettings(page, quick);
    const session = await context.newCDPSession(page);
    await page.goto('./');
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 400_000 });
    await page.goto('./?now#/gargantua/5');
    await draw(page, 1);
    await expect.poll(() => site.asked.includes('sw.js')).toBe(true);
    await page.goto('#/about');
    await expect(page.getByText('couldn’t be stored completely')).toBeVisible({ timeout: long });
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.goto('#/gargantua/5');
    await atPly(page, 1);
    await draw(page, 2);
    await page.reload();
    await atPly(page, 2);
  });

  test('because its games are not saved is not updated while one is on the table', { tag: '@full' }, async ({ page, site }) => {
    await withSettings(page, quick);
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto('./?now#/gargantua/5');
    await draw(page, 1);
    await untilKept(page);
    await notice(page).getByRole('button', { name: 'Dismiss message' }).click();
    site.files = second;
    await search(page);
    await updateButton(page).click({ timeout: long });
    await expect(notice(page)).toContainText('isn’t saving your game');
    await frames(page, 60);
    expect(await ply(page)).toBe(1);
    expect(await versionShown(page)).toBe(versionOf(first));
  });
});

test('the manifest has what systems need, and its shortcuts lead to the deals of the day', { tag: '@full' }, async ({ page, request }) => {
  await page.goto('./');
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(address!)).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose: string; type: string }[];
    screenshots: { src: string; sizes: string; form_factor: string; type: string }[];
    shortcuts: { name: string; url: string }[];
    file_handlers: { action: string; accept: Record<string, string[]> }[];
  };
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    'any any',
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(new Set(manifest.screenshots.map((one) => one.form_factor))).toEqual(new Set(['wide', 'narrow']));
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await request.get(src);
    expect(picture.headers()['content-type']).toBe(type);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size).toBe(sizes);
  }
  expect((await request.get((await page.locator('link[rel="apple-touch-icon"]').getAttribute('href'))!)).status()).toBe(200);
  expect(manifest.shortcuts).toHaveLength(1 + gameIds.length);
  const today = new Date().toISOString().slice(0, 10);
  for (const url of [manifest.shortcuts[1]!.url, manifest.shortcuts.at(-1)!.url]) {
    await page.goto(url);
    await expect(page).toHaveURL(new RegExp(`#/[a-z]+/\\d+\\?day-${today}$`));
    await atPly(page, 0);
  }
  await page.goto(manifest.shortcuts[0]!.url);
  await expect(page.locator('.deals a')).toHaveCount(gameIds.length);
  // Chromium's own opinion.
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

test('the browser’s offer to install the page is passed on by About', { tag: '@full' }, async ({ page }) => {
  await page.goto('#/about');
  await page.getByRole('heading', { name: 'Version' }).waitFor();
  await expect(page.getByRole('button', { name: 'Install as an app' })).toHaveCount(0);
  await page.goto('./#/faq');
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.title = 'prompted';
        return Promise.resolve({ outcome: 'accepted' });
      },
    });
    dispatchEvent(offer);
    if (!offer.defaultPrevented) throw new Error('the browser shows its own offer, too');
  });
  await go(page, '#/carthage/5');
  await atPly(page, 0);
  await go(page, '#/about');
  await page.getByRole('button', { name: 'Install as an app' }).click();
  await expect(page).toHaveTitle('prompted');
  await expect(page.getByRole('button', { name: 'Install as an app' })).toHaveCount(0);
});

test.describe('what another app shares', () => {
  const shared = (text: string) => `./?${new URLSearchParams({ title: 'A game', text })}`;

  test('is shown before it is opened', { tag: '@full' }, async ({ page }) => {
    await page.goto(shared(`Look:\n${readFileSync(recordOf('gargantua'), 'utf8')}`));
    await expect(page).toHaveURL(/\/#\/shared\//);
    expect(new URL(page.url()).search).toBe('');
    await page.goto(shared('Try this: gargantua#12345'));
    await expect(page).toHaveURL(/\/#\/gargantua\/12345$/);
  });

  test('is refused if it is no game', { tag: '@full' }, async ({ page }) => {
    await page.goto(shared('nothing'));
    await expect(notice(page)).toContainText('neither a saved game nor a link');
  });
});

test.describe('a file that the system opens with the app', () => {
  const launched = (page: Page, text: string) =>
    page.addInitScript((content) => {
      const file = new File([content], 'game.pat', { type: 'text/plain' });
      const opened = location.search === '?open';
      Object.defineProperty(window, 'launchQueue', {
        value: { setConsumer: (consume: (launch: object) => void) => opened && consume({ files: [{ getFile: async () => file }] }) },
      });
    }, text);
  const record = readFileSync(recordOf('gargantua'), 'utf8');

  test('is opened as a game', { tag: '@full' }, async ({ page }) => {
    await launched(page, record);
    await page.goto('./?open');
    await atPly(page, win.moves.length);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await atPly(page, win.moves.length);
  });

  test('takes the place of no game in progress', { tag: '@full' }, async ({ page }) => {
    await withSettings(page, quick);
    await open(page, 'gargantua', win.deal);
    await keyTo(page, 'd', 1);
    await launched(page, record);
    await page.goto('./?open');
    await expect(page).toHaveURL(/#\/gargantua\/game-/);
    await atPly(page, win.moves.length);
    await open(page, 'gargantua', win.deal);
    await atPly(page, 1);
  });

  test('is refused with a reason if it is no game', { tag: '@full' }, async ({ page }) => {
    await launched(page, 'not a game');
    await page.goto('./?open');
    await expect(notice(page)).toContainText('not a saved game');
  });
});
