/** Steps and looks that the tests of all engines share.  */
import type { Page } from '@playwright/test';
import { gameIds, long } from '../helpers.ts';
import { decode } from '../picture.ts';
import { expect, until, type Tab } from './tab.ts';

type Simple = Pick<Tab, 'evaluate' | 'goto'>;

const taught = { lessons: gameIds.join(' ') };
export const quick = { ...taught, animation: 'off', tap: 'select', automatic: 'never' };

/** Settings of the page, for a site on which it has not been opened yet. */
export async function withSettings(tab: Simple, site: string, settings: object = quick): Promise<void> {
  await tab.goto(`${site}notices.txt`);
  await tab.evaluate((text) => localStorage.setItem('quincunx-settings', text), JSON.stringify(settings));
}

const dealt = (tab: Simple, deal: string) =>
  until(
    tab,
    (deal) => document.title.includes(`#${deal} `) && document.querySelector('.surface[data-ply] button[data-pile="T1"]') !== null,
    deal,
  );
export async function open(tab: Simple, site: string, game: string, deal: string): Promise<void> {
  await tab.goto(`${site}#/${game}/${deal}`);
  await dealt(tab, deal.replace(/\?.*/, ''));
}

export const atPly = (tab: Pick<Tab, 'evaluate'>, ply: number) =>
  until(tab, (ply) => document.querySelector<HTMLElement>('.surface')?.dataset['ply'] === String(ply), ply);
export const says = (tab: Tab, text: string) => until(tab, (text) => document.body.innerText.includes(text), text);

/** Presses the button or link with a name, or the first one whose name begins so. */
export const click = (tab: Tab, name: string) =>
  until(
    tab,
    (name) => {
      const all = [...document.querySelectorAll<HTMLElement>('button:enabled, a, summary, [role=button]')].filter(
        (one) => one.getClientRects().length > 0,
      );
      const nameOf = (one: HTMLElement) => (one.ariaLabel ?? one.innerText).trim();
      const found = all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name));
      found?.click();
      return found !== undefined;
    },
    name,
  );

/** Enters moves in the command field: the first one by keys, the others as fast as the page takes them. */
export async function playByField(tab: Pick<Tab, 'evaluate' | 'press'>, [first = '', ...rest]: readonly string[]): Promise<void> {
  await tab.evaluate(() => document.querySelector<HTMLElement>('.surface')!.focus());
  if (!(await tab.evaluate(() => document.querySelector('#field') !== null))) await tab.press('/');
  await until(tab, () => document.querySelector('#field') !== null);
  await tab.evaluate(() => document.querySelector<HTMLElement>('#field')!.focus());
  const ply = await tab.evaluate(() => Number(document.querySelector<HTMLElement>('.surface')!.dataset['ply']));
  await tab.press(...first.toLowerCase(), 'Enter');
  await atPly(tab, ply + 1);
  const refused = await tab.evaluate(
    async ({ moves, long }) => {
      const ply = () => document.querySelector<HTMLElement>('.surface')!.dataset['ply'];
      const field = document.querySelector<HTMLInputElement>('#field')!;
      for (const move of moves) {
        const before = ply();
        field.value = move.toLowerCase();
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.form!.requestSubmit();
        const end = performance.now() + long;
        while (ply() === before) {
          if (performance.now() > end) return move;
          await new Promise((resolve) => setTimeout(resolve));
        }
      }
      return '';
    },
    { moves: rest, long },
  );
  expect(refused).toBe('');
}

/** The same on a page of Playwright's. */
export function playOnPage(page: Page, moves: readonly string[]): Promise<void> {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return playByField({ evaluate: page.evaluate.bind(page), press }, moves);
}

/** How much of each card on top of a pile is paper and how much is ink, in hundredths. */
async function faces(tab: Tab): Promise<{ paper: number; ink: number }[]> {
  const boxes = await tab.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('.surface button[data-pile^="T"][data-card]')];
    const tops = new Map(cards.map((one) => [one.dataset['pile'], one.getBoundingClientRect()]));
    return [...tops.values()].map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
  });
  const { width, data } = decode(await tab.screenshot());
  return boxes.map(({ left, top, right, bottom }) => {
    const counts = { paper: 0, ink: 0, all: 0 };
    // Every other line and column will do.
    for (let y = Math.round(top) + 6; y < bottom - 6; y += 2) {
      for (let x = Math.round(left) + 6; x < right - 6; x += 2) {
        const near = (...color: number[]) => color.every((value, i) => Math.abs(value - data[3 * (y * width + x) + i]!) < 12);
        ++counts.all;
        if (near(0xff, 0xfe, 0xfb)) ++counts.paper;
        if (near(0x12, 0x15, 0x1b) || near(0xc8, 0x10, 0x2e)) ++counts.ink;
      }
    }
    return { paper: (100 * counts.paper) / counts.all, ink: (100 * counts.ink) / counts.all };
  });
}
/** Every card on top of a pile has a face: mostly paper, with ink on it. */
export const haveFaces = (tab: Tab) =>
  expect(async () => {
    const all = await faces(tab);
    expect(all).not.toEqual([]);
    expect(all.filter(({ paper, ink }) => !(paper > 20 && ink > 1))).toEqual([]);
  }).toPass({ timeout: long });

/** The facts of the statistics, counted anew. */
export async function facts(tab: Tab, site: string): Promise<Record<string, string>> {
  await tab.goto(`${site}#/faq`);
  await says(tab, 'What does it cost?');
  await tab.goto(`${site}#/statistics`);
  await until(tab, () => document.querySelector('main h1')?.textContent === 'Statistics' && !document.body.innerText.includes('Counting'));
  return tab.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('[data-testid=facts] tbody tr')].map((one) => [
        one.querySelector('th')!.textContent,
        one.querySelector('td')!.textContent,
      ]),
    ),
  );
}

/** The file that the page saves when everything is exported. */
export async function exported(tab: Tab): Promise<string> {
  const before = tab.files.length;
  await click(tab, 'Export everything');
  await says(tab, 'Exported');
  await expect.poll(() => tab.files.length).toBe(before + 1);
  const { name, text } = tab.files.at(-1)!;
  expect(name).toMatch(/^quincunx-\d{4}-\d\d-\d\d.*\.games$/);
  return text;
}

export const give = (tab: Tab, field: string, name: string, text: string) =>
  until(
    tab,
    ({ field, name, text }) => {
      const input = document.querySelector<HTMLInputElement>(field);
      if (!input) return false;
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    { field, name, text },
  );

/** Presses the middle of what is found. */
export const press = async (tab: Tab, selector: string): Promise<void> => {
  const place = await tab.evaluate((selector) => {
    const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
  await tab.drag(place);
};
export const focusTable = (tab: Tab) => tab.evaluate(() => document.querySelector<HTMLElement>('.surface')!.focus());
