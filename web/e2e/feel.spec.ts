/** What makes the table feel like cards: how they are dealt, and what happens before anybody is told of a win. */
import type { Page } from '@playwright/test';
import { expect, ply, status, test, winOf, withSettings } from './helpers.ts';
import type { Settings } from '../src/settings.svelte.ts';

/** A won game of Stalactites before its last moves, which it can make by itself. */
async function almostWon(page: Page, settings: Partial<Settings>, left = 8): Promise<void> {
  const { deal, moves } = winOf('stalactites');
  await withSettings(page, { tap: 'select', automatic: 'never', ...settings });
  await page.goto('');
  const record = `quincunx-record 1\ngame stalactites\ndeal stalactites#${deal}\nmoves\n${moves.slice(0, -left).join(' ')}\nend\n`;
  await page.getByLabel('Open a saved game').setInputFiles({ name: 'game.pat', mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.locator('.surface[data-ply]').waitFor();
}

/** Pairs of cards of one foundation of which the lower one lies over the upper one. */
const disorder = (page: Page) =>
  page.evaluate(() => {
    const tops = new Map<string, { z: number; index: number }[]>();
    for (const button of document.querySelectorAll<HTMLElement>('.surface button[data-pile^="F"]')) tops.set(button.dataset['pile']!, []);
    const all = [...document.querySelectorAll<HTMLElement>('.felt .card')].map((card) => ({ card, z: Number(card.style.zIndex) }));
    return { cards: all.length, highest: Math.max(...all.map(({ z }) => z)), lowest: Math.min(...all.map(({ z }) => z)), piles: tops.size };
  });

test('a win is shown before a panel says so, and a tap skips the show', async ({ page }, info) => {
  await almostWon(page, { animation: 'fast' });
  const panel = page.getByRole('group', { name: 'End of the game' });
  const chip = page.getByRole('button', { name: 'Finish' });
  // It lies over no card, and it is not where a second tap on the hint could land.
  const box = (await chip.boundingBox())!;
  const board = (await page.locator('.board').boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(board.y + 1);
  const hint = page.getByRole('button', { name: /^(Hint|Play it)$/ });
  const at = (await hint.boundingBox())!;
  const before = await ply(page);
  for (let i = 0; i < 2; ++i) {
    const { x, y } = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    await (info.project.name === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  }
  await expect(page.getByRole('button', { name: 'Play it' }).or(page.locator(`.surface[data-ply="${before + 1}"]`)).first()).toBeVisible();
  expect(await ply(page)).toBeLessThanOrEqual(before + 1);
  expect(await status(page)).toBe('playing');

  await chip.click();
  await expect.poll(() => status(page)).toBe('won');
  await page.locator('.surface.whirling').waitFor();
  await expect(panel).toHaveCount(0);
  // Aces never lie over kings.
  const { cards, highest, lowest, piles } = await disorder(page);
  expect(highest - lowest).toBe(cards / piles - 1);
  await page.locator('.surface').click({ position: { x: 5, y: 5 } });
  await expect(panel).toBeVisible();
  await expect(page.locator('.surface.whirling')).toHaveCount(0);
});

test('a win without motion is said at once', async ({ page }, info) => {
  test.skip(info.project.name === 'phone');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await almostWon(page, { animation: 'normal' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('.surface[data-status="won"]').waitFor();
  await expect(page.getByRole('group', { name: 'End of the game' })).toBeVisible({ timeout: 1000 });
});
