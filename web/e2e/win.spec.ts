/** Each whole game is won with one kind of input alone. */
import { expect, full, gameIds, open, playAll, status, test, winOf, withSettings, type Way } from './helpers.ts';

const onDesktop: Way[] = full ? ['taps', 'drags', 'keys', 'field', 'tree'] : ['keys', 'field', 'tree'];
const onPhone: Way[] = full ? ['taps', 'drags', 'field', 'tree'] : ['taps', 'drags'];
/**
 * These take longest and differ least from game to game: in the ordinary run they win only a long game and one with a
 * choice.
 */
const some: Way[] = ['drags', 'field'];
const often = ['gargantua', 'stalactites'];

for (const game of gameIds) {
  for (const way of ['taps', 'drags', 'keys', 'field', 'tree'] as Way[]) {
    test(`${game} is won by ${way} only`, async ({ page }, info) => {
      const touch = info.project.name === 'phone';
      test.skip(!(touch ? onPhone : onDesktop).includes(way));
      test.skip(!full && some.includes(way) && !often.includes(game));
      const { deal, moves } = winOf(game);
      await withSettings(page, { animation: 'off', tap: 'select', automatic: 'never' });
      await open(page, game, deal);
      await playAll(page, moves, way, touch);
      expect(await status(page)).toBe('won');
      await expect(page.getByText('Won!')).toBeVisible();
    });
  }
}
