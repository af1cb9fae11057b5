/** Games that travel: every kind of link, made here and opened elsewhere; hostile ones; records pasted and dropped. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { longestLink } from '../src/links/pack.ts';
import {
  atPly,
  axe,
  expect,
  frames,
  fromMenu,
  full,
  keyTo,
  load,
  long,
  open,
  openRecord,
  playAll,
  recordOf,
  said,
  status,
  stored,
  test,
  winOf,
  withSettings,
} from './helpers.ts';
import { decode } from './picture.ts';

const quick = { animation: 'off', tap: 'select', automatic: 'never' } as const;
test.use({ settings: quick });
const win = winOf('carthage');
const linkOf = (record: string | Buffer): string => `#/shared/1${deflateRawSync(record, { level: 9 }).toString('base64url')}`;
const wonRecord = readFileSync(recordOf('carthage'), 'utf8');
const recordAt = (at: number): string => wonRecord.replace(/^result won$/m, `at ${at}`);
const field = (page: Page) => page.getByRole('dialog').getByLabel('Text and link');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A browser of somebody else, with nothing of this one's. */
async function elsewhere(browser: Browser, base: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: base, serviceWorkers: 'block' });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await withSettings(page, quick);
  return page;
}

async function shareDialog(page: Page): Promise<void> {
  await button(page, 'More').click();
  await button(page, 'Share …').click();
  await expect(field(page)).toBeVisible();
}

