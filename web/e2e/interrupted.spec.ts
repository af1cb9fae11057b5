/** Whatever comes in the middle of a movement, the table ends as if it had just been opened. */
import type { Page } from '@playwright/test';
import { dice } from '../src/testing/dice.ts';
import { atPly, expect, mouseDrag, open, openAfter, ply, points, test, winOf, withSettings } from './helpers.ts';

/** Each card that is seen: where, over what it lies, and what it shows. */
const picture = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.felt .card')].map((card) => {
      if (card.style.visibility === 'hidden') return `${card.dataset['card']} hidden`;
      const { x, y, width, height } = card.firstElementChild!.getBoundingClientRect();
      const face = card.querySelector<HTMLElement>('.card-face')?.style.backgroundPosition;
      const box = [x, y, width, height].map((value) => Math.round(value * 10) / 10);
      return [card.dataset['card'], ...box, card.style.zIndex, face, card.className].join(' ');
    }),
  );

/** Nothing moves any more, though answers may come late, and all faces are drawn. */
async function settled(page: Page): Promise<void> {
  let before = '';
  const resting = async () => {
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('.surface.busy, .cards.unseen')].length +
        document.querySelector('.felt')!.getAnimations({ subtree: true }).length,
    );
    const now = `${moving} ${(await picture(page)).join()}`;
    const same = moving === 0 && now === before;
    before = now;
    return same;
  };
  await expect.poll(resting, { intervals: [400] }).toBe(true);
}

/** Presses keys, each after so many frames. */
const press = (page: Page, keys: { key: string; frames: number }[]) =>
  page.evaluate(async (keys) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (const { key, frames } of keys) {
      for (let i = 0; i < frames; ++i) await frame();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  }, keys);

for (const [game, made] of [
  ['gargantua', 60],
  ['stalactites', 30],
] as const)
  test(`an interrupted movement ends in the picture of the position: ${game}`, { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await withSettings(page, { animation: 'normal', automatic: 'never' });
    await openAfter(page, game, made);
    await settled(page);
    const below = dice(11);
    const keys = (count: number) => Array.from({ length: count }, () => ({ key: below(3) > 0 ? 'u' : 'r', frames: below(18) }));
    for (let round = 0; round < 6; ++round) {
      await press(page, keys(8));
      // Another window in the middle of a movement, at any of its frames.
      for (let i = 0; i < round % 3; ++i) {
        await page.setViewportSize({ width: 900 + below(500), height: 600 + below(300) });
        await press(page, keys(2));
      }
      if (round % 2 === 1) await page.setViewportSize({ width: 900 + below(500), height: 600 + below(300) });
      await settled(page);
      const shown = await picture(page);
      const at = await ply(page);
      await page.reload();
      await atPly(page, at);
      await settled(page);
      expect(shown, `round ${round}`).toEqual(await picture(page));
    }
  });

test('a press whose pointer is taken away ends, and the next one works', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off', automatic: 'never' });
  const { deal, moves } = winOf('gargantua');
  await open(page, 'gargantua', deal);
  const { from, to } = await points(page, moves[0]!);
  const home = await picture(page);
  // Browsers number the mouse as they like.
  await page.evaluate(() =>
    document.addEventListener('pointerdown', ({ pointerId }) => (document.body.dataset['pointer'] = String(pointerId)), true),
  );
  for (const far of [0, 60]) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    // The table has the pointer from its next event on, and who takes it away, too.
    await page.mouse.move(from.x + 1, from.y);
    if (far > 0) {
      await page.mouse.move(from.x + far, from.y + far);
      await page.locator('.surface.dragging').waitFor();
      expect(await picture(page)).not.toEqual(home);
    }
    await page.evaluate(() => document.querySelector('.board')!.setPointerCapture(Number(document.body.dataset['pointer'])));
    await page.mouse.move(from.x + far + 2, from.y + far);
    await expect(page.locator('.surface.dragging, .card.lifted')).toHaveCount(0);
    await expect.poll(() => picture(page)).toEqual(home);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    expect(await ply(page)).toBe(0);
    expect(await picture(page)).toEqual(home);
  }
  await mouseDrag(page, from, to);
  await atPly(page, 1);
});
