/** The table at its worst moments: what is lit, said and shown when it is fullest. */
import { bars } from '../src/testing/bars.ts';
import { cardName } from '../src/words/names.ts';
import { gameOf, longRunRecord } from '../src/testing/games.ts';
import { stays } from '../src/ui/stays.ts';
import {
  atPly,
  draw,
  expect,
  fromMenu,
  gameIds,
  keyTo,
  make,
  neverHasty,
  open,
  openAfter,
  openRecord,
  ply,
  tableKey,
  test,
  touch,
  winOf,
  withSettings,
} from './helpers.ts';

const quick = { animation: 'off' } as const;
test.use({ settings: quick });

const openLate = (page: import('@playwright/test').Page, game: (typeof gameIds)[number]) =>
  openAfter(page, game, Math.floor((winOf(game).moves.length * 2) / 3));

/** A late position: two thirds of a win. */
async function late(page: import('@playwright/test').Page, game: (typeof gameIds)[number]): Promise<void> {
  await withSettings(page, { ...quick, tap: 'select' });
  await openLate(page, game);
}

for (const game of gameIds) {
  test(`a message covers no card that can be played: ${game}`, { tag: ['@phone', '@full'] }, async ({ page }) => {
    await openLate(page, game);
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    const stuck = await page.evaluate(() => {
      const cards = [...document.querySelectorAll<HTMLElement>('.surface button[data-pile^="T"]:not([data-index="-1"])')];
      const tops = new Map(cards.map((card) => [card.dataset['pile'], card]));
      return [...tops.values()].filter(({ classList }) => !classList.contains('source')).map(({ dataset }) => dataset['key']!);
    });
    expect(stuck.length > 0).toBe(['gargantua', 'grandfather'].includes(game));
    const nowhere = stuck.slice(0, 1).map((key) => page.locator(`.surface button[data-key="${key}"]`));
    for (const button of [hint, ...nowhere]) {
      await expect(page.getByTestId('notice')).toHaveCount(0);
      await button.click();
      await expect(page.getByTestId('notice')).toBeVisible();
      const covered = await page.evaluate(() => {
        const notice = document.querySelector('[data-testid=notice]')?.getBoundingClientRect();
        if (!notice) return [];
        return [...document.querySelectorAll<HTMLElement>('.surface button.source')]
          .filter((card) => {
            const box = card.getBoundingClientRect();
            return box.top < notice.bottom - 1 && box.bottom > notice.top + 1 && box.left < notice.right && box.right > notice.left;
          })
          .map((card) => card.getAttribute('aria-label'));
      });
      expect(covered).toEqual([]);
      await page.getByRole('button', { name: 'Dismiss message' }).click();
    }
  });
}

/** The table has been laid out for a window of another size. */
async function resized(page: import('@playwright/test').Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  let before = '';
  const resting = async () => {
    const now = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.surface button')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x, y, width, height].join(' ');
      });
      return [innerWidth, ...boxes].join();
    });
    const same = now === before && now.startsWith(`${size.width},`);
    before = now;
    return same;
  };
  await expect.poll(resting, { intervals: [50] }).toBe(true);
}

/** Marks on the table that lie over the rank or suit of a card. */
const coveredRanks = (page: import('@playwright/test').Page): Promise<string[]> =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll('.badges > *')].map((mark) => ({
      text: mark.textContent,
      fold: mark.matches('.fold'),
      box: mark.getBoundingClientRect(),
    }));
    return [...document.querySelectorAll<HTMLElement>('.surface button[data-card]:not([data-card=""])')].flatMap((card) => {
      const box = card.getBoundingClientRect();
      if (marks.some(({ box: mark, fold }) => fold && Math.abs(mark.top - box.top) < 1 && Math.abs(mark.left - box.left) < 1)) return [];
      // A full face shows them in its corner, the smaller ones in a line of their own, 15 px high or more.
      const line = { right: box.left + box.width * (box.width < 72 ? 1 : 0.25), bottom: box.top + Math.min(box.height, 15) };
      return marks
        .filter(
          ({ box: mark }) =>
            mark.left < line.right - 1 && mark.right > box.left + 1 && mark.top < line.bottom - 1 && mark.bottom > box.top + 1,
        )
        .map(({ text }) => `${text} covers ${card.dataset['card']}`);
    });
  });

