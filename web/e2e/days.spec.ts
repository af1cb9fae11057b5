/** The deals of the day, as somebody plays them day by day. */
import { execFileSync } from 'node:child_process';
import { program } from '../tools/program.ts';
import { atPly, expect, faults, frames, gameIds, keyTo, load, long, make, open, store, test } from './helpers.ts';
import { solved } from './serving.ts';

type Page = import('@playwright/test').Page;

test.use({ settings: { animation: 'off', tap: 'select', automatic: 'never' } });
const deals = (page: Page) => page.locator('.deals a');
const facts = (page: Page) => page.locator('.deals .facts');
const streak = (page: Page) => page.getByTestId('streak');
const end = (page: Page) => page.getByRole('group', { name: 'End of the game' });

/** Another moment: an open page notices it when it is looked at. */
async function itIs(page: Page, time: string): Promise<void> {
  await page.clock.setFixedTime(new Date(time));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

const toToday = (page: Page): Promise<void> => page.evaluate(() => void (location.hash = '#/today'));

async function twentyMoves(page: Page): Promise<void> {
  await page.locator('.surface[data-ply="0"]').waitFor();
  await page.locator('.surface').focus();
  for (let i = 1; i <= 20; ++i) await keyTo(page, 'd', i);
}

/** Plays for twenty moves and gives the game up. */
async function giveUp(page: Page): Promise<void> {
  await twentyMoves(page);
  await page.keyboard.press('n');
  await page
    .getByRole('dialog', { name: 'New deal' })
    .getByRole('radio', { name: /^Random/ })
    .check();
  await page.keyboard.press('Enter');
  await page.locator('.surface[data-ply="0"]').waitFor();
  await toToday(page);
}

/** Plays today's Gargantua as far as finishes it. */
async function finish(page: Page): Promise<void> {
  await deals(page).first().click();
  await giveUp(page);
}

test(
  'five days: finished, without a connection, won; each counts once, and a win leads to the next deal',
  { tag: '@desktop-first' },
  async ({ page, context, allowed }) => {
    // The files that the page would load beforehand do not come.
    allowed.push(/ERR_INTERNET_DISCONNECTED/);
    await page.clock.setFixedTime(new Date('2027-03-15T21:00:00'));
    await page.goto('#/today');
    await expect(deals(page)).toHaveText([/Gargantua/, /Grandfather/, /Gloucestershire/, /Stalactites/, /Carthage/]);
    await expect(deals(page).last()).toHaveText(/Easy/);
    await expect(streak(page)).toHaveText('');
    await finish(page);
    await expect(streak(page)).toHaveText('Day 1 of a new streak!');
    await expect(facts(page).first()).toHaveText(/finished\s*$/);
    expect(await facts(page).allTextContents()).not.toContain(expect.stringContaining('streak'));

    // The page stays open over midnight, and is without a connection for a day.
    await itIs(page, '2027-03-16T07:00:00');
    await expect(page.getByText('Tuesday, March 16, 2027')).toBeVisible();
    await expect(streak(page)).toHaveText('1-day streak · ends tonight');
    await context.setOffline(true);
    await finish(page);
    await expect(streak(page)).toHaveText('Day 2 in a row');
    await itIs(page, '2027-03-17T23:59:00');
    await finish(page);
    await expect(streak(page)).toHaveText('Day 3 in a row');
    await context.setOffline(false);

    // The next day begins with the page. Home knows today's deals at once.
    await page.clock.setFixedTime(new Date('2027-03-18T09:00:00'));
    await page.goto('#/');
    await page.reload();
    await page.getByRole('link', { name: 'Today’s deals: 0 of 5 done 3-day streak · ends tonight' }).click();
    await expect(facts(page).first()).toHaveText(/3-day streak\s*$/);
    await finish(page);
    await expect(streak(page)).toHaveText('Day 4 in a row');

    // On the last one, Stalactites is won.
    await itIs(page, '2027-03-19T09:00:00');
    await expect(streak(page)).toHaveText('4-day streak · ends tonight');
    const address = (await deals(page).nth(3).getAttribute('href'))!;
    const deal = `stalactites#${/\/(\d+)\?/.exec(address)![1]}`;
    const moves = solved(deal);
    const record = `quincunx-record 1\ngame stalactites\ndeal ${deal}\nmoves\n${moves.slice(0, -1).join(' ')}\nmeta kind day-2027-03-19\nend\n`;
    await page.evaluate(() => void (location.hash = '#/'));
    await page.getByLabel('Open a saved game').setInputFiles({ name: 'game.pat', mimeType: 'text/plain', buffer: Buffer.from(record) });
    await atPly(page, moves.length - 1);
    await make(page, moves.at(-1)!, 'field', false);
    await expect(end(page).getByText('Day 5 in a row')).toBeVisible();
    await end(page).getByRole('button', { name: 'Next: Gargantua' }).click();
    await expect(page).toHaveURL(/gargantua\/\d+\?day-2027-03-19$/);
    await page.locator('.surface[data-ply="0"]').waitFor();
    await toToday(page);
    await expect(streak(page)).toHaveText('Day 5 in a row');
    await expect(facts(page).nth(3)).toHaveText(/won\s*$/);
    await expect(page.getByRole('link', { name: 'Friday, March 19, 2027, finished' })).toHaveAttribute('aria-current', 'date');
    await expect(page.getByRole('status').filter({ hasText: '5 days this month.' })).toBeVisible();
    expect(await faults(page, 'main')).toEqual([]);
    // Home has a tick, and offers the deals that are open.
    await page.getByRole('link', { name: 'Quincunx' }).click();
    await expect(page.getByRole('link', { name: 'Today’s deals: 1 of 5 done 5-day streak', exact: true })).toBeVisible();
  },
);

test('the address of another deal cannot make it the deal of the day', { tag: '@full' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-03-15T12:00:00'));
  await page.goto('#/today');
  await expect(facts(page).first()).toHaveText(/Very easy\s*$/);
  await page.evaluate(() => void (location.hash = '#/gargantua/5?day-2027-03-15'));
  await giveUp(page);
  await expect(facts(page).first()).toHaveText(/Very easy\s*$/);
  await expect(streak(page)).toHaveText('');
});

test('a deal of the day of twenty moves that is removed is finished at once', { tag: '@full' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-03-15T12:00:00'));
  await page.goto('#/today');
  await deals(page).first().click();
  await twentyMoves(page);
  await page.evaluate(() => void (location.hash = '#/'));
  await page.getByRole('button', { name: /^Remove Gargantua/ }).click();
  await expect(page.getByRole('link', { name: 'Today’s deals: 1 of 5 done' })).toBeVisible();
  await toToday(page);
  await expect(facts(page).first()).toHaveText(/finished\s*$/);
  await expect(streak(page)).toHaveText('Day 1 of a new streak!');

  // One that another page has removed.
  const deal = `carthage#${/(\d+)\?/.exec((await deals(page).last().getAttribute('href'))!)![1]}`;
  const at = Date.parse('2027-03-15T11:00:00') / 1000;
  const game = { name: `${at}-${'0'.repeat(32)}`, begun: at, key: deal, deal, kind: 'day-2027-03-15', changed: at, state: 'playing' };
  const rest = { time: 1, ply: 20, moves: 20, help: 'none', par: null, thrown: null, ended: 0, here: true };
  await store(page, 'played', [{ ...game, ...rest }]);
  await page.reload();
  await expect(facts(page).last()).toHaveText(/finished\s*$/);
});

for (const [timezoneId, today, yesterday] of [
  ['Pacific/Kiritimati', '2027-03-16', '2027-03-15'],
  ['Pacific/Pago_Pago', '2027-03-15', '2027-03-14'],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test(`it is ${today} in ${timezoneId}, where somebody asks`, { tag: '@full' }, async ({ page }) => {
      await page.clock.setFixedTime(new Date('2027-03-15T11:30:00Z'));
      await page.goto('#/today');
      await expect(deals(page).last()).toHaveAttribute('href', new RegExp(`day-${today}$`));
      await page.goto(`#/today/${yesterday}`);
      await expect(page.getByText(/(won’t|don’t) count toward a streak/)).toBeVisible();
      await expect(deals(page).last()).toHaveAttribute('href', new RegExp(`day-${yesterday}$`));
      // March 14 is over everywhere half an hour later, March 15 a day after that.
      const solutions = page.getByRole('button', { name: /: solution$/ });
      await expect(solutions).toHaveCount(0);
      await itIs(page, '2027-03-15T12:00:00Z');
      await expect(solutions).toHaveCount(yesterday === '2027-03-14' ? gameIds.length : 0);
      await open(page, 'stalactites', '7');
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New deal' });
      await dialog.getByRole('radio', { name: /^Deal of the day/ }).check();
      await dialog.getByRole('button', { name: 'Deal', exact: true }).click();
      const now = yesterday === '2027-03-14' ? '2027-03-15' : '2027-03-16';
      await expect(page).toHaveURL(new RegExp(`\\?day-${now}$`));
    });
  });
}

