/** Nothing is lost: leaving and coming back, other tabs, storage that fails, an engine that dies. */
import type { Page } from '@playwright/test';
import { oldest } from '../src/ground/oldest.ts';
import {
  atPly,
  damageKept,
  denied,
  draw,
  drawWithoutEnd,
  expect,
  frames,
  fromMenu,
  full,
  gameIds,
  holdDatabase,
  keyTo,
  long,
  open,
  playAll,
  ply,
  recordOf,
  store,
  test,
  winOf,
} from './helpers.ts';

const win = winOf('gargantua');
test.use({ settings: { animation: 'off', tap: 'select' } });
const linkTo = (page: Page, deal: string) => page.getByRole('link', { name: new RegExp(`#${deal}`) }).first();

for (const game of gameIds) {
  test(`${game} can be left and returned to at any move`, { tag: '@full' }, async ({ page }) => {
    // Firefox takes 2.5 s for each of 227 moves on a busy machine.
    test.setTimeout(30 * long);
    const { deal, moves } = winOf(game);
    await page.goto('#/');
    await page.getByLabel('Open a saved game').setInputFiles(recordOf(game));
    await atPly(page, moves.length);
    for (let at = 0; at <= moves.length; ++at) {
      await fromMenu(page, 'History');
      await page.getByRole('slider', { name: 'Move' }).fill(String(at));
      await atPly(page, at);
      const before = await page.locator('.surface').ariaSnapshot();
      if (at % 2 === 0 || at === moves.length) await page.reload();
      else {
        await page.getByRole('link', { name: 'Home' }).click();
        await linkTo(page, deal).click();
      }
      await atPly(page, at);
      expect(await page.locator('.surface').ariaSnapshot(), `after move ${at}`).toBe(before);
    }
    await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeDisabled();
  });
}

test('a game is played on where it was left, move by move', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  for (let at = 0; at < 4; ++at) {
    await playAll(page, win.moves.slice(at, at + 1), 'taps', false);
    await page.reload();
    await atPly(page, at + 1);
  }
});

/** The first page never finishes a write. */
const stuckAtFirst = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('stuck') !== null) return;
    sessionStorage.setItem('stuck', '');
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      const again = (): void => void (this.get('none').onsuccess = again);
      again();
      return put.apply(this, args);
    };
  });

test('a move that is not written yet when the table is left, and then the page, is not lost', { tag: '@full' }, async ({ page }) => {
  await stuckAtFirst(page);
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  await page.goto('#/faq');
  await page.locator('main h1').waitFor();
  await page.reload();
  await open(page, 'gargantua', win.deal);
  await atPly(page, 3);
});

test('a page that is left before a move is written loses nothing', { tag: '@full' }, async ({ page }) => {
  await stuckAtFirst(page);
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  await page.reload();
  await atPly(page, 3);
  await playAll(page, win.moves.slice(3, 4), 'taps', false);
  await page.getByRole('link', { name: 'Home' }).click();
  await linkTo(page, win.deal).click();
  await atPly(page, 4);
});

test('settings that cannot be kept hold as long as the page is open, and that is said', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('#/settings');
  await page.getByRole('button', { name: 'Top left' }).click();
  await expect(page.getByTestId('notice')).toContainText(/settings/i);
  await page.getByRole('link', { name: 'Quincunx' }).click();
  await page.getByRole('navigation').getByText('More').click();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Top left' })).toHaveAttribute('aria-pressed', 'true');
});

test('games in progress stand on Home, and the address of a game leads to the last one', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 4), 'taps', false);
  await open(page, 'grandfather', '5');
  await draw(page, 1);
  await open(page, 'carthage', '77');
  await draw(page, 1);
  await page.goto('#/');
  const begun = page.getByRole('region', { name: 'In progress' }).getByRole('link');
  // The latest, and those with more than a move or two.
  await expect(begun).toHaveCount(2);
  await expect(page.getByRole('link', { name: /^Continue Carthage #77/ })).toBeVisible();
  await page.getByRole('button', { name: '1 more game in progress' }).click();
  await expect(page.getByRole('region', { name: 'In progress' })).toBeFocused();
  await page.goto('#/gargantua');
  await expect(page).toHaveURL(new RegExp(`gargantua/${win.deal}$`));
  await atPly(page, 4);
  await page.goto('#/carthage');
  await atPly(page, 1);
  await keyTo(page, 'd', 2);
  await page.goto('#/');
  await page.getByRole('button', { name: 'Remove Carthage 77' }).click();
  await expect(begun).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(begun).toHaveCount(2);
});

test('a second tab says so and can take the game over', async ({ context, page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 2), 'taps', false);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByText('open in another tab')).toBeVisible();
  await second.getByRole('button', { name: 'Play here' }).click();
  await expect(second.getByText('open in another tab')).toBeHidden();
  await atPly(second, 2);
  await expect(page.getByText('open in another tab')).toBeVisible();
  await draw(second, 3);
  await second.close();
  await page.getByRole('button', { name: 'Play here' }).click();
  await atPly(page, 3);
});