/** The link that the dialog shows for a choice. */
async function shared(page: Page, choice: RegExp): Promise<string> {
  const radio = page.getByRole('radio', { name: choice });
  if (await radio.count()) await radio.check();
  await expect(field(page)).toHaveValue(/#\/\S+$/);
  const link = (await field(page).inputValue()).split('\n').at(-1)!;
  expect(link.length).toBeLessThanOrEqual(longestLink);
  return link;
}

async function follow(page: Page, link: string): Promise<void> {
  // A link is opened in a page of its own, not by a change of the fragment.
  await page.goto('./notices.txt');
  await page.goto(link);
}

/** Everything that the page keeps of games. */
const kept = async (page: Page): Promise<{ key: string; record: string }[]> =>
  (await stored<{ key: string; record: string }>(page, 'saved')).map(({ key, record }) => ({ key, record }));

/** A browser in which another game of the deal is in progress. */
async function busy(browser: Browser, base: string, deal = win.deal): Promise<Page> {
  const page = await elsewhere(browser, base);
  await open(page, 'carthage', deal);
  await keyTo(page, 'd', 1);
  await expect.poll(async () => (await kept(page)).map(({ key }) => key)).toEqual([`carthage#${deal}`]);
  return page;
}

test.describe('a link', { tag: '@desktop' }, () => {
  test('to a deal goes on with the game of that deal that is there', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    await open(page, 'carthage', win.deal);
    await shareDialog(page);
    const link = await shared(page, /^The deal/);
    expect(link).toBe(`${baseURL}#/carthage/${win.deal}`);
    const there = await busy(browser, baseURL!);
    await follow(there, link);
    await atPly(there, 1);
    const fresh = await elsewhere(browser, baseURL!);
    await follow(fresh, link);
    await atPly(fresh, 0);
  });

  test('to a deal of the day says so, and is one', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    await page.goto(`#/carthage/${win.deal}?day-2026-12-24`);
    await atPly(page, 0);
    await shareDialog(page);
    const link = await shared(page, /^The deal/);
    expect(link).toBe(`${baseURL}#/carthage/${win.deal}?day-2026-12-24`);
    await expect(field(page)).toHaveValue(/^Quincunx · Carthage, deal of the day, December 24, 2026\n/);
    const there = await elsewhere(browser, baseURL!);
    await follow(there, link);
    await atPly(there, 0);
  });

  test('to a game in progress is gone on with there, and comes back', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    await open(page, 'carthage', win.deal);
    await playAll(page, win.moves.slice(0, 4), 'taps', false);
    await shareDialog(page);
    const link = await shared(page, /^The game so far/);
    const there = await busy(browser, baseURL!);
    const before = await kept(there);
    await follow(there, link);
    await expect(there.locator('main')).toContainText(/A game of Carthage in progress: 4 moves, \d+ of 104 cards home\. Deal number 23\./);
    await expect(there.locator('.picture')).toBeVisible();
    await expect(there.getByText('You’ve already started this deal.')).toBeVisible();
    expect(await kept(there)).toEqual(before);

    await button(there, 'Go on from here').click();
    await atPly(there, 4);
    await expect(there).toHaveURL(/#\/carthage\/game-/);
    await playAll(there, win.moves.slice(4, 6), 'taps', false);
    // The game that was there is as it was.
    expect((await kept(there)).find(({ key }) => key === before[0]!.key)).toEqual(before[0]);

    // And back, where the deal is still at four moves.
    await shareDialog(there);
    const back = await shared(there, /^The game so far/);
    await follow(page, back);
    await expect(page.locator('main')).toContainText('6 moves');
    await page.getByRole('link', { name: 'Open your own game' }).click();
    await atPly(page, 4);
    await page.goBack();
    await button(page, 'Go on from here').click();
    await atPly(page, 6);
    const address = page.url();
    // Opened a second time, it is the same game.
    await follow(page, back);
    await button(page, 'Go on from here').click();
    await atPly(page, 6);
    expect(page.url()).toBe(address);
    await open(page, 'carthage', win.deal);
    await atPly(page, 4);
  });

  test(
    'to a game in progress becomes the game of its deal where there is none, with its time',
    { tag: '@full' },
    async ({ page, baseURL, browser }) => {
      await page.clock.install();
      await open(page, 'carthage', win.deal);
      await playAll(page, win.moves.slice(0, 1), 'taps', false);
      for (let second = 0; second < 70; ++second) await page.clock.runFor(1000);
      await shareDialog(page);
      const link = await shared(page, /^The game so far/);
      const there = await elsewhere(browser, baseURL!);
      await follow(there, link);
      await button(there, 'Go on from here').click();
      await atPly(there, 1);
      await expect(there).toHaveURL(new RegExp(`#/carthage/${win.deal}$`));
      await expect(there.locator('.time')).toHaveText(/^1:[0-3]\d$/);
    },
  );

  test('to a won game tells how, shows no card, and plays it as a film', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    await page.goto('#/');
    await page.getByLabel('Open a saved game').setInputFiles(recordOf('carthage'));
    await atPly(page, win.moves.length);
    await page.getByRole('group', { name: 'End of the game' }).getByRole('button', { name: 'Share', exact: true }).click();
    const link = await shared(page, /^The won game/);
    const there = await busy(browser, baseURL!);
    const before = await kept(there);
    await follow(there, link);
    await expect(there.locator('main')).toContainText(
      new RegExp(`A game of Carthage, deal ${win.deal}: won in ${win.moves.length} moves.* Can you beat it\\?`),
    );
    await expect(there.locator('.picture')).toHaveCount(0);
    expect(await kept(there)).toEqual(before);
    await button(there, 'Watch the game').click();
    await atPly(there, 0);
    await expect.poll(async () => Number(await there.locator('.surface').getAttribute('data-ply'))).toBeGreaterThan(2);
    await expect(there.locator('.surface')).not.toHaveAttribute('data-ply', String(win.moves.length));
    await keyTo(there, 'Escape', win.moves.length);
    expect(await status(there)).toBe('won');
    await expect(there.getByText('You won!')).toHaveCount(0);
    expect((await kept(there)).find(({ key }) => key === before[0]!.key)).toEqual(before[0]);

    // A player without a game of the deal watches it, and then plays from the start.
    const fresh = await elsewhere(browser, baseURL!);
    await fresh.clock.install();
    await follow(fresh, link);
    await button(fresh, 'Watch the game').click();
    await atPly(fresh, 0);
    await follow(fresh, link);
    await fresh.getByRole('link', { name: 'Play this deal' }).click();
    await atPly(fresh, 0);
    await expect(fresh).toHaveURL(new RegExp(`#/carthage/${win.deal}$`));
    await fresh.clock.runFor(1500);
    await atPly(fresh, 0);
  });

  test('to a position starts from it', { tag: '@full' }, async ({ page, browser, baseURL }) => {
    const open8 = winOf('gloucestershire');
    await open(page, 'gloucestershire', open8.deal);
    await playAll(page, open8.moves.slice(0, 5), 'taps', false);
    const cards = (of: Page) =>
      of
        .locator('.surface')
        .evaluate((surface) =>
          [...surface.querySelectorAll<HTMLElement>('button[data-pile]')]
            .map(({ dataset }) => `${dataset['pile']} ${dataset['card']}`)
            .sort(),
        );
    const before = await cards(page);
    await shareDialog(page);
    const link = await shared(page, /^Only the position/);
    await expect(field(page)).toHaveValue(/What would you play\?/);
    const there = await elsewhere(browser, baseURL!);
    await follow(there, link);
    await expect(there.locator('main')).toContainText(/A position of Gloucestershire: \d+ of 104 cards home\./);
    await expect(there.getByRole('link', { name: 'Play this deal' })).toHaveCount(0);
    await button(there, 'Go on from here').click();
    await atPly(there, 0);
    expect(await cards(there)).toEqual(before);
    // Where cards are hidden there is no such choice.
    await open(page, 'carthage', win.deal);
    await shareDialog(page);
    await expect(page.getByRole('radio', { name: /position/ })).toHaveCount(0);
  });
});