test(
  'a past day is marked as later before its first move; when it is over everywhere, its solution is shown',
  { tag: '@full' },
  async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-03-15T12:00:00Z'));
    await page.goto('#/today/2027-03-10');
    await expect(page.getByRole('heading', { name: 'Wednesday, March 10, 2027' })).toBeVisible();
    await expect(page.getByRole('button', { name: /: solution$/ })).toHaveCount(gameIds.length);
    // On a narrow phone no name is broken in two.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 344, height: 882 });
    const heights = await page.locator('.deals .name').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.max(...heights), String(heights)).toBeLessThan(30);
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Stalactites: solution' }).click();
    const solved = page.getByRole('dialog', { name: 'Stalactites: solution' });
    await expect(solved).toContainText(/It can be won in \d+ moves/, { timeout: long });
    const saved = page.waitForEvent('download');
    await solved.getByRole('button', { name: 'Save the proof' }).click();
    const file = await (await saved).path();
    expect(execFileSync(program, ['replay', file]).toString()).toContain('won');
    await solved.getByRole('button', { name: 'Watch it' }).click();
    await expect(page).toHaveURL(/stalactites\/game-/);
    await expect(page.locator('.surface')).toBeVisible();
    await page.goto('#/today/2027-03-10');
    await expect(deals(page).nth(3)).toHaveAttribute('href', /stalactites/); // once its number is known
    await deals(page).nth(3).click();
    await expect(page.getByTestId('notice')).toContainText('won’t count toward a streak');
    await page.goto('#/today/2027-04-01');
    await expect(page.getByText('This day hasn’t begun yet.')).toBeVisible();
    await expect(deals(page)).toHaveCount(0);
  },
);

