/** Every page, and every moment of a game: that nothing is cut off or sticks out, and whatever else a test looks for. */
import { atPly, expect, full, gameIds, load, open, points, recordOf, status, tableKey, touchDrag } from './helpers.ts';

export const pages = [
  '#/',
  '#/how-to-play',
  '#/how-to-play/carthage',
  '#/how-to-play/all',
  '#/set-up/gargantua',
  '#/today',
  '#/faq',
  '#/about',
  '#/settings',
  '#/x/y/z',
];
type Page = import('@playwright/test').Page;
type Look = (page: Page, what: string) => Promise<void>;

/** Texts that are cut off, and elements that stick out on the right. */
export function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a, label, legend, h1, h2, h3, p, li, td, th, summary, option, span, input, output, select',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.surface, .hidden, .skip, pre, [aria-live], table'))
        continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || getComputedStyle(element).clipPath !== 'none') continue;
      // Anything over the table has to end inside the window, unless it can be scrolled there.
      const over = element.closest('.notice, .history, .field, .end, .cover');
      const { top, bottom } = over && getComputedStyle(over).overflowY === 'auto' ? over.getBoundingClientRect() : box;
      if (over && (bottom > innerHeight + 1 || top < -1))
        found.push(`“${(element.textContent ?? '').trim().slice(0, 40)}” ends at ${Math.round(bottom)} of ${innerHeight}`);
      const clips = getComputedStyle(element).overflowX !== 'visible';
      const name = `${element.tagName} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
      if (box.right > wide + 1) found.push(`${name} ends at ${Math.round(box.right)}`);
      else if (clips && element.scrollWidth > element.clientWidth + 1 && element.children.length === 0) found.push(`${name} is cut off`);
    }
    // A native choice is as wide as its longest option, or cuts it off.
    for (const select of document.querySelectorAll('select')) {
      if (!select.checkVisibility()) continue;
      const whole = select.cloneNode(true) as HTMLSelectElement;
      whole.style.cssText = 'position: absolute; visibility: hidden; width: max-content; min-width: 0; max-width: none';
      select.after(whole);
      if (whole.offsetWidth > select.offsetWidth + 1)
        found.push(
          `the options of “${select.closest('label')?.innerText.split('\n')[0] ?? ''}” are cut off: ${select.offsetWidth} of ${whole.offsetWidth}`,
        );
      whole.remove();
    }
    return found;
  });
}

const noneCut: Look = async (page, what) => expect(await cut(page), what).toEqual([]);

/** Looks at every page and every table. */
export async function everywhere(page: Page, look: Look = noneCut): Promise<void> {
  for (const address of pages) {
    await load(page, address);
    await look(page, address);
  }
  for (const game of gameIds) {
    await open(page, game, '4711');
    await look(page, game);
  }
  await page.getByRole('region').getByRole('button').last().click();
  await page.locator('dialog').waitFor();
  await look(page, 'menu');
}

/** As a player may call a bookmark. */
export const bookmark = 'A long name of a bookmark that somebody may give';

/** Everything said and shown while a game is played: messages, panels, dialogs and its end. */
export async function moments(page: Page, look: Look = noneCut): Promise<void> {
  const check = (what: string) => look(page, what);
  const notice = page.getByTestId('notice');
  /** A message is shown, and covers no card that can be played. */
  const message = async (what: string) => {
    await notice.waitFor();
    await check(what);
    const covered = await page.evaluate(() => {
      const box = document.querySelector('[data-testid=notice]')!.getBoundingClientRect();
      const cards = [...document.querySelectorAll<HTMLElement>('.surface button.source')].map((card) => card.getBoundingClientRect());
      return cards.filter(
        (card) => card.top < box.bottom - 1 && card.bottom > box.top + 1 && card.left < box.right && card.right > box.left,
      ).length;
    });
    expect(covered, `cards covered by the message: ${what}`).toBe(0);
  };
  const buttons = page.locator('.actions button:visible');

  for (const game of full ? gameIds : (['gargantua', 'stalactites'] as const)) {
    await open(page, game, '4712');
    const choice = page.locator('.choice button').first();
    if (await choice.isVisible()) {
      await check(`${game}: choice`);
      await choice.tap();
      await atPly(page, 1);
    }
    await buttons.nth(3).tap();
    await message(`${game}: hint`);
  }
  await open(page, 'gargantua', '4712');
  const { from } = await points(page, 'T9>F1');
  await touchDrag(page, from, from);
  await touchDrag(page, from, (await points(page, 'T9>T1')).to);
  await message('refusal');
  await page.locator('.surface button[data-pile="S"]').tap();
  await atPly(page, 1);
  await buttons.nth(0).tap();
  await page.locator('dialog .levels').waitFor();
  await check('which deal');
  await page.locator('dialog button.main').tap();
  await page.locator('.surface[data-ply="0"]').waitFor();
  await message('new deal');
  await page.locator('.surface button[data-pile="S"]').tap();
  await atPly(page, 1);
  const history = async (): Promise<void> => {
    await buttons.nth(4).tap();
    await page.locator('dialog .tiles button').nth(2).tap();
  };
  await history();
  await page.locator('.history').waitFor();
  await page.locator('#bookmark').fill(bookmark);
  await page.locator('.history form button').tap();
  await page.locator('.mark').waitFor();
  await check('history');
  await history();
  await tableKey(page, '/');
  for (const command of ['help', 'state', 'moves', 'hint', 't9 f', 'where kh', 'nonsense']) {
    await page.locator('#field').fill(command);
    await page.locator('#field').press('Enter');
    await page.locator('.answer').waitFor();
    await check(`command field: ${command}`);
  }
  await page.locator('#field').press('Escape');
  await page.locator('header .facts button').tap();
  await page.locator('.cover').waitFor();
  await check('pause');
  await page.locator('.cover button').tap();
  await tableKey(page, '?');
  await page.locator('dialog').waitFor();
  await check('keys');
  await page.keyboard.press('Escape');
  for (const which of [/^(How to play|Höw tö plá|Spielregeln)/, /^(Settings|Sëttîñgs|Einstellungen)/]) {
    await buttons.nth(4).tap();
    await page.locator('dialog').getByRole('button', { name: which }).tap();
    await expect(page.locator('dialog').getByRole('heading', { level: 2 }).first()).toHaveText(which);
    await page.locator('dialog :is(article, select)').first().waitFor();
    await check(String(which));
    await page.locator('dialog header button').tap();
  }
  for (const end of ['won', 'stuck']) {
    const file = end === 'won' ? recordOf('grandfather') : { name: 'stuck.pat', mimeType: 'text/plain', buffer: Buffer.from(stuck) };
    await page.goto('#/');
    await page.locator('#file').setInputFiles(file);
    await page.locator('.end').waitFor();
    expect(await status(page)).toBe(end);
    if (end === 'won') await page.locator('.end .facts', { hasText: /\d·*$/ }).waitFor();
    await check(end);
  }
}

/** Gargantua, stuck: kings lie on all piles but one, and a jack on that. */
export const stuck = `quincunx-record 1
game gargantua
position
game gargantua
redeals 0
${[...'CCDDHHSS'].map((suit, i) => `F${i + 1} ${[...'A23456789'].map((rank) => rank + suit).join(' ')}`).join('\n')}
${[...'CCDDHHSS'].map((suit, i) => `T${i + 1} T${suit} | K${suit}`).join('\n')}
T9 ${['Q', 'J']
  .flatMap((rank) => [...'CCDDHHSS'].map((suit) => rank + suit))
  .join(' ')
  .replace(/ (?=JS$)/, ' | ')}
W -
S -
end
moves
end
`;
