/** Nothing moves under a finger: every control lies where it lay in its first frame, and means what it meant then. */
import { readFileSync } from 'node:fs';
import { type Page } from '@playwright/test';
import { partsByKey, watch } from './engines/calm.ts';
import { playOnPage } from './engines/play.ts';
import { atPly, expect, frames, open, openAfter, openRecord, recordOf, test, winOf, withSettings } from './helpers.ts';
import { stuck } from './room.ts';
import { Serving, solved, today } from './serving.ts';

const game = 'stalactites';

/** Long enough for all that comes later: par, streaks, a server. */
async function calm(page: Page, part: string, seen: () => Promise<string[]>, what: string): Promise<void> {
  await page.locator(part).waitFor();
  if (part === '.end') await expect(page.locator('.end .facts:not(:text("…"))').or(page.locator('.end .number')).first()).toBeVisible();
  await frames(page, 60);
  expect(await seen(), what).toHaveLength(1);
  // Whatever can be seen can be pressed.
  expect((await seen())[0]!.split('\n').length, what).toBeGreaterThan(2);
}

for (const animation of ['off', 'fast'] as const)
  test(`the end of a game lies as in its first frame, animation ${animation}`, { tag: ['@phone-first', '@full'] }, async ({ page }) => {
    await withSettings(page, { animation, tap: 'select', automatic: 'never' });
    const { moves } = winOf(game);
    const left = 3;
    await openAfter(page, game, moves.length - left);
    let seen = await watch(page, '.end');
    await playOnPage(page, moves.slice(-left));
    if (animation !== 'off') {
      await page.locator('.surface.whirling').waitFor();
      await page.locator('.surface').click({ position: { x: 5, y: 5 } });
    }
    await calm(page, '.end', seen, 'a win');
    await expect(page.locator('.end')).toContainText('Your first Stalactites without help!');
    expect(await page.locator('.end .main').count()).toBe(1);
    expect(await page.locator('.end :is(button, a)').count(), 'one step, three more, and "More"').toBeLessThanOrEqual(5);
    await page.getByRole('group', { name: 'End of the game' }).getByRole('button', { name: 'More' }).click();
    await calm(page, 'dialog', await watch(page, 'dialog'), 'more of a win');

    await openRecord(page, readFileSync(recordOf('carthage').replace('won', 'stuck'), 'utf8'));
    seen = await watch(page, '.end');
    await calm(page, '.end', seen, 'no moves left');
    await expect(page.locator('.end .main')).toHaveText('See where it was lost');
    await openRecord(page, stuck);
    await expect(page.locator('.end .main'), 'no move was made').toHaveText('New deal');

    await open(page, 'gargantua', '4');
    await page.locator('.surface').focus();
    await page.keyboard.press('d');
    await atPly(page, 1);
    seen = await watch(page, '.end');
    await page.locator('.actions').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    await calm(page, '.end', seen, 'given up');
    await expect(page.locator('.end .main'), 'it need not be lost').toHaveText('Review this game');
    await page.locator('.end').getByRole('button', { name: 'Keep playing' }).click();
    await expect(page.locator('.end')).toHaveCount(0);
  });

for (const animation of ['off', 'normal'] as const)
  test(`the dialogs and the advice of a table lie as in their first frames, animation ${animation}`, { tag: '@full' }, async ({ page }) => {
    await withSettings(page, { animation });
    // The dialog of a new deal is opened before the solver is there.
    await open(page, 'carthage', '5');
    for (const [key, part] of partsByKey) {
      await page.locator('.surface').focus();
      const seen = await watch(page, part);
      await page.keyboard.press(key);
      await page.locator(part).waitFor();
      await frames(page, 60);
      expect(await seen(), part).toHaveLength(1);
      await page.keyboard.press('Escape');
    }
    const menu = async (name: string) => {
      await page.locator('.actions').getByRole('button', { name: 'More' }).click();
      await page.locator('dialog').getByRole('button', { name, exact: true }).click();
    };
    let seen = await watch(page, 'dialog');
    await page.locator('.actions').getByRole('button', { name: 'More' }).click();
    await calm(page, 'dialog', seen, 'the menu');
    await page.keyboard.press('Escape');
    for (const [name, inside] of [
      ['Settings', 'input'],
      ['How to play', 'article'],
    ] as const) {
      await menu(name);
      seen = await watch(page, 'dialog header button');
      await page.locator(`dialog ${inside}`).first().waitFor();
      await frames(page, 60);
      expect(await seen(), name).toHaveLength(1);
      await page.keyboard.press('Escape');
    }
    seen = await watch(page, '.advice');
    await menu('Advice and analysis');
    await calm(page, '.advice', seen, 'advice');
  });

