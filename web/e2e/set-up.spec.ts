/** Setting up a position: card by card in every way, from text of every kind, and playing it. */
import type { Page } from '@playwright/test';
import { cardName } from '../src/words/names.ts';
import { atPly, axe, denied, expect, fullUnless, gameIds, load, long, open, playAll, ply, said, status, test, winOf } from './helpers.ts';
import { killWorker, watchWorkers } from './workers.ts';

test.use({ settings: { animation: 'off', tap: 'select' } });

const suit = (letter: string, cards: number): string =>
  Array.from({ length: cards }, (_, i) => `${'A23456789TJQK'[i % 13]}${letter}`).join(' ');
/** Six cards before the end of Gloucestershire. */
const end = {
  piles: { T1: ['KC', 'QH'], T3: ['KS'], R1: ['KH', 'JH'], R2: ['QC'] },
  moves: ['R2@QC>F1', 'R1@JH>F3', 'T1>F3', 'R1@KH>F3', 'T1>F1', 'T3>F4'],
};
const head = `game gloucestershire\nF1 ${suit('C', 24)}\nF2 ${suit('D', 26)}\nF3 ${suit('H', 23)}\nF4 ${suit('S', 25)}\n`;
const foundations = `${head}${['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'R1', 'R2'].map((pile) => `${pile} -`).join('\n')}\n`;
const whole = `${head}T1 KC QH\nT2 -\nT3 KS\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 KH JH\nR2 QC\n`;

const field = (page: Page) => page.getByLabel('Position as text');
const state = (page: Page) => page.getByTestId('set-up-state');
const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
const tray = (page: Page, card: string) => page.locator(`.tray [data-card="${card}"]`);
const pileHead = (page: Page, pile: string) => page.locator(`[data-pile="${pile}"] .head`);
const cardsOf = (page: Page, pile: string) =>
  page.locator(`[data-pile="${pile}"] .card`).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['card']));

async function show(page: Page, game: string): Promise<void> {
  await load(page, `#/set-up/${game}`);
  await page.locator('.tray button').first().waitFor();
}

async function text(page: Page): Promise<void> {
  if (!(await field(page).isVisible())) await page.getByText('As text', { exact: true }).click();
}

async function paste(page: Page, lines: string): Promise<void> {
  await text(page);
  await field(page).fill(lines);
  await page.getByRole('button', { name: 'Use this text' }).click({ force: true });
}

test(
  'a text with characters that nobody sees is read, and one of ten million characters refused at once',
  { tag: ['@desktop', '@full'] },
  async ({ page, browserName }) => {
    await show(page, 'gloucestershire');
    for (const before of ['\uFEFF', '\u202E', '\u2066', '\u00AD', '\u200B', '\u00A0']) {
      await paste(page, foundations);
      await expect(state(page)).toContainText('6 cards to be placed');
      await paste(page, before + whole);
      await expect(state(page), before.codePointAt(0)!.toString(16)).toContainText('Ready to play.');
    }
    for (const part of ['# mine\n', '\n', 'T1 KC QH '])
      for (const way of ['pasted', 'dropped', 'set', 'inserted'] as const) {
        // Chromium itself ends the page when a script gives so many lines to a field.
        if (['set', 'inserted'].includes(way) && part.includes('\n') && browserName === 'chromium') continue;
        // In Firefox, a paste that a script makes has no text.
        if (way === 'pasted' && browserName === 'firefox') continue;
        const before = await field(page).inputValue();
        const took = await field(page).evaluate(
          async (area: HTMLTextAreaElement, [part, way]) => {
            const text = part.repeat(10_000_000 / part.length);
            const data = new DataTransfer();
            data.setData('text/plain', text);
            const begun = performance.now();
            if (way === 'pasted') area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
            else if (way === 'dropped') area.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
            else if (way === 'set') {
              area.value = text;
              area.dispatchEvent(new InputEvent('input', { bubbles: true }));
            } else {
              area.select();
              document.execCommand('insertText', false, text); // oxlint-disable-line typescript/no-deprecated -- nothing else inserts text as a paste does
            }
            for (let i = 0; i < 2; ++i) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
            return performance.now() - begun;
          },
          [part, way] as const,
        );
        expect(took, `${way}: ${part}`).toBeLessThan(2000);
        if (way === 'inserted') continue;
        await expect(page.getByRole('alert')).toContainText(/This text has (9,999,99\d|10,000,000) characters/);
        expect(await field(page).inputValue()).toBe(before);
      }
    // Copied is what is shown when the button is pressed.
    await page.evaluate(() => {
      navigator.clipboard.writeText = (text) =>
        new Promise<void>((resolve) => Object.assign(globalThis, { release: resolve })).then(
          () => void Object.assign(globalThis, { text }),
        );
    });
    const shown = await field(page).inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await field(page).fill('game gloucestershire');
    await page.evaluate('release()');
    await expect(page.getByTestId('notice')).toContainText('Position copied.');
    expect(await page.evaluate('text')).toBe(`${shown}\n`);
  },
);

