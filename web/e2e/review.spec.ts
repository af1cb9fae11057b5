/** The review of a game, and its exercises: finding the better move. */
import type { Page } from '@playwright/test';
import type { Hint } from '../src/engine/contract.ts';
import { placesOf } from '../src/advice/findings.ts';
import { Engine } from '../src/testing/engine.ts';
import { atPly, expect, faults, fromAdvice, long, openRecord, ply, status, store, stored, tableKey, test } from './helpers.ts';

const engine = await Engine.load();
test.use({ settings: { animation: 'off', automatic: 'never' } });

interface Saved {
  key: string;
  record: string;
  ply: number;
  plies: number;
  advice?: unknown;
}

/** A game of Gargantua, set up near its end, whose only move costs about a half: W>T3 was better. */
const costly =
  'quincunx-record 1\ngame gargantua\nposition\ngame gargantua\nredeals 0\nF1 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH\nF2 AS 2S 3S 4S 5S 6S 7S ' +
  '8S 9S\nF3 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD\nF4 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC\nF5 AD 2D 3D 4D 5D\nF6 AH 2H 3H 4H 5H 6H\n' +
  'F7 AS 2S 3S\nF8 AC 2C 3C 4C 5C 6C\nT1 KD QS JD TS\nT2 KH QS JH TC 9D 8S 7H 6S\nT3 KC QH JS TD 9C 8H 7S\nT4 KS QD JS TH 9S\nT5 KC ' +
  'QD JC\nT6 -\nT7 KD\nT8 -\nT9 -\nW 4S 7D 8D TS QC QH KH KS 7C 8C 6D\nS 9H 5S\nend\nmoves\ndraw\nmeta kind day-2026-11-27\nend\n';
const better = 'W>T3';

async function openAdvice(page: Page): Promise<void> {
  await tableKey(page, 'v');
  await page.locator('.advice').waitFor();
}
const saved = (page: Page) => stored<Saved>(page, 'saved');
const played = (record: string): string => record.replace(/^meta .*\n/gm, '');

/** The costly game, of which all is known but what its move was worth. */
async function openCostly(page: Page): Promise<Saved> {
  await openRecord(page, costly);
  await expect.poll(async () => (await saved(page))[0]?.plies).toBe(1);
  const [game] = (await saved(page)) as [Saved];
  const address = page.url();
  const chance = (fair: number) => ({ fair, low: fair, high: fair, allLow: 0, allHigh: 1, worlds: 64, complete: false });
  const chances = Object.fromEntries(placesOf(['draw']).map((place, at) => [place, chance(at === 1 ? 0.8 : 0.9)]));
  await page.goto('');
  await store(page, 'saved', [{ ...game, advice: { chances } }]);
  await page.reload();
  await page.goto(address);
  await atPly(page, 1);
  return game;
}
const recordOf = async (page: Page, key: string) => played((await saved(page)).find((one) => one.key === key)!.record);
async function type(page: Page, move: string): Promise<void> {
  await tableKey(page, '/');
  await page.locator('#field').fill(move);
  await page.locator('#field').press('Enter');
}

const room = (page: Page) => page.locator('.exercise');
const state = (page: Page) => room(page).getAttribute('data-state');

