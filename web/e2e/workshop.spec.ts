/** A game is invented. */
import { axe, expect, frames, load, test, withSettings } from './helpers.ts';

test('Carthage in any suit is played at once, and how often it can be won is found out', { tag: '@desktop-first' }, async ({ page }) => {
  await withSettings(page, { animation: 'off', automatic: 'never' });
  await load(page, '#/');
  await page.getByRole('link', { name: 'Invent a game' }).click();
  await page.getByLabel('Begin with').selectOption('Carthage');
  await expect(page).toHaveURL(/#\/workshop\/carthage$/);
  const surface = page.locator('.surface');
  await expect(surface).toHaveAccessibleName('Table of Carthage');
  const piles = page.getByRole('region', { name: 'The piles' });
  await piles.getByRole('button', { name: 'in suit' }).click();
  await expect(piles.getByRole('button', { name: 'in suit' }).last()).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(piles.getByRole('button', { name: 'in suit' })).toHaveCount(1);
  await expect(piles.getByRole('button', { name: 'in suit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await piles.getByRole('button', { name: 'in any suit' }).click();
  await expect(surface).toHaveAccessibleName('Table of Carthage, changed');
  expect((await axe(page).exclude('.trial').analyze()).violations).toEqual([]);

  // The stock deals, whatever the cards are.
  await page.locator('.surface button[data-pile="S"]').dispatchEvent('click');
  await expect(surface).toHaveAttribute('data-ply', '1');
  await piles.getByRole('button', { name: 'takes any card' }).click();
  await piles.getByRole('button', { name: 'takes only a king' }).click();
  await expect(page.locator('[data-testid="live"]')).toHaveText('Your moves still fit.');
  await expect(surface).toHaveAttribute('data-ply', '1');
  // A reserve that the stock deals to stays, and the reason is said.
  const reserve = page.getByRole('region', { name: 'The reserve' });
  await reserve.getByRole('button', { name: '6 reserve piles' }).click();
  await expect(reserve.getByRole('button', { name: '0', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await expect(reserve.getByText('The stock deals to the reserve, but there is none.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Find out' }).click();
  const odds = page.getByRole('region', { name: 'How often can it be won?' });
  await expect.poll(async () => Number((await odds.getAttribute('data-deals'))?.split(' ')[0])).toBeGreaterThan(0);
  await expect(odds).toContainText('%');
  await page.getByRole('button', { name: 'Pause' }).click();

  // The rules are there after a reload, and with the game.
  await page.reload();
  await expect(surface).toHaveAttribute('data-ply', '1');
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page).toHaveTitle(/Carthage, changed #\d+ /);
  await expect(surface).toHaveAttribute('data-ply', '1');
  await page.reload();
  await expect(page).toHaveTitle(/Carthage, changed #\d+ /);
  await frames(page);
});
