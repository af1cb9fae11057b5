/** Every page: accessible in light and dark, complete, and strict about where it loads from. */
import { readFileSync } from 'node:fs';
import {
  axe,
  expect,
  frames,
  fromMenu,
  full,
  fullUnless,
  gameIds,
  load,
  loadedWith,
  long,
  neverHasty,
  open,
  openAfter,
  recordOf,
  test,
  winOf,
  withSettings,
} from './helpers.ts';
import { watchWorkers, workersOf } from './workers.ts';

interface Excuse {
  /** axe's rule */
  rule: string;
  /** desktop or phone */
  on: string;
  /** part of the selector of the elements it is about */
  where: string;
  why: string;
}
const excuses = JSON.parse(readFileSync(new URL('axe-incomplete.json', import.meta.url), 'utf8')) as Excuse[];

const pages = [
  '#/',
  '#/how-to-play',
  '#/how-to-play/carthage',
  '#/set-up/gargantua',
  '#/workshop/carthage',
  '#/today',
  '#/faq',
  '#/about',
  '#/settings',
  '#/nothing/1',
];

for (const scheme of ['light', 'dark'] as const) {
  // The ordinary run looks at each page and at one table, in the light.
  const tables = full ? gameIds : gameIds.slice(-1);
  test(
    `axe finds nothing on any page, ${scheme}`,
    { tag: [scheme === 'dark' ? '@desktop-first' : '@phone-first', ...fullUnless(scheme === 'light')] },
    async ({ page, browserName }, info) => {
      await page.emulateMedia({ colorScheme: scheme });
      await withSettings(page, { animation: 'off', field: true });
      await neverHasty(page);
      const unexcused: string[] = [];
      const needed = new Set<Excuse>();
      const look = async (name: string, without = 'no-element') => {
        // The buttons over names and numbers are transparent, but axe looks through none.
        await page.evaluate(() => document.documentElement.style.setProperty('--z-badges', '2200'));
        const { violations, incomplete } = await (await axe(page)).exclude(without).analyze();
        for (const { id, nodes } of violations)
          for (const node of nodes) unexcused.push(`${name}: violation ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`);
        // Firefox's lines of text are 2 px higher, so the name of a pile ends beyond its transparent button, and axe does not
        // decide about its contrast. Chromium's run does.
        for (const { id, nodes } of browserName === 'firefox' ? [] : incomplete) {
          for (const node of nodes) {
            const at = `${node.target.join(' ')} ${node.html}`;
            const excuse = excuses.find((one) => one.on === info.project.name && one.rule === id && at.includes(one.where));
            if (excuse) needed.add(excuse);
            else unexcused.push(`${name}: incomplete ${id} at ${at} ${JSON.stringify(node.any[0]?.data ?? '')}`);
          }
        }
      };
      for (const address of pages) {
        await load(page, address);
        await look(address);
      }
      for (const game of tables) {
        await open(page, game, winOf(game).deal);
        await look(game);
      }
      await open(page, 'carthage', winOf('carthage').deal);
      await fromMenu(page, 'History');
      await look('history');
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await look('menu');
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await look('keys');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('h');
      await page.locator('.ring.hint').first().waitFor();
      await look('hint');
      await page.keyboard.press('p');
      await look('pause');
      await page.goto('#/');
      await page.getByLabel('Open a saved game').setInputFiles(recordOf('grandfather'));
      await page.getByText('Won!').waitFor();
      // The panel lies over some of the names of the piles, and axe cannot tell what is behind them.
      await look('won', '.badges');
      expect(unexcused).toEqual([]);
      // The list is for what axe cannot decide, and can only shrink.
      expect(
        excuses.filter((one) => one.on === info.project.name && !needed.has(one)),
        'excuses that nothing needs',
      ).toEqual([]);
    },
  );
}

for (const letters of ['100%', '200%']) {
  test(`no page is wider than its window, letters of ${letters}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    for (const address of pages) {
      await load(page, address);
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
      await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(20);
      for (const [width, height] of [
        [320, 568],
        [360, 640],
        [820, 1180],
      ] as const) {
        await page.setViewportSize({ width, height });
        const out = () =>
          page.evaluate(() => {
            const edge = document.documentElement.clientWidth;
            return [...document.querySelectorAll<HTMLElement>('body *')]
              .filter((element) => element.getBoundingClientRect().right > edge + 1 && !element.closest('pre, table, .read, svg'))
              .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30) ?? ''}`);
          });
        // Pictures of tables take their size from the window a moment later.
        await expect.poll(out, `${address} at ${width}`).toEqual([]);
      }
    }
  });
}

