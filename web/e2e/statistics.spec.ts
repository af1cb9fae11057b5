/** Statistics are counted, exported, imported and merged, whatever the file and the browser are like. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  atPly,
  axe,
  denied,
  each,
  expect,
  fromMenu,
  load,
  long,
  open,
  openAfter,
  playAll,
  recordOf,
  store,
  stored,
  test,
  winOf,
  withSettings,
} from './helpers.ts';

type Page = import('@playwright/test').Page;

const quick = { animation: 'off', tap: 'select' } as const;
test.use({ settings: quick });
const win = winOf('gargantua');
const sample = fileURLToPath(new URL('../../tests/games/version-2.games', import.meta.url));

/** Figures on the page, by name; {} if nothing was played. */
async function facts(page: Page): Promise<Record<string, string>> {
  // The page itself changes, as for somebody who presses a link.
  if (page.url().endsWith('#/statistics')) await page.reload();
  else await page.goto('#/statistics');
  await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
  await expect(page.getByText('Counting')).toBeHidden();
  return shown(page);
}
/** Figures of games with help have names of their own. */
async function shown(page: Page): Promise<Record<string, string>> {
  const rows = await page
    .getByTestId('facts')
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const said = rows.flatMap(([name, unaided, helped]) => [
    [name!, unaided!],
    [`${name!}, with help`, helped!],
  ]);
  return Object.fromEntries(said.filter(([, what]) => what !== '–')) as Record<string, string>;
}

/** A game of which only the last move is missing. */
async function almostWon(page: Page, game: Parameters<typeof winOf>[0]): Promise<string> {
  const { moves } = winOf(game);
  await openAfter(page, game, moves.length - 1);
  return moves.at(-1)!;
}

async function winNow(page: Page, game: Parameters<typeof winOf>[0]): Promise<void> {
  const last = await almostWon(page, game);
  await playAll(page, [last], 'field', false);
  await page.getByText('You won!').waitFor();
}

async function exportFile(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export everything' }).click()]);
  // Firefox numbers files of the same name.
  expect(download.suggestedFilename()).toMatch(/^quincunx-\d{4}-\d\d-\d\d(\(\d+\))?\.games$/);
  await expect(page.getByText(/^Exported/)).toBeVisible();
  return readFileSync(await download.path());
}

const importFile = (page: Page, file: Buffer | string) =>
  page
    .getByLabel('Import a file')
    .setInputFiles(typeof file === 'string' ? file : { name: 'x.games', mimeType: 'text/plain', buffer: file });

/** The file with these lines, as another program would write it. */
function fileOf(...lines: string[]): Buffer {
  const text = ['quincunx-games 2', ...lines].map((line) => `${line}\n`).join('');
  let sum = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) sum = ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return Buffer.from(`${text}end ${lines.length} ${sum.toString(16).padStart(16, '0')}\n`);
}
const line = (
  number: number,
  rest: Partial<Record<'deal' | 'kind' | 'changed' | 'state' | 'time' | 'ply' | 'moves' | 'help' | 'par' | 'thrown', string | number>> = {},
): string => {
  const {
    deal = 'carthage#1',
    kind = 'any',
    changed = 1_764_000_000,
    state = 'won',
    time = 60_000,
    ply = 90,
    moves = 90,
    help = 'none',
    par = '-',
    thrown = '-',
  } = rest;
  return `game ${1_700_000_000 + number}-${number.toString(16).padStart(32, '0')} ${deal} ${kind} ${changed} ${state} ${time} ${ply} ${moves} ${help} ${par} ${thrown}`;
};