type Way = 'pointer' | 'keys' | 'tree';
for (const way of ['pointer', 'keys', 'tree'] as const satisfies Way[]) {
  test(
    `cards are placed, moved and taken back by ${way}, and the position is played to the win`,
    { tag: ['@phone-first', ...fullUnless(way === 'pointer')] },
    async ({ page }, info) => {
      const touch = info.project.name === 'phone';
      await show(page, 'gloucestershire');
      await paste(page, foundations);
      await expect(state(page)).toContainText('6 cards to be placed');
      await expect(play(page)).toHaveAttribute('aria-disabled', 'true');

      const press = async (selector: string, name: RegExp) => {
        if (way === 'tree') return page.getByRole('button', { name }).first().dispatchEvent('click');
        const button = page.locator(selector);
        if (way === 'pointer') return touch ? button.tap() : button.click();
        await walkTo(page, selector);
        await page.keyboard.press('Enter');
      };
      const pileName = (pile: string) => (pile.startsWith('T') ? `Pile ${pile.slice(1)}` : `Reserve ${pile.slice(1)}`);
      const choose = (pile: string) => press(`[data-pile="${pile}"] .head`, new RegExp(`^${pileName(pile)}, \\d+ cards?`));
      const place = (card: string) => press(`.tray [data-card="${card}"]`, new RegExp(`^${cardName(card)}, \\d left`));
      const hold = (pile: string, card: string) =>
        way === 'tree'
          ? page
              .getByRole('list', { name: pileName(pile) })
              .getByRole('button', { name: cardName(card) })
              .dispatchEvent('click')
          : press(`[data-pile="${pile}"] .card[data-card="${card}"]`, /^$/);

      // The king of spades in a wrong pile first: it is moved. A card too few: it is put in between.
      await choose('T2');
      await place('KS');
      expect(await said(page)).toBe('king of spades placed in Pile 2. 5 cards to be placed');
      await hold('T2', 'KS');
      await expect(state(page)).toContainText('K♠ in Pile 2');
      await choose('T3');
      expect(await cardsOf(page, 'T3')).toEqual(['KS']);
      expect(await cardsOf(page, 'T2')).toEqual([]);
      await choose('R1');
      await place('JH');
      await choose('T1');
      await place('KC');
      await place('QH');
      await choose('R2');
      await place('QC');
      expect(await said(page)).toBe('queen of clubs placed in Reserve 2. 1 card to be placed');
      await hold('R1', 'JH');
      await place('KH');
      expect(await cardsOf(page, 'R1')).toEqual(['JH', 'KH']);
      await expect(tray(page, 'KH')).toHaveAttribute('aria-disabled', 'true');

      // Taken back and placed again.
      await press('.buttons >> text=Take back', /^Take back$/);
      expect(await cardsOf(page, 'R1')).toEqual(['JH']);
      if (way === 'keys') {
        await walkTo(page, '[data-pile="T1"] .card[data-card="QH"]');
        await page.keyboard.press('Delete');
        expect(await cardsOf(page, 'T1')).toEqual(['KC']);
        await page.keyboard.press('Control+z');
        expect(await cardsOf(page, 'T1')).toEqual(['KC', 'QH']);
      }
      await choose('R1');
      await place('KH');
      await expect(state(page)).toContainText('Ready to play.');
      await press('.panel .buttons .main', /^Play$/);

      await page.locator('.surface[data-ply="0"]').waitFor();
      expect(page.url()).toMatch(/#\/gloucestershire\/game-\w+$/);
      // It is a game like any other: kept, taken back, resumed.
      const ways = { pointer: 'taps', keys: 'keys', tree: 'tree' } as const;
      await playAll(page, end.moves.slice(0, 2), ways[way], touch);
      await page.getByRole('button', { name: 'Undo' }).first().click();
      await atPly(page, 1);
      await page.reload();
      await atPly(page, 1);
      await playAll(page, end.moves.slice(1, -1), ways[way], touch);
      expect(await status(page)).toBe('playing');
      await playAll(page, end.moves.slice(-1), ways[way], touch);
      expect(await status(page)).toBe('won');
    },
  );
}

/**
 * Moves the focus as someone without a pointer does: Tab to the group, arrow keys inside. Never past the end of the page,
 * where browsers have controls of their own.
 */
async function walkTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first();
  const at = () => target.evaluate((element) => element === document.activeElement);
  const group = await target.evaluate((element) => element.closest('.tray, .piles')?.className.split(' ')[0] ?? '');
  for (let tabs = 0; tabs < 40; ++tabs) {
    if (await at()) return;
    if (group !== '' && (await page.evaluate((name) => document.activeElement?.closest(`.${name}`) !== null, group))) break;
    const before = await target.evaluate(
      (element) => (document.activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0,
    );
    await page.keyboard.press(before ? 'Shift+Tab' : 'Tab');
  }
  if (group === '') throw new Error(`Tab does not lead to ${selector}`);
  if (group === 'tray') {
    const card = (await target.getAttribute('data-card'))!;
    await page.keyboard.press(card[1]!.toLowerCase());
    await page.keyboard.press(card[0]!.toLowerCase());
  } else {
    const key = (await target.getAttribute('data-key'))!;
    const here = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['key'] ?? '');
    const order = await page
      .locator('.piles .head')
      .evaluateAll((all) => all.map((head) => (head as HTMLElement).dataset['key']!.split(' ')[0]!));
    const [pile, index] = key.split(' ');
    const place = async () => order.indexOf((await here()).split(' ')[0]!);
    await page.keyboard.press('Home');
    for (let steps = (await place()) - order.indexOf(pile!); steps !== 0; steps += steps < 0 ? 1 : -1)
      await page.keyboard.press(steps < 0 ? 'ArrowDown' : 'ArrowUp');
    for (let i = -1; i < Number(index); ++i) await page.keyboard.press('ArrowRight');
  }
  if (!(await at())) throw new Error(`the arrow keys do not lead to ${selector}`);
}

