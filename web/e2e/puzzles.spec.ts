/** Puzzles: found, solved and failed by every input, rated, in streaks, remembered, and nothing else touched. */
import type { Page } from '@playwright/test';
import { denied, expect, faults, holdDatabase, load, make, ply, said, store, stored, test, withSettings, type Way } from './helpers.ts';
import { puzzleGames, solutionsOf, solveSome, valueAt } from './solve.ts';

const game = 'stalactites';
const lines = solutionsOf(game);
const decisionsOf = (key: string): string[] =>
  new Map(puzzleGames().flatMap(solutionsOf))
    .get(key)!
    .split(' ')
    .filter((move) => !move.startsWith('+'));
const [first] = lines.find(([, line]) => line.split(' ').length > 1)!;
const quick = { animation: 'off', tap: 'select' } as const;
test.use({ settings: quick });

const state = (page: Page) => page.locator('.exercise').getAttribute('data-state');
const shown = async (page: Page): Promise<string> => (await page.locator('[data-puzzle]').getAttribute('data-puzzle'))!;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.exercise[data-state="look"]').waitFor();
  await page.locator('.surface[data-ply="0"] button[data-pile="T1"]').first().waitFor();
}

/** Makes a move that does not keep the win: of another card, to wherever it may go. */
async function fail(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('#field').waitFor();
  const right = decisionsOf(await shown(page))[0]!;
  const from = [1, 2, 3, 4, 5, 6, 7, 8].map((pile) => `T${pile}`).filter((pile) => !right.startsWith(`${pile}>`));
  const moves = from.flatMap((pile) => ['R1', 'R2', 'F1', 'F2', 'F3', 'F4'].map((to) => `${pile}>${to}`));
  await page.evaluate(async (moves) => {
    const field = document.querySelector<HTMLInputElement>('#field')!;
    const live = document.querySelector('.live')!;
    for (const move of moves) {
      const before = live.textContent;
      if (document.querySelector('.surface')!.getAttribute('data-ply') !== '0') return;
      field.value = move.toLowerCase();
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form!.requestSubmit();
      // Moves are told as well as refusals.
      while (live.textContent === before) await new Promise(requestAnimationFrame);
    }
  }, moves);
  await expect.poll(() => state(page)).toBe('wrong');
}

async function solve(page: Page, way: Way = 'field', touch = false): Promise<void> {
  for (const move of decisionsOf(await shown(page))) {
    await expect.poll(() => state(page)).toBe('look');
    const before = await ply(page);
    await make(page, move, way, touch);
    await expect.poll(() => ply(page)).toBeGreaterThan(before);
  }
  await expect.poll(() => state(page)).toBe('solved');
}

const many = 50;
test('many puzzles are solved, each once, and the next one is there at once @desktop', { tag: '@full' }, async ({ page }) => {
  await withSettings(page, { ...quick, field: true });
  await open(page, `#/puzzles/${game}`);
  const { keys, waits } = await page.evaluate(solveSome, { lines, count: many });
  expect(new Set(keys).size).toBe(many);
  expect(valueAt(waits, 0.25)).toBeLessThan(200);
  await expect(page.getByTestId('fact')).toHaveText(/^Rating \d+/);
  await load(page, '#/puzzles');
  await expect(page.getByText(`${many} of ${lines.length.toLocaleString('en')} solved`)).toBeVisible();
  // They are none of the player's games.
  expect(await stored(page, 'saved')).toEqual([]);
  await load(page, '#/statistics');
  await expect(page.getByText('Finish a game and your results appear here.')).toBeVisible();
  expect((await stored<{ kind: string }>(page, 'played')).every(({ kind }) => kind === 'puzzle')).toBe(true);
});

