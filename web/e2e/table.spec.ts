/** Playing at the table, besides winning. */
import { Engine } from '../src/testing/engine.ts';
import {
  atPly,
  draw,
  expect,
  frames,
  fromMenu,
  full,
  gameIds,
  keyTo,
  make,
  mouseDrag,
  open,
  playAll,
  ply,
  points,
  said,
  status,
  tableKey,
  test,
  touch,
  touchDrag,
  winOf,
  withSettings,
} from './helpers.ts';

test.use({ settings: { animation: 'off' } });
const win = winOf('gargantua');
const top = (pile: string) => `.surface button[data-pile="${pile}"]`;

test.describe('a tap', () => {
  test('moves a card where it best goes', { tag: '@phone-first' }, async ({ page }, info) => {
    await open(page, 'stalactites', winOf('stalactites').deal);
    await make(page, winOf('stalactites').moves[0]!, 'taps', info.project.name === 'phone');
    await atPly(page, 1);
    // The first card of the win goes to a foundation, which is the best place there is.
    const move = winOf('stalactites').moves.find((text) => />F/.test(text))!;
    const { from } = await points(page, move);
    await page.mouse.click(from.x, from.y);
    await atPly(page, 2);
    expect(await said(page)).toMatch(/to a foundation; .*the \w+ pile has/);
  });

  test('elsewhere right after it puts the card there instead', { tag: '@full' }, async ({ page }, info) => {
    // A card with two possible targets, the second of which has no move of its own after the first move.
    const engine = await Engine.load();
    let found: { deal: number; from: string; index: number; card: string; first: string; then: string } | undefined;
    for (let deal = 1; deal < 200 && !found; ++deal) {
      const { view } = engine.table(`new gargantua#${deal}`);
      for (const { pile, index, preferred, targets } of view.sources) {
        const other = targets.find((target) => target.move !== preferred && target.standIn === null && target.pile.startsWith('T'));
        if (preferred === '' || !other || found) continue;
        const after = engine.table(`play ${preferred}`).view;
        engine.table('undo');
        const top = after.piles.find((candidate) => candidate.id === other.pile)!.cards.length - 1;
        if (after.sources.some((source) => source.pile === other.pile && source.index === top && source.preferred !== '')) continue;
        const card = view.piles.find((candidate) => candidate.id === pile)!.cards[index]!.card!;
        found = { deal, from: pile, index, card, first: preferred, then: other.pile };
      }
    }
    const { deal, from, index, card, first, then } = found!;
    await open(page, 'gargantua', String(deal));
    const tap = async (selector: string) => {
      const locator = page.locator(selector).last();
      await (info.project.name === 'phone' ? locator.tap() : locator.click());
    };
    await tap(`${top(from)}[data-index="${index}"]`);
    await atPly(page, 1);
    await expect(page.locator(`${top(first.split('>')[1]!.split('*')[0]!)}[data-card="${card}"]`)).toHaveCount(1);
    await expect(page.locator('.ring.other').first()).toBeVisible();
    await tap(top(then));
    await expect(page.locator(`${top(then)}[data-card="${card}"]`)).toHaveCount(1);
    expect(await ply(page)).toBe(1);
  });

  test('on an empty place does nothing', { tag: '@full' }, async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    await page.locator(top('F1')).click();
    await frames(page);
    expect(await ply(page)).toBe(0);
  });

  test('twice quickly at one point counts once', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await open(page, 'grandfather', winOf('grandfather').deal);
    const move = winOf('grandfather').moves.find((text) => /^T.*>F/.test(text))!;
    const { from } = await points(page, move);
    await page.mouse.dblclick(from.x, from.y);
    await atPly(page, 1);
    await frames(page);
    expect(await ply(page)).toBe(1);
  });
});

