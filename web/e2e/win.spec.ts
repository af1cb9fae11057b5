/** Each whole game is won with one kind of input alone. */
import { expect, full, gameIds, open, playAll, status, test, winOf, withSettings, type Way } from './helpers.ts';

const onDesktop: Way[] = ['taps', 'drags', 'keys', 'field', 'tree'];
const onPhone: Way[] = ['taps', 'drags', 'field', 'tree'];
/** In the ordinary run each game is won in some way, and each way wins a game; in the full one all are won in all ways. */
const ordinary: Record<Way, (typeof gameIds)[number][]> = {
  keys: ['stalactites'],
  field: ['carthage'],
  tree: ['gargantua'],
  taps: ['gloucestershire'],
  drags: ['grandfather'],
};
const byTouch: Way[] = ['taps', 'drags'];

for (const game of gameIds) {
  for (const way of Object.keys(ordinary) as Way[]) {
    test(`${game} is won by ${way} only`, async ({ page }, info) => {
      const touch = info.project.name === 'phone';
      test.skip(!(touch ? onPhone : onDesktop).includes(way));
      test.skip(!full && (touch !== byTouch.includes(way) || !ordinary[way].includes(game)));
      const { deal, moves } = winOf(game);
      await withSettings(page, { animation: 'off', tap: 'select', automatic: 'never' });
      await open(page, game, deal);
      await playAll(page, moves, way, touch);
      expect(await status(page)).toBe('won');
      await expect(page.getByText('Won!')).toBeVisible();
    });
  }
}