test('no puzzle comes twice, however slowly they are written down @desktop', { tag: '@full' }, async ({ page }) => {
  // Writes are known to be done only when the test says so.
  await page.addInitScript(() => {
    const add = EventTarget.prototype.addEventListener;
    const held: (() => void)[] = [];
    const late =
      (listener: EventListener): EventListener =>
      (event) =>
        void held.push(() => listener(event));
    Object.assign(IDBTransaction.prototype, {
      addEventListener(this: IDBTransaction, type: string, listener: EventListener) {
        add.call(this, type, type === 'complete' && this.mode === 'readwrite' ? late(listener) : listener);
      },
    });
    Object.assign(globalThis, { release: () => held.splice(0).forEach((tell) => tell()) });
  });
  await withSettings(page, { ...quick, field: true });
  await load(page, '#/puzzles');
  // The page has its store by now.
  await expect(page.getByText(/^0 of [\d,]+ solved/).first()).toBeVisible();
  // A rating that does not change, so that the same puzzles suit.
  const id = `other rating ${game}`;
  const at = Math.floor(Date.now() / 1000);
  await store(page, 'facts', [{ id, other: `rating ${game} at=${at} deviation=1 games=200 value=1500 volatility=60000` }]);
  await open(page, `#/puzzles/${game}`);
  const keys: string[] = [];
  const solveNext = async () => {
    keys.push(await shown(page));
    await solve(page);
  };
  const goOn = async () => {
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await expect.poll(() => shown(page)).not.toBe(keys.at(-1));
    await expect.poll(() => state(page)).toBe('look');
  };
  await solveNext();
  await goOn();
  await solveNext();
  // The first one is known to be written, the second one is not.
  await expect
    .poll(async () => {
      const written = (await stored(page, 'played')).length;
      if (written < 2) await page.evaluate('release()');
      return written;
    })
    .toBe(2);
  await goOn();
  await solveNext();
  await goOn();
  expect(keys).not.toContain(await shown(page));
});

test('what has become of puzzles is said as soon as the database answers @desktop', { tag: '@full' }, async ({ page, context }) => {
  await withSettings(page, { ...quick, field: true });
  await open(page, `#/puzzles/${game}`);
  await solve(page);
  const rating = /^Rating \d+/;
  await expect(page.getByTestId('fact')).toHaveText(rating);
  await page.goto('notices.txt');
  const other = await context.newPage();
  await other.goto('notices.txt');
  await other.evaluate(holdDatabase, 60);
  await page.goto('#/puzzles');
  await expect(page.getByText(new RegExp(`^0 of ${lines.length.toLocaleString('en')} solved`))).toBeVisible();
  await page.evaluate(() => localStorage.setItem('over', ''));
  await expect(page.getByText(new RegExp(`^1 of ${lines.length.toLocaleString('en')} solved`))).toBeVisible();
});

for (const way of ['taps', 'drags', 'keys', 'tree'] as const) {
  test(
    `a puzzle is solved by ${way} ${way === 'taps' ? '' : '@desktop'}`,
    { tag: ['@phone-first', '@full'] },
    async ({ page, hasTouch }) => {
      await open(page, `#/puzzles/${game}/${first}`);
      await solve(page, way, hasTouch);
      const panel = page.locator('.exercise');
      await expect(panel).toContainText(/Solved!\s*Your rating: \d+ \(\+\d+\)/);
      await expect(panel).not.toContainText('Find');
      await expect(panel.getByRole('button')).toHaveText(['Next puzzle']);
    },
  );
}

test('a wrong move is answered by why, can be played on, and taken back; the puzzle comes back later @desktop', async ({ page }) => {
  await open(page, `#/puzzles/${game}/${first}`);
  await fail(page);
  await expect(page.locator('.exercise')).toContainText('This can no longer be won');
  await expect(page.getByTestId('fact')).toHaveText(/^Rating 1[0-4]\d\d \(−\d+\)$/);
  expect(await faults(page)).toEqual([]);
  const wrong = await ply(page);
  await page.locator('.surface button[data-pile="T3"]').first().focus();
  await page.keyboard.press('u');
  await expect.poll(() => state(page)).toBe('look');
  expect(await ply(page)).toBe(wrong - 1);
  await solve(page);
  await expect(page.locator('.exercise')).toContainText('You’ll see it again');
  expect(await stored<{ state: string }>(page, 'played')).toMatchObject([{ kind: 'puzzle', state: 'given-up', more: { puzzle: first } }]);
  // Again, from its address: it does not count a second time.
  await page.reload();
  await expect(page.locator('.exercise')).toContainText('doesn’t count');
  const fact = await page.getByTestId('fact').textContent();
  await solve(page);
  await expect(page.locator('.exercise')).toContainText('Solved!');
  await expect(page.getByTestId('fact')).toHaveText(fact!);
  await expect.poll(async () => (await stored<{ state: string }>(page, 'played')).map((one) => one.state)).toEqual(['won']);
});