for (const game of gameIds) {
  test(`no name, badge or count covers the rank or suit of a card: ${game}`, { tag: ['@phone', '@full'] }, async ({ page }) => {
    await withSettings(page, { field: true });
    for (const when of ['dealt', 'late']) {
      if (when === 'late') await late(page, game);
      else await open(page, game, '4711');
      for (const [width, height] of [
        [320, 568],
        [1440, 900],
      ] as const) {
        await resized(page, { width, height });
        if (when === 'dealt') expect(await page.locator('.name').count()).toBeGreaterThan(7);
        expect(await coveredRanks(page), `${when}, ${width} × ${height}`).toEqual([]);
      }
    }
  });
}

test('no panel changes the size or the place of the cards', { tag: '@full' }, async ({ page }) => {
  await neverHasty(page, Object.values(stays));
  await late(page, 'carthage');
  const rects = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.surface button')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    );
  const before = await rects();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByTestId('notice').waitFor();
  await fromMenu(page, 'History');
  await page.getByRole('region', { name: 'History' }).waitFor();
  expect(await rects()).toEqual(before);
  // A message from before makes room for it.
  const over = () =>
    page.evaluate(() => {
      const [history, notice] = ['.history', '[data-testid=notice]'].map((one) => document.querySelector(one)?.getBoundingClientRect());
      return notice && history && notice.bottom > history.top && notice.right > history.left && notice.left < history.right;
    });
  await expect.poll(over).toBe(false);
  await page.getByRole('button', { name: 'Close the history' }).click();
  await tableKey(page, '/');
  await page.locator('#field').waitFor();
  expect(await rects()).toEqual(before);
});

test('the bars around the table are as high as the layout tests think', { tag: ['@desktop-first', '@full'] }, async ({ page }) => {
  await open(page, 'carthage', '4711');
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [640, 360],
    [820, 1180],
    [900, 700],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await resized(page, { width, height });
    const board = await page.locator('.board').evaluate((element) => element.clientHeight);
    expect(height - board, `${width} × ${height}`).toBeLessThanOrEqual(bars({ width, height }));
  }
});

test.describe('what is lit takes the card', () => {
  test(
    'a card with many places to go is lifted by a tap, and goes where the player taps next',
    { tag: '@phone-first' },
    async ({ page }) => {
      await open(page, 'grandfather', '22');
      await draw(page, 1);
      await page.locator('.surface button[data-pile="W"]').click();
      await expect(page.locator('.ring.chosen')).toHaveCount(1);
      expect(await ply(page)).toBe(1);
      await expect(page.locator('.ring.target').nth(3)).toBeVisible();
      await page.locator('.surface button[data-pile="T7"]').last().click();
      await atPly(page, 2);
      await expect(page.locator('.surface button[data-pile="T7"][data-index="1"]')).toHaveCount(1);
    },
  );

  test('other places are dark when they do not take it any more', { tag: '@full' }, async ({ page }) => {
    await open(page, 'stalactites', '4711');
    await make(page, 'by1', 'taps', false);
    await atPly(page, 1);
    // A card that fits no foundation goes to a cell; the other cell is lit.
    await page.locator('.surface button[data-pile="T1"]').last().click();
    await atPly(page, 2);
    await expect(page.locator('.ring.other')).toHaveCount(1);
    await expect(page.locator('.ring.other')).toHaveCount(0, { timeout: 8000 });
  });
});