test('a game counts from its first move, and a win counts once', { tag: '@full' }, async ({ page }) => {
  const win = winOf('stalactites');
  await open(page, 'stalactites', win.deal);
  expect(await facts(page)).toEqual({});
  await expect(page.getByText('Finish a game and your results appear here.')).toBeVisible();
  await open(page, 'stalactites', win.deal);
  await playAll(page, win.moves.slice(0, 2), 'field', false);
  expect(await facts(page)).toMatchObject({ Played: '0', 'In progress': '1' });
  // A reload neither loses nor doubles it.
  await open(page, 'stalactites', win.deal);
  await atPly(page, 2);
  await playAll(page, win.moves.slice(2, 3), 'field', false);
  await page.reload();
  await atPly(page, 3);
  expect(await facts(page)).toMatchObject({ Played: '0', 'In progress': '1' });
  await open(page, 'stalactites', win.deal);
  await atPly(page, 3);
  await playAll(page, win.moves.slice(3), 'field', false);
  const won = {
    Played: '1',
    Won: '1 (100%)',
    'Winning streak': 'now 1 · best 1',
    'Moves per win': `best ${win.moves.length} · median ${win.moves.length} · last ${win.moves.length}`,
  };
  expect(await facts(page)).toMatchObject(won);
  // Taken back and won again: still one game.
  await open(page, 'stalactites', win.deal);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await atPly(page, win.moves.length - 1);
  await playAll(page, win.moves.slice(-1), 'field', false);
  expect(await facts(page)).toMatchObject(won);
  // Back to the start and forward again: as well.
  await open(page, 'stalactites', win.deal);
  await fromMenu(page, 'History');
  await page.getByRole('slider', { name: 'Move' }).fill('0');
  await atPly(page, 0);
  await page.getByRole('slider', { name: 'Move' }).fill(String(win.moves.length));
  await atPly(page, win.moves.length);
  expect(await facts(page)).toMatchObject(won);
  expect(await facts(page)).not.toHaveProperty('In progress');
  // Played anew from its start, it is another game.
  await open(page, 'stalactites', win.deal);
  await fromMenu(page, 'Restart');
  await atPly(page, 0);
  await playAll(page, ['by2'], 'field', false);
  expect(await facts(page)).toMatchObject({ ...won, 'In progress': '1' });
});

test('a game that is left right after its first move counts', async ({ page }) => {
  // The part that counts comes late.
  let late: () => void = () => {};
  const gone = new Promise<void>((resolve) => (late = resolve));
  await page.route(/\/extras-[^/]*\.js$/, async (route) => {
    await gone;
    await route.continue();
  });
  await open(page, 'carthage', '12345');
  await page.keyboard.press('d');
  await atPly(page, 1);
  await page.goto('#/');
  late();
  await expect(async () => expect(await facts(page)).toMatchObject({ 'In progress': '1' })).toPass({ timeout: long });
});

test('a game is lost when another is dealt in its place, and goes on when it is played on', { tag: '@full' }, async ({ page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'field', false);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deal', exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(`/${win.deal}$`));
  await page.locator('.surface[data-ply="0"]').waitFor();
  expect(await facts(page)).toMatchObject({ Played: '1', Won: '0 (0%)' });
  await open(page, 'gargantua', win.deal);
  expect(await facts(page)).toMatchObject({ Played: '1' }); // it was only looked at
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(3, 4), 'field', false);
  expect(await facts(page)).toMatchObject({ Played: '0', 'In progress': '1' });
  await page.goto('#/');
  await page.getByRole('button', { name: `Remove Gargantua ${win.deal}` }).click();
  expect(await facts(page)).toMatchObject({ Played: '1', Won: '0 (0%)' });
});

test('export, delete, import: everything is as before, and importing again changes nothing', async ({ page }) => {
  await winNow(page, 'carthage');
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 4), 'field', false);
  await page.goto('#/settings');
  await page.getByRole('button', { name: 'Top left' }).click();
  const before = await facts(page);
  expect(before).toMatchObject({ Played: '1', 'In progress': '1' });
  const file = await exportFile(page);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('button', { name: 'Keep them', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Keep them', exact: true }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Delete all games' }).click();
  await expect(page.getByText('All games in this browser were deleted.')).toBeVisible();
  expect(await facts(page)).toEqual({});
  for (const name of ['saved', 'played', 'records', 'facts']) expect(await stored(page, name)).toEqual([]);
  await page.goto('#/');
  await expect(page.getByRole('link', { name: /^Continue/ })).toHaveCount(0);
  await load(page, '#/statistics');
  await importFile(page, file);
  await expect(page.getByText('Imported: 2 new, 0 updated, 0 already here.')).toBeVisible();
  await expect(page.getByText('You can continue one game in progress here.')).toBeVisible();
  expect(await facts(page)).toEqual(before);
  await importFile(page, file);
  await expect(page.getByText('Imported: 0 new, 0 updated, 2 already here.')).toBeVisible();
  expect((await exportFile(page)).toString()).toBe(file.toString());
  expect(await stored(page, 'records')).toHaveLength(1);
  await open(page, 'gargantua', win.deal);
  await atPly(page, 4);
  await playAll(page, win.moves.slice(4, 5), 'field', false);
  expect(await facts(page)).toEqual(before);
});

