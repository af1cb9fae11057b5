/** Home: there before any script, still while it arrives, and true. */
import { readFileSync } from 'node:fs';
import { difficultyOf } from '../src/pages/difficulty.ts';
import { atPly, each, expect, frames, gameIds, load, long, open, slowly, store, stored, test, withSettings } from './helpers.ts';

type Page = import('@playwright/test').Page;

const quick = { animation: 'off' } as const;
const odds = readFileSync(new URL('../../docs/odds.md', import.meta.url), 'utf8');

/** The cells of a game's row in the table that has these words in its head. */
function rowOf(head: string, game: string): string[] {
  const table = odds.slice(odds.indexOf(head));
  const row = new RegExp(`^\\| ${game} \\|(.*)\\|$`, 'm').exec(table);
  if (!row) throw new Error(`no row for ${game}`);
  return row[1]!.split('|').map((cell) => cell.trim());
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Home has its games, with pictures, and the way to them', { tag: '@desktop-first' }, async ({ page }) => {
    await page.goto('');
    await expect(page.locator('h1')).toHaveText('Rare patience games');
    await expect(page.locator('.games > li h2')).toHaveText([/Gargantua/, /Grandfather/, /Gloucestershire/, /Stalactites/, /Carthage/]);
    await expect(page.getByRole('link', { name: /^Play now/ })).toHaveAttribute('href', '#/gargantua');
    for (const picture of await each(page.locator('.games .picture img'))) {
      await picture.scrollIntoViewIfNeeded();
      const box = (await picture.boundingBox())!;
      expect(box.width * box.height).toBeGreaterThan(5000);
    }
  });

  test('no game on Home is seen before all have come, since where one lies depends on all', { tag: '@phone-first' }, async ({ page }) => {
    await page.route(/\/$/, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.slice(0, body.lastIndexOf('<h2')) });
    });
    await page.goto('');
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('.games > li')).toHaveCount(5);
    await expect(page.locator('.games > li').first()).toBeHidden();
  });
});

interface Shift {
  value: number;
  at: string;
}