test('a hint shows from where to where', { tag: '@full' }, async ({ page }) => {
  // Every move there has a place to go; a quick idea in Carthage may be to deal, on a busy machine.
  await open(page, 'gloucestershire', '4711');
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.locator('.ring.hint')).toHaveCount(1);
  await expect(page.locator('.ring.hint-to')).toHaveCount(1);
  await expect(page.locator('.arrow')).toBeVisible();
  const dashes = (ring: string) => page.locator(ring).evaluate((element) => getComputedStyle(element, '::before').borderTopStyle);
  expect(await dashes('.ring.hint')).not.toBe('dashed');
  expect(await dashes('.ring.hint-to')).toBe('dashed');
  // The arrow covers cards only while it flies.
  await expect(page.locator('.arrow')).toBeHidden();
  await expect(page.locator('.ring.hint')).toBeVisible();
});

test('equal cards of the reserve are counted', { tag: '@phone-first' }, async ({ page }) => {
  await open(page, 'gloucestershire', '4711');
  expect(await page.locator('.copies').count()).toBeGreaterThan(5);
  await expect(page.locator('.copies').first()).toHaveText('×2');
  expect(await page.locator('.ghost').count()).toBeGreaterThan(5);
});

test('a long press shows a card of the reserve and its equal', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await open(page, 'gloucestershire', '4711');
  const badge = (await page.locator('.copies').first().boundingBox())!;
  await touch(page, 'touchStart', badge.x + badge.width / 2, badge.y + badge.height / 2);
  await expect(page.locator('.many .small')).toHaveCount(2);
  await expect(page.locator('.many .title')).toContainText('2');
  await touch(page, 'touchEnd', 0, 0);
  expect(await ply(page)).toBe(0);
});

/** A position of Gargantua with a run of which two parts can move. */
const runs = `quincunx-record 1
game gargantua
position
game gargantua
redeals 1
${[...'CCDDHHSS'].map((suit, i) => `F${i + 1} ${[...'A23456789T'].map((rank) => rank + suit).join(' ')}`).join('\n')}
T1 KS QH JS
T2 KC
T3 KS QD JC
T4 KC QH JC
T5 KH QS JD
T6 KH QC JH
T7 KD QS JH
T8 KD QC JD
T9 QD JS
W -
S -
end
moves
end
`;

test('face-down cards that are pressed together are counted on their pile', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  const ranks = [...'KQJT98765432A'];
  const run = (black: string, red: string) => ranks.map((rank, i) => rank + (i % 2 === 0 ? black : red));
  const [first, second] = [run('S', 'H'), run('C', 'D')];
  const rest = [...'CDHSCDHS'].flatMap((suit) => ranks.map((rank) => rank + suit));
  for (const card of [...first, ...second]) rest.splice(rest.indexOf(card), 1);
  const down = (count: number) => `${rest.splice(0, count).join(' ')} |`;
  const piles = [`T8 ${down(7)} ${first.join(' ')}`, `T9 ${down(8)} ${second.join(' ')}`];
  const empty = [...'12345678'].map((number) => `F${number} -`);
  const others = [...'1234567'].map((number) => `T${number} ${rest.pop()!}`);
  const position = ['game gargantua', 'redeals 1', ...empty, ...others, ...piles, 'W -', `S ${rest.join(' ')}`, 'end'];
  for (const [width, height, counts] of [
    [1366, 768, ['7', '8']],
    [390, 844, []],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openRecord(page, ['quincunx-record 1', 'game gargantua', 'position', ...position, 'moves', 'end', ''].join('\n'));
    await expect(page.locator('.badge.pressed')).toHaveText(counts);
  }
});

test('a long press shows a pile, and the card to lift can be chosen there', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await openRecord(page, runs);
  const card = page.locator('.surface button[data-pile="T1"]').last();
  await card.waitFor();
  const box = (await card.boundingBox())!;
  await touch(page, 'touchStart', box.x + box.width / 2, box.y + box.height / 2);
  const choice = page.locator('.choosing').getByRole('button', { name: 'queen of hearts' });
  await choice.waitFor();
  await touch(page, 'touchEnd', 0, 0);
  const size = (await choice.boundingBox())!;
  expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(24);
  await choice.tap();
  await expect(page.locator('.choosing')).toHaveCount(0);
  await expect(page.locator('.ring.chosen')).toHaveCount(1);
  await expect(page.locator('.surface button[aria-pressed="true"][data-card="QH"]')).toHaveCount(1);
});

