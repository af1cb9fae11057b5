/** The feel of the table: how cards are dealt, and what happens before anybody is told of a win. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { faceSvg } from '../src/cards/faces.ts';
import { ranks } from '../src/cards/glyphs.ts';
import { cellOf } from '../src/cards/sheet.ts';
import { suits } from '../src/theme/suits.ts';
import { showTime } from '../src/table/shows.ts';
import { faceColors } from '../src/theme/face-colors.ts';
import {
  atPly,
  expect,
  frames,
  make,
  mouseDrag,
  openAfter,
  ply,
  points,
  said,
  status,
  test,
  touchDrag,
  winOf,
  withSettings,
} from './helpers.ts';
import type { Settings } from '../src/store/settings.svelte.ts';

test.use({ deviceScaleFactor: ({ isMobile }, use) => use(isMobile ? 2 : 1) });

/** A won game of Stalactites before its last moves, which it can make by itself. */
async function almostWon(page: Page, settings: Partial<Settings>, left = 8): Promise<void> {
  await withSettings(page, { tap: 'select', automatic: 'never', ...settings });
  await openAfter(page, 'stalactites', winOf('stalactites').moves.length - left);
}

/** Behind "More" when a game is over. */
async function more(page: Page, name: string): Promise<void> {
  await page.locator('.end').getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'End of the game' }).getByRole('button', { name }).click();
}

/** No show ends by itself: what ends one is what the test does. */
const endless = (page: Page): Promise<unknown> =>
  page.addInitScript((showTime) => {
    const timer = globalThis.setTimeout;
    Object.assign(globalThis, { setTimeout: (run: () => void, ms = 0) => (ms === showTime ? -1 : timer(run, ms)) });
  }, showTime);

/** Pairs of cards of one foundation of which the lower one lies over the upper one. */
const disorder = (page: Page) =>
  page.evaluate(() => {
    const tops = new Map<string, { z: number; index: number }[]>();
    for (const button of document.querySelectorAll<HTMLElement>('.surface button[data-pile^="F"]')) tops.set(button.dataset['pile']!, []);
    const all = [...document.querySelectorAll<HTMLElement>('.felt .card')].map((card) => ({ card, z: Number(card.style.zIndex) }));
    return { cards: all.length, highest: Math.max(...all.map(({ z }) => z)), lowest: Math.min(...all.map(({ z }) => z)), piles: tops.size };
  });

/** Notes each foundation that has cards now, and of which none is seen in some frame before the show. */
const noteBare = (page: Page) =>
  page.evaluate(() => {
    const bare = new Set<string>();
    Object.assign(window, { bare });
    const bareNow = () => {
      const boxes = [...document.querySelectorAll<HTMLElement>('.felt .card')]
        .filter(({ style }) => style.visibility !== 'hidden')
        .map((card) => card.getBoundingClientRect());
      return [...document.querySelectorAll<HTMLElement>('.surface button[data-pile^="F"]')]
        .filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const [cx, cy] = [x + width / 2, y + height / 2];
          return !boxes.some(({ left, right, top, bottom }) => left < cx && cx < right && top < cy && cy < bottom);
        })
        .map((button) => button.dataset['pile']!);
    };
    const empty = bareNow();
    const look = () => {
      if (document.querySelector('.whirling')) return;
      for (const pile of bareNow()) if (!empty.includes(pile)) bare.add(pile);
      requestAnimationFrame(look);
    };
    look();
  });