test('a text that cannot be read says what is wrong and where, and nothing is lost', { tag: '@full' }, async ({ page }) => {
  await show(page, 'gloucestershire');
  await pileHead(page, 'T5').click();
  await tray(page, '7H').click();
  const wrong = page.getByRole('alert');
  const cases: [string, string | RegExp][] = [
    ['', 'Line 1, column 1: The first line has to name the game, such as “game gloucestershire”.'],
    ['\0\u0001', 'Line 1, column 1: The first line has to name the game, such as “game gloucestershire”.'],
    ['game klondike\nT1 -', 'Line 1, column 6: There is no game “klondike”.'],
    [whole.replace('T2 -', 'T2 KS'), 'Line 8, column 4: Too many of K♠: the game has only 2.'],
    [whole.replace('QC\n', 'QC QC\n'), 'Line 15, column 7: Too many of Q♣: the game has only 2.'],
    [whole.replace('T2 -', 'T2 1OH'), 'Line 7, column 4: “1OH” is not a card. Cards look like 7H or TD.'],
    [whole.replace('T2 -', 'T2 \0'), /^Line 7, column [34]: (“.” is not a card|Cards should follow)/],
    [whole.replace('T2 -\n', ''), 'Line 7, column 1: The line of Pile 2 should be here. It starts with T2.'],
    [whole.replace('R2 QC\n', ''), 'Line 15, column 1: The text ends here, but the line “R2 ...” should follow.'],
    [`${whole}status playing\n`, 'Line 16, column 1: Nothing may follow the last pile.'],
    [whole.replace('gloucestershire', 'carthage'), 'Line 6, column 1: The line of Foundation 5 should be here. It starts with F5.'],
    [whole.replace('T2 -', 'T2 J♀'), 'Line 7, column 4: “J♀” is not a card. Cards look like 7H or TD.'],
    [whole.replace('T3 KS', 'T3 ??'), 'Line 8, column 4: There is an unknown card (??) in Pile 3. Every card has to be known.'],
    ['quincunx-record 1\ngame carthage\n', 'This is a saved game, not a position. Save it as a file and open it on the home page.'],
    ['x'.repeat(30_000), 'This text has 30,000 characters. A position never has more than 20,000.'],
  ];
  for (const [lines, why] of cases) {
    await paste(page, lines);
    await expect(wrong, lines.slice(0, 60)).toHaveText(why);
    // The typed text is still there, and so is the position.
    if (!lines.includes('\0')) expect(await field(page).inputValue()).toBe(lines);
    expect(await cardsOf(page, 'T5')).toEqual(['7H']);
  }
  // The place of the error is selected.
  await paste(page, whole.replace('T2 -', 'T2 1OH'));
  await expect(wrong).toContainText('1OH');
  expect(await field(page).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))).toBe('1OH');
  // Neither the text nor the cards are lost on a reload.
  await page.reload();
  await page.locator('.tray button').first().waitFor();
  expect(await field(page).inputValue()).toContain('1OH');
  await expect(page.getByText('You changed the text; it isn’t in use yet.')).toBeVisible();
  expect(await cardsOf(page, 'T5')).toEqual(['7H']);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await field(page).inputValue()).toContain('T5 7H');
  // Typed text is put right, and errors are shown in the result.
  await paste(page, `> # mine\n> ${whole.replace('T2 -', 't2:').replace('T3 KS', 'T3 ♠k 10X').trim().replaceAll('\n', '\n> ')}`);
  await expect(wrong).toHaveText('Line 9, column 7: “10X” is not a card. Cards look like 7H or TD.');
  expect(await field(page).inputValue()).toContain('T2 -\nT3 KS 10X\n');
  await paste(page, `\n${whole.replace('T2 -', 'T2 –').replace('T3 KS', 't3 K♠')}`);
  await expect(wrong).toHaveCount(0);
  await expect.poll(() => cardsOf(page, 'T3')).toEqual(['KS']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  // Unknown cards: those that are known can be placed.
  await paste(page, whole.replace('T3 KS', 'T3 ??'));
  await page.getByRole('button', { name: 'Place only the known cards' }).click();
  await expect(state(page)).toContainText('1 card to be placed');
  expect(await cardsOf(page, 'T1')).toEqual(['KC', 'QH']);
  // And what was there before comes back.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(await cardsOf(page, 'T5')).toEqual(['7H']);
});