test.describe('a run that is longer than the window', () => {
  const record = longRunRecord(gameOf('gloucestershire'))!;
  const cards = /^T1 (.*)$/m.exec(record)![1]!.split(' ');
  /** in the middle of the run, behind the mark of the fold */
  const at = 5;
  const hidden = cards[at]!;

  async function folded(page: import('@playwright/test').Page): Promise<void> {
    await openRecord(page, record);
    await expect(page.locator('.fold')).toHaveText(/^\+\d+$/);
    // The cards between both ends are not drawn, and all others are: between them is one strip with the number.
    const count = Number((await page.locator('.fold').textContent())!.slice(1));
    expect(count).toBeGreaterThan(at);
    const strips = () =>
      page.locator('.surface button[data-pile="T1"]').evaluateAll((all) => new Set(all.map((button) => button.style.top)).size);
    await expect.poll(strips).toBe(cards.length - count + 1);
    expect(await coveredRanks(page)).toEqual([]);
  }

  test('is unfolded by a tap, and played from', { tag: '@phone-first' }, async ({ page }, info) => {
    await page.clock.install();
    await folded(page);
    const fold = page.locator('.fold');
    const mark = (await fold.boundingBox())!;
    // Where a finger may land: a little below the mark, too.
    const point = { x: mark.x + mark.width / 2, y: mark.y + mark.height + 2 };
    if (info.project.name === 'desktop') await page.mouse.move(point.x, point.y + 20);
    await (info.project.name === 'phone' ? page.touchscreen.tap(point.x, point.y) : page.mouse.click(point.x, point.y));
    if (info.project.name === 'desktop') {
      // It stays while the mouse goes to a card, and when the time is over after which a covered card is shown large.
      await page.mouse.move(point.x + 150, point.y + 40, { steps: 4 });
      await page.clock.runFor(800);
    }
    const choice = page
      .locator('.choosing')
      .getByRole('button', { name: cardName(hidden), exact: true })
      .first();
    await (info.project.name === 'phone' ? choice.tap() : choice.click());
    await expect(page.locator('.choosing')).toHaveCount(0);
    await expect(page.locator('.ring.target').first()).toBeVisible();
    await page.locator('.surface button[data-pile="T3"]').click();
    await atPly(page, 1);
    await expect(page.locator('.surface button[data-pile="T3"]')).toHaveCount(cards.length - at);
    await expect(page.locator(`.surface button[data-pile="T3"][data-card="${hidden}"]`).first()).toHaveAttribute('data-index', '0');
  });

  test('is walked through and played from by keys alone', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await folded(page);
    const pile = page.locator('.surface button[data-pile="T1"]');
    await pile.last().focus();
    const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'));
    for (let index = cards.length - 2; index >= at; --index) {
      await page.keyboard.press('ArrowUp');
      expect(await here()).toBe(String(index));
    }
    // The card that has the focus is shown in its pile, since its place on the table shows nothing.
    await expect(page.locator('.many .chosen')).toHaveCount(1);
    expect(await page.locator('.many .small').evaluateAll((all) => all.findIndex((card) => card.classList.contains('chosen')))).toBe(at);
    await page.keyboard.press('Space');
    await expect(page.locator('.many')).toHaveCount(0);
    await expect(pile.nth(at)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(pile.nth(at)).toHaveAttribute('aria-pressed', 'false');
    await make(page, `T1>T3*${cards.length - at}`, 'keys', false);
    await atPly(page, 1);
    await expect(page.locator('.surface button[data-pile="T3"]')).toHaveCount(cards.length - at);
  });

  test('is read in full, card by card', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await folded(page);
    const list = page.getByRole('list', { name: `Pile 1, ${cards.length} cards` });
    await expect(list.getByRole('button')).toHaveCount(cards.length);
    await list.getByRole('button', { name: `${cardName(hidden)} and ${cards.length - at - 1} more` }).dispatchEvent('click');
    await expect.poll(() => ply(page)).toBe(1);
  });
});