test('all pages lead to each other', { tag: '@full' }, async ({ page }) => {
  await page.goto('#/');
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  for (const name of ['Today', 'Puzzles', 'Statistics', 'Play']) {
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(navigation.locator('[aria-current="page"]')).toHaveText(name);
    await expect(page.locator('main h1')).toBeVisible();
  }
  // A menu, which a key closes, too, holds the pages that one reads once.
  const more = navigation.getByText('More');
  for (const name of ['How to play', 'FAQ', 'About', 'Settings']) {
    await more.click();
    await navigation.getByRole('link', { name }).click();
    await expect(page.locator('main h1')).toBeVisible();
  }
  await more.click();
  await page.keyboard.press('Escape');
  await expect(navigation.getByRole('link', { name: 'About' })).toBeHidden();
  await page.getByRole('link', { name: 'Quincunx' }).click();
  for (const game of ['Gargantua', 'Grandfather', 'Gloucestershire', 'Stalactites', 'Carthage']) {
    await page.getByRole('link', { name: `How to play ${game}` }).click();
    await expect(page.getByRole('heading', { name: game, level: 1 })).toBeVisible();
    await page.getByRole('link', { name: `Play ${game}`, exact: true }).click();
    await page.locator('.surface[data-ply="0"]').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
  }
});

test('the rules show the table with its faces, and name its piles', { tag: '@full' }, async ({ page }) => {
  for (const [game, piles] of [
    ['gargantua', ['foundations', 'piles', 'waste', 'stock']],
    ['stalactites', ['foundations', 'piles', 'cells']],
  ] as const) {
    await load(page, `#/how-to-play/${game}`);
    const picture = page.locator('figure .picture');
    await expect(picture.locator('.label')).toHaveText([...piles]);
    const faces = () => picture.locator('.card-face').evaluateAll((all) => all.map((face) => getComputedStyle(face).backgroundImage));
    // As many different ones as a deal shows, and no blank one.
    await expect.poll(async () => (await faces()).filter((face) => !face.startsWith('url("blob:'))).toEqual([]);
    expect(new Set(await faces()).size).toBeGreaterThan(8);
    const out = await picture.evaluate((element) => {
      const edge = element.getBoundingClientRect();
      const boxes = [...element.children].map((child) => child.getBoundingClientRect());
      return boxes.filter((box) => box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1).length;
    });
    expect(out, game).toBe(0);
  }
});

test('settings hold', { tag: '@desktop-first' }, async ({ page }) => {
  await page.goto('#/settings');
  await page.getByRole('button', { name: 'Top left' }).click();
  await page.getByLabel('Hide clock and moves').check();
  await page.getByRole('radio', { name: 'Blue' }).check();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Top left' })).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => document.documentElement.dataset['table'])).toBe('blue');
  await open(page, 'gargantua', '1');
  await expect(page.locator('.time')).toHaveCount(0);
  const stock = (await page.locator('.surface button[data-pile="S"]').boundingBox())!;
  expect(stock.x).toBeLessThan(100);
});

test('what was set when there were more settings still holds, and few are left', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    const stored = {
      showTime: false,
      sound: true,
      volume: 'high',
      leftHanded: true,
      allKnownHelp: false,
      cardSize: 'large',
      thinkAhead: false,
    };
    if (!localStorage.getItem('quincunx-settings')?.includes('relaxed')) localStorage.setItem('quincunx-settings', JSON.stringify(stored));
  });
  await load(page, '#/settings');
  await expect(page.getByRole('button', { name: 'Top left' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Hide clock and moves')).toBeChecked();
  await expect(page.getByLabel('Sound')).toHaveValue('high');
  await expect(page.getByLabel('Hints and advice')).toHaveValue('fair');
  await expect(page.getByRole('radio', { name: 'Green' })).toBeChecked();
  await page.locator('summary', { hasText: 'Keyboard and screen reader' }).click();
  const groups = await page.locator('main').evaluate((main) => {
    const single = main.querySelectorAll('select, input[type="checkbox"]').length;
    return single + new Set([...main.querySelectorAll<HTMLInputElement>('input[type="radio"]')].map(({ name }) => name)).size + 1;
  });
  // Where the server keeps results, one more says whether they are sent.
  expect(groups).toBe(13);
  await open(page, 'gargantua', '1');
  await expect(page.locator('.time')).toHaveCount(0);
});

test('house rules deal the same cards by other rules', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { animation: 'off' });
  await open(page, 'carthage', '5');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Carthage' });
  // The most frequent actions come first.
  await expect(menu.locator('.tiles button').first()).toHaveText('Restart');
  await expect(menu.getByRole('button', { name: 'Standard rules' })).toHaveAttribute('aria-pressed', 'true');
  await menu.getByRole('button', { name: /Carthage Strict/ }).click();
  await expect(page).toHaveURL(/carthage-strict\/5$/);
  await page.locator('.surface[data-ply="0"]').waitFor();
  await expect(page.getByRole('heading', { name: 'Carthage Strict' })).toBeVisible();
});

