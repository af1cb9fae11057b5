/** First games that teach, what can be played, where cards lie, and tips: help that comes unasked or with one key. */
import { lessonDeals } from '../src/lesson/deals.ts';
import {
  atPly,
  denied,
  expect,
  faults,
  frames,
  fromMenu,
  gameIds,
  keyTo,
  make,
  open,
  ply,
  said,
  tableKey,
  test,
  touch,
  withSettings,
  type Way,
} from './helpers.ts';

type Page = import('@playwright/test').Page;

const quick = { animation: 'off', tap: 'select' } as const;
const panel = (page: Page, step: number) => page.locator(`.lesson[data-step="${step}"]`);
const lessonSaid = (page: Page) => page.getByTestId('lesson');
/** Moves of the first games, as they are made here. */
const moves: Record<(typeof gameIds)[number], string[]> = {
  gargantua: ['T7>F1', 'T4>T6', 'T1>T7', 'T7>T1*2', 'draw', 'W>T4'],
  grandfather: ['T3>F1', 'T13>F5', 'T12>F5', 'draw', 'W>T10'],
  gloucestershire: ['R2@AH>F1', 'T2>F1', 'R1@KH>T3', 'R1@2D>T5', 'T3>T5*2'],
  stalactites: ['by1', 'T5>F2', 'T8>R1', 'T8>F1', 'R1>F1'],
  carthage: ['R3>F1', 'T2>F1', 'T5>T6', 'R2>T2', 'R2>T4'],
};