test('a position that cannot be played names the card and the pile', { tag: ['@desktop-first', '@full'] }, async ({ page }) => {
  await show(page, 'gloucestershire');
  // Cards are exchanged: nothing is missing, but the order is wrong.
  await paste(page, whole.replace('F2 AD 2D', 'F2 2D AD'));
  await expect(state(page)).toContainText('Foundation 2 starts with an A, not with 2♦.');
  await play(page).click({ force: true });
  expect(await said(page)).toBe('This position can’t be played yet. Foundation 2 starts with an ace, not with 2 of diamonds.');
  await expect(pileHead(page, 'F2')).toBeFocused();
  await expect(pileHead(page, 'F2')).toHaveAccessibleDescription('Foundation 2 starts with an A, not with 2♦.');
  // A text of another game is set up there.
  const carthage = `game carthage\nF1 KS\n${['F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'T1', 'T2'].map((pile) => `${pile} -`).join('\n')}\nT3 KS QD\n${['T4', 'T5', 'T6', 'T7', 'T8', 'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'S'].map((pile) => `${pile} -`).join('\n')}\n`;
  await paste(page, carthage);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up Carthage');
  await expect(state(page)).toContainText('2 problems. Foundation 1 starts with an A, not with K♠.');
  await expect(page.locator('[data-pile="T3"] .flaws')).toHaveText(
    'Q♦ can’t lie on K♠ in Pile 3: face-up cards there are always in sequence.',
  );
  // The other game has kept its position.
  await page.getByRole('combobox', { name: 'Game' }).selectOption('gloucestershire');
  expect(await cardsOf(page, 'T1')).toEqual(['KC', 'QH']);
  // Clearing can be undone, also after a reload.
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(state(page)).toContainText('104 cards to be placed');
  await page.reload();
  await expect(state(page)).toContainText('104 cards to be placed');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(state(page)).toContainText('Foundation 2 starts with');
});