const bare = (fragment: string): string => fragment.slice('#/shared/'.length);
const good = bare(linkOf(recordAt(4)));
const hostile: [string, string, RegExp][] = [
  ['nothing', '', /contains no game/],
  ['half of it', good.slice(0, good.length / 2), /cut off/],
  ['all but its last characters', good.slice(0, -3), /cut off/],
  ['only its version', '1', /cut off/],
  [
    'something after the end',
    bare(linkOf('')).replace(/^1.*/, `1${Buffer.concat([deflateRawSync(recordAt(4)), Buffer.from('more')]).toString('base64url')}`),
    /something extra at the end/,
  ],
  [
    'another character in the middle',
    `${good.slice(0, 40)}${good[40] === 'A' ? 'B' : 'A'}${good.slice(41)}`,
    /changed on the way|cut off|no valid game|doesn’t contain text|extra/,
  ],
  ['100,000 characters', `1${'A'.repeat(100_000)}`, /too long/],
  ['version 9', `9${good.slice(1)}`, /can’t read the link/],
  ['markup for its data', '1<img src=x onerror=window.hacked=1>', /characters that don’t belong/],
  ['a script for its data', "1';window.hacked=1//", /characters that don’t belong/],
  ['bad percent signs', `1%zz${good}`, /characters that don’t belong/],
  ['slashes', '1/../../carthage/1', /characters that don’t belong/],
  ['a bomb', bare(linkOf(Buffer.alloc(1_430_000))), /too much for one game/],
  ['a bomb of record lines', bare(linkOf(`quincunx-record 1\n${'#\n'.repeat(600_000)}`)), /too much for one game/],
  ['bytes that are no text', bare(linkOf(Buffer.from([0xff, 0xfe, 0x00]))), /doesn’t contain text/],
  ['a text that is no game', bare(linkOf('<script>window.hacked=1</script>')), /no valid game: line 1, column 1/],
  [
    'a game that does not exist',
    bare(linkOf('quincunx-record 1\ngame <img src=x onerror=window.hacked=1>\ndeal x#1\nmoves\nend\n')),
    /no valid game: line 2/,
  ],
  ['a move that cannot be made', bare(linkOf(recordAt(4).replace(/^moves\n/m, 'moves\nT1>T1 '))), /no valid game: line 5/],
  ['a record that was cut off', bare(linkOf(wonRecord.slice(0, -5))), /no valid game/],
];