test('two browsers are merged, and a game in progress is never set back', { tag: '@full' }, async ({ browser, page }) => {
  await open(page, 'gargantua', win.deal);
  await playAll(page, win.moves.slice(0, 3), 'field', false);
  await load(page, '#/statistics');
  const early = await exportFile(page);

  // Another browser takes it over and plays on, and wins another game.
  const other = await (await browser.newContext()).newPage();
  await withSettings(other, quick);
  await load(other, '#/statistics');
  await importFile(other, early);
  await expect(other.getByText('Imported: 1 new')).toBeVisible();
  await open(other, 'gargantua', win.deal);
  await atPly(other, 3);
  await playAll(other, win.moves.slice(3, 6), 'field', false);
  await winNow(other, 'grandfather');
  await load(other, '#/statistics');
  const late = await exportFile(other);

  // The first one wins something else, and gets the game as it is now.
  await winNow(page, 'stalactites');
  await load(page, '#/statistics');
  await importFile(page, late);
  await expect(page.getByText('Imported: 1 new, 1 updated, 0 already here.')).toBeVisible();
  const merged = await exportFile(page);
  expect(await facts(page)).toMatchObject({ Played: '2', Won: '2 (100%)', 'In progress': '1' });
  await open(page, 'gargantua', win.deal);
  await atPly(page, 6);
  // An older one changes nothing.
  await playAll(page, win.moves.slice(6, 7), 'field', false);
  await load(page, '#/statistics');
  await importFile(page, early);
  await expect(page.getByText('Imported: 0 new, 0 updated, 1 already here.')).toBeVisible();
  await open(page, 'gargantua', win.deal);
  await atPly(page, 7);

  // The other way round gives the same file.
  await load(other, '#/statistics');
  await importFile(other, merged);
  await expect(other.getByText('Imported: 1 new, 0 updated, 2 already here.')).toBeVisible();
  const games = (file: Buffer) =>
    file
      .toString()
      .split('\n')
      .filter((one) => /^(game|record|won|best)/.test(one));
  expect(games(await exportFile(other))).toEqual(games(merged));

  // The same deal, begun anew here, is not touched by a game with that deal from elsewhere.
  await other.context().close();
  const third = await (await browser.newContext()).newPage();
  await withSettings(third, quick);
  await open(third, 'gargantua', win.deal);
  await playAll(third, win.moves.slice(0, 1), 'field', false);
  await load(third, '#/statistics');
  await importFile(third, late);
  await expect(third.getByText('One game in progress wasn’t imported')).toBeVisible();
  await open(third, 'gargantua', win.deal);
  await atPly(third, 1);
  await third.context().close();
});

test('a file of games is imported', { tag: '@full' }, async ({ page }) => {
  await load(page, '#/statistics');
  await importFile(page, sample);
  await expect(page.getByText('Imported: 2 new, 0 updated, 0 already here.')).toBeVisible();
  await expect(page.getByText('You can continue one game in progress here.')).toBeVisible();
  expect(await facts(page)).toMatchObject({
    'Played, with help': '1',
    'Moves per win, with help': 'best 55 · median 90 · last 90',
    'Against par, with help': '10 moves over par on average; par reached 0 times in 1 game',
  });
  await open(page, 'gargantua', '7');
  await atPly(page, 2);
});