/** Notes what moves on each page that is loaded from now on. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = window as unknown as { shifts: Shift[] };
    seen.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[]) {
        seen.shifts.push({
          value: entry.value,
          at: entry.sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`).join(', '),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(0.02);
}

for (const begun of [false, true]) {
  test(
    `nothing on Home moves when the engine arrives, ${begun ? 'with games in progress' : 'the first time'}`,
    { tag: '@full' },
    async ({ page }) => {
      await withSettings(page, quick);
      if (begun) {
        for (const deal of ['5', '6', '7', '8', '9']) {
          await open(page, 'carthage', deal);
          for (let i = 1; i <= 3; ++i) {
            await page.keyboard.press('d');
            await atPly(page, i);
          }
        }
      }
      await page.goto('icons/icon.svg');
      await slowly(page);
      await watchShifts(page);
      await page.goto('');
      await page.locator('#file:not([disabled])').waitFor();
      if (begun) await expect(page.locator('.mini .card-face').first()).toBeVisible();
      await frames(page, 30);
      await expectStill(page);
    },
  );
}

test('Home is not seen at the address of another page', { tag: '@full' }, async ({ page, allowed }) => {
  allowed.push(/Failed to load resource/);
  await page.route(/assets\/index.*\.js$/, (route) => route.abort());
  await page.goto('#/faq');
  await expect(page.locator('.starting').filter({ visible: true })).toHaveText(/hasn’t started/, { timeout: long });
  await expect(page.locator('.static')).toBeHidden();
  await page.goto('about:blank');
  await page.goto('#/');
  await expect(page.locator('.static h1')).toBeVisible();
});

test(
  'where the page cannot start, from a file and in a sandboxed frame, it says so first',
  { tag: '@desktop' },
  async ({ page, allowed, baseURL }) => {
    allowed.push(/./);
    await page.goto(new URL('../dist/index.html', import.meta.url).href);
    await expect(page.locator('.starting').first()).toBeInViewport();
    await page.goto('about:blank');
    // Our server lets no page frame this one; another one may.
    await page.route(baseURL!, async (route) => {
      await route.fulfill({ response: await route.fetch(), headers: { 'content-type': 'text/html' } });
    });
    for (const sandbox of ['allow-scripts', '']) {
      await page.setContent(`<iframe sandbox="${sandbox}" src="${baseURL!}"></iframe>`);
      await expect(page.frameLocator('iframe').locator('.starting').first()).toBeInViewport();
    }
  },
);

test('the figures on Home are those that were measured', { tag: '@desktop-first' }, async ({ page }) => {
  await load(page, '');
  for (const [i, game] of gameIds.entries()) {
    const [, fair = '', , novice = ''] = rowOf('| all cards known |', game);
    const [, , moves = ''] = rowOf('| won games |', game);
    const won = { fair: parseFloat(fair), novice: parseFloat(novice) };
    const text = (await page.locator('.games > li').nth(i).innerText()).replace(/\s+/g, ' ');
    expect(text, game).toContain(`fair player wins ${won.fair < 99.5 ? `${Math.round(won.fair)}%` : 'over 99%'}`);
    expect(text, game).not.toContain('100%');
    expect(text, game).toContain(won.novice < 1 ? 'novice hardly ever' : `novice ${Math.round(won.novice)}%`);
    expect(text, game).toContain(`about ${Math.round(Number(moves) / 10) * 10} moves`);
    expect(text, game).toContain(['Easy', 'Medium', 'Hard', 'Very hard'][difficultyOf(won) - 1]!);
  }
});

test('wide windows show the games as a quincunx', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  for (const width of [1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await load(page, '');
    const boxes = await page.locator('.games > li').evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width: w, height: h } = one.getBoundingClientRect();
        return { x: x + w / 2, y: y + h / 2, left: x, right: x + w };
      }),
    );
    const [a, b, middle, c, d] = boxes as [(typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0], (typeof boxes)[0]];
    expect(a.right).toBeLessThan(middle.left);
    expect(b.left).toBeGreaterThan(middle.right);
    expect(Math.abs(middle.x - (a.x + b.x) / 2)).toBeLessThan(2);
    expect(Math.abs(middle.y - (a.y + c.y) / 2)).toBeLessThan(20);
    expect([Math.abs(c.x - a.x), Math.abs(d.x - b.x)].every((off) => off < 2)).toBe(true);
    expect(c.y - a.y).toBeGreaterThan(200);
    // The window is used.
    expect((d.right - a.left) / width).toBeGreaterThan(width > 2000 ? 0.6 : 0.9);
  }
});

test('the one thing to do first is to go on, with a picture of the game', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, quick);
  await load(page, '');
  await expect(page.locator('main .button.main')).toHaveText(['Play now']);
  await open(page, 'carthage', '77');
  for (let i = 1; i <= 3; ++i) {
    await page.locator('.surface button[data-pile="S"]').click();
    await atPly(page, i);
  }
  const tops = await page
    .locator('.surface button[data-pile^="R"]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['card']));
  await page.goto('#/');
  await expect(page.locator('main .button.main')).toHaveText(['Continue']);
  // Eight piles of one card, and six reserves of twelve.
  await expect(page.locator('.mini .card-face')).toHaveCount(8 + 6 * 12 + 3);
  expect(tops.length).toBeGreaterThan(5);
  await page.getByRole('link', { name: /^Continue/ }).click();
  await atPly(page, 3);
});

test('without a game in progress Home begins with today’s deals, then with the next deal', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, quick);
  await watchShifts(page);
  await page.clock.setFixedTime(new Date('2027-03-15T23:00:00'));
  await load(page, '');
  await page.evaluate(() => localStorage.setItem('quincunx-home', '{"begun":[],"last":"stalactites"}'));
  await page.reload();
  const today = page.locator('.today');
  const links = today.locator('li a');
  await expect(links).toHaveText([/Gargantua.*Very easy/s, /Grandfather/, /Gloucestershire/, /Stalactites/, /Carthage/]);
  await expect(page.locator('main .button.main')).toHaveText(['Play']);
  const [card, heading] = [(await today.boundingBox())!, (await today.getByRole('heading').boundingBox())!];
  expect(heading.y - card.y).toBeLessThan(20);
  await expect(links.last()).toHaveAttribute('href', /^#\/carthage\/\d+\?day-2027-03-15$/);
  await expectStill(page);
  // The next time they are known at once, without the solver.
  await page.route(/solver/, (route) => route.abort());
  await page.reload();
  await expect(links.last()).toHaveAttribute('href', /^#\/carthage\/\d+\?day-2027-03-15$/);
  await page.unroute(/solver/);
  const win = async (count: number) => {
    const all = await links.evaluateAll((all) =>
      all.map((one) => /^#\/([a-z]+)\/(\d+)/.exec(one.getAttribute('href')!)!.slice(1, 3).join('#')),
    );
    const at = Date.parse('2027-03-15T22:00:00') / 1000;
    const entries = all.slice(0, count).map((deal, i) => ({
      ...{ name: `${at}-${'0'.repeat(31)}${i}`, begun: at, key: deal, deal, kind: 'day-2027-03-15', changed: at, state: 'won', time: 1 },
      ...{ ply: 60, moves: 60, help: 'none', par: null, thrown: null, ended: at, here: true, won: deal.split('#')[0] },
      more: { finished: `${at}+0` },
    }));
    await store(page, 'played', entries);
    await page.reload();
    await expect(today.getByRole('link', { name: `Today’s deals: ${count} of 5 done` })).toBeVisible();
    await expect(links.filter({ hasText: 'done' })).toHaveCount(count);
  };
  await win(2);
  await expect(links.nth(2).locator('.button')).toHaveText('Play');
  await expectStill(page);
  await win(5);
  await expectStill(page);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Next deal Stalactites/ })).toHaveAttribute('href', '#/stalactites');
  await expect(page.getByRole('link', { name: 'Today’s deals: 5 of 5 done' })).toBeVisible();
  await expectStill(page);
  // Midnight.
  await page.clock.setFixedTime(new Date('2027-03-16T00:00:10'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(today.getByRole('link', { name: 'Today’s deals: 0 of 5 done' })).toBeVisible();
  await expect(links.last()).toHaveAttribute('href', /day-2027-03-16$/);
});

test(
  'a game with hardly a move is forgotten after a day; of the others three are shown and the rest folded',
  { tag: '@full' },
  async ({ page }) => {
    await withSettings(page, quick);
    for (const deal of ['1', '2', '3', '4', '5']) {
      await open(page, 'carthage', deal);
      for (let i = 1; i <= (deal === '2' ? 1 : 3); ++i) {
        await page.locator('.surface button[data-pile="S"]').click();
        await atPly(page, i);
      }
    }
    await page.goto('#/');
    const rows = page.getByRole('region', { name: 'In progress' }).getByRole('link');
    await expect(rows).toHaveCount(3);
    await page.getByText('1 more', { exact: true }).click();
    await expect(rows).toHaveCount(4);
    const kept = async () =>
      (await stored<{ key: string }>(page, 'saved')).map(({ key }) => key).filter((key) => key.startsWith('carthage'));
    expect(await kept()).toHaveLength(5);
    // Two days later.
    await page.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 2 * 24 * 60 * 60 * 1000;
    });
    await page.reload();
    await expect.poll(kept).toEqual(['carthage#1', 'carthage#3', 'carthage#4', 'carthage#5']);
  },
);

test(
  'the browser’s own bars have the color of the page or of the felt, and links have a picture',
  { tag: '@full' },
  async ({ page, request }) => {
    const bar = () => page.locator('meta[name="theme-color"]').first().getAttribute('content');
    await load(page, '');
    const paper = await bar();
    await open(page, 'carthage', '1');
    const felt = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--table').trim());
    await expect.poll(bar).toBe(felt);
    expect(felt).not.toBe(paper);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect.poll(bar).toBe(paper);
    for (const [property, value] of [
      ['og:title', /Quincunx/],
      ['og:description', /Carthage/],
    ] as const)
      await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', value);
    const address = (await page.locator('meta[property="og:image"]').getAttribute('content'))!;
    const picture = await request.get(address);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toBe('image/jpeg');
  },
);