test('buttons, foundations and stock are at the bottom for those who want them there', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off', bottom: true });
  await open(page, 'gargantua', '4711');
  for (const size of sizes) {
    await page.setViewportSize(size);
    const above = () =>
      page.evaluate(() => {
        const box = (selector: string) => [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
        const piles = Math.max(...box('.surface button[data-pile^="T"]').map(({ bottom }) => bottom));
        const controls = box('.surface button[data-pile^="F"], .surface button[data-pile="S"]');
        const buttons = box('.actions button').filter(({ width }) => width > 0);
        return {
          controls: controls.filter(({ top }) => top < piles - 1).length,
          buttons: buttons.filter(({ top }) => top < Math.max(...controls.map(({ bottom }) => bottom)) - 1).length,
          out: buttons.filter(({ bottom }) => bottom > innerHeight).length,
        };
      });
    await expect.poll(above, { message: `${size.width} × ${size.height}` }).toEqual({ controls: 0, buttons: 0, out: 0 });
  }
  // A message is inside the window there, too, and covers no bar.
  await page.locator('.surface button[data-pile="T9"]').last().click();
  await page.keyboard.press('h');
  const title = (await page.locator('.title').boundingBox())!;
  // The words of a hint take the place of those before them.
  await expect(async () => {
    const notice = await page.getByTestId('notice').boundingBox();
    expect(notice).not.toBeNull();
    expect(notice!.y).toBeGreaterThan(0);
    expect(notice!.y + notice!.height).toBeLessThanOrEqual(title.y);
  }).toPass({ timeout: long });
});

const sizes = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 568, height: 320 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];
for (const game of gameIds) {
  test(`${game} fits every window without scrolling`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await withSettings(page, { animation: 'off' });
    // In a low window the choice before the first move lies over cards, which are scrolled from under it.
    await openAfter(page, game, winOf(game).moves[0]!.startsWith('by') ? 1 : 0);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const over = () =>
        page.evaluate(() => {
          const board = document.querySelector('.board')!;
          const root = document.documentElement;
          return {
            board: board.scrollHeight - board.clientHeight,
            x: root.scrollWidth - root.clientWidth,
            y: root.scrollHeight - root.clientHeight,
          };
        });
      await expect.poll(over, { message: `${size.width} × ${size.height}` }).toEqual({ board: 0, x: 0, y: 0 });
      const small = await page
        .locator('.surface button.source')
        .evaluateAll(
          (all) => all.map((button) => button.getBoundingClientRect()).filter((box) => Math.min(box.width, box.height) < 24 - 0.01).length,
        );
      expect(small, `small targets at ${size.width} × ${size.height}`).toBe(0);
    }
  });
}

test('twice as large letters break nothing', { tag: '@phone' }, async ({ page }) => {
  await withSettings(page, { animation: 'off' });
  await open(page, 'gargantua', '1');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await frames(page, 12);
  for (const name of ['New', 'Undo', 'Redo', 'Hint', 'More']) {
    const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    expect(box.y + box.height).toBeLessThanOrEqual(640);
  }
  await page.locator('.surface button[data-pile="S"]').tap();
  await page.locator('.surface[data-ply="1"]').waitFor();
});

test('the first load is small', { tag: '@desktop-first' }, async ({ page, baseURL }) => {
  const files = (await loadedWith(page, baseURL!, '#/gargantua/1')).filter(({ first }) => first);
  expect(files.map(({ url }) => url.replace(/^.*\./, ''))).toEqual(expect.arrayContaining(['js', 'css', 'wasm']));
  const sizes = files.map(({ url, size }): [string, number] => [url, size]);
  const sum = sizes.reduce((total, [, size]) => total + size, 0);
  expect(sum, JSON.stringify(sizes)).toBeLessThan(190_000);
  for (const name of ['base', 'shared', 'Play']) {
    const { url } = files.find((file) => file.url.includes(`/${name}-`) && file.url.endsWith('.js'))!;
    expect(await (await page.request.get(url)).text(), url).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
  if (full) console.log(`first load: ${sum} bytes`, process.env['SIZES'] ? sizes : '');
});

test(
  'what a table needs is asked for before the page has a script, and nowhere else',
  { tag: '@desktop' },
  async ({ page, allowed, baseURL }) => {
    allowed.push(/Failed to load resource/);
    await watchWorkers(page);
    let sent: string[] = [];
    page.on('response', (response) => {
      if (response.ok() && response.url().startsWith(baseURL!)) sent.push(response.url().replace(/^.*\/|-[\w-]{8}(?=\.\w+$)/g, ''));
    });
    await page.route(/\/index-[^/]*\.js$/, (route) => route.abort());
    const ofTables = ['Play.js', 'shared.js', 'table.js', 'table.wasm', 'worker.js'];
    await page.goto('#/carthage/1');
    await expect.poll(() => ofTables.filter((name) => !sent.includes(name))).toEqual([]);
    // The address of a game leads to a table, too, and How to play draws one.
    for (const address of ['', '#/today', '#/statistics']) {
      await page.goto('about:blank');
      sent = [];
      await page.goto(address);
      await expect.poll(() => sent).toContain('common.js');
      expect(
        sent.filter((name) => name !== 'table.js' && ofTables.includes(name)),
        address,
      ).toEqual([]);
    }
    await page.unroute(/\/index-[^/]*\.js$/);
    await page.goto('about:blank');
    await page.goto('#/carthage/1');
    await page.locator('.surface[data-ply="0"]').waitFor();
    // The worker that was started first is the one that the page uses.
    expect(await workersOf(page, 'table')).toHaveLength(1);
  },
);