test('a better move is found, by what could be seen, and the game stays as it was', { tag: '@full' }, async ({ page }) => {
  const { key, record } = await openCostly(page);
  await openAdvice(page);
  await fromAdvice(page, 'Review this game');
  const moment = page.locator('.moments li');
  await expect(moment).toHaveCount(1, { timeout: long });
  await expect(moment).toContainText('Move 1: ');
  await expect(moment).toContainText(/draw/i);
  const cost = /It cost about \d\d%\./.exec(await moment.innerText())![0].slice('It cost '.length);
  await expect(page.locator('.found')).toContainText('Judged on what you knew');
  await page.getByRole('button', { name: 'Find the better move' }).click();
  await atPly(page, 0);
  await expect(room(page)).toContainText('Move 1: what is better than');

  // The move that was made is no better now.
  await type(page, 'draw');
  await expect.poll(() => state(page), { timeout: long }).toBe('wrong');
  await expect(room(page)).toContainText(`That’s the move you made. By what could be seen, it costs ${cost}`);
  await atPly(page, 1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await atPly(page, 0);

  // A hint says what to do, in two steps where there are two.
  const hint = page.getByRole('button', { name: 'Hint', exact: true }).last();
  await hint.click();
  await expect(room(page)).toHaveAttribute('data-hinted', '1', { timeout: long });
  await page.getByRole('button', { name: 'And where to?' }).click();
  await expect(room(page)).toHaveAttribute('data-hinted', '2');
  await type(page, better);
  await expect.poll(() => state(page), { timeout: long }).toBe('solved');
  await expect(room(page)).toContainText('Good move! Nothing better from what you could see.');

  // Nothing of that was saved, also if the page is left now.
  await page.reload();
  await atPly(page, 1);
  expect(await recordOf(page, key)).toBe(played(record));
});

test('what was tried out becomes a game of its own', { tag: '@full' }, async ({ page }) => {
  const { key, record } = await openCostly(page);
  await openAdvice(page);
  await fromAdvice(page, 'Review this game');
  await page.getByRole('button', { name: 'Find the better move' }).click({ timeout: long });
  await atPly(page, 0);
  await type(page, better);
  await expect.poll(() => state(page), { timeout: long }).toBe('solved');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(room(page)).toHaveCount(0);
  await atPly(page, 1);
  await expect.poll(() => recordOf(page, key)).toBe(played(record));

  await page.getByRole('button', { name: 'Find the better move' }).click();
  await type(page, better);
  const address = page.url();
  await page.getByRole('button', { name: 'Play on from here' }).click({ timeout: long });
  await expect(page).not.toHaveURL(address);
  await atPly(page, 1);
  await expect(page.getByTestId('notice')).toContainText('Your game is kept as it was');
  expect(await recordOf(page, key)).toBe(played(record));
  const others = (await saved(page)).filter((one) => one.key !== key);
  expect(others.map(({ record }) => /(\S+)\s+(?:at|mark|meta|result|end)\b/.exec(record.slice(record.indexOf('\nmoves')))?.[1])).toEqual([
    better,
  ]);

  // It counts as no deal of the day, whatever the game before it was.
  await tableKey(page, 'd');
  const kinds = async () =>
    (await stored<{ key: string; kind: string }>(page, 'played')).filter((one) => one.key === others[0]!.key).map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(['set-up']);
});

test('a lost game of open cards is reviewed by whether it can still be won', { tag: '@phone-first' }, async ({ page }) => {
  // The novice's moves, which lose.
  let table = engine.table('new stalactites#2');
  engine.table('automatic never');
  for (let hint: Hint | null; (hint = engine.must<{ hint: Hint | null }>('hint').hint);) table = engine.table(`play ${hint.move}`);
  expect(table.view.status).toBe('stuck');
  const moves = table.moves.map(({ text }) => text);
  await openRecord(page, table.record);
  await page.getByRole('button', { name: /^(Review this game|See where it was lost)$/ }).click();
  const moment = page.locator('.moments li');
  await expect(moment).toHaveCount(1, { timeout: long });
  const at = Number(await moment.locator('[data-ply]').getAttribute('data-ply'));
  await page.getByRole('button', { name: 'Find the better move' }).click();
  await atPly(page, at - 1);
  // Controls under the words and buttons of the exercise cannot be reached, by the keyboard either.
  expect(await page.locator('.bars').getAttribute('inert')).toBe('');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
  await page.keyboard.press('/');
  await page.locator('#field').fill(moves[at - 1]!);
  await page.locator('#field').press('Enter');
  await expect(room(page)).toContainText('That’s the move you made. From here the game can no longer be won.', { timeout: long });
  // One may play on to see it; the first move is taken back, too.
  await page.getByRole('button', { name: 'Try again' }).click();
  await atPly(page, at - 1);
  const hint = page.getByRole('button', { name: 'Hint', exact: true }).last();
  await hint.click();
  await expect(page.locator('.ring.hint')).toHaveCount(1, { timeout: long });
  await expect(page.locator('.ring.hint-to')).toHaveCount(0);
  await page.getByRole('button', { name: 'And where to?' }).click();
  await expect(page.locator('.ring.hint-to')).toHaveCount(1);
  const [line] = (await room(page).locator('.said').allTextContents()).map((text) => text.trim());
  expect(line).toMatch(/ from .* to /);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await atPly(page, moves.length);
  expect(await status(page)).toBe('stuck');
  expect(await ply(page)).toBe(moves.length);
});