test('a hint says which card, then where, and counts as a mistake @desktop', { tag: '@full' }, async ({ page }) => {
  await open(page, `#/puzzles/${game}/${first}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('.ring.hint')).toHaveCount(1);
  await expect(page.locator('.ring.hint-to')).toHaveCount(0);
  await page.getByRole('button', { name: 'And where to?' }).click();
  await expect(page.locator('.ring.hint-to')).toHaveCount(1);
  await expect.poll(async () => (await stored<object>(page, 'played')).length).toBe(1);
  expect(await stored(page, 'played')).toMatchObject([{ state: 'given-up', help: 'all-known', flags: 'hint' }]);
});

test('a move and a hint count although the page ends before anything comes of them @desktop', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    // The solver hears of no puzzle once this is set.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, order: unknown) {
      if (!('deaf' in globalThis && JSON.stringify(order).includes('puzzle\\n'))) postMessage.call(this, order);
    };
    // Stored facts at the moment when a hint is first to be seen.
    new MutationObserver((_, watching) => {
      if (!document.querySelector('.ring.hint')) return;
      watching.disconnect();
      Object.assign(globalThis, { atHint: Object.keys(localStorage).filter((key) => key.startsWith('quincunx-left-')) });
    }).observe(document, { childList: true, subtree: true });
  });
  await open(page, `#/puzzles/${game}/${first}`);
  await page.evaluate('deaf = true');
  await page.keyboard.press('/');
  // Another card goes where the right one would.
  const right = decisionsOf(first)[0]!;
  await page.locator('#field').fill(right.replace(/^T\d/, right.startsWith('T2') ? 'T3' : 'T2').toLowerCase());
  await page.keyboard.press('Enter');
  await expect.poll(() => state(page)).toBe('judging');
  await page.reload();
  await expect(page.locator('.exercise')).toContainText('doesn’t count');
  expect(await stored(page, 'played')).toMatchObject([{ kind: 'puzzle', state: 'given-up', more: { puzzle: first } }]);
  const second = lines.find(([key]) => key !== first)![0];
  await open(page, `#/puzzles/${game}/${second}`);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect.poll(() => page.evaluate('globalThis.atHint')).toEqual([expect.stringContaining('try')]);
});

test(
  'what a move comes to that can be taken back is said as well as seen, and so is the way back @desktop',
  { tag: '@full' },
  async ({ page }) => {
    const [key, line] = solutionsOf('carthage').find(([, line]) => /^R\d>T[2-8] /.test(line))!;
    const space = line.slice(3, 5);
    await open(page, `#/puzzles/carthage/${key}`);
    await expect.poll(() => said(page)).toContain('Only one move wins.');
    await make(page, `T1>${space}`, 'taps', false);
    await expect(page.locator('.exercise')).toContainText('Harmless');
    await expect.poll(() => state(page)).toBe('look');
    await expect.poll(() => said(page)).toContain('Harmless');
    // It took the only space.
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'And where to?' }).click();
    await expect(page.locator('.ring.hint-to')).toHaveCount(1);
    await make(page, `${space}>T1`, 'keys', false); // a tap on what a hint has lit plays it at once
    await expect(page.locator('.exercise')).toContainText('Right: now the way is free.');
    await expect.poll(() => said(page)).toContain('Right: now the way is free.');
    await expect.poll(() => state(page)).toBe('look');
  },
);

