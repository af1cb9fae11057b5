/** Checks that axe cannot make: large text, zoom, longer words, text spacing, focus. docs/accessibility.md lists the criteria. */
import { atPly, axe, expect, frames, fromMenu, gameIds, keyTo, load, open, openRecord, tableKey, test, withSettings } from './helpers.ts';
import { cut, everywhere, moments, pages, stuck } from './room.ts';

const quick = { animation: 'off' } as const;
test.use({ settings: quick });
type Page = import('@playwright/test').Page;

test('texts that are 40 % longer have room at 320 px', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('quincunx-language', 'pseudo'));
  await page.goto('');
  // Only names are still in plain English.
  await expect(page.locator('h1').first()).toHaveText(/Rárë/);
  await everywhere(page);
  await moments(page);
});

test('text of twice the size has room on a phone', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  );
  await load(page, '#/');
  const broken = await page
    .locator('.games h2 a')
    .evaluateAll((all) => all.filter((name) => name.getClientRects().length > 1).map((name) => name.textContent));
  expect(broken, 'names broken in two').toEqual([]);
  // The cards can be seen before the choice.
  for (const height of [844, 700]) {
    await page.setViewportSize({ width: 390, height });
    await open(page, 'stalactites', '4711');
    const [choice, piles] = await page.evaluate(() => [
      document.querySelector('.choice button')!.getBoundingClientRect().top,
      Math.max(...[...document.querySelectorAll('.surface button[data-pile^="T"]')].map((card) => card.getBoundingClientRect().bottom)),
    ]);
    expect(choice, `the choice covers the cards at ${height}`).toBeGreaterThan(piles - 8);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await everywhere(page);
});

/** The parts of the board that something lies over, from its upper edge to the first of them, px; all of it if none does. */
const uncovered = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const board = document.querySelector('.board')!.getBoundingClientRect();
    const over = [...document.querySelectorAll('.choice button, .history, .field, .end')].map((element) => element.getBoundingClientRect());
    const across = over.filter((box) => box.left < board.left + board.width / 2 && box.right > board.left + 8);
    return Math.min(board.height, ...across.map((box) => box.top - board.top));
  });

/** Scrolls the table to its end; the cards that are covered even then. */
const hiddenAtTheEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const board = document.querySelector('.board')!;
    board.scrollTop = board.scrollHeight;
    const over = [...document.querySelectorAll('.choice button, .history, .field')].map((element) => element.getBoundingClientRect());
    const cards = [...document.querySelectorAll<HTMLElement>('.surface button.source, .surface button[data-pile^="T"]')];
    const hidden = cards.filter((card) => {
      const box = card.getBoundingClientRect();
      return over.some(
        (one) => one.top < box.bottom - 1 && one.bottom > box.top + 1 && one.left < box.right - 1 && one.right > box.left + 1,
      );
    });
    board.scrollTop = 0;
    return hidden.map((card) => card.ariaLabel ?? '');
  });

test('text of twice the size leaves the table in view in a low window', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  );
  const sizes = [
    [320, 568],
    [640, 360],
    [360, 640],
    [844, 390],
    [320, 480],
  ] as const;
  for (const [width, height] of sizes) {
    const at = `${width} × ${height}`;
    await page.setViewportSize({ width, height });
    await load(page, '#/settings');
    expect(await cut(page), `settings at ${at}`).toEqual([]);
    await open(page, 'stalactites', '4711');
    await page.locator('.choice').waitFor();
    expect(await cut(page), at).toEqual([]);
    expect(await uncovered(page), `seen above the choice at ${at}`).toBeGreaterThan(160);
    expect(await hiddenAtTheEnd(page), `under the choice at ${at}`).toEqual([]);
    if (height > 500) {
      // Everything at once: foundations, piles and what there is to choose.
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll('.surface button[data-pile^="T"]')].map((card) => card.getBoundingClientRect().bottom),
      );
      const choice = await page.locator('.choice button').first().boundingBox();
      expect(Math.max(...ends), `the piles end above the choice at ${at}`).toBeLessThan(choice!.y + 1);
    }
    await open(page, 'carthage', '4711');
    for (const [panel, close] of [
      ['b', 'Close the history'],
      ['/', 'Close the command field'],
    ] as const) {
      await tableKey(page, panel);
      await page.locator('.history, .field').waitFor();
      expect(await cut(page), `${close} at ${at}`).toEqual([]);
      await expect.poll(() => uncovered(page), { message: `seen above “${close}” at ${at}` }).toBeGreaterThan(90);
      await expect.poll(() => hiddenAtTheEnd(page), { message: `under “${close}” at ${at}` }).toEqual([]);
      await page.getByRole('button', { name: close }).tap();
    }
    await openRecord(page, stuck);
    await page.locator('.end').waitFor();
    expect(await cut(page), `the end at ${at}`).toEqual([]);
    expect(await uncovered(page), `seen above the end at ${at}`).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'View table' }).tap();
    await expect(page.locator('.end')).toHaveCount(0);
  }
});

test('four hundred percent of zoom leaves a table to play on', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 225 });
  for (const game of gameIds) {
    await open(page, game, '4711');
    expect(await cut(page), game).toEqual([]);
    const board = await page.locator('.board').boundingBox();
    expect(board!.height, game).toBeGreaterThan(100);
  }
});