test.describe('a drag', () => {
  test('to where the card does not go says why and changes nothing', { tag: '@phone-first' }, async ({ page }, info) => {
    await withSettings(page, { animation: 'fast' });
    await open(page, 'gargantua', win.deal);
    const { from } = await points(page, 'T9>F1');
    const { to } = await points(page, 'T9>F1');
    await (info.project.name === 'phone' ? touchDrag : mouseDrag)(page, from, to);
    await expect(page.getByTestId('notice')).toBeVisible();
    expect((await page.getByTestId('notice').textContent())!.trim().length).toBeGreaterThan(8);
    expect(await said(page)).toBe((await page.getByTestId('notice').locator('span').first().textContent())!.trim());
    expect(await ply(page)).toBe(0);
    // The card is where it was.
    const back = await points(page, 'T9>F1');
    expect(back.from).toEqual(from);
  });

  test('lights up where a card may go', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    const move = win.moves.find((text) => /^T.*>T/.test(text))!;
    const { from } = await points(page, move);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 20);
    await expect(page.locator('.ring.target').first()).toBeVisible();
    await page.mouse.up();
    await expect(page.locator('.ring.target')).toHaveCount(0);
  });

  test('a near miss lands', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await open(page, 'gargantua', win.deal);
    const first = win.moves[0]!;
    const { from, to } = await points(page, first);
    const box = (await page.locator(top('T9')).last().boundingBox())!;
    // 45 % of a card beside it
    const aside = to.x > from.x ? to.x - box.width * 0.45 : to.x + box.width * 0.45;
    await mouseDrag(page, from, { x: aside, y: to.y });
    await atPly(page, 1);
  });

  test('moves a card where all text of the page is selected, too', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await open(page, 'carthage', '23');
    await page.keyboard.press('ControlOrMeta+a');
    const box = (await page.locator('.surface button.source').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + 60, { steps: 5 });
    await expect(page.locator('.lifted')).toHaveCount(1);
    await page.mouse.up();
  });

  test('that hardly moves is a tap', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await withSettings(page, { animation: 'off', tap: 'select' });
    await open(page, 'gargantua', win.deal);
    const { from } = await points(page, win.moves[0]!);
    await mouseDrag(page, from, { x: from.x + 3, y: from.y });
    await expect(page.locator('.ring.chosen')).toBeVisible();
  });
});

test('undo and redo go through a whole game', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { animation: 'off', tap: 'select' });
  const { deal, moves } = winOf('stalactites');
  await open(page, 'stalactites', deal);
  await playAll(page, moves, 'field', false);
  expect(await status(page)).toBe('won');
  await page.locator('.surface button[tabindex="0"]').focus();
  for (let at = moves.length - 1; at >= 0; --at) await keyTo(page, 'u', at);
  for (let at = 1; at <= moves.length; ++at) await keyTo(page, 'r', at);
  expect(await status(page)).toBe('won');
});

test('restart and new deal can be undone', { tag: ['@desktop-first', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off', tap: 'select' });
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 5), 'field', false);
  await fromMenu(page, 'Restart');
  await atPly(page, 0);
  await page.getByTestId('notice').getByRole('button', { name: 'Undo' }).click();
  await atPly(page, 5);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Deal', exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`/${win.deal}$`));
  await atPly(page, 0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`gargantua/${win.deal}$`));
  await atPly(page, 5);
});

test('a long press deals again as last time, or restarts; so do keys', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  const hold = (name: string) => page.getByRole('button', { name, exact: true }).click({ delay: 800 });
  await draw(page, 1);
  await hold('Undo');
  await atPly(page, 0);
  await expect(page.getByTestId('notice')).toContainText(/restarted/i);
  await hold('New');
  await expect(page).not.toHaveURL(new RegExp(`gargantua/${win.deal}$`));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const second = page.url();
  await tableKey(page, 'd');
  await atPly(page, 1);
  await keyTo(page, 'o', 0);
  await page.keyboard.press('g');
  await expect(page).not.toHaveURL(second);
});

test('the thumb’s reach is offered once, after some moves on a touch screen', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.clock.install();
  await withSettings(page, { animation: 'off', thumbOffered: false });
  await open(page, 'gargantua', win.deal);
  const stock = page.locator('.surface button[data-pile="S"]');
  const top = (await stock.boundingBox())!;
  for (let ply = 1; ply <= 3; ++ply) {
    await stock.tap();
    await atPly(page, ply);
  }
  await page.getByRole('button', { name: 'Bottom left' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => (await stock.boundingBox())!.y).toBeGreaterThan(400);
  expect((await stock.boundingBox())!.x).toBeLessThan(top.x);
  await stock.tap();
  await atPly(page, 4);
  await page.clock.runFor(2500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the history goes to any move, and bookmarks keep places', { tag: '@desktop-first' }, async ({ page }) => {
  await withSettings(page, { animation: 'off', tap: 'select' });
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 8), 'field', false);
  await fromMenu(page, 'History');
  const slider = page.getByRole('slider', { name: 'Move' });
  await slider.fill('3');
  await atPly(page, 3);
  await page.getByLabel('Name of a bookmark at this move').fill('here it began');
  await page.getByRole('button', { name: 'Set the bookmark' }).click();
  await slider.fill('8');
  await atPly(page, 8);
  await page.getByRole('button', { name: 'here it began', exact: true }).click();
  await atPly(page, 3);
  await page.reload();
  await atPly(page, 3);
  await fromMenu(page, 'History');
  await page.getByRole('button', { name: 'Remove the bookmark here it began' }).click();
  await expect(page.getByRole('button', { name: 'here it began', exact: true })).toHaveCount(0);
});