test('an export goes on after a game in progress was not taken over', { tag: '@full' }, async ({ page }) => {
  await open(page, 'carthage', '2');
  await playAll(page, ['draw'], 'field', false);
  await load(page, '#/statistics');
  const record = 'record quincunx-record 1\\ngame carthage\\ndeal carthage#2\\nmoves\\ndraw draw\\nend\\n';
  await importFile(page, fileOf(line(1, { state: 'playing', deal: 'carthage#2', ply: 2, moves: 2 }), record));
  await expect(page.getByText('One game in progress wasn’t imported')).toBeVisible();
  expect((await exportFile(page)).toString()).toContain('carthage#2 any');
  await importFile(page, fileOf(line(2)));
  await expect(page.getByText('Imported: 1 new')).toBeVisible();
  await page.reload();
  await exportFile(page);
  await open(page, 'carthage', '2');
  await atPly(page, 1);
});

test.describe('what goes wrong', () => {
  test.use({ allowed: async ({}, use) => use([/Failed to load resource/, /Cannot read/, /^error: Error$/]) });

  test('in the page is said in words for players, and what was thrown is not', async ({ page }) => {
    await page.addInitScript(() => {
      File.prototype.slice = () => {
        throw new TypeError('Cannot read properties of undefined');
      };
      URL.createObjectURL = () => {
        throw new TypeError('Cannot read properties of undefined');
      };
    });
    await load(page, '#/statistics');
    await importFile(page, fileOf(line(1)));
    await expect(page.getByRole('alert')).toHaveText(/^The file was not imported\. Something went wrong/);
    await page.getByRole('button', { name: 'Export everything' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^Your games were not exported\. Something went wrong/);
  });

  test('with the solver does not keep anybody from an export, which can be imported', { tag: '@full' }, async ({ page }) => {
    await winNow(page, 'carthage');
    const before = await facts(page);
    await page.route(/solver[^/]*\.wasm$/, (route) => route.fulfill({ status: 404, body: '' }));
    await page.reload();
    const copy = await exportFile(page);
    await expect(page.getByText('this file is a plain copy')).toBeVisible();
    await page.unroute(/solver[^/]*\.wasm$/);
    await page.reload();
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('button', { name: 'Delete all games' }).click();
    await expect(page.getByText('All games in this browser were deleted.')).toBeVisible();
    await importFile(page, copy);
    await expect(page.getByText('Imported: 1 new, 0 updated, 0 already here.')).toBeVisible();
    expect(await facts(page)).toEqual(before);
  });
});

test('hostile files are refused with a clear message; nothing is lost and nothing runs', { tag: '@full' }, async ({ page }) => {
  await winNow(page, 'carthage');
  const before = await facts(page);
  const good = (await exportFile(page)).toString();
  const script = '<img src=x onerror="window.hacked=1">';
  const record = `record quincunx-record 1\\ngame carthage\\ndeal carthage#2\\nmoves\\ndraw\\nmark 1 ${script}\\nmeta kind ${script}\\nend\\n`;
  const bad: [string, Buffer, RegExp][] = [
    ['empty', Buffer.from(''), /line 1, column 1: A file of games starts with/],
    ['something else', Buffer.from(`<html><script>window.hacked=1</script>`), /A file of games starts with/],
    ['binary', Buffer.from([0, 255, 254, 0, 128]), /A file of games starts with/],
    ['a saved game', readFileSync(recordOf('carthage')), /This is a single saved game/],
    ['truncated', Buffer.from(good.slice(0, -40)), /line \d+, column 1: The file ends too early/],
    ['changed', Buffer.from(good.replace(' won ', ' given-up ')), /The file is damaged: its checksum is wrong/],
    ['a later version', Buffer.from('quincunx-games 3\nend 0 0\n'), /newer Quincunx \(version 3\)/],
    ['too many games', fileOf(...Array.from({ length: 10_001 }, (_, i) => line(i))), /more than 10,000 games/],
    ['too large', Buffer.alloc((8 << 20) + 1, 'x'), /too large/],
    ['one long line', Buffer.from(`quincunx-games 2\n${'x'.repeat(1 << 20)}\nend 1 0000000000000000\n`), /The line is too long/],
    ['script in a name', fileOf(line(1, { deal: `${script.replace(/ /g, '')}#1` })), /not a deal/],
    ['script in a kind', fileOf(line(1, { kind: '<script>' })), /not a kind of deal/],
    ['settings that are none', fileOf('settings 1 window.hacked=1'), /The settings can’t be read/],
    [
      'a record that is none',
      fileOf(line(1, { state: 'playing' }), 'record hello'),
      /The record of this game can’t be read \(its line 1, column 1\): A record starts with/,
    ],
  ];
  // Each kind of reason is said in C++; here the ordinary run takes one of four.
  for (const [name, file, message] of bad) {
    await importFile(page, file);
    await expect(page.getByRole('alert'), name).toContainText(message);
    await expect(page.getByRole('alert'), name).toContainText(/nothing was changed/i);
    expect(await shown(page), name).toEqual(before);
  }
  expect((await exportFile(page)).toString()).toBe(good);
  // Texts that the form allows stay texts, and moves that are not legal are not taken over.
  await importFile(
    page,
    fileOf(
      line(1, { deal: 'nosuch-game#1' }),
      line(2, { state: 'playing', deal: 'carthage#2', ply: 1, moves: 1 }),
      record,
      line(3, { state: 'playing', deal: 'carthage#3', ply: 1, moves: 1 }),
      'record quincunx-record 1\\ngame carthage\\ndeal carthage#3\\nmoves\\nT1>T1\\nend\\n',
      `settings 9999999999 {"theme":{"back":"${script.replace(/"/g, "'")}"},"tap":"<script>","__proto__":{"x":1},"showTime":7}`,
    ),
  );
  await expect(page.getByText('Imported: 3 new')).toBeVisible();
  await expect(page.getByText('One game in progress wasn’t imported')).toBeVisible();
  expect(await facts(page)).toMatchObject({ Played: '2', 'In progress': '2' });
  await open(page, 'carthage', '2');
  await atPly(page, 1);
  await playAll(page, ['draw'], 'field', false);
  expect(await facts(page)).toMatchObject({ Played: '2', 'In progress': '2' });
  await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Carthage' });
  expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
});

test('ten thousand games: the page opens soon, no long task, and more push out the oldest', { tag: '@full' }, async ({ page }) => {
  const states = ['won', 'won', 'given-up'];
  const games = ['gargantua', 'grandfather', 'carthage', 'stalactites', 'gloucestershire'];
  const many = Array.from({ length: 10_000 }, (_, i) =>
    line(i, {
      deal: `${games[i % 5]}#${100_001 + i}`,
      state: states[i % 3]!,
      changed: 1_700_000_000 + i * 6000,
      moves: 60 + ((i * 7919) % 60),
      ply: 120,
      time: 60_000 + ((i * 104_729) % 900_000),
      par: i % 2 ? 70 : '-',
      kind: i % 4 ? 'any' : 'winnable',
    }),
  );
  const file = fileOf(...many);
  expect(file.length).toBeLessThan(2_000_000);
  await load(page, '#/statistics');
  await importFile(page, file);
  await expect(page.getByText('Imported: 10,000 new, 0 updated, 0 already here.')).toBeVisible({ timeout: long });
  await page.evaluate(() => sessionStorage.setItem('watch', '1'));
  await page.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    Object.assign(window, { tasks });
  });
  const before = Date.now();
  expect(await facts(page)).toMatchObject({ Played: '10,000', Won: '6,667 (67%)' });
  // Generous: other tests run at the same time.
  expect(Date.now() - before).toBeLessThan(20_000);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  expect(Math.max(0, ...tasks)).toBeLessThan(1000);
  await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Carthage' });
  await expect.poll(() => shown(page)).toMatchObject({ Played: '2,000' });
  await page.getByLabel('Kind of deal').selectOption({ label: 'Winnable' });
  await expect.poll(() => shown(page)).toMatchObject({ Played: '500' });
  await page.getByLabel('Kind of deal').selectOption({ label: 'All kinds' });
  await winNow(page, 'carthage');
  expect(await facts(page)).toMatchObject({ Played: '10,000' });
  const again = (await exportFile(page)).toString();
  expect(again).not.toContain(many[0]!);
  expect(again).toContain(many[1]!);
});

