/**
 * Promises that hold in every engine: each test is a line of the matrix in docs/browsers.md, and runs in all of them.
 * Chromium has tests of its own besides, in the folder above.
 */
import { full, gameIds, points, winOf } from '../helpers.ts';
import { atPly, facts, focusTable, give, haveFaces, open, playByField, press, says, withSettings } from './play.ts';
import { expect, test, until, type Tab } from './tab.ts';

/** Makes moves one by one with a pointer. */
async function point(tab: Tab, moves: string[], way: 'drags' | 'clicks', ply = 0): Promise<void> {
  for (const [i, move] of moves.entries()) {
    if (move === 'draw') await press(tab, '.surface button[data-pile="S"]');
    else {
      const { from, to } = await points(tab, move);
      if (way === 'drags') await tab.drag(from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to);
      else for (const place of [from, to]) await tab.drag(place);
    }
    await atPly(tab, ply + i + 1);
  }
}

for (const game of full ? gameIds : (['gargantua'] as const)) {
  test(`${game} is dealt with faces, and won`, async ({ tab, site }) => {
    const { deal, moves } = winOf(game);
    await withSettings(tab, site.url);
    await open(tab, site.url, game, deal);
    await haveFaces(tab);
    if (full) await playByField(tab, moves);
    else {
      // In short, its end, and by drags.
      const end = moves.length - 6;
      const record = `quincunx-record 1\ngame ${game}\ndeal ${game}#${deal}\nmoves\n${moves.slice(0, end).join(' ')}\nend\n`;
      await tab.goto(site.url);
      await until(tab, () => document.querySelector('#file:not([disabled])') !== null);
      await give(tab, '#file', 'game.pat', record);
      await atPly(tab, end);
      await point(tab, moves.slice(end), 'drags', end);
    }
    await says(tab, 'You won!');
    expect(await tab.evaluate(() => document.querySelector<HTMLElement>('.surface')!.dataset['status'])).toBe('won');
  });
}

for (const way of ['drags', 'clicks'] as const) {
  test(`moves are made by ${way}, taken back and made again`, { tag: '@full' }, async ({ tab, site }) => {
    const { deal, moves } = winOf('grandfather');
    await withSettings(tab, site.url);
    await open(tab, site.url, 'grandfather', deal);
    const some = moves.slice(0, 14);
    await point(tab, some, way);
    await tab.press('u');
    await atPly(tab, some.length - 1);
    await tab.press('r');
    await atPly(tab, some.length);
  });
}

test('keys go over the table, draw and ask for a hint', { tag: '@full' }, async ({ tab, site }) => {
  await withSettings(tab, site.url);
  await open(tab, site.url, 'gargantua', '4712');
  await focusTable(tab);
  const focused = () => tab.evaluate(() => (document.activeElement as HTMLElement).dataset['key'] ?? '');
  await tab.press('ArrowDown');
  const first = await focused();
  await tab.press('ArrowRight');
  expect(await focused()).not.toBe(first);
  await tab.press('d');
  await atPly(tab, 1);
  await tab.press('h');
  await until(tab, () => document.querySelector('.ring.hint') !== null);
});

test('a game is kept over a reload, and when the page is left for another and opened again', async ({ tab, site }) => {
  const { deal, moves } = winOf('stalactites');
  await withSettings(tab, site.url);
  await open(tab, site.url, 'stalactites', deal);
  await playByField(tab, moves.slice(0, 2));
  await tab.reload();
  await atPly(tab, 2);
  await playByField(tab, moves.slice(2, 3));
  // At once, so that the browser may keep the page as it is, with whatever is under way.
  await tab.goto(`${site.url}notices.txt`);
  await tab.goto(site.url);
  await open(tab, site.url, 'grandfather', '22');
  await open(tab, site.url, 'stalactites', deal);
  await atPly(tab, 3);
  expect(await facts(tab, site.url)).toMatchObject({ 'In progress': '1' });
});