test('face-down cards, redeals and the choice are set', { tag: '@full' }, async ({ page }) => {
  await show(page, 'gargantua');
  await pileHead(page, 'T2').click();
  for (const card of ['KH', 'QC', '5D']) await tray(page, card).click();
  await page.locator('[data-pile="T2"] .card').nth(1).click();
  await page.getByRole('button', { name: 'Turn face down' }).click();
  await expect(page.locator('[data-pile="T2"] .card').nth(0)).toHaveAccessibleName('king of hearts, face down');
  await expect(page.locator('[data-pile="T2"] .card').nth(2)).toHaveAccessibleName('5 of diamonds');
  await page.getByLabel('Redeals left').selectOption('0');
  await text(page);
  await expect(field(page)).toHaveValue(/^game gargantua\nredeals 0\n[^]*\nT2 KH QC \| 5D\n/);
  await show(page, 'stalactites');
  await page.getByLabel('Foundations are built').selectOption('by2');
  await text(page);
  await expect(field(page)).toHaveValue(/^game stalactites\nchoice by2\nF1 -\n/);
});

test('a game on the table is set up from what is visible', { tag: '@full' }, async ({ page }) => {
  const fromHere = async () => {
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Set up from here' }).click();
    await page.locator('.tray button').first().waitFor();
  };
  // All in view: it is ready, and the game that it comes from stays.
  await open(page, 'gloucestershire', winOf('gloucestershire').deal);
  await playAll(page, winOf('gloucestershire').moves.slice(0, 3), 'field', false);
  const buttons = () =>
    page
      .locator('.surface button')
      .evaluateAll((all) =>
        all.map((one) => `${(one as HTMLElement).dataset['pile']} ${one.textContent} ${one.getAttribute('class')}`).sort(),
      );
  const before = await buttons();
  await page.keyboard.press('Escape');
  await page.locator('.surface').click({ position: { x: 2, y: 2 } });
  await fromHere();
  await expect(state(page)).toContainText('Ready to play.');
  await play(page).click();
  await page.locator('.surface[data-ply="0"]').waitFor();
  expect(await buttons()).toEqual(before);
  await page.goBack();
  await page.goBack();
  await atPly(page, 3);
  // Cards that nobody has seen are not given away.
  await open(page, 'gargantua', '12345');
  await fromHere();
  await expect(page.getByText('95 hidden cards aren’t placed.')).toBeVisible();
  await expect(state(page)).toContainText('95 cards to be placed');
  expect(await cardsOf(page, 'S')).toEqual([]);
  expect((await cardsOf(page, 'T9')).length).toBe(1);
});

test('a game that was set up is listed on Home before its first move', { tag: '@full' }, async ({ page }) => {
  await load(page, '#/');
  await page.getByRole('link', { name: 'Set up a position' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Set up ');
  await show(page, 'gloucestershire');
  await paste(page, whole);
  await play(page).click();
  await page.locator('.surface[data-ply="0"]').waitFor();
  const address = page.url();
  await page.goto('#/');
  await page.getByRole('link', { name: /^Gloucestershire 98 of 104 cards home/ }).click();
  await page.locator('.surface[data-ply="0"]').waitFor();
  expect(page.url()).toBe(address);
  expect(await ply(page)).toBe(0);
});

test('what has the focus is not under the panel', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await show(page, 'grandfather');
  await pileHead(page, 'F1').focus();
  for (let step = 0; step < 29; ++step) {
    await page.keyboard.press('ArrowDown');
    const [head, panel] = await page.evaluate(() =>
      [document.activeElement!, document.querySelector('section.panel')!].map(
        (element) => element.getBoundingClientRect().toJSON() as DOMRect,
      ),
    );
    expect(head!.bottom, `step ${step}`).toBeLessThanOrEqual(panel!.top + 1);
    expect(head!.top, `step ${step}`).toBeGreaterThanOrEqual(0);
  }
});

test('without storage, a position is kept until the page is left', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await denied(page, 'indexedDB', 'localStorage');
  await show(page, 'gloucestershire');
  await paste(page, whole);
  await expect(state(page)).toContainText('Ready to play.');
  await expect(page.getByText('can’t store this position')).toBeVisible();
  await page.getByRole('navigation').getByText('More').click();
  await page.getByRole('link', { name: 'FAQ' }).click();
  await page.goBack();
  await expect(state(page)).toContainText('Ready to play.');
  await play(page).click();
  await page.locator('.surface[data-ply="0"]').waitFor();
});