test('two tabs that end games at the same time lose none', { tag: '@full' }, async ({ context, page }) => {
  const lasts = [await almostWon(page, 'carthage')];
  const second = await context.newPage();
  lasts.push(await almostWon(second, 'grandfather'));
  for (const tab of [page, second]) await tab.keyboard.press('/');
  await page.locator('#field').fill(lasts[0]!.toLowerCase());
  await second.locator('#field').fill(lasts[1]!.toLowerCase());
  await Promise.all([page.locator('#field').press('Enter'), second.locator('#field').press('Enter')]);
  for (const tab of [page, second]) await tab.getByText('You won!').waitFor();
  expect(await facts(page)).toMatchObject({ Played: '2', Won: '2 (100%)' });
});

test.describe('without storage', () => {
  test('everything can be played and counted until the page is closed, and that is said', { tag: '@full' }, async ({ page }, info) => {
    await denied(page, 'indexedDB', 'localStorage', 'sessionStorage');
    await page.goto('#/');
    const last = await almostWon(page, 'carthage');
    // No setting can say that this was asked before.
    if (info.project.name === 'phone') await page.getByRole('dialog').getByRole('button', { name: 'Top right' }).click();
    await playAll(page, [last], 'field', false);
    await page.locator('.end').getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Statistics' }).click();
    await expect(page.getByText('This browser blocks storage. Your games may count only until you close the page')).toBeVisible();
    await expect.poll(() => shown(page)).toMatchObject({ Played: '1', Won: '1 (100%)' });
    const file = await exportFile(page);
    expect(file.toString()).toContain(' won ');
    await importFile(page, fileOf(line(1)));
    await expect(page.getByText('Imported: 1 new')).toBeVisible();
    await expect.poll(() => shown(page)).toMatchObject({ Played: '2' });
  });

  test('a browser without room says so, keeps what it has, and adds all of a file or nothing', { tag: '@full' }, async ({ page }) => {
    await winNow(page, 'carthage');
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = function () {
        // As a browser does it: the request fails, and the transaction with it.
        this.transaction.abort();
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.reload();
    expect(await facts(page)).toMatchObject({ Played: '1' });
    await importFile(page, fileOf(line(1), line(2)));
    await expect(page.getByRole('alert')).toContainText('This browser has no room for these games. None was added.');
    expect(await facts(page)).toMatchObject({ Played: '1' });
    await page.goto('#/gargantua/5');
    await page.locator('.surface[data-ply="0"]').waitFor();
    await playAll(page, ['draw'], 'field', false);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click();
    await expect.poll(() => shown(page)).toMatchObject({ Played: '1', 'In progress': '1' });
    await expect(page.getByText('This browser has no storage left. Your latest games may count')).toBeVisible();
  });
});

test('after fifty games it reminds of an export, quietly and never over a game', { tag: '@full' }, async ({ page }) => {
  await load(page, '#/statistics');
  await importFile(page, fileOf(...Array.from({ length: 49 }, (_, i) => line(i, { deal: `gargantua#${i + 1}` }))));
  await expect(page.getByText('Imported: 49 new')).toBeVisible();
  await expect(page.getByText('since your last export')).toBeHidden();
  // They are in a file already, so they do not count, until they have been played here.
  const all = await stored<{ changed: number }>(page, 'played');
  await store(
    page,
    'played',
    all.map((game) => ({ ...game, ended: game.changed })),
  );
  const last = await almostWon(page, 'carthage');
  await expect(page.getByText('since your last export')).toBeHidden();
  await playAll(page, [last], 'field', false);
  await page.getByRole('group', { name: 'End of the game' }).getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('50 games have ended since your last export.')).toBeVisible();
  await page.getByRole('link', { name: 'Export them' }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('since your last export')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Export everything' })).toBeVisible();
  await expect(page.getByText('since your last export')).toBeHidden();
  await page.evaluate(() => localStorage.removeItem('quincunx-reminded'));
  await page.reload();
  await expect(page.getByText('50 games have ended since your last export.')).toBeVisible();
  await exportFile(page);
  await expect(page.getByText('since your last export')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Keep your games' })).toBeVisible();
  await expect(page.getByText('since your last export')).toBeHidden();
});

test('persistent storage is asked for by a button alone', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => (window as unknown as { asked: number }).asked++ > 0;
  });
  await load(page, '#/statistics');
  const button = page.getByRole('button', { name: 'Ask the browser to keep your games' });
  await button.waitFor();
  expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);
  await button.click();
  await expect(page.getByText('The browser declined.')).toBeVisible();
  await button.click();
  await expect(page.getByText('This browser has agreed')).toBeVisible();
});