test('a table that is longer than its window scrolls along with a drag near its edge', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  // As at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 225 });
  await open(page, 'carthage', '4711');
  for (let deal = 1; deal <= 5; ++deal) await keyTo(page, 'd', deal);
  const board = page.locator('.board');
  const scroll = () => board.evaluate((element) => ({ top: element.scrollTop, room: element.scrollHeight - element.clientHeight }));
  const { room } = await scroll();
  expect(room).toBeGreaterThan(30);
  const edge = (await board.boundingBox())!;
  const card = (await page.locator('.surface button[data-pile="T1"]').last().boundingBox())!;
  await page.mouse.move(card.x + 10, card.y + 5);
  await page.mouse.down();
  await page.mouse.move(card.x + 60, edge.y + edge.height - 60, { steps: 3 });
  expect((await scroll()).top).toBe(0);
  // At rest near the edge, it goes on to the end.
  await page.mouse.move(card.x + 60, edge.y + edge.height - 10, { steps: 2 });
  await expect.poll(async () => (await scroll()).top).toBeGreaterThan(room - 2);
  // The held cards stay under the pointer.
  const held = await page.locator('.felt .card').evaluateAll((all) => {
    const lifted = all.filter((one) => Number(one.style.zIndex) > 500).map((one) => one.getBoundingClientRect());
    return Math.min(...lifted.map((box) => box.top));
  });
  expect(Math.abs(held - (edge.y + edge.height - 10 - 5))).toBeLessThan(3);
  await page.mouse.move(card.x + 60, edge.y + 10, { steps: 2 });
  await expect.poll(async () => (await scroll()).top).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await ply(page)).toBe(5);
});

/** Carthage at a size at which it scrolls: all of its stock has been dealt. */
async function longCarthage(page: import('@playwright/test').Page): Promise<void> {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, 'carthage', '4711');
  for (let deal = 1; deal <= 5; ++deal) await keyTo(page, 'd', deal);
  const { room } = await page.locator('.board').evaluate((element) => ({ room: element.scrollHeight - element.clientHeight }));
  expect(room, 'the table is longer than its window').toBeGreaterThan(30);
}

/** Which of the elements that match are not wholly inside the visible part of the table. */
const outOfView = (page: import('@playwright/test').Page, selector: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const board = document.querySelector('.board')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(wanted)].flatMap((element) => {
      const box = element.getBoundingClientRect();
      return box.top < board.top - 1 || box.bottom > board.bottom + 1
        ? [
            `${element.className} ${element.ariaLabel ?? ''}: ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${Math.round(board.top)} to ${Math.round(board.bottom)}`,
          ]
        : [];
    });
  }, selector);

