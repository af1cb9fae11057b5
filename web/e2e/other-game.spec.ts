/**
 * A game that is not in the program, provided by an engine that has only this game (build/wasm/freecell.wasm, see
 * tests/games/only_freecell.hpp): the page knows no game by name, so it handles this one like any other.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, open, playAll, status, test, withSettings } from './helpers.ts';

const module = fileURLToPath(new URL('../../build/wasm/freecell.wasm', import.meta.url));
const record = readFileSync(new URL('../../tests/games/freecell-won.pat', import.meta.url), 'utf8');
const moves: string[] = /^moves\n([\s\S]*?)\nresult won\n/m.exec(record)![1]!.split(/\s+/);

const withEngine = (page: Page) =>
  page.context().route(/\/table[^/]*\.wasm$/, (route) => route.fulfill({ path: module, contentType: 'application/wasm' }));

for (const [language, five] of [
  ['en', /\bfive\b/i],
  ['de', /fünf/i],
] as const)
  test(`with other games nothing says how many the page was made with: ${language}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await withEngine(page);
    await withSettings(page, { language });
    for (const [address, there] of [
      ['', '.games > li'],
      ['#/today', '.lead'],
      ['#/statistics', 'h1'],
      ['#/freecell/617', '.surface'],
    ] as const) {
      await page.goto(address);
      await page.reload();
      await expect(page.locator(`${there}:visible`)).toHaveCount(1);
      await expect(page.locator('body')).not.toContainText(five);
    }
    await page.goto('#/today');
    await expect(page.locator('.deals li')).toHaveCount(0);
  });

test('a game of another engine is shown, played and won', { tag: '@full' }, async ({ page }, info) => {
  const touch = info.project.name === 'phone';
  await withEngine(page);
  await withSettings(page, { animation: 'off', tap: 'select', automatic: 'never' });

  await page.goto('');
  await expect(page.locator('.games > li')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'FreeCell' })).toBeVisible();
  await open(page, 'freecell', '617');
  // The tops of eight piles, and the empty places.
  await expect(page.locator('.surface button[data-card]')).toHaveCount(16);
  await playAll(page, moves.slice(0, 12), touch ? 'taps' : 'keys', touch);
  await page.getByRole('button', { name: /^Hint/ }).first().click();
  await playAll(page, moves.slice(12), touch ? 'taps' : 'tree', touch);
  expect(await status(page)).toBe('won');
  await expect(page.getByText('Won!')).toBeVisible();
});