test('a win is shown before a panel says so, and a tap skips the show', { tag: ['@phone-first', '@full'] }, async ({ page }, info) => {
  await almostWon(page, { animation: 'fast', soundOffered: false });
  const panel = page.getByRole('group', { name: 'End of the game' });
  const chip = page.getByRole('button', { name: 'Finish' });
  // It lies over no card, and it is not where a second tap on the hint could land.
  const box = (await chip.boundingBox())!;
  const board = (await page.locator('.board').boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(board.y + 1);
  const hint = page.getByRole('button', { name: /^(Hint|Play it)$/ });
  const at = (await hint.boundingBox())!;
  const before = await ply(page);
  for (let i = 0; i < 2; ++i) {
    const { x, y } = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    await (info.project.name === 'phone' ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  }
  await expect(
    page
      .getByRole('button', { name: 'Play it' })
      .or(page.locator(`.surface[data-ply="${before + 1}"]`))
      .first(),
  ).toBeVisible();
  expect(await ply(page)).toBeLessThanOrEqual(before + 1);
  expect(await status(page)).toBe('playing');

  await noteBare(page);
  await chip.click();
  await expect.poll(() => status(page)).toBe('won');
  await page.locator('.surface.whirling').waitFor();
  expect(await page.evaluate(() => [...(window as unknown as { bare: Set<string> }).bare]), 'foundations that lost their cards').toEqual(
    [],
  );
  await expect(panel).toHaveCount(0);
  // Aces never lie over kings.
  const { cards, highest, lowest, piles } = await disorder(page);
  expect(highest - lowest).toBe(cards / piles - 1);
  await page.locator('.surface').click({ position: { x: 5, y: 5 } });
  await expect(panel).toBeVisible();
  // The first win asks whether sound is wanted; the tap that skipped the show has sent nothing away.
  await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
  await expect(page.locator('.surface.whirling')).toHaveCount(0);
});

test('a screen reader, whose presses are clicks alone, skips the show', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.clock.install();
  await endless(page);
  await almostWon(page, { animation: 'fast' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('.surface.whirling').waitFor();
  await page.clock.runFor(500); // a press so soon after the last move belongs to that move
  await page.getByRole('button', { name: 'Skip the show' }).dispatchEvent('click');
  await expect(page.locator('.surface.whirling')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'End of the game' })).toBeVisible();
});

test('a game that is won once more says so once more, and that there was help in it', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await almostWon(page, { animation: 'off' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Your first Stalactites without help!')).toBeVisible();
  const again = async (help: boolean) => {
    await page.getByRole('button', { name: 'View table' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.surface[data-status="playing"]').waitFor();
    if (help) {
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await page.locator('.ring.hint').first().waitFor();
    }
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText('You won!')).toBeVisible();
  };
  await again(false);
  // The greater one, if it is known as soon as the other.
  await expect(page.locator('.end .praise')).toHaveText(/^(Without any help\.|Exactly par, and no solution is shorter!)$/);
  await again(true);
  await expect(page.getByText('Won with help.')).toBeVisible();
  await expect(page.getByText(/^(Without any help|Exactly par)/)).toHaveCount(0);
});

/** Stops whatever moves, for good; how many cards and lights that are. */
const stopped = (page: Page) =>
  page.evaluate(() => {
    const all = document.getAnimations().filter((one) => (one.effect as KeyframeEffect).target?.closest('.felt'));
    for (const one of all) one.pause();
    return all.length;
  });

test('input counts while cards are dealt, fly, spring back and shine', { tag: '@full' }, async ({ page, browserName }, info) => {
  const touch = info.project.name === 'phone';
  await page.addInitScript(() => {
    const kinds = JSON.parse(sessionStorage.getItem('kinds') ?? '[]') as string[];
    Object.assign(window, { seen: () => [...new Set(kinds)].sort() });
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof Element && node.matches('.moment')) kinds.push(node.classList[1]!);
      sessionStorage.setItem('kinds', JSON.stringify(kinds));
    }).observe(document, { childList: true, subtree: true });
    // On a slow machine it would have ended before the test looks.
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const one = animate.apply(this, how);
      one.pause();
      return one;
    };
  });
  // Nothing that has begun to move ever ends: whatever waited for it would wait for ever.
  const play = async (moves: readonly string[]) => {
    for (const [i, move] of moves.entries()) {
      const at = await ply(page);
      expect(await stopped(page), `what moves before ${move}`).toBeGreaterThan(0);
      await make(page, move, i % 2 === 0 ? 'taps' : 'drags', touch);
      await atPly(page, at + 1);
    }
  };
  await page.clock.install();
  await withSettings(page, { animation: 'slow', tap: 'select', automatic: 'never' });
  const { deal, moves } = winOf('gargantua');
  await page.goto(`#/gargantua/${deal}`);
  await page.locator('.surface[data-ply]').waitFor();
  await play(moves.slice(0, 2));
  // A card that may not go there is on its way back for ever, and another one is played.
  const { from } = await points(page, moves[2]!);
  const felt = (await page.locator('.board').boundingBox())!;
  await (touch && browserName === 'chromium' ? touchDrag : mouseDrag)(page, from, { x: felt.x + 3, y: felt.y + felt.height - 3 });
  await play(moves.slice(2, 4));
  expect(await page.evaluate(() => document.querySelectorAll('.lifted').length)).toBe(0);

  // Piles that are emptied, cards that are turned and come home; a foundation that is complete.
  for (const [from, to] of [
    [26, 30],
    [186, 189],
  ] as const) {
    await openAfter(page, 'gargantua', from);
    await page.clock.runFor(1600); // when moments are loaded
    const styled = () =>
      page.evaluate(() =>
        [...document.styleSheets].some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith('.moment'))),
      );
    await expect.poll(styled).toBe(true);
    await frames(page, 30);
    await make(page, moves[from]!, 'taps', touch);
    await atPly(page, from + 1);
    await play(moves.slice(from + 1, to));
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: () => string[] }).seen());
  expect(seen).toEqual(['complete', 'emptied', 'home', 'turned']);
  await expect(page.locator('.moment')).toHaveCount(0);
});