test('par and help are counted with the game', { tag: '@full' }, async ({ page }) => {
  await almostWon(page, 'stalactites');
  await page.keyboard.press('h');
  await page.locator('.ring.hint').first().waitFor();
  await page.keyboard.press('h');
  await page.getByText('You won!').waitFor();
  await expect(page.locator('.end .facts')).toContainText(/par \d+/, { timeout: long });
  const all = await facts(page);
  expect(all['Against par, with help']).toMatch(/par on average; par reached (once|0 times) in 1 game$/);
  expect(all).toMatchObject({ 'Played, with help': '1', 'Winning streak, with help': 'now 1 · best 1' });
  // A win by hints is no glory.
  expect(all).not.toHaveProperty('Played');
  expect(all).not.toHaveProperty('Against par');
});

/** A win of a deal of the day on its day, at noon. */
const onDay = (number: number, day: string, help = ''): string =>
  `${line(number, { deal: `carthage#${number}`, kind: `day-${day}`, help: help === '' ? 'none' : 'fair', changed: Date.parse(day) / 1000 + 43_200 })} day=${day} finished=${Date.parse(day) / 1000 + 43_200}+0${help}`;

test('the calendar and the bests are written as people write, in German, too', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { ...quick, language: 'de' });
  await page.goto('#/statistics');
  const today = Math.floor(Date.now() / 1000);
  const file = fileOf(line(1, { changed: today }), line(2, { deal: 'gargantua#2', changed: today, help: 'fair' }));
  await page.getByLabel('Datei importieren').setInputFiles({ name: 'x.games', mimeType: 'text/plain', buffer: file });
  await expect(page.getByText('Die letzten sechs Monate: 2 Spiele an 1 Tag')).toBeVisible();
  // A day with a win differs from others by its ground, on paper, too.
  await expect(page.locator('.day.won')).toHaveCSS('print-color-adjust', 'exact');
  await expect(page.getByTestId('bests').getByRole('rowheader')).toHaveText(['Gargantua (mit Hilfe)', 'Carthage']);
});

