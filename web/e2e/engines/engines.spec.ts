/**
 * Promises that hold in every engine: each test is a line of the matrix in docs/browsers.md, and runs in all of them.
 * Chromium has tests of its own besides, in the folder above.
 */
import { full, gameIds, long, winOf } from '../helpers.ts';
import { today } from '../serving.ts';
import { atPly, click, exported, facts, give, haveFaces, open, playByField, says, withSettings } from './play.ts';
import { expect, test, until } from './tab.ts';

for (const game of full ? gameIds : (['gargantua'] as const)) {
  test(`${game} is dealt with faces, and won`, async ({ tab, site }) => {
    const { deal, moves } = winOf(game);
    await withSettings(tab, site.url);
    await open(tab, site.url, game, deal);
    await haveFaces(tab);
    if (full) await playByField(tab, moves);
    else {
      // Its beginning and its end; a whole game is played below.
      await playByField(tab, moves.slice(0, 10));
      const end = moves.length - 10;
      const record = `quincunx-record 1\ngame ${game}\ndeal ${game}#${deal}\nmoves\n${moves.slice(0, end).join(' ')}\nend\n`;
      await tab.goto(site.url);
      await until(tab, () => document.querySelector('#file:not([disabled])') !== null);
      await give(tab, '#file', 'game.pat', record);
      await atPly(tab, end);
      await playByField(tab, moves.slice(end));
    }
    await says(tab, 'You won!');
    expect(await tab.evaluate(() => document.querySelector<HTMLElement>('.surface')!.dataset['status'])).toBe('won');
  });
}

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

test('what was played is exported, and imported in another browser', async ({ tab, site, elsewhere }) => {
  const { deal, moves } = winOf('stalactites');
  await withSettings(tab, site.url);
  await open(tab, site.url, 'stalactites', deal);
  await playByField(tab, moves);
  // A browser may be slow to tell what it has kept.
  await expect.poll(() => facts(tab, site.url), { timeout: long }).toMatchObject({ Played: '1', Won: '1 (100%)' });
  await open(tab, site.url, 'gargantua', '77');
  await playByField(tab, ['draw']);
  await expect.poll(() => facts(tab, site.url), { timeout: long }).toMatchObject({ Played: '1', 'In progress': '1' });
  const before = await facts(tab, site.url);
  const file = await exported(tab);
  expect(await facts(tab, elsewhere.url)).toEqual({});
  await give(tab, '#import', 'x.games', 'no games');
  await says(tab, 'nothing was changed');
  await give(tab, '#import', 'x.games', file);
  await says(tab, 'Imported: 2 new, 0 updated, 0 already here.');
  expect(await facts(tab, elsewhere.url)).toEqual(before);
  await open(tab, elsewhere.url, 'gargantua', '77');
  await atPly(tab, 1);
});

test('a result of the day is sent to the server, seen among others, and taken back', async ({ tab, server }) => {
  const { day, deal, line } = today('stalactites');
  await server.send(`stalactites#${deal}`, { day }, line.slice(0, 20));
  await withSettings(tab, server.url);
  await open(tab, server.url, 'stalactites', `${deal}?day-${day}`);
  await playByField(tab, line);
  await until(tab, () => document.querySelector('.end .rest button:last-child') !== null);
  await tab.evaluate(() => document.querySelector<HTMLElement>('.end .rest button:last-child')!.click());
  await click(tab, 'Send my result');
  await says(tab, '2 games finished, 1 won.');
  expect(server.kept('result')).toBe(2);
  await click(tab, 'Results');
  await says(tab, `You: ${line.length}`);
  await until(tab, () => document.querySelector('dialog figure .own .bar')!.getBoundingClientRect().height > 20);
  await tab.goto(`${server.url}#/settings`);
  await click(tab, 'Delete everything I have sent');
  await says(tab, 'Deleted.');
  expect(server.kept('result')).toBe(1);
});

test.describe('without a server', () => {
  // Messages of the browsers about it.
  test.use({ allowed: [/ERR_|Failed to load|Could not connect|Load failed|NetworkError|NS_ERROR/] });
  test('the page and every game are there after one visit', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await tab.goto(`${site.url}?now`);
    await until(tab, () => navigator.serviceWorker.controller?.state === 'activated');
    await site.stop();
    await tab.goto(`${site.url}#/faq`);
    await tab.reload();
    await says(tab, 'What does it cost?');
    for (const game of gameIds) await open(tab, site.url, game, '77');
    await playByField(tab, ['draw']);
    await tab.reload();
    await atPly(tab, 1);
  });
});

test.describe('with site data blocked', () => {
  test.use({ setting: 'site data blocked' });
  test('a game is played, counted and exported, and what may be lost is said', async ({ tab, site }) => {
    await open(tab, `${site.url}?now`, 'carthage', '23');
    await says(tab, 'This browser blocks storage');
    await haveFaces(tab);
    await playByField(tab, winOf('carthage').moves.slice(0, 3));
    await click(tab, 'Home');
    await click(tab, 'Statistics');
    await says(tab, 'This browser blocks storage. Your games may count only until you close the page');
    expect(await exported(tab)).toContain('carthage#23');
  });
});