test('two tabs play two games', { tag: '@full' }, async ({ context, page }) => {
  await open(page, 'gargantua', win.deal);
  const second = await context.newPage();
  await open(second, 'gargantua', '7');
  await draw(second, 1);
  await draw(page, 1);
});

test('denied storage is said, and the game goes on', { tag: '@full' }, async ({ page }) => {
  await denied(page, 'indexedDB');
  await open(page, 'gargantua', win.deal);
  await expect(page.getByTestId('notice')).toContainText('blocks storage. Your games may be lost');
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  // The browser may remember them all the same.
  await page.reload();
  await atPly(page, 3);
  await page.goto('#/');
  await linkTo(page, win.deal).click();
  await atPly(page, 3);
});

test('full storage is said, and the game goes on', async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args) {
      const request = put.apply(this, args);
      const { transaction } = this;
      Object.defineProperty(transaction, 'error', { get: () => new DOMException('full', 'QuotaExceededError') });
      transaction.abort();
      return request;
    };
  });
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  await expect(page.getByTestId('notice')).toContainText('no storage left');
  await page.goto('#/');
  await linkTo(page, win.deal).click();
  await atPly(page, 3);
});

test('a database that never answers is said, and the game goes on and is there again', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('answers') !== null) return;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...what) {
      const request = open.apply(this, what);
      for (const name of ['success', 'error', 'upgradeneeded', 'blocked'])
        request.addEventListener(name, (event) => event.stopImmediatePropagation());
      return request;
    };
  });
  await open(page, 'gargantua', win.deal);
  await expect(page.getByTestId('notice')).toContainText('isn’t responding');
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  await page.getByRole('link', { name: 'Home' }).click();
  await linkTo(page, win.deal).click();
  await atPly(page, 3);
  // Nobody can count what has not been read.
  await page.goto('#/statistics');
  await expect(page.getByRole('main')).toContainText('isn’t responding');
  await page.evaluate(() => sessionStorage.setItem('answers', ''));
  await page.reload();
  await open(page, 'gargantua', win.deal);
  await atPly(page, 3);
  await page.goto('#/statistics');
  await expect(page.getByTestId('facts').first()).toContainText(/In progress\s*1/);
});

test('a game that could not be read is asked for when it can be, and none is lost', { tag: '@full' }, async ({ page, context }) => {
  await open(page, 'gargantua', win.deal);
  for (let i = 1; i <= 12; ++i) await keyTo(page, 'd', i);
  await open(page, 'grandfather', '5');
  await page.goto('notices.txt');
  const other = await context.newPage();
  await other.goto('notices.txt');
  await other.evaluate(holdDatabase, 60);
  await open(page, 'gargantua', win.deal);
  await atPly(page, 0);
  await playAll(page, win.moves.slice(0, 1), 'taps', false);
  await page.evaluate(() => localStorage.setItem('over', ''));
  await page.getByRole('button', { name: 'Earlier: 12 moves' }).click();
  await atPly(page, 12);
  await keyTo(page, 'd', 13);
  await page.reload();
  await atPly(page, 13);
  await page.goto('#/statistics');
  await expect(page.getByTestId('facts').first()).toContainText(/In progress\s*1/);
  // The other one is where the question says.
  await page.goto('#/');
  await page.getByRole('link', { name: /Gargantua.* 1 move/ }).click();
  await atPly(page, 1);
});

