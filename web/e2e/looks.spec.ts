/**
 * How every page, every game and the fullest tables look at five sizes, light and dark. What is kept in `looks/` is a
 * sheet for each size and scheme, in which a dot is the mean color of a square of the screen: enough to see that a card, a
 * button or a color is not where it was, and blind to the way a font is drawn. `--update-snapshots` (in all sizes with
 * QUINCUNX_FULL=1) writes the sheets again, and every picture in full size to `test-results/looks/`: look at them before
 * you commit.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, full, fullUnless, gameIds, load, neverHasty, open, test, winOf, withSettings } from './helpers.ts';
import { beside, cut, decode, difference, encode, shrink, type Picture } from './picture.ts';

test.use({ deviceScaleFactor: 1 });

const sizes = {
  small: { width: 320, height: 568, block: 8 },
  landscape: { width: 640, height: 360, block: 8 },
  phone: { width: 360, height: 640, block: 8 },
  tablet: { width: 820, height: 1180, block: 12 },
  desktop: { width: 1440, height: 900, block: 12 },
};
const pages = ['', 'how-to-play', 'how-to-play/carthage', 'faq', 'about', 'settings'];
const kept = new URL('looks/', import.meta.url);
const seen = new URL('../test-results/looks/', import.meta.url);

/** A dot counts as different when a channel is this far off. */
const tolerance = 20;
/** A card that has moved is 0.4 % of a desktop's window. */
const share = 0.003;

interface View {
  name: string;
  show: (page: Page) => Promise<void>;
}

const views: View[] = [
  ...pages.map((address) => ({
    name: address === '' ? 'home' : address.replace('/', '-'),
    show: async (page: Page) => {
      await load(page, `#/${address}`);
      // Content that a page fetches arrives a moment later.
      await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(100);
      // A build's hash is another one each time.
      if (address === 'about')
        await page.getByText('(build ').evaluate((line) => (line.textContent = line.textContent.replace(/[0-9a-f]{12}/, '0'.repeat(12))));
    },
  })),
  ...gameIds.map((game) => ({
    name: game,
    show: async (page: Page) => open(page, game, winOf(game).deal),
  })),
  // Listed on purpose: the moments at which a table was hard to read.
  { name: 'carthage-dealt', show: (page) => after(page, 'carthage', '101', 'ddddd') },
  { name: 'carthage-hint', show: (page) => after(page, 'carthage', '102', 'ddh') },
  { name: 'gloucestershire-hint', show: (page) => after(page, 'gloucestershire', '103', 'h') },
  { name: 'settings-over-the-table', show: (page) => over(page, 'Settings') },
  { name: 'menu', show: (page) => after(page, 'gargantua', '104', 'm') },
];

/** A deal of its own after some keys: what is played stays, also for the next view. */
async function after(page: Page, game: (typeof gameIds)[number], deal: string, keys: string): Promise<void> {
  await open(page, game, deal);
  for (const key of keys) {
    const before = await page.locator('.surface').getAttribute('data-ply');
    await page.keyboard.press(key);
    if (key === 'd') await page.locator(`.surface:not([data-ply="${before}"])`).waitFor();
  }
  if (keys.endsWith('h')) await page.locator('.ring.hint').first().waitFor();
  if (keys.endsWith('m')) await page.locator('dialog').waitFor();
}

async function over(page: Page, what: string): Promise<void> {
  await after(page, 'carthage', '105', 'm');
  await page.locator('dialog').getByRole('button', { name: what }).click();
  await page.locator('dialog select').first().waitFor();
}

/** Two equal pictures in a row: nothing is moving any more. */
async function still(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  for (let attempt = 0; attempt < 20; ++attempt) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('the page does not come to rest');
}

for (const [size, { block, ...viewport }] of Object.entries(sizes)) {
  for (const scheme of ['light', 'dark'] as const) {
    // The largest in the ordinary run, in the light.
    test(
      `looks on a ${size}, ${scheme}`,
      { tag: ['@desktop', ...fullUnless(size === 'desktop' && scheme === 'light')] },
      async ({ page }, info) => {
        const update = info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed';
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme });
        await withSettings(page, { animation: 'off', relaxed: true });
        await neverHasty(page);
        const sheetFile = new URL(`${size}-${scheme}.png`, kept);
        const sheet = existsSync(sheetFile) && !update ? decode(readFileSync(sheetFile)) : null;
        const small: Picture[] = [];
        mkdirSync(seen, { recursive: true });
        for (const [i, { name, show }] of views.entries()) {
          // In the ordinary run the largest window shows two tables that are dealt.
          if (!full && !update && name !== 'gargantua' && name !== 'carthage') continue;
          await show(page);
          let picture: Buffer;
          let wrong: number;
          // On a busy machine faces may be sharp only after the page has come to rest.
          const end = Date.now() + 10_000;
          do {
            picture = await still(page);
            small[i] = shrink(decode(picture), block);
            wrong = sheet ? difference(small[i], cut(sheet, views.length, i), tolerance) : 0;
          } while (wrong > share && Date.now() < end);
          const file = new URL(`${size}-${scheme}-${name}.png`, seen);
          if (update || wrong > share) writeFileSync(file, picture);
          expect
            .soft(wrong, `${name} looks otherwise than in ${sheetFile.pathname}; now it is ${file.pathname}`)
            .toBeLessThanOrEqual(share);
        }
        if (update) {
          mkdirSync(kept, { recursive: true });
          writeFileSync(sheetFile, encode(beside(small)));
        } else expect(sheet, `${sheetFile.pathname} is kept`).not.toBeNull();
      },
    );
  }
}

test(
  'the comparison sees a card that lies elsewhere, and no letter that is drawn otherwise',
  { tag: ['@desktop', '@full'] },
  async ({ page }) => {
    const { block, ...viewport } = sizes.desktop;
    await page.setViewportSize(viewport);
    await withSettings(page, { animation: 'off', relaxed: true });
    await open(page, 'carthage', winOf('carthage').deal);
    const before = shrink(decode(await still(page)), block);
    expect(difference(before, cut(decode(encode(beside([before, before]))), 2, 1), 0)).toBe(0);
    await page.evaluate(() => (document.documentElement.style.fontStyle = 'italic'));
    expect(difference(before, shrink(decode(await still(page)), block), tolerance)).toBeLessThanOrEqual(share);
    await page.evaluate(() => {
      const cards = [...document.querySelectorAll<HTMLElement>('.felt .card')].filter((card) => card.style.visibility !== 'hidden');
      const card = cards.at(-1)!;
      card.style.transform += ' translate(0, 60px)';
    });
    expect(difference(before, shrink(decode(await still(page)), block), tolerance)).toBeGreaterThan(share);
  },
);
