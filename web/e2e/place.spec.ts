/** Where advice stands: under the table or in one line, at the worst moments of each game and in each of its states. */
import type { Page } from '@playwright/test';
import { gameOf, longRunRecord } from '../src/testing/games.ts';
import {
  atPly,
  expect,
  fromAdvice,
  fromMenu,
  fullUnless,
  gameIds,
  long,
  open,
  openAfter,
  openRecord,
  test,
  winOf,
  withSettings,
} from './helpers.ts';
import { stuck } from './room.ts';

const sizes = [
  [344, 882],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [3440, 1440],
] as const;

/** The fullest tables: all of Carthage's stock dealt, a run of 44 cards in Gloucestershire; else late in a win. */
async function worst(page: Page, game: (typeof gameIds)[number]): Promise<void> {
  const long = longRunRecord(gameOf(game));
  if (game === 'carthage') {
    await open(page, game, '4711');
    for (let deal = 1; deal <= 5; ++deal) {
      await page.keyboard.press('d');
      await atPly(page, deal);
    }
  } else if (long) await openRecord(page, long);
  else {
    await openAfter(page, game, Math.floor((winOf(game).moves.length * 2) / 3));
  }
}

interface Seen {
  /** of all cards, as they lie: width and height, and where */
  cards: string[];
  places: string[];
  scrolls: boolean;
  /** cards that can be played and lie under the advice, or whatever else is asked for */
  covered: string[];
}

const look = (page: Page, over = '.advice, .advised, header'): Promise<Seen> =>
  page.evaluate((over) => {
    const cards = [...document.querySelectorAll<HTMLElement>('.surface button[data-pile]')];
    const boxes = cards.map((card) => ({ card, box: card.getBoundingClientRect() }));
    const advice = [...document.querySelectorAll(over)].map((one) => one.getBoundingClientRect());
    const board = document.querySelector('.board')!;
    return {
      cards: boxes.map(({ box }) => [box.width, box.height].map(Math.round).join(' × ')),
      places: boxes.map(({ box }) => [box.x, box.y].map(Math.round).join(' ')),
      scrolls: board.scrollTop > 0 || board.scrollHeight > board.clientHeight + 1,
      covered: boxes.flatMap(({ card, box }) =>
        card.matches('.source') &&
        advice.some(
          (over) => box.left < over.right - 1 && box.right > over.left + 1 && box.top < over.bottom - 1 && box.bottom > over.top + 1,
        )
          ? [card.ariaLabel ?? '']
          : [],
      ),
    };
  }, over);

const line = (page: Page) => page.locator('header .line');

for (const [width, height] of sizes)
  for (const game of gameIds) {
    const tag = ['@desktop', ...fullUnless(game === 'carthage' && width === 360)];
    test(`advice covers no card that can be played: ${game}, ${width} × ${height}`, { tag }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await withSettings(page, { animation: 'off' });
      await worst(page, game);
      const closed = await look(page);
      await page.locator('.surface').focus();
      await page.keyboard.press('v');
      const panel = page.locator('.advice');
      await panel.waitFor();
      const main = (await page.locator('main').boundingBox())!;
      /** Always in the same place, whole, with four controls; cards keep their width and their column. */
      const check = (what: string) =>
        expect(async () => {
          const now = await look(page);
          const widths = now.cards.map((card, i) => parseInt(card, 10) / parseInt(closed.cards[i]!, 10));
          const columns = (all: Seen) =>
            all.places.map((place) => all.places.filter((one) => parseInt(one, 10) < parseInt(place, 10)).length);
          // Cards become smaller, by a quarter at most, only where piles do not close, or not far enough.
          expect(Math.min(...widths), what).toBeGreaterThan(game === 'gargantua' ? 0.99 : game === 'carthage' ? 0.94 : 0.75);
          expect(columns(now), what).toEqual(columns(closed));
          expect(now.scrolls, what).toBe(closed.scrolls);
          expect(now.covered, what).toEqual([]);
          const { x, y, width: wide, height: high } = (await panel.boundingBox())!;
          expect([x, y + high, wide], what).toEqual([main.x, main.y + main.height, main.width]);
          expect(await panel.evaluate((one) => one.scrollHeight - one.clientHeight), what).toBe(0);
          expect(await panel.getByRole('button').count(), what).toBeLessThanOrEqual(4);
        }).toPass({ timeout: long });
      await check('opened');
      const open = game === 'gloucestershire' || game === 'stalactites';
      for (const question of [...(open ? [] : ['What are my chances?']), 'Can it still be won?']) {
        const button = page.getByRole('button', { name: question });
        // Somebody who knows every card has the answer.
        if (question.startsWith('Can') && (await page.getByText('All cards are known').isVisible())) break;
        await button.click();
        const agree = page.getByRole('button', { name: 'Show it' });
        if (await agree.isVisible()) {
          await check('may it peek?');
          await agree.click();
        }
        await check(`${question} thinking`);
        if (question.startsWith('What')) {
          await expect(page.locator('.odds')).toBeVisible();
          await expect(page.locator('.odds[data-searching="true"]')).toHaveCount(0);
        } else await expect(page.locator('.advice .verdict')).not.toContainText('Checking');
        await check(`${question} answered`);
      }
      // Once help was used, answers are there as it opens.
      await page.getByRole('button', { name: 'Close the advice' }).click();
      await page.keyboard.press('v');
      await expect(page.locator('.advice :is(.odds, .verdict)').first()).toBeVisible();
      await check('opened again');
      await page.getByRole('button', { name: 'Review and more' }).click();
      await page.getByRole('checkbox', { name: open ? 'Always say whether' : 'Always show my chances' }).click();
      if (!open) await page.keyboard.press('Escape');
      // One tap, and there is only the line.
      await line(page).click();
      await expect(panel).toHaveCount(0);
      await expect(line(page)).toBeVisible();
      await expect.poll(() => look(page)).toEqual({ ...closed, covered: [] });
      expect(closed.covered).toEqual([]);
    });
  }

