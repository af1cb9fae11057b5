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

/** A game of Gargantua whose last move, T1>F1, costs some ten points: drawing was better. */
const costly =
  'T8>T1 T7>T9 T3>T5 T6>T3 T1>T9*2 T7>T1 T6>T7 draw draw W>T4 draw draw draw draw draw W>F1 draw draw draw draw W>T6 draw W>T1 ' +
  'T4>T1*2 T7>T4*2 T4>T8*3 T7>T4 T2>T7 T6>T2*2 draw W>F1 T2>T8 T2>F1 T3>T2*2 T2>T3*3 draw draw W>T4 draw W>T5 draw draw draw draw ' +
  'draw W>F2 draw draw W>F3 T8>F2 draw W>T7 draw draw W>T2 T9>T2*4 draw draw draw draw W>T7 T8>T7*4 draw draw W>T4 T5>T4*3 draw ' +
  'W>T9 draw draw draw W>F3 draw W>F4 draw draw W>T6 T7>T6*8 T7>F5 T4>F5 draw W>F6 T4>F2 draw W>F1 T3>T6 T6>T9*2 T6>F2 T3>T6*2 ' +
  'T3>F1 W>T3 T6>T3*10 T3>F5 draw draw draw draw draw draw W>T2 T8>T2 T8>F2 draw W>T6 draw draw W>T1 T4>T1*5 draw W>T7 draw T4>T6 ' +
  'W>F5 draw W>F4 draw draw draw W>T1 W>T5 draw W>F4 draw W>F7 T9>F7 T1>F7 T3>F7 T9>T3*2 T9>F5 T1>F4 T1>F7 T1>F1';
const made = costly.split(' ').length;
const recordOf = (game: string, number: number, moves: string): string =>
  `quincunx-record 1\ngame ${game}\ndeal ${game}#${number}\nmoves\n${moves}\nmeta kind day-2026-11-27\nend\n`;

async function openAdvice(page: Page): Promise<void> {
  await tableKey(page, 'v');
  await page.locator('.advice').waitFor();
}
const saved = async (page: Page, key: string): Promise<Saved | undefined> =>
  (await stored<Saved>(page, 'saved')).find((one) => one.key === key);
const played = (record: string): string => record.replace(/^meta .*\n/gm, '');

/** The costly game, of which all is known but what its last move was worth. */
async function openCostly(page: Page): Promise<void> {
  await openRecord(page, recordOf('gargantua', 21, costly));
  await expect.poll(async () => (await saved(page, 'gargantua#21'))?.plies).toBe(made);
  const game = (await saved(page, 'gargantua#21'))!;
  const places = placesOf(costly.split(' '));
  const chance = (fair: number) => ({ fair, low: fair, high: fair, allLow: 0, allHigh: 1, worlds: 64, complete: false });
  const chances = Object.fromEntries(places.map((place, at) => [place, chance(at === made ? 0.8 : 0.9)]));
  await page.goto('');
  await store(page, 'saved', [{ ...game, advice: { chances } }]);
  await page.reload();
  await page.goto('#/gargantua/21');
  await atPly(page, made);
}

const room = (page: Page) => page.locator('.exercise');
const state = (page: Page) => room(page).getAttribute('data-state');

test('a better move is found, by what could be seen, and the game stays as it was', { tag: '@full' }, async ({ page }) => {
  await openCostly(page);
  const before = (await saved(page, 'gargantua#21'))!;
  await openAdvice(page);
  await fromAdvice(page, 'Review this game');
  const moment = page.locator('.moments li');
  await expect(moment).toHaveCount(1, { timeout: long });
  await expect(moment).toContainText(`Move ${made}: `);
  await expect(moment).toContainText('to a foundation');
  await expect(moment).toContainText('It cost about 10%.');
  await expect(page.locator('.found')).toContainText('Judged on what you knew');
  await page.getByRole('button', { name: 'Find the better move' }).click();
  await atPly(page, made - 1);
  await expect(room(page)).toContainText(`Move ${made}: what is better than`);

  // The move that was made is no better now.
  const again = /^T1>F1/.exec(costly.slice(-5))![0];
  await page.keyboard.press('/');
  await page.locator('#field').fill(again);
  await page.keyboard.press('Enter');
  await expect.poll(() => state(page), { timeout: long }).toBe('wrong');
  await expect(room(page)).toContainText('That’s the move you made. By what could be seen, it costs about 10%.');
  await atPly(page, made);
  await page.getByRole('button', { name: 'Try again' }).click();
  await atPly(page, made - 1);

  // A hint says what to do, in two steps where there are two.
  await page.getByRole('button', { name: 'Hint', exact: true }).last().click();
  await expect(room(page)).toHaveAttribute('data-hinted', '2', { timeout: long });
  await expect(room(page)).toContainText('Draw');
  await page.locator('#field').fill('draw');
  await page.locator('#field').press('Enter');
  await expect.poll(() => state(page), { timeout: long }).toBe('solved');
  await expect(room(page)).toContainText('Good move! Nothing better from what you could see.');

  // Nothing of that was saved, also if the page is left now.
  await page.reload();
  await atPly(page, made);
  expect(played((await saved(page, 'gargantua#21'))!.record)).toBe(played(before.record));
});

test('what was tried out becomes a game of its own', { tag: '@full' }, async ({ page }) => {
  await openCostly(page);
  const before = (await saved(page, 'gargantua#21'))!;
  await openAdvice(page);
  await fromAdvice(page, 'Review this game');
  await page.getByRole('button', { name: 'Find the better move' }).click({ timeout: long });
  await atPly(page, made - 1);
  await tableKey(page, 'd');
  await expect.poll(() => state(page), { timeout: long }).toBe('solved');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(room(page)).toHaveCount(0);
  await atPly(page, made);
  await expect.poll(async () => played((await saved(page, 'gargantua#21'))!.record)).toBe(played(before.record));

  await page.getByRole('button', { name: 'Find the better move' }).click();
  await tableKey(page, 'd');
  await page.getByRole('button', { name: 'Play on from here' }).click({ timeout: long });
  await expect(page).toHaveURL(/gargantua\/game-/);
  await atPly(page, made);
  await expect(page.getByTestId('notice')).toContainText('Your game is kept as it was');
  expect(played((await saved(page, 'gargantua#21'))!.record)).toBe(played(before.record));
  const others = (await stored<Saved>(page, 'saved')).filter(({ key }) => key.startsWith('gargantua~'));
  expect(others.map(({ record }) => /(\S+)\s+(?:at|mark|meta|result|end)\b/.exec(record)?.[1])).toEqual(['draw']);

  // It counts as no deal of the day, whatever the game before it was.
  await tableKey(page, 'd');
  const kinds = async () =>
    (await stored<{ key: string; kind: string }>(page, 'played')).filter(({ key }) => key.startsWith('gargantua~')).map(({ kind }) => kind);
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