test('a win can be watched again, and leaving in the middle does not undo it', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await almostWon(page, { animation: 'off' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('.surface[data-status="won"]').waitFor();
  const won = await ply(page);
  await more(page, 'Watch again');
  await page.locator('.surface[data-ply="2"]').waitFor();
  await expect(page.getByRole('group', { name: 'End of the game' })).toHaveCount(0);
  // Whatever is pressed stops it.
  await page.keyboard.press('Escape');
  await page.locator(`.surface[data-ply="${won}"][data-status="won"]`).waitFor();
  // It is the same win, and better than no other.
  await expect(page.getByText('You won!')).toBeVisible();
  await expect(page.getByText(/^Your (best|fewest|fastest)/)).toHaveCount(0);
  await more(page, 'Watch again');
  await page.locator('.surface[data-ply="1"]').waitFor();
  await page.reload();
  await page.locator(`.surface[data-ply="${won}"][data-status="won"]`).waitFor();
});

test('a win is praised in one sentence that is true, and there is a picture of it', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await almostWon(page, { animation: 'off' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Your first Stalactites without help!')).toBeVisible();
  await expect(page.getByText('Without any help.')).toHaveCount(0);
  const [download] = await Promise.all([page.waitForEvent('download'), more(page, 'Picture')]);
  expect(download.suggestedFilename()).toMatch(/^stalactites-\d+\.png$/);
  const png = readFileSync(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 1200]);
});

test('a win without motion is said at once', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await endless(page);
  await almostWon(page, { animation: 'normal' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.locator('.surface[data-status="won"]').waitFor();
  await expect(page.getByRole('group', { name: 'End of the game' })).toBeVisible();
});

/** Every card of the felt: whether it shows its back, and where it is. */
const backs = (page: Page) =>
  page.evaluate(() => {
    const urls = [...document.querySelectorAll<HTMLElement>('.felt .card .card-face')].map((face) => face.style.backgroundSize);
    return { cards: urls.length, faces: urls.filter((size) => size !== '100% 100%').length };
  });

test('cards are dealt face down and turn over when they land', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  // Before any frame of the page: whatever is seen of a card is noted.
  await page.addInitScript(() => {
    const seen: { moved: boolean; face: boolean; blank: boolean }[] = [];
    Object.assign(window, { seen });
    const look = () => {
      for (const card of document.querySelectorAll<HTMLElement>('.felt .card')) {
        if (card.style.visibility === 'hidden' || card.style.width === '') continue;
        const face = card.querySelector<HTMLElement>('.card-face');
        const flight = card.getAnimations()[0]?.effect?.getComputedTiming();
        const share = flight ? (flight.progress ?? 0) : 1;
        seen.push({
          moved: share > 0.5,
          face: face !== null && face.style.backgroundSize !== '100% 100%',
          blank: face === null || face.style.backgroundImage === '',
        });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await withSettings(page, { animation: 'slow' });
  await page.goto('#/gargantua/4711');
  // One card of each of nine piles lies face up.
  await expect.poll(async () => (await backs(page)).faces).toBe(9);
  const seen = await page.evaluate(() => (window as unknown as { seen: { moved: boolean; face: boolean; blank: boolean }[] }).seen);
  expect(seen.filter(({ moved }) => !moved).length, 'cards on their way').toBeGreaterThan(20);
  expect(seen.filter(({ moved, face }) => face && !moved)).toEqual([]);
  expect(seen.filter(({ blank }) => blank)).toEqual([]);
});

test(
  'the faces are drawn again for a sharper screen, although the window keeps its size',
  { tag: ['@desktop', '@full'] },
  async ({ page }) => {
    // An emulated screen changes without telling: the page is told here what it listens for.
    await page.addInitScript(() => {
      const own = matchMedia.bind(globalThis);
      globalThis.matchMedia = (query) => {
        const list = own(query);
        if (query.startsWith('(resolution:')) list.addEventListener = (_: string, run: unknown) => (document.onscroll = run as () => void);
        return list;
      };
    });
    await page.goto('#/gargantua/5');
    const width = () =>
      page.locator('.felt .card-face').evaluateAll(async (all: HTMLElement[]) => {
        const face = all.find((one) => one.style.backgroundSize !== '' && one.style.backgroundSize !== '100% 100%');
        const image = new Image();
        image.src = /url\("(.*)"\)/.exec(face?.style.backgroundImage ?? '')?.[1] ?? '';
        await image.decode().catch(() => undefined);
        return image.naturalWidth;
      });
    await expect.poll(width).toBeGreaterThan(0);
    const before = await width();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setDeviceMetricsOverride', { ...page.viewportSize()!, deviceScaleFactor: 2, mobile: false });
    const told = async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('scroll')));
      return width();
    };
    await expect.poll(told).toBeGreaterThan(1.8 * before);
  },
);

test('the faces on a sheet look like those drawn one by one', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off' });
  await page.goto('#/gargantua/4711');
  await page.locator('.surface[data-ply]').waitFor();
  const sheet = await page.locator('.felt .card-face').evaluateAll((all) =>
    all
      .map((face) => (face as HTMLElement).style)
      .find((style) => style.backgroundSize !== '100% 100%')!
      .backgroundImage.slice(5, -2),
  );
  const cards = suits.flatMap((suit) => ranks.map((rank) => ({ rank, suit })));
  const drawn = cards.map((name) => ({ name: name.rank + name.suit, svg: faceSvg(name, 'full', faceColors('two-color', 'light')) }));
  const width = await page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image.naturalWidth / 13 - 2;
  }, sheet);
  const cells = drawn.map(({ name, svg }) => ({ name, svg: `data:image/svg+xml,${encodeURIComponent(svg)}`, cell: cellOf(name, width) }));
  const wrong = await page.evaluate(
    async ({ url, cells }) => {
      const load = async (address: string) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image;
      };
      const whole = await load(url);
      const wrong: string[] = [];
      for (const { name, svg, cell } of cells) {
        const face = await load(svg);
        const pixels = [0, 1].map((which) => {
          const canvas = new OffscreenCanvas(cell.width, cell.height);
          const context = canvas.getContext('2d')!;
          if (which === 0) context.drawImage(whole, cell.x, cell.y, cell.width, cell.height, 0, 0, cell.width, cell.height);
          else context.drawImage(face, 0, 0, cell.width, cell.height);
          return context.getImageData(0, 0, cell.width, cell.height).data;
        });
        let sum = 0;
        let far = 0;
        for (let i = 0; i < pixels[0]!.length; ++i) {
          const off = Math.abs(pixels[0]![i]! - pixels[1]![i]!);
          sum += off;
          if (off > 90) ++far;
        }
        const size = pixels[0]!.length;
        if (sum / size > 1 || far / size > 0.002) wrong.push(`${name}: ${(sum / size).toFixed(2)} on average, ${far} of ${size} far off`);
      }
      return wrong;
    },
    { url: sheet, cells },
  );
  expect(wrong).toEqual([]);
});