test(
  'the month: days that count, all deals, months before; where there are no days, or the clock is wrong, it says so',
  { tag: '@full' },
  async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-03-15T12:00:00'));
    await load(page, '#/today');
    const at = Date.parse('2027-03-10T12:00:00') / 1000;
    await store(
      page,
      'played',
      gameIds.map((game, i) => ({
        ...{ name: `${at + i}-${'0'.repeat(31)}${i}`, begun: at + i, key: `${game}#5`, deal: `${game}#5`, kind: 'day-2027-03-10' },
        ...{ changed: at, state: 'given-up', time: 1, ply: 20, moves: 20, help: 'none', par: null, thrown: null, ended: at, here: true },
        more: { finished: `${at}+0` },
      })),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Wednesday, March 10, 2027, all deals finished' }).click();
    await expect(facts(page)).toHaveText(gameIds.map(() => /finished\s*$/));
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect(page.getByRole('heading', { name: 'February 2027' })).toBeVisible();
    await expect(page.locator('.days a')).toHaveCount(28);
    await itIs(page, '2025-06-01T12:00:00');
    await load(page, '#/today');
    await expect(page.getByText(/^Deals of the day run from November 25, 2026/)).toBeVisible();
  },
);

test('the page can be left before its deals are known', { tag: '@full' }, async ({ page }) => {
  // Whatever the page warns of fails the test.
  let leave = (): void => {};
  const left = new Promise<void>((done) => (leave = done));
  let answered = false;
  await page.route(/\/solver-[^/]*\.wasm$/, async (route) => {
    await left;
    await route.continue();
    answered = true;
  });
  const asked = page.waitForRequest(/\/solver-[^/]*\.wasm$/);
  await page.goto('#/today');
  await asked;
  await load(page, '#/faq');
  leave();
  await expect.poll(() => answered).toBe(true);
  await frames(page, 30);
});