/** Everything that the words of a first game point at and that lies under their panel; and whatever of the panel is not on the table. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const box = document.querySelector('.lesson')!.getBoundingClientRect();
    const table = document.querySelector('main')!.getBoundingClientRect();
    const over = [...document.querySelectorAll('.ring.hint, .ring.hint-to, .choice button.lit')].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return Math.min(right, box.right) - Math.max(left, box.left) > 1 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1;
    });
    const out = box.left < 0 || box.right > innerWidth || box.top < table.top || box.bottom > table.bottom + 1;
    return [...over.map((one) => one.className), ...(out ? ['the panel leaves the table'] : [])];
  });

test(
  'a first game is offered once, takes only its own moves, by any input, and goes on as a game',
  { tag: '@desktop-first' },
  async ({ page }, info) => {
    await withSettings(page, { ...quick, lessons: '' });
    await open(page, 'carthage', '815');
    const offer = page.getByRole('button', { name: 'Learn to play' });
    await expect(offer).toBeVisible();
    // It lies in the bar above the table.
    const [bar, table] = await Promise.all([page.locator('.offer').boundingBox(), page.locator('main').boundingBox()]);
    expect(bar!.y + bar!.height).toBeLessThanOrEqual(table!.y + 1);
    const sound = async (what: string) => {
      expect(await faults(page, what)).toEqual([]);
    };
    await sound('header');
    await offer.click();
    await expect(page).toHaveURL(/carthage\/117\/lesson$/);
    await panel(page, 1).waitFor();
    await expect(lessonSaid(page)).toContainText('Tap ace of spades');
    await expect.poll(() => hidden(page)).toEqual([]);
    await sound('.lesson');

    // A legal move that is not asked for, and one that is not legal.
    await make(page, 'draw', 'keys', false);
    await expect(panel(page, 1)).toContainText('Legal, but try the highlighted move first');
    await expect(lessonSaid(page)).toContainText('Legal, but try the highlighted move first');
    await make(page, 'T1>T2', 'tree', false);
    expect(await said(page)).toMatch(/^No move for/);
    expect(await ply(page)).toBe(0);

    const ways: Way[] = ['taps', 'drags', 'keys', 'tree', 'field'];
    for (const [i, move] of moves.carthage.entries()) {
      await panel(page, i + 1).waitFor();
      if (i === 2) {
        // It goes on where it was when the page is opened again, and a step can be taken back.
        await page.reload();
        await panel(page, 3).waitFor();
        await page.getByRole('button', { name: 'Undo', exact: true }).click();
        await panel(page, 2).waitFor();
        await page.getByRole('button', { name: 'Redo', exact: true }).click();
        await panel(page, 3).waitFor();
      }
      if (ways[i] === 'field') {
        // Another move, typed, changes nothing either.
        await page.keyboard.press('/');
        await page.locator('#field').fill('draw');
        await page.locator('#field').press('Enter');
        await expect(panel(page, i + 1)).toContainText('Legal, but try the highlighted move first');
        expect(await ply(page)).toBe(i);
      }
      await expect.poll(() => hidden(page)).toEqual([]);
      await make(page, move, ways[i]!, info.project.name === 'phone');
      await atPly(page, i + 1);
    }
    await expect(panel(page, 0)).toContainText('Well done!');
    await page.getByRole('button', { name: 'Play on' }).click();
    await expect(page.locator('.lesson')).toHaveCount(0);
    await expect(page).toHaveURL(/carthage\/117$/);
    await keyTo(page, 'd', 6);

    await open(page, 'carthage', '816');
    await expect(page.locator('.offer')).toHaveCount(0);
    // The rules offer it again.
    await fromMenu(page, 'How to play');
    await page.getByRole('button', { name: 'Play a guided first game' }).click();
    await panel(page, 1).waitFor();
    await page.getByRole('button', { name: 'Skip the first game' }).click();
    await expect(page).toHaveURL(/carthage\/117$/);
  },
);

test('the panel of a first game is seen only where it stays, also in a game that has gone on', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, quick);
  await open(page, 'carthage', '117');
  await keyTo(page, 'd', 1);
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const panel = document.querySelector<HTMLElement>('.lesson');
      if (panel && getComputedStyle(panel).visibility === 'visible') {
        const now = [panel.style.left, panel.style.top, panel.dataset['step']].join(' ');
        if (seen.at(-1) !== now) seen.push(now);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    location.hash += '/lesson';
  });
  await panel(page, 1).waitFor();
  await frames(page, 30);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen).toHaveLength(1);
});

for (const game of gameIds) {
  test(
    `the words of a first game cover no card they are about, in small windows and large letters: ${game}`,
    { tag: ['@phone', '@full'] },
    async ({ page }) => {
      await withSettings(page, quick);
      await page.addInitScript(() => {
        localStorage.setItem('quincunx-language', 'pseudo');
        addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'));
      });
      await page.setViewportSize({ width: 320, height: 568 });
      await page.goto(`#/${game}/${lessonDeals[game]}/lesson`);
      for (const [i, move] of moves[game].entries()) {
        await panel(page, i + 1).waitFor();
        await atPly(page, i);
        await expect.poll(() => hidden(page)).toEqual([]);
        await page.locator('.lesson .foot button').scrollIntoViewIfNeeded();
        await make(page, move, 'taps', true);
      }
      await panel(page, 0).waitFor();
    },
  );
}

test('a tap on a lit card and one on its place make one move, also where the next one begins there', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, quick);
  await page.goto(`#/gargantua/${lessonDeals['gargantua']}/lesson`);
  const [first, second, third] = moves.gargantua as [string, string, string];
  for (const [i, move] of [first, second].entries()) {
    await panel(page, i + 1).waitFor();
    await atPly(page, i);
    await make(page, move, 'field', false);
  }
  await panel(page, 3).waitFor();
  await atPly(page, 2);
  expect([third, moves.gargantua[3]]).toEqual(['T1>T7', 'T7>T1*2']);
  const at = await page.evaluate(async () => {
    const surface = document.querySelector<HTMLElement>('.surface')!;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const click = (pile: string) => [...surface.querySelectorAll<HTMLElement>(`button[data-pile="${pile}"]`)].at(-1)!.click();
    click('T1');
    while (surface.dataset['ply'] !== '3') await frame();
    click('T7');
    for (let i = 0; i < 30; ++i) await frame();
    return surface.dataset['ply'];
  });
  expect(at).toBe('3');
});

test('a tap anywhere in a lit ring plays what it points at', { tag: '@full' }, async ({ page }, info) => {
  const press = async (x: number, y: number) => (info.project.name === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  const inRing = async (ring: string, down: number) => {
    const box = (await page.locator(ring).boundingBox())!;
    await press(box.x + box.width / 2, box.y + down * box.height);
  };
  await withSettings(page, { animation: 'off' });
  await page.goto(`#/gargantua/${lessonDeals['gargantua']}/lesson`);
  await panel(page, 1).waitFor();
  await inRing('.ring.hint-to', 0.5);
  await panel(page, 2).waitFor();
  await inRing('.ring.hint', 0.5);
  await panel(page, 3).waitFor();
  await inRing('.ring.hint', 0.5);
  await panel(page, 4).waitFor();
  // The queen on the king that is to be moved; keys mean the king, too.
  await frames(page, 50); // or it would be part of the tap before
  await inRing('.ring.hint', 0.7);
  await panel(page, 5).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await panel(page, 4).waitFor();
  await page.locator('.surface button[data-pile="T7"]').last().focus();
  await page.keyboard.press('Enter');
  await panel(page, 5).waitFor();
  // A hint, too.
  await open(page, 'stalactites', '4711');
  await page.locator('button[data-move="by1"]').click();
  await atPly(page, 1);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await inRing('.ring.hint-to', 0.6);
  await atPly(page, 2);
});

test('a first game can be played and skipped where nothing can be stored', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await denied(page, 'localStorage', 'sessionStorage');
  await page.goto('#/grandfather/815');
  await page.getByRole('button', { name: 'Learn to play' }).click();
  await panel(page, 1).waitFor();
  await page.locator('.surface button[data-pile="T3"]').tap();
  await panel(page, 2).waitFor();
  await page.getByRole('button', { name: 'Skip the first game' }).click();
  await expect(page.locator('.lesson')).toHaveCount(0);
  await page.locator('.surface button[data-pile="T7"]').tap();
  await atPly(page, 2);
});

test(
  'what can be played is marked while something is held, or after a short press; and where cards lie',
  { tag: '@full' },
  async ({ page }, info) => {
    const phone = info.project.name === 'phone';
    await page.clock.install();
    await withSettings(page, quick);
    await open(page, 'gargantua', '96');
    const can = page.locator('.ring.can');
    await page.locator('.surface').focus();
    await page.keyboard.down('s');
    await expect(can).toHaveCount(4);
    expect(await said(page)).toBe('Can be played: 10 of hearts, 4 of hearts, and ace of diamonds. You can draw a card.');
    await page.clock.runFor(450);
    await page.keyboard.up('s');
    await expect(can).toHaveCount(0);
    await page.keyboard.press('s');
    await expect(can).toHaveCount(4);
    await page.keyboard.press('s');
    await expect(can).toHaveCount(0);

    const { x, y, height } = (await page.locator('main').boundingBox())!;
    if (phone) {
      await touch(page, 'touchStart', x + 60, y + height - 60);
      await expect(can).toHaveCount(4);
      await page.clock.runFor(450);
      await touch(page, 'touchEnd', x + 60, y + height - 60);
    } else {
      await page.mouse.move(x + 60, y + height - 60);
      await page.mouse.down();
      await expect(can).toHaveCount(4);
      await page.clock.runFor(450);
      await page.mouse.up();
    }
    await expect(can).toHaveCount(0);
    await fromMenu(page, 'Mark playable cards');
    await expect(can).toHaveCount(4);
    await tableKey(page, 'Escape');
    await expect(can).toHaveCount(0);

    // A tap on a foundation, a key, and nothing of what lies hidden.
    const foundation = page.locator('.surface button[data-pile="F1"]');
    if (phone) await foundation.tap();
    else await foundation.click();
    await expect(page.locator('.ring.sought')).toHaveCount(1);
    expect(await said(page)).toBe('Ace of diamonds: on top of the seventh pile.');
    await make(page, 'T7>F1', 'keys', false);
    await atPly(page, 1);
    await expect(page.locator('.ring.sought')).toHaveCount(0);
    await page.keyboard.press('w');
    expect(await said(page)).toBe('2 of diamonds isn’t in view. 2 of clubs: on top of the third pile.');
    await expect(page.locator('.ring.kin')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('.ring')).toHaveCount(0);
  },
);

test('a move that throws the win away is said so quietly, and can be taken back', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { ...quick, verdict: true });
  await open(page, 'stalactites', '4');
  await keyTo(page, '1', 1);
  await expect(page.locator('header .line')).toHaveAttribute('data-verdict', 'winnable');
  const badge = page.locator('header .line');
  const back = page.getByTestId('notice').getByRole('button', { name: 'Take it back' });
  await make(page, 'T3>R1', 'tree', false);
  await atPly(page, 2);
  await expect(badge).toHaveAttribute('data-verdict', 'winnable');
  await expect(back).toHaveCount(0);
  // Now no cell is left for what is needed.
  await make(page, 'T3>R2', 'tree', false);
  await expect(badge).toHaveAttribute('data-verdict', 'unwinnable');
  await expect(page.getByTestId('notice')).toContainText('That move threw the win away.');
  await back.click();
  await atPly(page, 2);
  await expect(badge).toHaveAttribute('data-verdict', 'winnable');
  // Nothing is said again to a player who comes there by other ways than by playing.
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(badge).toHaveAttribute('data-verdict', 'unwinnable');
  await expect(back).toHaveCount(0);
});