for (const animation of ['off', 'normal'] as const)
  test(
    `the stock’s place and set-up lie as in their first frames, animation ${animation}`,
    { tag: ['@phone', '@full'] },
    async ({ page }) => {
      await withSettings(page, { animation, thumbOffered: false });
      await open(page, 'gargantua', '4');
      const places = await watch(page, 'dialog');
      for (let ply = 1; ply <= 3; ++ply) {
        await page.locator('.surface button[data-pile="S"]').tap();
        await atPly(page, ply);
      }
      await calm(page, 'dialog', places, 'the stock’s place');
      await page.keyboard.press('Escape');
      const seen = await watch(page, '.set-up');
      await page.evaluate(() => (location.hash = '#/set-up/carthage'));
      await calm(page, '.set-up', seen, 'set-up');
    },
  );

const real = test.extend<{ server: Serving }>({
  server: async ({}, use) => {
    const server = await new Serving().start();
    await use(server);
    await server.end();
  },
  baseURL: ({ server }, use) => use(server.url),
});

real('the end of a deal of the day, and sharing, lie as in their first frames', { tag: '@full' }, async ({ page, server }) => {
  const { day, deal, line } = today(game);
  await server.send(`${game}#${deal}`, { day }, line);
  await withSettings(page, { animation: 'off', automatic: 'never' });
  await open(page, game, `${deal}?day-${day}`);
  await playOnPage(page, line.slice(0, -1));
  const seen = await watch(page, '.end');
  await playOnPage(page, line.slice(-1));
  await calm(page, '.end', seen, 'a deal of the day');
  await expect(page.locator('.end .main')).toHaveText('Next: Gargantua');
  await expect(page.locator('.end')).toContainText('Day 1 of a new streak!');
  const dialog = await watch(page, 'dialog');
  await page.locator('.end').getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Challenge a friend' }).waitFor();
  // The button has its place before it is there.
  const places = (await dialog()).map((one) => one.replace(/\nChallenge a friend: .*/, ''));
  expect(new Set(places).size).toBe(1);
});

real('a challenge carries its challenger', { tag: '@full' }, async ({ page, server }) => {
  const line = solved(`${game}#4`);
  await withSettings(page, { animation: 'off', automatic: 'never' });
  await open(page, game, '4');
  await playOnPage(page, line);
  await page.locator('.end').getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Challenge a friend' }).click();
  const text = page.locator('#share-text');
  await expect(text).toHaveValue(new RegExp(`I won this deal of Stalactites in ${line.length} moves`));
  // In one request, and at once.
  expect([server.kept('challenge'), server.kept('result')]).toEqual([1, 1]);
  const address = /https?:\S+/.exec(await text.inputValue())![0];

  const friend = await (await page.context().browser()!.newContext()).newPage();
  await withSettings(friend, { animation: 'off', automatic: 'never' });
  await friend.goto(address);
  await expect(friend.getByText(new RegExp(`^\\w+ \\d+ won in ${line.length} moves\\. Can you beat that\\?$`))).toBeVisible();
  await friend.getByRole('button', { name: 'Accept and play' }).click();
  await atPly(friend, 0);
  await expect(friend.locator('header .deal')).toHaveText(new RegExp(`^Beat \\w+ \\d+: ${line.length}$`));
  const seen = await watch(friend, '.end');
  await playOnPage(friend, line);
  await calm(friend, '.end', seen, 'the end of a challenge');
  await expect(friend.locator('.end .praise')).toHaveText(new RegExp(`^A tie with \\w+ \\d+: ${line.length} moves each\\.$`));
  await friend.locator('.end').getByRole('button', { name: 'See the challenge' }).click();
  await expect(friend.getByText(/^A tie with /)).toBeVisible();
  await expect.poll(() => server.kept('result')).toBe(2);
  await friend.context().close();

  // Somebody who had won the deal before is told.
  const third = await (await page.context().browser()!.newContext()).newPage();
  await withSettings(third, { animation: 'off', automatic: 'never' });
  await third.goto(server.url);
  await open(third, game, '4');
  await playOnPage(third, line);
  await third.locator('.end').waitFor();
  await third.goto(address);
  await expect(third.getByText(`You have won this in ${line.length} moves.`)).toBeVisible();
  await third.getByRole('button', { name: 'Accept with that game' }).click();
  await expect(third.getByText(/^A tie with /)).toBeVisible();
  await third.context().close();
});