test('the rest is finished at one press when it plays itself', { tag: ['@desktop-first', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off', tap: 'select' });
  const { deal, moves } = winOf('stalactites');
  await open(page, 'stalactites', deal);
  for (const [i, move] of moves.entries()) {
    if (await page.getByRole('button', { name: 'Finish' }).isVisible()) break;
    await make(page, move, 'field', false);
    await atPly(page, i + 1);
  }
  expect(await status(page)).toBe('playing');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Won!')).toBeVisible();
});

test('automatic play makes marked moves that one undo takes back', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { animation: 'off', automatic: 'all' });
  await open(page, 'grandfather', winOf('grandfather').deal);
  const before = await ply(page);
  await page.locator(top('S')).click();
  await expect.poll(() => ply(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await atPly(page, before);
});

for (const game of gameIds) {
  test(`${game} is turned in the middle of a game`, { tag: ['@phone', '@full'] }, async ({ page }) => {
    await withSettings(page, { animation: 'normal', tap: 'select' });
    const { deal, moves } = winOf(game);
    await open(page, game, deal);
    let at = 0;
    for (const size of [
      { width: 360, height: 640 },
      { width: 640, height: 360 },
      { width: 360, height: 640 },
    ]) {
      await page.setViewportSize(size);
      // The new layout has settled: every button is on the table, and where it was at the last look. The buttons of the
      // old layout are on a wider table, too.
      let before = '';
      await expect
        .poll(async () => {
          const now = await page.locator('.surface').evaluate((surface) => {
            const { left, right, width } = surface.getBoundingClientRect();
            const boxes = [...surface.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
            const fits = boxes.every((box) => box.left >= left - 1 && box.right <= right + 1);
            return innerWidth - width < 20 && fits ? JSON.stringify(boxes) : '';
          });
          const same = now !== '' && now === before;
          before = now;
          return same;
        })
        .toBe(true);
      await playAll(page, moves.slice(at, at + 4), 'taps', true);
      at += 4;
    }
    // Cards lie where their buttons are.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const off = await page.locator('.surface').evaluate((surface) => {
      const edge = surface.getBoundingClientRect();
      return [...surface.querySelectorAll<HTMLElement>('.card')]
        .filter((card) => getComputedStyle(card).visibility === 'visible')
        .map((card) => card.getBoundingClientRect())
        .filter((box) => box.left < edge.left - 1 || box.right > edge.right + 1).length;
    });
    expect(off).toBe(0);
  });
}

test('moves made during animations are right', { tag: '@desktop-first' }, async ({ page }) => {
  await withSettings(page, { animation: 'slow', tap: 'select' });
  const { deal, moves } = winOf('stalactites');
  // A twentieth of the usual speed: however slow the machine is, no flying card has landed by the next move.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
  await open(page, 'stalactites', deal);
  // No waiting for anything but the engine: the deal itself is still on its way.
  const some = full ? 12 : 6;
  await playAll(page, moves.slice(0, some), 'taps', false);
  expect(await page.evaluate(() => document.getAnimations().length), 'cards are still on their way').toBeGreaterThan(0);
  for (let at = some - 1; at >= some - 4; --at) await keyTo(page, 'u', at);
  await playAll(page, moves.slice(some - 4, some), 'taps', false);
  await session.send('Animation.setPlaybackRate', { playbackRate: 20 });
  const seen = await page.locator('.surface').ariaSnapshot();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  // When all is at rest, each card's picture lies under its button.
  const astray = await page.locator('.surface').evaluate((surface) => {
    const cards = [...surface.querySelectorAll<HTMLElement>('.card')]
      .filter((card) => getComputedStyle(card).visibility === 'visible')
      .map((card) => card.getBoundingClientRect());
    return [...surface.querySelectorAll<HTMLElement>('button.source')]
      .map((button) => ({ key: button.dataset['key'], box: button.getBoundingClientRect() }))
      .filter(({ box }) => !cards.some((card) => Math.abs(card.x - box.x) < 2 && Math.abs(card.y - box.y) < 2))
      .map(({ key }) => key);
  });
  expect(astray).toEqual([]);
  await page.reload();
  await atPly(page, some);
  expect(await page.locator('.surface').ariaSnapshot()).toBe(seen);
});

