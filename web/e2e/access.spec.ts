/** What axe cannot see: large text, zoom, longer words, text spacing, focus. docs/accessibility.md lists the criteria. */
import { expect, gameIds, load, open, test, withSettings } from './helpers.ts';

const quick = { animation: 'off' } as const;
const pages = ['#/', '#/how-to-play', '#/how-to-play/carthage', '#/how-to-play/all', '#/faq', '#/about', '#/settings', '#/x/y/z'];
type Page = import('@playwright/test').Page;

/** Texts that are cut off, and elements that stick out on the right. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>('button, a, label, legend, h1, h2, h3, p, li, td, th, summary, option, span')) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.surface, .hidden, .skip, pre, [aria-live], table')) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const clips = getComputedStyle(element).overflowX !== 'visible';
      const name = `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
      if (box.right > wide + 1 && getComputedStyle(element).clipPath === 'none') found.push(`${name} ends at ${Math.round(box.right)}`);
      else if (clips && element.scrollWidth > element.clientWidth + 1 && element.children.length === 0) found.push(`${name} is cut off`);
    }
    return found;
  });
}

async function everywhere(page: Page): Promise<void> {
  for (const address of pages) {
    await load(page, address);
    expect(await cut(page), address).toEqual([]);
  }
  for (const game of gameIds) {
    await open(page, game, '4711');
    expect(await cut(page), game).toEqual([]);
  }
  await page.getByRole('region').getByRole('button').last().click();
  await page.locator('dialog').waitFor();
  expect(await cut(page), 'menu').toEqual([]);
}

test('texts that are 40 % longer have room at 320 px', async ({ page }, info) => {
  test.skip(info.project.name === 'desktop');
  await page.setViewportSize({ width: 320, height: 640 });
  await withSettings(page, quick);
  await page.addInitScript(() => localStorage.setItem('quincunx-language', 'pseudo'));
  await page.goto('');
  // Only names are still in plain English.
  await expect(page.locator('h1').first()).toHaveText(/Rárë/);
  await everywhere(page);
});

test('text of twice the size has room on a phone', async ({ page }, info) => {
  test.skip(info.project.name === 'desktop');
  await page.setViewportSize({ width: 390, height: 844 });
  await withSettings(page, quick);
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
  await everywhere(page);
});

test('four hundred percent of zoom leaves a table to play on', async ({ page }, info) => {
  test.skip(info.project.name === 'phone');
  await page.setViewportSize({ width: 320, height: 225 });
  await withSettings(page, quick);
  for (const game of gameIds) {
    await open(page, game, '4711');
    expect(await cut(page), game).toEqual([]);
    const board = await page.locator('.board').boundingBox();
    expect(board!.height, game).toBeGreaterThan(100);
  }
});

test('wider spacing of text cuts nothing off', async ({ page }, info) => {
  test.skip(info.project.name === 'desktop');
  await withSettings(page, quick);
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }');
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
  test('is never lost while a game is played by keys', async ({ page }, info) => {
    test.skip(info.project.name === 'phone');
    await withSettings(page, quick);
    await open(page, 'stalactites', '4711');
    const lost = () => page.evaluate(() => document.activeElement === document.body || document.activeElement === null);
    await page.getByRole('button', { name: /Build by ones/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.surface[data-ply="1"]').waitFor();
    await expect.poll(lost).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-pile'))).toMatch(/^T/);
    for (const key of ['Enter', 'u', 'h', 'Escape', 'm', 'Escape', 'b', 'Escape', '?', 'Escape', 'ArrowLeft', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(80);
      expect(await lost(), `after ${key}`).toBe(false);
    }
  });

  test('stays in its row when there is nothing further to the left', async ({ page }, info) => {
    test.skip(info.project.name === 'phone');
    await withSettings(page, quick);
    await open(page, 'gargantua', '4711');
    await page.locator('.surface button[data-pile="T1"]').last().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-pile'))).toBe('T1');
  });

  test('can skip the links at the top of a page', async ({ page }) => {
    await load(page, '#/faq');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
  });
});

test('what is picked up says so', async ({ page }) => {
  await withSettings(page, { ...quick, tap: 'select' });
  await open(page, 'stalactites', '4711');
  await page.keyboard.press('1');
  await page.locator('.surface[data-ply="1"]').waitFor();
  await page.locator('.surface button[data-pile="T1"].source').last().click();
  await expect(page.locator('.surface button[aria-pressed="true"]')).toHaveCount(1);
});