test(
  'a streak gets harder, goes on after a reload, and ends with a mistake, which touches no rating @desktop',
  { tag: '@full' },
  async ({ page }) => {
    await withSettings(page, { ...quick, field: true });
    await open(page, `#/puzzles/${game}/streak`);
    await page.evaluate(solveSome, { lines, count: 4 });
    await expect(page.getByTestId('fact')).toHaveText('Streak: 4');
    const fifth = await shown(page);
    await page.reload();
    await expect(page.getByTestId('fact')).toHaveText('Streak: 4');
    expect(await shown(page)).toBe(fifth);
    const { keys } = await page.evaluate(solveSome, { lines, count: 3 });
    expect(keys[0]).toBe(fifth);
    await fail(page);
    await expect(page.locator('.exercise')).toContainText('Streak over: 7. Your longest: 7.');
    await page.getByRole('button', { name: 'New streak' }).click();
    await expect(page.getByTestId('fact')).toHaveText('Streak: 0');
    await load(page, '#/puzzles');
    await expect(page.getByTestId(`rating-${game}`)).toHaveText('No rating yet');
    await expect(page.getByText('Longest streak: 7')).toBeVisible();
  },
);

test(
  'Home says what has become of the puzzle of the day, in every tab, on the next visit and in German @desktop',
  { tag: '@full' },
  async ({ page, context }) => {
    await load(page, '#/');
    const link = (on: Page) => on.getByRole('link', { name: /^(Puzzle of the day|Rätsel des Tages)/ });
    await expect(link(page)).toHaveText('Puzzle of the day');
    const other = await context.newPage();
    await open(other, '#/puzzles/today');
    await other.getByRole('button', { name: 'Hint' }).click();
    await expect(link(page)).toHaveText('Puzzle of the day: not solved yet');
    await other.reload();
    await other.locator('.exercise[data-state="look"]').waitFor();
    await solve(other);
    await expect(link(page)).toHaveText('Puzzle of the day: solved');
    await page.evaluate(() => {
      const settings = JSON.parse(localStorage.getItem('quincunx-settings')!) as object;
      localStorage.setItem('quincunx-settings', JSON.stringify({ ...settings, language: 'de' }));
    });
    await page.reload();
    await expect(link(page)).toHaveText('Rätsel des Tages: gelöst');
    await load(page, '#/puzzles');
    await expect(page.locator('.today')).toContainText('gelöst');
  },
);

test('a game in progress is where it was, and puzzles are no game on Home @desktop', { tag: '@full' }, async ({ page }) => {
  await page.goto('#/gargantua/7');
  await page.locator('.surface[data-ply="0"]').waitFor();
  await page.keyboard.press('d');
  await expect.poll(() => ply(page)).toBe(1);
  await load(page, '#/');
  await page.getByRole('link', { name: 'Puzzle of the day' }).click();
  await page.locator('.exercise[data-state="look"]').waitFor();
  await page.getByRole('link', { name: 'All puzzles' }).click();
  await expect(page.getByRole('heading', { name: 'Puzzles' })).toBeVisible();
  await load(page, '#/');
  await page.getByRole('link', { name: /^Continue.*Gargantua #7/ }).click();
  await expect.poll(() => ply(page)).toBe(1);
});

test('without storage puzzles are solved, and a streak goes on @desktop', { tag: '@full' }, async ({ page }) => {
  await denied(page, 'indexedDB', 'localStorage');
  await open(page, `#/puzzles/${game}/streak`);
  await page.keyboard.press('/');
  await page.locator('#field').waitFor();
  for (let i = 1; i <= 2; ++i) {
    await solve(page);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByTestId('fact')).toHaveText(`Streak: ${i}`);
    await page.locator('.exercise[data-state="look"]').waitFor();
  }
});

test('what there are and a puzzle have no faults, in German, on a phone @phone', async ({ page }) => {
  await withSettings(page, { ...quick, language: 'de' });
  await load(page, '#/puzzles');
  await expect(page.getByRole('heading', { name: 'Rätsel', exact: true })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await open(page, `#/puzzles/${game}/${first}`);
  expect(await faults(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Tipp', exact: true })).toBeVisible();
});

test('an address of a puzzle that is not there, or of a game without puzzles, says so @desktop', async ({ page }) => {
  await load(page, `#/puzzles/${game}/0000000000`);
  await expect(page.getByText('There is no such puzzle')).toBeVisible();
  await load(page, '#/puzzles/nothing');
  await expect(page.getByText('There are no puzzles for this game')).toBeVisible();
});