test.describe('a hostile link', { tag: '@desktop' }, () => {
  test('is refused with its reason, runs nothing and stores nothing', async ({ page }) => {
    page.on('dialog', () => expect('a dialog').toBe('none'));
    await page.goto('#/');
    const local = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key !== 'quincunx-settings')));
    const before = await local();
    // In short, one that no text is, one that no room is for and one that is no game: src/links/ has tests of them all.
    const some = ['markup for its data', 'a bomb', 'a move that cannot be made'];
    for (const [i, [name, data, why]] of hostile.filter(([name]) => full || some.includes(name)).entries()) {
      if (full || i < 2) await follow(page, `./#/shared/${data}`);
      else {
        // The page reads an address in the same way when only that changes, which is sooner than loading it.
        await page.evaluate(() => void (location.hash = '#/nowhere/to/be/found'));
        await expect(page.getByRole('alert')).toHaveCount(0);
        await page.evaluate((to) => void (location.hash = to), `#/shared/${data}`);
      }
      await expect(page.getByRole('alert'), name).toContainText(why);
      await expect(page.getByRole('alert'), name).toContainText('Nothing was opened or saved.');
      expect(await page.evaluate(() => 'hacked' in window), name).toBe(false);
      expect(await kept(page), name).toEqual([]);
      expect(await local(), name).toBe(before);
      expect(await page.locator('main img, main script').count(), name).toBe(0);
    }
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Games' })).toBeVisible();
    // The engine of the page is as it was.
    await open(page, 'carthage', win.deal);
  });

  test('leaves the table and a good link beside it alone', { tag: '@full' }, async ({ page }) => {
    await open(page, 'carthage', win.deal);
    await playAll(page, win.moves.slice(0, 2), 'taps', false);
    await page.evaluate((to) => (location.hash = to), `#/shared/${good.slice(0, 50)}`);
    await expect(page.getByRole('alert')).toContainText('cut off');
    await page.evaluate((to) => (location.hash = to), `#/shared/${good}`);
    await expect(page.locator('main')).toContainText('4 moves');
    await page.evaluate((to) => (location.hash = to), `#/shared/9`);
    await expect(page.getByRole('alert')).toContainText('can’t read the link');
    await open(page, 'carthage', win.deal);
    await atPly(page, 2);
  });

  test('with scripts in the texts of a good record shows them as they are', { tag: '@full' }, async ({ page }) => {
    const attack = '<img src=x onerror=window.hacked=1><script>window.hacked=1</script>';
    const record = recordAt(4).replace(
      /^at 4$/m,
      `at 4\nmark 2 ${attack}\nmeta title ${attack}\nmeta kind ${attack}\nmeta par ${attack}\nmeta help ${attack}\nmeta time ${attack}`,
    );
    await follow(page, `./${linkOf(record)}`);
    await expect(page.locator('main')).toContainText('4 moves');
    await button(page, 'Go on from here').click();
    await atPly(page, 4);
    await fromMenu(page, 'History');
    await expect(page.getByText(attack).first()).toBeVisible();
    await shareDialog(page);
    await expect(field(page)).toHaveValue(/^Quincunx · Carthage #23\n/);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  });

  test('is told from a browser that cannot unpack', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'CompressionStream');
      Reflect.deleteProperty(globalThis, 'DecompressionStream');
    });
    await follow(page, `./#/shared/${good}`);
    await expect(page.getByRole('alert')).toContainText('browser is too old');
    await open(page, 'carthage', win.deal);
    await playAll(page, win.moves.slice(0, 1), 'taps', false);
    await shareDialog(page);
    await expect(field(page)).toHaveValue(/#\/carthage\/23$/);
    await page.getByRole('radio', { name: /^The game so far/ }).check();
    await expect(page.getByText('too old to make a link')).toBeVisible();
    await expect(button(page, 'Copy')).toBeDisabled();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Save to a file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('carthage-23.pat');
  });
});