test('what is said lies on none of the advice that is opened after it', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await withSettings(page, { animation: 'off' });
  await open(page, 'carthage', '1000001');
  await page.locator('.surface').focus();
  await page.keyboard.press('h');
  const notice = page.getByTestId('notice');
  await expect(page.locator('.ring.hint').first()).toBeVisible();
  await page.keyboard.press('v');
  await page.locator('.advice').waitFor();
  await expect(async () => {
    const [said, sheet] = [(await notice.boundingBox())!, (await page.locator('.advice').boundingBox())!];
    expect(said.y + said.height <= sheet.y || said.y >= sheet.y + sheet.height, JSON.stringify([said, sheet])).toBe(true);
  }).toPass({ timeout: long });
});

test('a message covers no card that lands after it', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openAfter(page, 'gloucestershire', Math.floor(winOf('gloucestershire').moves.length / 2));
  await fromMenu(page, 'Restart');
  await atPly(page, 0);
  await expect(page.getByTestId('notice')).toContainText('Restarted');
  await expect(async () => {
    await expect(page.getByTestId('notice')).toBeVisible();
    expect((await look(page, '[data-testid=notice]')).covered).toEqual([]);
  }).toPass({ timeout: long });
});

test.describe('where the solver does not answer', () => {
  test.use({ allowed: async ({}, use) => use([/Failed to load resource/, /error/i]) });

  for (const [width, height] of sizes)
    test(`the line takes no height, at ${width} × ${height}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await withSettings(page, { animation: 'off' });
      const board = async () => (await page.locator('.board').boundingBox())!.height;
      await open(page, 'stalactites', '1000007');
      const whole = await board();
      await page.route(/\/solver-[^/]*\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
      await page.evaluate(() => {
        const settings = JSON.parse(localStorage.getItem('quincunx-settings')!) as object;
        localStorage.setItem('quincunx-settings', JSON.stringify({ ...settings, odds: true, verdict: true }));
      });
      await page.reload();
      await expect(line(page)).toHaveAttribute('title', /isn’t responding/);
      expect(await board()).toBe(whole);
      const { deal, moves } = winOf('stalactites');
      const won = `quincunx-record 1\ngame stalactites\ndeal stalactites#${deal}\nmoves\n${moves.join(' ')}\nend\n`;
      for (const record of [won, stuck]) {
        await openRecord(page, record);
        await page.locator('.end').waitFor();
        await expect(line(page)).toBeVisible();
        expect(await board()).toBe(whole);
      }
    });
});

for (const [width, height] of sizes)
  test(`what leads through a film lies beside the table, at ${width} × ${height}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await withSettings(page, { animation: 'off', filmSpeed: 'slow' });
    await worst(page, 'stalactites');
    const board = async () => (await page.locator('main').boundingBox())!;
    const before = await board();
    await page.locator('.surface').focus();
    await page.keyboard.press('v');
    await fromAdvice(page, 'Play it to the end');
    const film = (await page.locator('.film').boundingBox())!;
    const { y, height: high } = await board();
    expect([y, high]).toEqual([before.y, before.height]);
    expect(film.y >= y + high - 1 || film.y + film.height <= y + 1).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.locator('.film')).toHaveCount(0);
  });

for (const language of ['en', 'de'] as const)
  test(
    `the choice before the first move covers no card of an upright table: ${language}`,
    { tag: ['@phone', '@full'] },
    async ({ page }) => {
      await withSettings(page, { animation: 'off', language });
      for (const [width, height] of [
        [344, 882],
        [390, 844],
        [412, 915],
      ] as const) {
        await page.setViewportSize({ width, height });
        await open(page, 'stalactites', '10');
        await expect
          .poll(() =>
            page.evaluate(() => {
              const top = Math.min(...[...document.querySelectorAll('.choice button')].map((one) => one.getBoundingClientRect().top));
              return [...document.querySelectorAll('.felt .card')].filter((card) => card.getBoundingClientRect().bottom > top).length;
            }),
          )
          .toBe(0);
      }
    },
  );