test('the engine may die while a position is set up', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await watchWorkers(page);
  await show(page, 'stalactites');
  await killWorker(page, 'table');
  await pileHead(page, 'T1').click();
  await tray(page, '7H').click();
  await tray(page, '8H').click();
  expect(await cardsOf(page, 'T1')).toEqual(['7H', '8H']);
  await paste(page, whole);
  await expect(state(page)).toContainText('Ready to play.', { timeout: long });
});

/** The fullest positions there are: in text, which any game can be brought to. */
async function fullest(page: Page, game: string): Promise<void> {
  await open(page, game, winOf(game as (typeof gameIds)[number]).deal);
  if (game === 'carthage')
    for (let deals = 1; deals <= 5; ++deals) {
      await page.keyboard.press('d');
      await atPly(page, deals);
    }
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Set up from here' }).click();
  await page.locator('.tray button').first().waitFor();
}

for (const language of ['en', 'pseudo'] as const) {
  test(`the fullest positions fit and have no fault that axe finds, ${language}`, { tag: '@full' }, async ({ page }, info) => {
    if (info.project.name === 'phone') await page.setViewportSize({ width: 320, height: 568 });
    await page.emulateMedia({ colorScheme: language === 'en' ? 'dark' : 'light' });
    if (language === 'pseudo') await page.addInitScript(() => localStorage.setItem('quincunx-language', 'pseudo'));
    const found: string[] = [];
    // Each size in one language.
    for (const game of ['carthage', 'gloucestershire', 'gargantua'] as const) {
      await load(page, `#/set-up/${game}`);
      await page.locator('.tray button').first().waitFor();
      if (language === 'en') await fullest(page, game);
      else {
        await page.locator('main summary').click();
        await page.locator('textarea').fill(await positionOf(page, game));
        await page.locator('details .buttons button').first().click();
      }
      await page.locator('.piles .card').nth(8).waitFor();
      const { violations, incomplete } = await (await axe(page)).analyze();
      for (const { id, nodes } of [...violations, ...incomplete])
        for (const node of nodes) found.push(`${game}: ${id} at ${node.target.join(' ')} ${node.failureSummary ?? ''}`);
      const look = async (what: string) => {
        const out = await page.evaluate(() => {
          const edge = document.documentElement.clientWidth;
          const sticking = [...document.querySelectorAll<HTMLElement>('main *')].filter(
            (element) => element.getBoundingClientRect().right > edge + 1 && !element.closest('textarea'),
          );
          const small = [...document.querySelectorAll<HTMLElement>('.set-up button')].filter(
            (element) => element.offsetWidth > 0 && (element.offsetWidth < 24 || element.offsetHeight < 24),
          );
          const cutOff = [...document.querySelectorAll<HTMLElement>('.set-up button, .set-up p, .set-up span')].filter(
            (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible',
          );
          return [...sticking, ...small, ...cutOff].map(
            (element) => `${element.tagName} ${element.className} ${element.textContent?.trim().slice(0, 30) ?? ''}`,
          );
        });
        for (const one of out) found.push(`${game}, ${what}: ${one}`);
        // The panel with the cards leaves room for the piles.
        const panel = (await page.locator('section.panel').boundingBox())!;
        if (info.project.name === 'phone' && panel.height > 300) found.push(`${game}, ${what}: the panel is ${panel.height} high`);
      };
      await look('piles');
      await page.locator('.piles .card').nth(8).click();
      await look('picked up');
      await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
  });
}

/** A full position of a game as text, from the engine of the page. */
async function positionOf(page: Page, game: string): Promise<string> {
  const other = await page.context().newPage();
  await other.addInitScript(() => localStorage.removeItem('quincunx-language'));
  await fullest(other, game);
  await text(other);
  const lines = await field(other).inputValue();
  await other.close();
  return lines;
}