test('a pointer that rests on a covered card shows it large', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  const { deal } = winOf('gloucestershire');
  await open(page, 'gloucestershire', deal);
  const box = (await page.locator(top('T8')).last().boundingBox())!;
  // On the card below the top.
  await page.mouse.move(box.x + box.width / 2, box.y - 6);
  await expect(page.locator('.one')).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(page.locator('.one')).toHaveCount(0);
  expect(await ply(page)).toBe(0);
});

test('a double click sends a card home where one click only picks it up', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await withSettings(page, { animation: 'off', tap: 'select' });
  const { deal, moves } = winOf('grandfather');
  await open(page, 'grandfather', deal);
  const move = moves.find((text) => /^T.*>F/.test(text))!;
  const { from } = await points(page, move);
  await page.mouse.dblclick(from.x, from.y);
  await atPly(page, 1);
  expect(await said(page)).toMatch(/to a foundation/);
});

test('who wants little motion gets short fades alone, at a deal and a refused drop, too', { tag: '@full' }, async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const seen = new Set<Animation>();
    const fades: string[] = [];
    const others: string[] = [];
    Object.assign(window, { fades: () => fades.splice(0), others: () => others });
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { target } = animation.effect as KeyframeEffect;
        if (seen.has(animation) || !target?.closest('.surface')) continue;
        seen.add(animation);
        const { getKeyframes, getComputedTiming } = animation.effect as KeyframeEffect;
        const names = new Set(getKeyframes.call(animation.effect).flatMap((frame) => Object.keys(frame)));
        for (const name of ['offset', 'computedOffset', 'easing', 'composite', 'opacity', 'visibility']) names.delete(name);
        const { endTime } = getComputedTiming.call(animation.effect);
        const card = target.closest<HTMLElement>('.card')?.dataset['card'];
        if (names.size > 0 || (card && Number(endTime) > 150)) others.push(`${[...names].join()} ${String(endTime)}`);
        else if (card) fades.push(card);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const faded = () => page.evaluate(() => (window as unknown as { fades: () => string[] }).fades());
  const { deal, moves } = winOf('gargantua');
  await withSettings(page, { animation: 'slow', tap: 'select', automatic: 'never' });
  await open(page, 'gargantua', deal);
  await expect.poll(async () => (await faded()).length, 'a deal').toBeGreaterThan(40);
  for (const [i, move] of moves.slice(0, 2).entries()) {
    await make(page, move, 'drags', info.project.name === 'phone');
    await atPly(page, i + 1);
    await expect.poll(async () => (await faded()).length, move).toBeGreaterThan(0);
  }
  for (const key of ['u', 'r']) {
    await page.keyboard.press(key);
    await expect.poll(async () => (await faded()).length, key).toBeGreaterThan(0);
  }
  const { from } = await points(page, moves[2]!);
  const felt = (await page.locator('.board').boundingBox())!;
  await (info.project.name === 'phone' ? touchDrag : mouseDrag)(page, from, { x: felt.x + 3, y: felt.y + felt.height - 3 });
  await expect.poll(async () => (await faded()).length, 'a refused drop').toBeGreaterThan(0);
  expect(await page.evaluate(() => (window as unknown as { others: () => string[] }).others())).toEqual([]);
});

test('a long press shows a covered card large', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await open(page, 'stalactites', winOf('stalactites').deal);
  await page.getByRole('button', { name: /Build by ones/ }).click();
  const box = (await page.locator('.surface .card').nth(0).boundingBox())!;
  await touch(page, 'touchStart', box.x + box.width / 2, box.y + 8);
  await expect(page.locator('.many')).toBeVisible();
  await touch(page, 'touchEnd', 0, 0);
  await expect(page.locator('.many')).toHaveCount(0);
  expect(await ply(page)).toBe(1);
});