test(
  'pages that cannot read what is kept show what was known last, and write over nothing',
  { tag: '@full' },
  async ({ page, context }) => {
    await open(page, 'gargantua', win.deal);
    await playAll(page, win.moves.slice(0, 3), 'taps', false);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Share …' }).click();
    await page.getByRole('radio', { name: /^The game so far/ }).check();
    const text = page.locator('#share-text');
    await expect(text).toHaveValue(/#\/shared\/\S+$/);
    const link = /#\/shared\/\S+$/.exec(await text.inputValue())![0];
    await page.keyboard.press('Escape');
    await playAll(page, win.moves.slice(3, 5), 'taps', false);
    await page.goto('#/');
    const begun = page.getByRole('link', { name: new RegExp(`^Continue Gargantua #${win.deal}`) });
    await expect(begun).toBeVisible();
    await page.goto('notices.txt');
    const day = await page.evaluate(() => {
      const now = new Date();
      const [year, month, date] = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
      const day = `${year}-${month}-${date}`;
      const home = JSON.parse(localStorage.getItem('quincunx-home')!) as object;
      localStorage.setItem('quincunx-home', JSON.stringify({ ...home, day, done: { stalactites: 'won' } }));
      return day;
    });
    const at = Math.floor(Date.now() / 1000);
    const [deal, kind] = ['stalactites#5', `day-${day}`];
    const entry = {
      ...{ name: `${at}-${'0'.repeat(32)}`, begun: at, key: deal, deal, kind, changed: at, state: 'won', time: 1, ply: 9, moves: 9 },
    };
    await store(page, 'played', [
      { ...entry, help: 'none', par: null, thrown: null, ended: at, here: true, won: 'stalactites', more: { finished: `${at}+0` } },
    ]);
    const other = await context.newPage();
    await other.goto('notices.txt');
    await other.evaluate(holdDatabase, 600);
    const silent = () => expect(page.getByTestId('notice')).toContainText('isn’t responding');
    const done = () => page.evaluate(() => (JSON.parse(localStorage.getItem('quincunx-home')!) as { done: object }).done);

    await page.goto('#/');
    await silent();
    await expect(begun).toBeVisible();
    // The game that is there, and no new deal.
    await page.goto('#/gargantua');
    await expect(page).toHaveURL(new RegExp(`/gargantua/${win.deal}$`));
    await page.goto('#/today');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await done()).toEqual({ stalactites: 'won' });
    // A game of the same deal is opened as another one.
    await page.goto(link);
    await page.getByRole('button', { name: 'Go on from here' }).click();
    await atPly(page, 3);
    await expect(page).toHaveURL(/\/gargantua\/game-/);

    await page.goto('#/today');
    await page.evaluate(() => localStorage.setItem('over', ''));
    await expect(page.getByRole('listitem').filter({ hasText: 'Stalactites' })).toContainText('won');
    expect(await done()).toEqual({ stalactites: 'won' });
    await open(page, 'gargantua', win.deal);
    await atPly(page, 5);
    await page.goto('#/');
    await expect(page.getByRole('region', { name: 'In progress' }).getByRole('link')).toHaveCount(2);
  },
);

test('a database that the browser closes or clears is opened again, and no move is lost', { tag: '@full' }, async ({ page, context }) => {
  await open(page, 'gargantua', '7');
  await keyTo(page, 'd', 1);
  await page.goto('#/');
  await page
    .getByRole('link', { name: /Gargantua #7/ })
    .first()
    .waitFor();
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'taps', false);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await expect(page.getByTestId('notice')).toContainText('Your browser deleted these saved games: Gargantua 7');
  await playAll(page, win.moves.slice(3, 6), 'taps', false);
  await page.reload();
  await atPly(page, 6);
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...what) {
      IDBDatabase.prototype.transaction = transaction;
      this.close();
      return transaction.apply(this, what);
    };
  });
  await playAll(page, win.moves.slice(6, 8), 'taps', false);
  await page.reload();
  await atPly(page, 8);
});