test('days that count: streaks, medals and a calendar, unaided and in all', { tag: '@full' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-02-15T12:00:00'));
  await load(page, '#/statistics');
  const heading = page.getByRole('heading', { name: 'Your days' });
  await expect(page.getByText('Finish a game')).toBeVisible();
  await expect(heading).toBeHidden();
  const days = Array.from({ length: 14 }, (_, i) => `2027-02-${String(i + 1).padStart(2, '0')}`).filter((day) => day !== '2027-02-09');
  const games = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites'];
  const all = days.map((day, i) => onDay(i + 1, day, day === '2027-02-03' ? ',help' : ''));
  const star = games.map((game, i) => onDay(100 + i, '2027-02-05').replace('carthage#', `${game}#`));
  await importFile(page, fileOf(...all, ...star, 'streak all longest=20/20260101/20260121'));
  await expect(heading).toBeVisible();
  const rows = page.getByTestId('daily').locator('tbody tr');
  await expect(rows).toHaveText([
    /^Days in a row\s*now 5 · longest 5 \(Feb 4, 2027 to Feb 8, 2027\)\s*now 13 · longest 20 \(.*2026.*\)$/,
    /^Days played\s*12\s*13$/,
    /^Medals\s*1 bronze\s*1 bronze$/,
    /^Stars\s*1\s*1$/,
  ]);
  const calendar = page.locator('.days li');
  await expect(calendar).toHaveCount(28);
  const named = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(named('Monday, February 1, 2027, finished')).toHaveText(/^1\s*✓$/);
  await expect(named('Wednesday, February 3, 2027, finished with help')).toHaveText(/^3\s*○$/);
  await expect(named('Friday, February 5, 2027, all deals finished')).toHaveText(/^5\s*★$/);
  await expect(named('Tuesday, February 9, 2027, free day')).toHaveText(/^9\s*–$/);
  await expect(named('Monday, February 15, 2027')).toHaveAttribute('href', '#/today');
  await expect(calendar.nth(15)).toHaveText('16');
  await expect(page.getByText('13 days this month.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled();
  await page.getByText('All days that count').press('Enter');
  await expect(page.locator('.numbers')).toHaveText('1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14 (free: 9)');
  await expect(page.getByRole('heading', { name: 'Achievements: 3 of 10' })).toBeVisible();
  await expect(page.getByTestId('feats').locator('.done .name')).toHaveText(['All games', 'A whole day', 'Five in a row']);
  await expect(page.getByTestId('feats').getByText(/ of 5$/)).toHaveText(['0 of 5']);
});

test(
  'a deal that its address calls the deal of the day, and that is another one, does not count as that',
  { tag: '@full' },
  async ({ page }) => {
    const { deal, moves } = winOf('stalactites');
    await page.clock.setFixedTime(new Date('2027-02-15T12:00:00'));
    await open(page, 'stalactites', `${deal}?day-2027-02-15`);
    await playAll(page, moves, 'field', false);
    await page.getByText('You won!').waitFor();
    expect(await facts(page)).toMatchObject({ Played: '1', Won: '1 (100%)' });
    const file = (await exportFile(page)).toString();
    expect(file).toContain(` stalactites#${deal} any `);
    expect(file).not.toMatch(/finished|streak/);
  },
);

for (const [scheme, width] of [
  ['light', 320],
  ['dark', 1280],
] as const) {
  test(`the page is sound, ${scheme}, ${width} px wide, and has a table for each plot`, { tag: '@full' }, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await load(page, '#/statistics');
    const sound = async () => {
      const { violations, incomplete } = await (await axe(page)).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      // A month's name reaches over the weeks after its first one, and axe cannot tell what is behind it.
      const unclear = incomplete.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !/class="month /.test(html)) }));
      expect(unclear.filter(({ nodes }) => nodes.length > 0)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await sound();
    await importFile(
      page,
      fileOf(
        ...Array.from({ length: 9 }, (_, i) => onDay(1000 + i, `2025-08-0${i + 1}`, i % 2 ? ',help' : '')),
        ...Array.from({ length: 300 }, (_, i) =>
          line(i, {
            changed: 1_750_000_000 + i * 50_000,
            state: i % 3 ? 'won' : 'given-up',
            ply: 120,
            moves: 60 + ((i * 37) % 41),
            time: 1000 * (3700 + ((i * 7919) % 1500)),
            par: 70,
            thrown: i % 3 ? 0 : 1000,
          }),
        ),
      ),
    );
    await expect(page.getByText('Imported: 309 new')).toBeVisible();
    await expect(page.locator('canvas')).toHaveCount(6);
    await expect(page.locator('details.data')).toHaveCount(4);
    // Paper shows them all.
    for (const [print, shown] of [
      ['beforeprint', 4],
      ['afterprint', 0],
    ] as const) {
      await page.evaluate((name) => dispatchEvent(new Event(name)), print);
      await expect(page.locator('details.data[open]')).toHaveCount(shown);
    }
    // A sign that was reached differs from others by its ground.
    await expect(page.locator('.done .badge').first()).toHaveCSS('print-color-adjust', 'exact');
    for (const summary of await each(page.locator('details.data summary'))) await summary.press('Enter');
    const rows = await page
      .locator('details.data')
      .nth(1)
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => Number(row.children[1]!.textContent)));
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(309);
    for (const at of [2, 3]) {
      const counts = await page.locator('details.data').nth(at).locator('tbody td').allTextContents();
      expect(counts.reduce((sum, one) => sum + Number(one), 0)).toBe(209);
    }
    await sound();
    // No column is cut off, with times of more than an hour.
    expect(await page.locator('.wide').evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Delete everything' }).press('Enter');
    await sound();
    await page.screenshot({ path: info.outputPath(`statistics-${scheme}-${width}.png`), fullPage: true });
  });
}
