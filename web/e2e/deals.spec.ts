/** Deals worth playing: any, winnable, by level, of the day, by number; and par after a win. */
import {
  atPly,
  expect,
  faults,
  fromAdvice,
  gameIds,
  long,
  open,
  openAfter,
  openRecord,
  playAll,
  ply,
  status,
  tableKey,
  test,
  winOf,
  withSettings,
} from './helpers.ts';

type Page = import('@playwright/test').Page;

const quick = { animation: 'off', tap: 'select' } as const;
test.use({ settings: quick });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New deal' });
const table = (page: Page) => page.locator('.surface[data-ply="0"]');

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog(page).waitFor();
}

async function sound(page: Page, what: string): Promise<void> {
  expect(await faults(page, what)).toEqual([]);
}

/** The program plays the deal on the table to its end, at the player's wish. */
async function watchItWon(page: Page): Promise<void> {
  await tableKey(page, 'v');
  await fromAdvice(page, 'Play it to the end');
  const asks = page.getByRole('button', { name: 'Show it' });
  await expect(page.getByRole('button', { name: 'Stop', exact: true }).or(asks)).toBeVisible();
  if (await asks.isVisible()) await asks.click();
  await expect.poll(() => status(page), { timeout: long, intervals: [500] }).toBe('won');
  await page.keyboard.press('Escape');
}

for (const game of gameIds) {
  test(`${game}: deals that can be won, of each level and of the day, are what they say`, { tag: '@full' }, async ({ page }) => {
    test.setTimeout(20 * long);
    await withSettings(page, { ...quick, filmSpeed: 'fast' });
    await open(page, game, '1');
    await ask(page);
    await expect(dialog(page).getByRole('radio', { name: /^Winnable/ })).toBeChecked();
    await sound(page, 'dialog');
    const kinds = [
      'Winnable',
      ...(await dialog(page).locator('.levels label').allTextContents()).map((text) => text.trim()),
      'Deal of the day',
    ];
    await page.keyboard.press('Escape');
    for (const kind of kinds) {
      await ask(page);
      await dialog(page)
        .getByRole('radio', { name: new RegExp(`^${kind}`) })
        .check();
      await dialog(page).getByRole('button', { name: 'Deal', exact: true }).click();
      const level = kinds.indexOf(kind);
      const address =
        level === 0 ? 'winnable' : level === kinds.length - 1 ? `day-${new Date().toISOString().slice(0, 10)}` : `level-${level}`;
      await expect(page).toHaveURL(new RegExp(`\\?${address}$`), { timeout: long });
      await table(page).waitFor();
      // The last choice is the default, also after the page was left.
      await page.reload();
      await table(page).waitFor();
      await ask(page);
      await expect(dialog(page).getByRole('radio', { name: new RegExp(`^${kind}`) })).toBeChecked();
      await page.keyboard.press('Escape');
      await watchItWon(page);
    }
    const won = kinds.length;
    await page.goto('#/statistics');
    await expect(page.getByTestId('facts').first()).toContainText(new RegExp(`Played[\\s–]*${won}[\\s–]*Won[\\s–]*${won} \\(100%\\)`));
  });
}