test.describe('sharing', () => {
  test('a win says how it was won, with par once that is known', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    const { deal, moves } = winOf('stalactites');
    await open(page, 'stalactites', deal);
    await playAll(page, moves, 'field', false);
    const panel = page.getByRole('group', { name: 'End of the game' });
    await expect(panel).toContainText(/You won!/);
    await expect(panel.locator('.facts')).toContainText(/par \d+/, { timeout: long });
    const share = panel.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    await expect(field(page)).toHaveValue(
      new RegExp(
        `^Quincunx · Stalactites #${deal}\\nWon in ${moves.length} moves, par \\d+, \\d+:\\d\\d, without help\\n[▁▂▃▅▇]{10}\\nhttp\\S+#/stalactites/${deal}$`,
      ),
    );
    const link = await shared(page, /^The won game/);
    await page.keyboard.press('Escape');
    await expect(share).toBeFocused();
    await follow(page, link);
    await expect(page.locator('main')).toContainText(new RegExp(`won in ${moves.length} moves, par \\d+\\. Can you beat it\\?`));
  });

  test('uses what the device has, and says what became of it', { tag: '@full' }, async ({ page }) => {
    await page.addInitScript(() => {
      const seen: ShareData[] = [];
      const answers = ['', 'AbortError', 'NotAllowedError'];
      Object.assign(window, { seen });
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => {
          const name = answers[seen.push(data) - 1]!;
          if (name !== '') throw new DOMException('not now', name);
        },
      });
    });
    await open(page, 'carthage', win.deal);
    await shareDialog(page);
    const state = page.getByRole('dialog').getByRole('status');
    const send = page.getByRole('dialog').getByRole('button', { name: 'Share …' });
    await send.click();
    await send.click();
    await expect.poll(() => page.evaluate(() => (window as unknown as { seen: ShareData[] }).seen.length)).toBe(2);
    await expect(state).toHaveText('');
    await send.click();
    await expect(state).toHaveText('Couldn’t share the text.');
    const [first] = await page.evaluate(() => (window as unknown as { seen: ShareData[] }).seen);
    expect(first).toEqual({ text: 'Quincunx · Carthage #23\nCan you win this deal?', url: `${page.url().split('#')[0]}#/carthage/23` });
  });

  test('copies text and record, and says so where it must not', { tag: ['@desktop', '@full'] }, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, 'carthage', win.deal);
    await playAll(page, win.moves.slice(0, 3), 'taps', false);
    await shareDialog(page);
    const dialog = page.getByRole('dialog');
    await page.getByRole('radio', { name: /^The game so far/ }).check();
    await expect(field(page)).toHaveValue(/#\/shared\/1\S+$/);
    await button(page, 'Copy').click();
    await expect(dialog.getByRole('status')).toHaveText('Copied: paste it wherever you like.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field(page).inputValue());
    await button(page, 'Copy with all moves').click();
    await expect(dialog.getByRole('status')).toContainText('The game is copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^quincunx-record 1\ngame carthage\n/);
    // Copied is what was shown when the button was pressed, and nothing is said of what is shown by then.
    await page.evaluate(() => {
      const { clipboard } = navigator;
      const write = clipboard.writeText.bind(clipboard);
      clipboard.writeText = (text) =>
        new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve })).then(() => write(text));
    });
    const shown = await field(page).inputValue();
    await button(page, 'Copy').click();
    await page.getByRole('radio', { name: /^The deal/ }).check();
    await expect(field(page)).not.toHaveValue(shown);
    await page.evaluate('release()');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
    await expect(dialog.getByRole('status')).toHaveText('');
    await button(page, 'Copy with all moves').click();
    await page.evaluate('release()');
    await expect(dialog.getByRole('status')).toContainText('The game is copied');
    await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
    // A record on the clipboard is opened from here, too: it is the game that is there already.
    await button(page, 'Paste a game or link').click();
    await expect(dialog).toHaveCount(0);
    await atPly(page, 3);
    await shareDialog(page);
    await page.evaluate(() => navigator.clipboard.writeText('neither'));
    await button(page, 'Paste a game or link').click();
    await expect(dialog.getByRole('status')).toContainText('neither a saved game nor a link');
    await dialog.getByLabel('Open a file').setInputFiles({ name: 'x.pat', mimeType: 'text/plain', buffer: Buffer.from('no game') });
    await expect(dialog.getByRole('status')).toContainText('is not a saved game');
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))));
    await button(page, 'Copy').click();
    await expect(dialog.getByRole('status')).toContainText('The text is selected');
    expect(
      await field(page).evaluate((element: HTMLTextAreaElement) => [
        element.selectionStart,
        element.selectionEnd === element.value.length,
        document.activeElement === element,
      ]),
    ).toEqual([0, true, true]);
  });

  test('draws a QR code that says the link, or how long a link may be', { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await follow(page, `./${linkOf(recordAt(60))}`);
    await button(page, 'Go on from here').click();
    await atPly(page, 60);
    await shareDialog(page);
    for (const choice of [/^The deal/, /^The game so far/]) {
      const link = await shared(page, choice);
      await button(page, 'QR code').click();
      const picture = page.getByRole('img', { name: 'QR code of the link' });
      await expect(picture).toBeInViewport({ ratio: 1 });
      const { width, height, data } = decode(await picture.screenshot());
      const dots = new Uint8ClampedArray(width * height * 4).fill(255);
      for (let i = 0; i < width * height; ++i) dots.set(data.subarray(i * 3, i * 3 + 3), i * 4);
      expect(jsQR(dots, width, height)?.data).toBe(link);
    }
    let seed = 7;
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(97 + ((seed = (seed * 48_271) % 2_147_483_647) % 26))).join('');
    const long = (marks: number) =>
      recordAt(40).replace(/^at 40$/m, ['at 40', ...Array.from({ length: marks }, (_, i) => `mark ${i} ${noise(390)}`)].join('\n'));
    await openRecord(page, long(3));
    await atPly(page, 40);
    await shareDialog(page);
    await shared(page, /^The game so far/);
    await button(page, 'QR code').click();
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('at most 1,273');
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0);
    // Longer still, it is no link any more.
    await openRecord(page, long(8));
    await atPly(page, 40);
    await shareDialog(page);
    await page.getByRole('radio', { name: /^The game so far/ }).check();
    await expect(page.getByTestId('too-long')).toContainText(/would have [\d,]{5} characters, .* longer than 2,000/);
    await expect(field(page)).not.toHaveValue(/#\//);
    await expect(button(page, 'QR code')).toBeDisabled();
  });
});