test('fingers undo and redo: a swipe across the felt, and taps with two and three', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await almostWon(page, { animation: 'off' }, 20);
  const start = await ply(page);
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number; id: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const board = (await page.locator('.board').boundingBox())!;
  const middle = board.x + board.width / 2;
  const y = board.y + board.height - 20;
  /** A point that no card and no place is near, from where there is room for a swipe. */
  const felt = (dx: number) =>
    page.evaluate(
      ({ dx, board }) => {
        const boxes = [...document.querySelectorAll('.surface button')].map((one) => one.getBoundingClientRect());
        const near = (x: number, y: number) =>
          boxes.some(({ left, right, top, bottom }) => x > left - 20 && x < right + 20 && y > top - 20 && y < bottom + 20);
        for (let y = board.y + board.height - 20; y > board.y; y -= 8)
          for (let x = board.x + 8; x < board.x + board.width - 8; x += 8)
            if (!near(x, y) && x + dx > board.x && x + dx < board.x + board.width) return { x, y };
        throw new Error('cards are everywhere');
      },
      { dx, board },
    );
  const swipe = async (dx: number, dy: number, start?: { x: number; y: number }) => {
    const from = start ?? (await felt(dx));
    await send('touchStart', [{ ...from, id: 0 }]);
    for (const part of [0.5, 1]) await send('touchMove', [{ x: from.x + dx * part, y: from.y + dy * part, id: 0 }]);
    await send('touchEnd', []);
  };
  const tap = async (...fingers: { x: number; y: number }[]) => {
    const points = fingers.map((at, id) => ({ ...at, id }));
    for (let count = 1; count <= points.length; ++count) await send('touchStart', points.slice(0, count));
    await send('touchEnd', []);
  };
  const at = (want: number) => expect.poll(() => ply(page)).toBe(want);

  await swipe(-120, 10);
  await at(start - 1);
  await expect.poll(() => said(page)).toContain('Undone');
  await swipe(-120, -10);
  await at(start - 2);
  await swipe(120, 0);
  await at(start - 1);
  await tap({ x: middle - 40, y }, { x: middle + 40, y });
  await at(start - 2);
  await tap({ x: middle - 60, y }, { x: middle, y }, { x: middle + 60, y });
  await at(start - 1);

  // The first of two fingers on a card: nothing is moved or picked up, only the move before is taken back.
  const source = (await page.locator('.surface button.source[data-pile^="T"]').first().boundingBox())!;
  await tap({ x: source.x + source.width / 2, y: source.y + source.height - 6 }, { x: middle, y });
  await at(start - 2);
  await expect(page.locator('.surface button[aria-pressed="true"]')).toHaveCount(0);

  // These mean nothing: too short, too steep, begun on a card.
  await swipe(-40, 0);
  await swipe(-80, -70);
  await swipe(-100, 0, { x: source.x + source.width / 2, y: source.y + source.height - 6 });
  await frames(page, 24);
  expect(await ply(page)).toBe(start - 2);
});
