/** Each game is won with one kind of input alone. */
import { expect, gameIds, open, playAll, status, test, winOf, withSettings, type Way } from './helpers.ts';

const onPhone: Way[] = ['taps', 'drags', 'field', 'tree'];
const byTouch: Way[] = ['taps', 'drags'];

for (const game of gameIds) {
  for (const way of ['keys', 'field', 'tree', 'taps', 'drags'] as const) {
    const first = byTouch.includes(way) ? '@phone-first' : '@desktop-first';
    const where = onPhone.includes(way) ? first : '@desktop';
    test(`${game} is won by ${way} only`, { tag: [where, '@full'] }, async ({ page }, info) => {
      const { deal, moves } = winOf(game);
      await withSettings(page, { animation: 'off', tap: 'select', automatic: 'never' });
      await open(page, game, deal);
      await playAll(page, moves, way, info.project.name === 'phone');
      expect(await status(page)).toBe('won');
      await expect(page.getByText('Won!')).toBeVisible();
    });
  }
}