/** Copies a text, and pastes it on the page. */
async function pasting(page: Page): Promise<(text: string) => Promise<void>> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return async (text) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };
}

test.describe('a record', { tag: '@desktop' }, () => {
  test('is pasted anywhere on the page, and takes the place of no game', async ({ page }) => {
    const paste = await pasting(page);
    await page.goto('#/');
    // At once, while the page is still loading what takes it. It takes what mails and chats put around a game.
    await paste(`My game:\r\n\r\n\`\`\`\r\n${recordAt(4).replace(/^/gm, '> ')}\r\n\`\`\`\r\nAnna`);
    await atPly(page, 4);
    await expect(page).toHaveURL(/#\/carthage\/23$/);
    // The game goes on; the same record again is another game then.
    await playAll(page, win.moves.slice(4, 5), 'taps', false);
    await paste(`\n${recordAt(4)}`);
    await atPly(page, 4);
    await expect(page).toHaveURL(/#\/carthage\/game-/);
    await paste(wonRecord);
    await atPly(page, win.moves.length);
    await open(page, 'carthage', win.deal);
    await atPly(page, 5);
    // A bad one is refused, and the table stays.
    await paste(recordAt(4).replace('carthage#23', 'carthage#0'));
    await expect(page.getByTestId('notice')).toContainText(/is not a saved game: line 3, column \d+/);
    await atPly(page, 5);
    await playAll(page, win.moves.slice(5, 6), 'taps', false);
    // A link is one that is followed; anything else is none of the page's business.
    await paste('quincunx is fun');
    await atPly(page, 6);
    await paste(`Look at this\nhttps://example.org/${linkOf(recordAt(7))}`);
    await expect(page.locator('main')).toContainText('7 moves');
    await paste('Can you win this deal?\n(https://example.org/#/carthage/24)');
    await expect(page).toHaveURL(/#\/carthage\/24$/);
  });

  test('is text where there is a field', { tag: '@full' }, async ({ page }) => {
    const paste = await pasting(page);
    await page.clock.install();
    await open(page, 'carthage', win.deal);
    await page.clock.runFor(10_000);
    await page.keyboard.press('/');
    await page.locator('#field').focus();
    await paste(recordAt(4));
    await expect(page.locator('#field')).toHaveValue(/quincunx-record/);
    await atPly(page, 0);
  });

  test('is dropped on the page, which says that it may be', { tag: '@full' }, async ({ page }) => {
    const drag = (type: string, text: string) =>
      page.evaluate(
        ({ type, text }) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'game.pat'));
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('main')!.dispatchEvent(event);
          return event.defaultPrevented;
        },
        { type, text },
      );
    await open(page, 'carthage', win.deal);
    // At once, while the page is still loading what takes it.
    expect(await drag('dragover', '')).toBe(true);
    expect(await drag('drop', 'nothing')).toBe(true);
    await expect(page.getByTestId('notice')).toContainText('This file is not a saved game: A record starts');
    await keyTo(page, 'd', 1);
    await expect(async () => {
      expect(await drag('dragover', '')).toBe(true);
      await expect(page.getByTestId('drop-hint')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByTestId('drop-hint')).toHaveText('Drop a saved game (.pat) here to open it');
    await expect(page.getByTestId('drop-hint')).toHaveCount(0);
    await drag('dragover', '');
    expect(await drag('drop', '\x89PNG\r\n')).toBe(true);
    await expect(page.getByTestId('drop-hint')).toHaveCount(0);
    await expect(page.getByTestId('notice')).toContainText('This file is not a saved game: A record starts');
    // The last message is about the second of two files, although that takes no time.
    await drag('drop', 'x'.repeat(1024 * 1024));
    await drag('drop', 'x'.repeat(1024 * 1024 + 1));
    await expect(page.getByTestId('notice')).toContainText('too large');
    await frames(page, 90);
    await expect(page.getByTestId('notice')).toContainText('too large');
    await atPly(page, 1);
    await drag('drop', recordAt(4));
    await atPly(page, 4);
    await expect(page).toHaveURL(/#\/carthage\/game-/);
    await open(page, 'carthage', win.deal);
    await atPly(page, 1);
  });

  test('of another kind says what it is and where it belongs, and one of several is opened', { tag: '@full' }, async ({ page }) => {
    const drop = (...files: [name: string, content: string | number[]][]) =>
      page.evaluate((files) => {
        const dataTransfer = new DataTransfer();
        for (const [name, content] of files)
          dataTransfer.items.add(new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
        document.querySelector('main')!.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }, files);
    const notice = page.getByTestId('notice');
    await page.goto('#/');
    await expect(page.getByLabel('Open a saved game')).toBeEnabled();
    for (const [content, says] of [
      ['\uFEFFquincunx-games 2\ngame carthage#23 x=1\n', 'contains all games of a player. Import it on the Statistics page.'],
      [`quincunx-games 2\n${'# mine\n'.repeat(300_000)}`, 'contains all games of a player. Import it on the Statistics page.'],
      ['\uFEFFgame carthage\nredeals 0\nF1 -\n', 'This is a position, not a saved game.'],
      ['quincunx-puzzles 2\ngame carthage\npuzzles 0\n', 'This is a file of puzzles'],
      [[0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0], 'This is a certificate'],
      [[0x50, 0x4b, 3, 4, 0, 0, 0], 'compressed'],
    ] as const) {
      await drop(['a file', typeof content === 'string' ? content : [...content]]);
      await expect(notice).toContainText(says);
    }
    // Two games, the second one of which stays where it is.
    await drop(['one.pat', recordAt(4)], ['two.pat', recordAt(5)]);
    await atPly(page, 4);
    await expect(notice).toContainText('one.pat is open. Only one file can be opened at a time');
    expect(await kept(page)).toHaveLength(1);
    // As the Notepad of Windows saves it when it is asked for Unicode.
    const wide = [...new Uint8Array(new Uint16Array([...`\uFEFF${recordAt(6)}`].map((letter) => letter.charCodeAt(0))).buffer)];
    await drop(['wide.pat', wide]);
    await atPly(page, 6);
    // The other way round, a single game among those of a player.
    await page.goto('#/statistics');
    await page.getByLabel('Import a file').setInputFiles(recordOf('carthage'));
    await expect(page.getByRole('alert')).toContainText('This is a single saved game.');
  });

  test('and any link of the page that is pasted leads there, or it is said that it does not', { tag: '@full' }, async ({ page }) => {
    const paste = await pasting(page);
    await page.goto('#/');
    await expect(page.getByLabel('Open a saved game')).toBeEnabled();
    const base = 'https://example.org/';
    const wrapped = encodeURIComponent(`${base}${linkOf(recordAt(7))}`);
    await paste(`https://eur01.safelinks.protection.outlook.com/?url=${wrapped}&data=05%7C02&reserved=0`);
    await expect(page.locator('main')).toContainText('7 moves');
    for (const address of ['#/puzzles/stalactites/streak', '#/today/2026-11-28', '#/carthage/24']) {
      await paste(`${base}${address.replace('#', '%23')}`);
      await expect(page).toHaveURL(new RegExp(`${address}$`));
    }
    await atPly(page, 0);
    await paste('https://protect-eu.mimecast.com/s/abc');
    await expect(page.getByTestId('notice')).toContainText('This link leads to nothing here');
    // Ten million characters are answered at once, too.
    for (const text of ['# mine\n', '\n', 'quincunx-record 1\n']) {
      const took = await page.evaluate((part) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', part.repeat(10_000_000 / part.length));
        const begun = performance.now();
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        return performance.now() - begun;
      }, text);
      expect(took).toBeLessThan(2000);
    }
    await expect(page.getByTestId('notice')).toContainText('too large');
    await atPly(page, 0);
  });

  test('from a file leaves the game of the same deal as it is', { tag: '@full' }, async ({ page }) => {
    await open(page, 'carthage', win.deal);
    await playAll(page, win.moves.slice(0, 8), 'field', false);
    const before = await kept(page);
    await openRecord(page, recordAt(4));
    await atPly(page, 4);
    await expect(page).toHaveURL(/#\/carthage\/game-/);
    expect((await kept(page)).filter(({ key }) => key === 'carthage#23')).toEqual(before);
  });
});

test.describe('for everyone', () => {
  test('dialog and page work by keys, say what they do and fit into 320 pixels', { tag: '@full' }, async ({ page }, info) => {
    const small = info.project.name === 'phone';
    if (small) await page.setViewportSize({ width: 320, height: 568 });
    const look = async (name: string) => {
      await page.screenshot({ path: info.outputPath(`${name}.png`) });
      // Axe cannot say what color is behind text that a dialog has scrolled away.
      const { violations, incomplete } = await (await axe(page)).analyze();
      expect(
        [...violations, ...(name === 'code' ? [] : incomplete)].map(
          ({ id, nodes }) => `${name}: ${id} ${nodes.map(({ target }) => target).join(' ')}`,
        ),
      ).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      expect(
        await page.evaluate(() => [...document.querySelectorAll('dialog')].map((dialog) => dialog.scrollWidth - dialog.clientWidth)),
        name,
      ).toEqual(name === 'page' || name === 'bad' || name === 'won' ? [] : [0]);
    };
    await follow(page, `./${linkOf(recordAt(12))}`);
    await expect(page.locator('.picture')).toBeVisible();
    await expect(page.locator('.picture .at').first()).toBeVisible();
    await look('page');
    await button(page, 'Go on from here').focus();
    await keyTo(page, 'Enter', 12);
    await button(page, 'More').focus();
    await page.keyboard.press('Enter');
    await button(page, 'Share …').focus();
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue(/#\/carthage\/23$/);
    await look('dialog');
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^The game so far/ })).toBeChecked();
    await expect(field(page)).toHaveValue(/#\/shared\/1\S+$/);
    await button(page, 'QR code').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    await page.getByRole('img', { name: 'QR code of the link' }).scrollIntoViewIfNeeded();
    await look('code');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'More')).toBeFocused();
    await follow(page, `./#/shared/${good.slice(0, 50)}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await look('bad');
    await follow(page, `./${linkOf(wonRecord)}`);
    await expect(button(page, 'Watch the game')).toBeVisible();
    await look('won');
    expect(await said(page)).toBe('');
    await load(page, '#/');
  });
});
