/** Games with rules of somebody's own: in links, files and addresses. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, faults, fourAces, frames, load, open, openFourAces, playAll, ply, stored, test } from './helpers.ts';

const record = readFileSync(new URL('../../fuzz/corpus/record/own-rules', import.meta.url), 'utf8');
const [, game = '', rules = ''] = /^game (.*)\nrules (.*)$/m.exec(record)!;
const name = 'Stalactites, changed';
const linkOf = (text: string): string => `#/shared/2${deflateRawSync(text).toString('base64url')}`;
const button = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true });

/** The addresses of modules that the page asks for. */
function modules(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => /[\w-]+\.wasm/.exec(request.url()) && asked.push(/([\w-]+?)(-[\w-]{8})?\.wasm/.exec(request.url())![1]!));
  return asked;
}

test.describe('Rules of somebody’s own', () => {
  test.use({ settings: { animation: 'off', automatic: 'never', tap: 'select' } });

  test('a link plays at once, with hints, undo and the next deal', { tag: '@desktop-first' }, async ({ page }) => {
    const asked = modules(page);
    await open(page, 'carthage', '1');
    expect(asked).not.toContain('own-table');
    await page.goto('./notices.txt');
    await page.goto(linkOf(record.replace(/^result won$/m, 'at 1')));
    await expect(page.locator('main')).toContainText(`A game of ${name} in progress`);
    expect(asked).toContain('own-table');
    expect(await stored(page, 'saved')).toEqual([]);
    await button(page, 'Go on from here').click();
    await expect(page).toHaveURL(new RegExp(`#/${game}/1$`));
    await expect.poll(() => ply(page)).toBe(1);
    await page.keyboard.press('h');
    await expect(button(page, 'Play it')).toBeVisible();
    await page.keyboard.press('h');
    await expect.poll(() => ply(page)).toBe(2);
    await page.keyboard.press('u');
    await expect.poll(() => ply(page)).toBe(1);
    await page.goto(`#/${game}/7`);
    await expect(page).toHaveTitle(new RegExp(`${name} #7`));
    // The rules are known from the game that was opened.
    await page.reload();
    await expect(page).toHaveTitle(new RegExp(`${name} #7`));
    await frames(page);
  });

  test('well-known games have names in addresses', { tag: '@full' }, async ({ page }) => {
    await open(page, 'klondike', '5');
    await page.keyboard.press('h');
    await button(page, 'Play it').click();
    await expect.poll(() => ply(page)).toBe(1);
    expect(page.url()).toMatch(/#\/klondike\/5$/);
    const [saved] = await stored<{ game: string; record: string }>(page, 'saved');
    const { game: id, record } = saved!;
    expect(id).toMatch(/^own-/);
    expect(record).toContain('"name":"Klondike"');
    // Home calls the game by its name before it knows its rules, and its address is the same game.
    await load(page, '#/');
    await page.reload();
    await expect(page.getByRole('link', { name: /Klondike #5/ }).first()).toBeVisible();
    await expect(page.locator('main')).not.toContainText(/own-|Spider/);
    await page
      .getByRole('link', { name: /Klondike #5/ })
      .first()
      .click();
    await expect.poll(() => ply(page)).toBe(1);
    // By its id, a browser that keeps nothing of it finds the game, too; its positions carry the rules.
    await page.goto('./notices.txt');
    await page.evaluate(() => indexedDB.deleteDatabase('quincunx-store'));
    await page.goto(`./#/set-up/${id}`);
    await page.getByText('As text', { exact: true }).click();
    await expect(page.getByRole('textbox')).toHaveValue(new RegExp(`^game ${id}\nrules \\{.*\nredeals unlimited\n`));
    await load(page, '#/klondyke/5');
    await expect(page).toHaveTitle(/^Page not found/);
  });

  for (const [address, moves, refusal] of [
    ['klondike/5', 'T6>T1 T7>T1 T3>T5 draw', /^An empty foundation needs an ace/],
    ['spider/1', 'T2>T4 T1>T2 draw', /complete run/],
  ] as const)
    test(`${address} is played by keys, is heard, and says why not`, { tag: '@full' }, async ({ page }) => {
      await page.goto(`#/${address}`);
      await playAll(page, moves.split(' '), 'keys', false);
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press('/');
      await page.locator('#field').fill('t1 f1');
      await page.keyboard.press('Enter');
      await expect(page.locator('.answer')).toHaveText(refusal);
    });

  test('a game is won, told and counted, and nothing is said of par and levels', { tag: '@full' }, async ({ page }) => {
    await load(page, `#/${game}/3`);
    await openFourAces(page);
    await playAll(page, fourAces, 'keys', false);
    const end = page.getByRole('group', { name: 'End of the game' });
    await expect(end.getByRole('button', { name: 'New deal' })).toBeVisible();
    await end.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText(/\bpar\b/i)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.locator('.actions').getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'How to play' }).click();
    await expect(page.getByRole('dialog')).toContainText('You play with one pack of cards. There are 4 piles.');
    // Its statistics are there as those of any game; medals and days are not.
    await page.goto('./notices.txt');
    await load(page, '#/statistics');
    await page.getByRole('combobox', { name: 'Game' }).selectOption('Four aces');
    await expect(page.getByTestId('facts').getByRole('row', { name: /^Won/ })).toContainText('1 (100');
    await expect(page.getByTestId('bests')).toContainText('Four aces');
  });

  test('an address of unknown rules asks for them', { tag: '@desktop-first' }, async ({ page }) => {
    await load(page, `#/${game}/3`);
    await expect(page.locator('main')).toContainText('doesn’t know the rules');
    await page.getByLabel('Link, saved game or rules').fill('{"based_on":"carthage","decks":3}');
    await button(page, 'Open').click();
    await expect(page.getByRole('alert')).toContainText('/decks: A game has one or two packs of cards.');
    await page.getByLabel('Link, saved game or rules').fill(rules);
    await button(page, 'Open').click();
    await expect(page).toHaveTitle(new RegExp(`${name} #3`));
    // A link leads to games that are not listed, too.
    await load(page, `#/${game}z/3`);
    await page.getByLabel('Link, saved game or rules').fill('https://example.org/#/klondike/9');
    await button(page, 'Open').click();
    await expect(page).toHaveTitle(/^Klondike #9/);
  });
});