test('a hint scrolls its card and its target into view', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, 'carthage', '4711');
  const board = page.locator('.board');
  const scroll = () => board.evaluate((element) => element.scrollTop);
  let shown = 0;
  let scrolled = 0;
  for (let deal = 1; deal <= 5; ++deal) {
    const dealt = await ply(page);
    await tableKey(page, 'd');
    await atPly(page, dealt + 1);
    // Hints are followed, each from the other end of the table.
    for (let i = 0; i < 4; ++i) {
      await board.evaluate((element, down) => (element.scrollTop = down ? element.scrollHeight : 0), i % 2 === 0);
      const before = await scroll();
      await tableKey(page, 'h');
      await expect(page.getByTestId('notice')).not.toContainText('Thinking');
      if ((await page.locator('.ring.hint').count()) === 0) break;
      ++shown;
      await expect.poll(() => outOfView(page, '.ring.hint')).toEqual([]);
      // If the window is too low for both, part of the target is seen.
      const target = await page.evaluate(() => {
        const [board, from, to] = ['.board', '.ring.hint', '.ring.hint-to'].map((one) =>
          document.querySelector(one)?.getBoundingClientRect(),
        );
        if (!to) return 'none';
        const seen = Math.min(to.bottom, board!.bottom) - Math.max(to.top, board!.top);
        const both = Math.max(from!.bottom, to.bottom) - Math.min(from!.top, to.top) <= board!.height - 16;
        return seen >= to.height - 1 ? 'whole' : both ? `${seen} of ${to.height}` : seen > 20 ? 'part' : 'hidden';
      });
      expect(['none', 'whole', 'part'], String(await page.getByTestId('notice').textContent())).toContain(target);
      if ((await scroll()) !== before) ++scrolled;
      // The deal itself is made above.
      if ((await page.locator('.ring.hint-to').count()) === 0) break;
      const at = await ply(page);
      await page.keyboard.press('h');
      await expect.poll(() => ply(page)).toBeGreaterThan(at);
    }
  }
  expect(shown).toBeGreaterThan(5);
  expect(scrolled, 'hints for which the table had to be scrolled').toBeGreaterThan(1);
});

test('the focus scrolls a card into view', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await longCarthage(page);
  const board = page.locator('.board');
  await page.locator('.surface button[data-pile="T1"]').last().focus();
  const seen = new Set<number>();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'End', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Home', 'End', 'Home']) {
    await page.keyboard.press(key);
    await expect.poll(() => outOfView(page, '.surface button:focus'), { message: `after ${key}` }).toEqual([]);
    seen.add(await board.evaluate((element) => element.scrollTop));
  }
  expect(seen.size, 'places that the table was scrolled to').toBeGreaterThan(1);
  // Under a panel nothing is in view: the focus is above it.
  await fromMenu(page, 'History');
  await page.locator('.history').waitFor();
  await page.locator('.surface button[data-pile="T1"]').last().focus();
  for (const key of ['End', 'Home', 'End']) {
    await page.keyboard.press(key);
    await expect
      .poll(
        () =>
          page.evaluate(
            () => document.activeElement!.getBoundingClientRect().bottom - document.querySelector('.history')!.getBoundingClientRect().top,
          ),
        { message: `above the panel after ${key}` },
      )
      .toBeLessThanOrEqual(1);
  }
});

test('what can be pressed is large enough, or far enough from the next', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  for (const game of gameIds) {
    await open(page, game, '4711');
    for (const [width, height] of [
      [320, 225],
      [320, 256],
      [320, 568],
    ] as const)
      await test.step(`${game} at ${width} × ${height}`, async () => {
        await resized(page, { width, height });
        // WCAG 2.5.8: 24 px each way, or no other target within a circle of 24 px around the middle.
        const small = await page.evaluate(() => {
          const targets = [...document.querySelectorAll<HTMLElement>('.surface button[data-key], .actions button, header button, header a')]
            .filter((element) => element.checkVisibility())
            .map((element) => ({ element, box: element.getBoundingClientRect() }));
          const top = (element: HTMLElement) =>
            !element.dataset['pile']?.startsWith('T') ||
            element.dataset['index'] ===
              String(
                Math.max(
                  ...[...document.querySelectorAll<HTMLElement>(`.surface button[data-pile="${element.dataset['pile']}"]`)].map((one) =>
                    Number(one.dataset['index']),
                  ),
                ),
              );
          const near = (box: DOMRect, x: number, y: number) =>
            Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
          return targets.flatMap(({ element, box }) => {
            if (Math.min(box.width, box.height) >= 23.9 || !top(element)) return [];
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            const crowded = targets.some((other) => other.element !== element && near(other.box, x, y) < 11.9);
            return crowded ? [`${element.ariaLabel ?? element.textContent}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`] : [];
          });
        });
        expect(small).toEqual([]);
      });
  }
});