test(
  'pause covers the table and stops the clock, also after a reload; the clock stands while the rules are read',
  { tag: '@desktop-first' },
  async ({ page }) => {
    await page.clock.install();
    await open(page, 'gargantua', win.deal);
    await page.locator(top('S')).click();
    await atPly(page, 1);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused')).toBeVisible();
    await expect(page.locator('.felt')).toBeHidden();
    const time = await page.locator('.time').textContent();
    await page.clock.runFor(1300);
    expect(await page.locator('.time').textContent()).toBe(time);
    await page.reload();
    await expect(page.getByText('Paused')).toBeVisible();
    await page.locator('main').getByRole('button', { name: 'Resume' }).click();
    await expect(page.locator('.felt')).toBeVisible();
    await fromMenu(page, 'How to play');
    const still = await page.locator('.time').textContent();
    await page.clock.runFor(2200);
    expect(await page.locator('.time').textContent()).toBe(still);
  },
);

test('a key right after Escape has closed a dialog counts', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await open(page, 'carthage', winOf('carthage').deal);
  for (let time = 0; time < 20; ++time) {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('m')]);
    await page.getByRole('dialog', { name: 'Carthage' }).waitFor();
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('h')]);
    await page.locator('.ring.hint').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ring.hint').first().waitFor({ state: 'hidden' });
  }
});

test('a closed dialog gives the focus back', { tag: '@desktop-first' }, async ({ page }) => {
  await open(page, 'carthage', winOf('carthage').deal);
  const more = page.locator('.actions').getByRole('button', { name: 'More', exact: true });
  const menu = page.getByRole('dialog', { name: 'Carthage' });
  for (const close of ['Escape', 'button', 'other dialog']) {
    await more.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    if (close === 'button') await menu.getByRole('button', { name: 'Close' }).click();
    if (close === 'other dialog') {
      await menu.getByRole('button', { name: 'How to play', exact: true }).click();
      await page.getByRole('dialog', { name: 'How to play' }).waitFor();
    }
    if (close !== 'button') await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect(more, close).toBeFocused();
  }
  // The settings hold all that is for the keyboard and screen readers.
  await page.keyboard.press('Enter');
  await menu.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByText('Keyboard and screen reader').click();
  await settings.getByRole('button', { name: 'describe the table' }).click();
  await expect.poll(() => said(page)).toContain('Foundation 1');
  await fromMenu(page, 'Settings');
  await settings.getByText('Keyboard and screen reader').click();
  await settings.getByRole('button', { name: 'Command field' }).click();
  await expect(page.locator('#field')).toBeFocused();
});

test('the command field answers questions', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await page.locator('body').press('/');
  for (const question of ['state', 'moves', 'pile t5', 'where ks']) {
    await page.locator('#field').fill(question);
    await page.locator('#field').press('Enter');
    await expect.poll(() => said(page)).not.toBe('');
    await expect(page.locator('.answer')).not.toHaveClass(/wrong/);
  }
  // In words, not in the notation that is typed.
  const notation = /\?\?|\b[FTR]\d+\b|\b[A2-9TJQK][CDHS]\b/;
  for (const [question, words] of [
    ['state', /Pile 1, /],
    ['pile t5', /^The fifth pile: /],
    ['w f', /^The waste is empty\.$/],
    ['moves', /^\d+ moves: .* onto /],
    ['t99 f', /^“t99” is not a pile/],
    ['xyzzy', /help/],
  ] as const) {
    await page.locator('#field').fill(question);
    await page.locator('#field').press('Enter');
    await expect(page.locator('.answer')).toHaveText(words);
    await expect(page.locator('.answer')).not.toHaveText(notation);
  }
  // The names that are typed stand on the table as long as the field is open.
  await expect(page.locator('.board .name', { hasText: /^T5$/ })).toBeVisible();
  await page.locator('#field').press('Escape');
  await expect(page.locator('.board .name')).toHaveCount(0);
  await page.locator('body').press('/');
  await page.locator('#field').fill('nonsense');
  await page.locator('#field').press('Enter');
  await expect(page.locator('.answer')).toHaveClass(/wrong/);
});