const kills = full ? 300 : 2;
test(
  `of ${kills} tabs whose process is killed none loses more than the move being made`,
  { tag: '@desktop' },
  async ({ page, context }) => {
    test.setTimeout(kills * long);
    let tab = page;
    let deal = 1;
    await open(tab, 'gargantua', String(deal));
    for (let kill = 0; kill < kills; ++kill) {
      // Draws are made one after another until the process is gone, at some moment of one of them.
      await tab.evaluate(drawWithoutEnd);
      await expect.poll(() => ply(tab)).toBeGreaterThan(kill % 3);
      await frames(tab, (kill * 37) % 6);
      const seen = await ply(tab);
      const session = await context.newCDPSession(tab);
      const crashed = tab.waitForEvent('crash');
      void session.send('Page.crash').catch(() => {});
      await crashed;
      await tab.close();
      tab = await context.newPage();
      await open(tab, 'gargantua', String(deal));
      await expect.poll(() => ply(tab), `kill ${kill}`).toBeGreaterThanOrEqual(seen);
      if ((await ply(tab)) > 30) await open(tab, 'gargantua', String(++deal));
    }
  },
);

/** The worker's script with something changed in it. */
async function withWorker(page: Page, before: string): Promise<void> {
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${before}\n${await response.text()}` });
  });
}

test('an engine that dies is started again with the game as it was', async ({ page }) => {
  // Dies at the third play.
  await withWorker(
    page,
    `{ let plays = 0; self.addEventListener('message', (event) => {
      if (/^play /.test(event.data.text) && ++plays === 3) {
        event.stopImmediatePropagation();
        self.postMessage({ fatal: 'crashed', detail: 'unreachable' });
      }
    }); }`,
  );
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 2), 'field', false);
  await page.locator('#field').fill(win.moves[2]!);
  // By hand, because this move is lost.
  await page.locator('#field').press('Escape');
  await page.locator('.surface button[data-pile="S"]').click();
  await page.locator('.surface button[data-pile="S"]').click();
  await page.locator('.surface button[data-pile="S"]').click();
  await expect(page.getByTestId('notice')).toContainText('had to restart');
  await expect.poll(() => ply(page)).toBeGreaterThanOrEqual(2);
  const before = await ply(page);
  await draw(page, before + 1);
});

test('a browser that is too old is told which ones are not, and the game in progress stays', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 2), 'taps', false);
  await withWorker(page, 'WebAssembly.validate = () => false;');
  await page.reload();
  await expect(page.getByRole('alert').first()).toContainText(
    new RegExp(`too old\\..* Chrome ${oldest.chrome}, Firefox ${oldest.firefox}, Safari ${oldest.safari} or later`),
  );
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.unroute(/\/worker-[^/]*\.js$/);
  await page.reload();
  await atPly(page, 2);
});

test('wasm is loaded where its type is wrong, too', { tag: '@full' }, async ({ page }) => {
  await page.route(/\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
  });
  await open(page, 'gargantua', '1');
});

test('a broken address is said', async ({ page }) => {
  for (const address of ['#/gargantua/0', ...(full ? ['#/nothing/1', '#/a/b/c', '#/gargantua/99999999999999999999', '#/%E0%A4%A'] : [])])
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await page.getByRole('link', { name: 'All games' }).click();
      await expect(page.getByRole('link', { name: 'Play Gargantua', exact: true })).toBeVisible();
    });
});

test('a kept game that cannot be read is said, and can be dealt anew', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 2), 'taps', false);
  await page.goto('#/');
  await damageKept(page, `gargantua#${win.deal}`, 'quincunx-record 1\ngame gargantua\nmoves\nX>Y\nend\n');
  await page.goto(`#/gargantua/${win.deal}`);
  await expect(page.getByRole('alert')).toContainText('can’t be read');
  await page.getByRole('button', { name: 'Deal again' }).click();
  await atPly(page, 0);
});

test('a game is saved to a file and opened from it', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 4), 'taps', false);
  await fromMenu(page, 'Share …');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save to a file' }).click()]);
  const path = await download.path();
  expect(download.suggestedFilename()).toBe(`gargantua-${win.deal}.pat`);
  await page.goto('#/');
  await page.getByRole('button', { name: /Remove Gargantua/ }).click();
  await page.getByLabel('Open a saved game').setInputFiles(path);
  await atPly(page, 4);
  await page.goto('#/');
  await page.getByLabel('Open a saved game').setInputFiles({ name: 'x.pat', mimeType: 'text/plain', buffer: Buffer.from('no game') });
  await expect(page.getByRole('alert')).toContainText('is not a saved game');
});