test('by keyboard alone: N and Enter deal again; a number is checked', async ({ page }) => {
  await open(page, 'carthage', '5');
  await page.locator('.surface button').first().focus();
  await page.keyboard.press('n');
  await dialog(page).waitFor();
  await expect(dialog(page).getByRole('button', { name: 'Deal', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/carthage\/\d+\?winnable$/, { timeout: long });
  await table(page).waitFor();
  await ask(page);
  const number = dialog(page).getByRole('textbox', { name: 'Deal number' });
  for (const bad of ['', '0', '1.5', '18446744073709551616']) {
    await number.fill(bad);
    await number.press('Enter');
    await expect(dialog(page).getByRole('alert')).toContainText('whole number');
  }
  await number.fill(' # 77');
  await number.press('Enter');
  await expect(page).toHaveURL(/carthage\/77$/);
});

test('a deal that can be won is there at once, however late the solver is', { tag: '@full' }, async ({ page }) => {
  await page.route('**/solver*.wasm', () => {});
  await open(page, 'carthage', '100000002');
  const seen = new Set<string>();
  for (let deals = 0; deals < 3; ++deals) {
    await tableKey(page, 'n');
    // In its first frame, with all its choices.
    await expect(dialog(page).locator('.levels label')).toHaveCount(4);
    await expect(dialog(page).getByRole('button', { name: 'Deal', exact: true })).toBeFocused();
    const before = page.url();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(before);
    await expect(page).toHaveURL(/carthage\/1000000\d\d\?winnable$/);
    await table(page).waitFor();
    seen.add(page.url());
  }
  expect(seen.size).toBeGreaterThan(1);
  await expect(dialog(page)).toHaveCount(0);
});

test('where nobody knows which deals can be won, any is offered', { tag: '@full' }, async ({ page }) => {
  await open(page, 'carthage-strict', '5');
  await ask(page);
  await expect(dialog(page).getByRole('radio', { name: /^Random/ })).toBeChecked();
  await expect(dialog(page).getByRole('radio', { name: /^Winnable/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  // In a hurry, too, before that is known.
  await page.reload();
  await table(page).waitFor();
  await tableKey(page, 'g');
  await expect(page).toHaveURL(/carthage-strict\/\d{5,}$/);
});

test('a search is shown, and can be cancelled', { tag: '@full' }, async ({ page }) => {
  await open(page, 'carthage', '5');
  // A worker that never finds anything.
  await page.evaluate(() => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...args: unknown[]) {
      const [order] = args as [{ first?: string[] } | string];
      if (typeof order === 'object' && order.first?.[0]?.startsWith('start-find')) return;
      send.apply(this, args as Parameters<typeof send>);
    };
  });
  await ask(page);
  await dialog(page).locator('.levels label').last().click();
  await dialog(page).getByRole('button', { name: 'Deal', exact: true }).click();
  await expect(dialog(page).getByRole('status')).toContainText('Looking for a deal');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Deal', exact: true })).toBeEnabled();
  await expect(page).toHaveURL(/carthage\/5$/);
});

test('without a solver, deals of a level say so, and others are dealt', { tag: '@full' }, async ({ page, context, allowed }) => {
  allowed.push(/./);
  await context.route(/solver.*\.wasm/, (route) => route.abort());
  await open(page, 'carthage', '5');
  await ask(page);
  await dialog(page).locator('.levels label').last().click();
  const deal = dialog(page).getByRole('button', { name: 'Deal', exact: true });
  await deal.click();
  await expect(dialog(page).getByRole('alert')).toContainText('couldn’t be loaded');
  await dialog(page)
    .getByRole('radio', { name: /^Winnable/ })
    .check();
  await deal.click();
  await expect(page).toHaveURL(/carthage\/\d{9}\?winnable$/);
  await ask(page);
  await dialog(page)
    .getByRole('radio', { name: /^Random/ })
    .check();
  await deal.click();
  await expect(page).toHaveURL(/carthage\/\d{5,}$/);
});

test('after a win, and only then, the page says the par, and compares the moves', { tag: '@full' }, async ({ page }) => {
  const { moves } = winOf('stalactites');
  await openAfter(page, 'stalactites', moves.length - 1);
  await expect(page.getByText(/par/i)).toHaveCount(0);
  await playAll(page, moves.slice(-1), 'keys', false);
  expect([await status(page), await ply(page)]).toEqual(['won', moves.length]);
  const end = page.getByRole('group', { name: 'End of the game' });
  await expect(end.getByRole('status')).toContainText(`par ${moves.length}`, { timeout: long });
  await end.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'End of the game' });
  await expect(more.getByRole('status')).toContainText('Exactly par, and no solution is shorter!');
  await more.getByRole('button', { name: 'Compare moves' }).click();
  const compared = page.getByRole('dialog', { name: 'Your game and the program’s' });
  await expect(compared.locator('tbody tr').first()).toContainText(moves[0]!);
  await sound(page, 'dialog');
});

test('a win with help is no feat', { tag: '@full' }, async ({ page }) => {
  const { deal, moves } = winOf('stalactites');
  const record = `quincunx-record 1\ngame stalactites\ndeal stalactites#${deal}\nmoves\n${moves.slice(0, -1).join(' ')}\nmeta help fair\nend\n`;
  await openRecord(page, record);
  await atPly(page, moves.length - 1);
  await playAll(page, moves.slice(-1), 'keys', false);
  const end = page.getByRole('group', { name: 'End of the game' });
  await expect(end).toContainText('Won with help.');
  await end.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'End of the game' }).getByRole('status')).toContainText('Par, with help.');
});
