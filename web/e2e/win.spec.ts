/** Each game is won with one kind of input alone. */
import { expect, full, fullUnless, gameIds, open, openAfter, playAll, status, test, winOf, withSettings, type Way } from './helpers.ts';

const onPhone: Way[] = ['taps', 'drags', 'field', 'tree'];
/** In the full run every game is won in every way. */
const ordinary: Partial<Record<Way, (typeof gameIds)[number]>> = { keys: 'stalactites', tree: 'gargantua' };
const byTouch: Way[] = ['taps', 'drags'];

for (const game of gameIds) {
  for (const way of ['keys', 'field', 'tree', 'taps', 'drags'] as const) {
    const first = byTouch.includes(way) ? '@phone-first' : '@desktop-first';
    const where = onPhone.includes(way) ? first : '@desktop';
    test(`${game} is won by ${way} only`, { tag: [where, ...fullUnless(ordinary[way] === game)] }, async ({ page }, info) => {
      const { deal, moves } = winOf(game);
      await withSettings(page, { animation: 'off', tap: 'select', automatic: 'never' });
      // In short, only its end is played that way.
      const from = full ? 0 : moves.length - 8;
      if (full) await open(page, game, deal);
      else await openAfter(page, game, from);
      await playAll(page, moves.slice(from), way, info.project.name === 'phone');
      expect(await status(page)).toBe('won');
      await expect(page.getByText('Won!')).toBeVisible();
    });
  }
}
