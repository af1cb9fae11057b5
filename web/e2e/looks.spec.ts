/** Pictures of every page and game, compared with those in `looks.spec.ts-snapshots`: small ones, for what lies where. */
import { expect, full, gameIds, open, test, winOf, withSettings } from './helpers.ts';

const sizes = { phone: { width: 360, height: 640 }, tablet: { width: 820, height: 1180 }, desktop: { width: 1440, height: 900 } };
const pages = ['', 'how-to-play', 'how-to-play/carthage', 'faq', 'about', 'settings'];

test.use({ deviceScaleFactor: 0.5, hasTouch: false, isMobile: false });

for (const [name, viewport] of Object.entries(sizes)) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`looks on a ${name}, ${scheme}`, async ({ page }, info) => {
      test.skip(info.project.name !== 'desktop');
      test.skip(!full && !(name === 'phone' && scheme === 'light') && !(name === 'desktop' && scheme === 'dark'));
      test.setTimeout(120_000);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme });
      await withSettings(page, { animation: 'off', showTime: false });
      for (const address of pages) {
        await page.goto(`#/${address}`);
        await page.locator('main h1').first().waitFor();
        await page.locator('main').getByRole('link').first().waitFor().catch(() => {});
        await expect.soft(page).toHaveScreenshot(`${name}-${scheme}-${address === '' ? 'home' : address.replace('/', '-')}.png`);
      }
      for (const game of gameIds) {
        await open(page, game, winOf(game).deal);
        await page.waitForTimeout(300);
        await expect.soft(page).toHaveScreenshot(`${name}-${scheme}-${game}.png`);
      }
    });
  }
}