test('wider spacing of text cuts nothing off', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
      );
      document.adoptedStyleSheets = [sheet];
    }),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of pages) {
    await load(page, address);
    expect(await cut(page), address).toEqual([]);
  }
});

test.describe('the focus', () => {
  test('is never lost while a game is played by keys', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await open(page, 'stalactites', '4711');
    const lost = () => page.evaluate(() => document.activeElement === document.body || document.activeElement === null);
    await page.getByRole('button', { name: /Build by ones/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.surface[data-ply="1"]').waitFor();
    await expect.poll(lost).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-pile'))).toMatch(/^T/);
    for (const key of ['Enter', 'u', 'h', 'Escape', 'm', 'Escape', 'b', 'Escape', '?', 'Escape', 'ArrowLeft', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await frames(page);
      expect(await lost(), `after ${key}`).toBe(false);
    }
  });

  test('is not lost when what has it disappears or is disabled', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await withSettings(page, { ...quick, field: false });
    await open(page, 'gargantua', '4712');
    const here = () =>
      page.evaluate(() =>
        document.activeElement === document.body
          ? 'nowhere'
          : (document.activeElement?.textContent?.trim() ?? '') || (document.activeElement?.className ?? ''),
      );
    const press = async (button: import('@playwright/test').Locator) => {
      await button.focus();
      await page.keyboard.press('Enter');
      await frames(page);
      expect(await here()).not.toBe('nowhere');
    };
    const named = (name: string) => page.getByRole('button', { name, exact: true });
    await keyTo(page, 'd', 1);
    await press(named('Undo'));
    await atPly(page, 0);
    await press(named('Redo'));
    await atPly(page, 1);
    await fromMenu(page, 'History');
    await expect.poll(here).not.toBe('nowhere');
    await press(named('One move back'));
    await press(named('One move forward'));
    await page.locator('#bookmark').fill('here');
    await press(named('Set the bookmark'));
    await press(named('Remove the bookmark here'));
    await press(named('Close the history'));
    await page.locator('.surface button[tabindex="0"]').focus();
    await page.keyboard.press('/');
    await press(named('Close the command field'));
    await page.locator('.surface button[tabindex="0"]').focus();
    await page.keyboard.press('p');
    await expect.poll(here).toBe('Resume');
    await press(page.locator('.cover button'));
    expect(await page.evaluate(() => document.activeElement?.closest('.surface') !== null)).toBe(true);
    await press(named('Hint'));
    await press(named('Dismiss message'));
    await press(named('New'));
    await expect.poll(here).toBe('Deal');
    await page.keyboard.press('Escape');
    await expect.poll(here).toBe('New');
    // A new deal by a key or a pointer leaves the focus on the table, where letters are shortcuts.
    await page.locator('.surface button[tabindex="0"]').focus();
    const before = page.url();
    await page.keyboard.press('n');
    await expect.poll(here).toBe('Deal');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(before);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toMatch(/^surface/);
    await page.locator('.surface[data-ply="0"]').waitFor();
    await named('New').click();
    await named('Deal').click();
    await page.locator('.surface[data-ply="0"]').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toMatch(/^surface/);
    await keyTo(page, 'd', 1);
    await openRecord(page, stuck);
    await press(named('View table'));
  });

  test('stays in its row when there is nothing further to the left', { tag: '@desktop' }, async ({ page }) => {
    await open(page, 'gargantua', '4711');
    await page.locator('.surface button[data-pile="T1"]').last().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-pile'))).toBe('T1');
  });

  test('can skip the links at the top of a page', { tag: '@desktop-first' }, async ({ page }) => {
    await load(page, '#/faq');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });
});

test('the offer of a first game leaves the game its name, and covers nothing', { tag: ['@phone', '@full'] }, async ({ page }) => {
  const small = async () =>
    (await (await axe(page)).withRules('target-size').analyze()).violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
  await withSettings(page, { ...quick, lessons: '', language: 'de' });
  await page.goto('#/gloucestershire/7311000042');
  for (const language of ['de', 'en']) {
    if (language === 'en') {
      await page.evaluate(() => localStorage.setItem('quincunx-settings', '{"lessons":""}'));
      await page.reload();
    }
    await page.locator('.offer').waitFor();
    for (const [width, letters] of [
      [320, 16],
      [344, 16],
      [360, 16],
      [344, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}px`), letters);
      const room = await page.locator('header h1').evaluate((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        const [seen, box, offer] = [words, name, document.querySelector('.offer')!].map((one) => one.getBoundingClientRect()) as [
          DOMRect,
          DOMRect,
          DOMRect,
        ];
        return { cut: seen.width > box.width + 0.1, over: box.right > offer.left, out: offer.right > innerWidth };
      });
      expect(room, `${language}, ${width}, ${letters}`).toEqual({ cut: false, over: false, out: false });
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    expect(await small()).toEqual([]);
  }
  await page.locator('.offer').getByRole('button').last().click();
  await expect(page.locator('.offer')).toHaveCount(0);
  await expect(page.locator('.deal')).toBeVisible();
  expect(await small()).toEqual([]);
});

test('what is picked up says so', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { ...quick, tap: 'select' });
  await open(page, 'stalactites', '4711');
  await page.keyboard.press('1');
  await page.locator('.surface[data-ply="1"]').waitFor();
  await page.locator('.surface button[data-pile="T1"].source').last().click();
  await expect(page.locator('.surface button[aria-pressed="true"]')).toHaveCount(1);
});
