/** The solver in the page: fair hints, verdicts, odds, solutions and the analysis. */
import { execFileSync } from 'node:child_process';
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Hint, Table } from '../src/engine/contract.ts';
import { Engine } from '../src/testing/engine.ts';
import { program } from '../tools/program.ts';
import {
  atPly,
  each,
  expect,
  faults,
  frames,
  fromAdvice,
  gameIds,
  keyTo,
  long,
  neverHasty,
  open,
  openAfter,
  openRecord,
  ply,
  said,
  status,
  stored,
  tableKey,
  test,
  thinksAhead,
  winOf,
  withSettings,
} from './helpers.ts';
import { answer } from '../src/engine/module.ts';
import type { FairAdvice } from '../src/engine/solver-contract.ts';
import { advice } from '../src/words/texts/advice.ts';
import german from '../src/words/texts/de/advice.json' with { type: 'json' };
import germanReplies from '../src/words/texts/de/replies.json' with { type: 'json' };
import { replies } from '../src/words/texts/replies.ts';
import { solverModule } from '../src/testing/storage.ts';
import { traced, type TraceEvent } from './trace.ts';
import { deafenWorker, killWorker, watchWorkers, workersOf } from './workers.ts';

const quick = { animation: 'off' } as const;
test.use({ settings: quick });
const solverFile = /\/solver-[^/]*\.wasm$/;

const hintButton = (page: Page) => page.getByRole('button', { name: 'Hint', exact: true });

const engine = await Engine.load();

/** Numbers from 0 to 1 (exclusive) that are the same every time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** A game of random moves, as long as it goes or as many moves as wanted. */
function randomGame(deal: string, moves: number, seed: number): Table {
  const random = numbers(seed);
  let table = engine.table(`new ${deal}`);
  engine.table('automatic never');
  for (let made = 0; made < moves && table.view.status === 'playing'; ++made) {
    const all = [
      ...table.view.sources.flatMap(({ targets }) => targets.filter(({ standIn }) => standIn === null).map(({ move }) => move)),
      ...table.view.controls,
    ];
    table = engine.table(`play ${all[Math.floor(random.next().value * all.length)]!}`);
  }
  return table;
}

/** A game of the novice, who loses nearly every one of Carthage. */
function noviceGame(deal: string): Table {
  let table = engine.table(`new ${deal}`);
  engine.table('automatic never');
  for (;;) {
    const { hint } = engine.must<{ hint: Hint | null }>('hint');
    if (!hint) return table;
    table = engine.table(`play ${hint.move}`);
  }
}

/** The advice is opened by its key, which works on the table. */
async function openAdvice(page: Page): Promise<void> {
  await tableKey(page, 'v');
  await page.locator('.advice').waitFor();
}

/** Asks for verdicts, and agrees that hidden cards are looked at. */
async function showVerdicts(page: Page): Promise<void> {
  await page.locator('.advice').getByRole('button', { name: 'Review and more' }).click();
  const always = page.getByRole('checkbox', { name: 'Always say whether' });
  const badge = page.locator('header [data-verdict]');
  if (await always.isChecked()) {
    await page.keyboard.press('Escape');
    // In each game that hides cards somebody agrees anew.
    const ask = page.getByRole('button', { name: 'Can it still be won?' });
    await ask.or(badge).first().waitFor();
    if (await ask.isVisible()) await ask.click();
  } else await always.click();
  const agree = page.getByRole('button', { name: 'Show it' });
  await agree.or(badge).first().waitFor();
  if (await agree.isVisible()) await agree.click();
  await badge.waitFor();
}

const verdict = (page: Page) => page.locator('header [data-verdict]').getAttribute('data-verdict');
/** The verdict once it stands. */
async function settled(page: Page): Promise<string> {
  await expect(page.locator('header [data-verdict]')).not.toHaveAttribute('title', 'Checking …', { timeout: long });
  return (await verdict(page))!;
}

test.describe('hints', () => {
  test('come from the solver, which is loaded after the table and says how sure it is', { tag: '@desktop-first' }, async ({ page }) => {
    const requests: string[] = [];
    let early = false;
    page.on('request', async (request) => {
      if (!solverFile.test(request.url())) return;
      requests.push(request.url());
      if ((await page.locator('.surface[data-ply]').count()) === 0) early = true;
    });
    await open(page, 'gargantua', '1000001');
    await hintButton(page).click();
    await expect(page.locator('.ring.hint').first()).toBeVisible();
    await expect(page.getByTestId('notice')).toContainText(/[♣♦♥♠]|card/);
    expect((await said(page)).length).toBeGreaterThan(8);
    expect(requests).toHaveLength(1);
    expect(early).toBe(false);
    await page.getByRole('button', { name: 'Play it' }).click();
    await atPly(page, 1);
  });

  test('win a game whose cards all lie open, and say that they do', { tag: '@full' }, async ({ page }) => {
    await withSettings(page, { ...quick, automatic: 'never' });
    await openAfter(page, 'stalactites', 0);
    await hintButton(page).click();
    await expect(page.getByTestId('notice')).toContainText('This wins.');
    await page.keyboard.press('Escape');
    for (let hints = 0; (await status(page)) === 'playing' && hints < 100; ++hints) {
      const at = await ply(page);
      await page.keyboard.press('h');
      await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible();
      await keyTo(page, 'h', at + 1);
      if (await page.getByRole('button', { name: 'Finish' }).isVisible()) break;
    }
    if ((await status(page)) === 'playing') await page.getByRole('button', { name: 'Finish' }).click();
    await expect.poll(() => status(page)).toBe('won');
  });

  // Twenty whole games, with all the time that they take.
  for (const game of gameIds)
    test(
      `are those of the engine, the first time and however long one waits, in ${game}`,
      { tag: ['@desktop', '@full'] },
      async ({ page }) => {
        test.setTimeout(60 * long);
        const module = await solverModule();
        /** The considered move after these, as the module says it alone. */
        const considered = (record: string): string | null => {
          for (const request of [`record\n${record}`, 'start-hint']) answer(module, request);
          while (!(JSON.parse(answer(module, 'step 100000')) as { done: boolean }).done);
          return (JSON.parse(answer(module, 'found')) as FairAdvice).hint?.move ?? null;
        };
        await withSettings(page, { ...quick, automatic: 'never' });
        await thinksAhead(page);
        await neverHasty(page);
        for (let deal = 8_200_001; deal <= 8_200_004; ++deal) {
          let table = engine.table(`new ${game}#${deal}`);
          engine.table('automatic never');
          await open(page, game, String(deal));
          for (let made = 0; table.view.status === 'playing' && made < 1000; ++made) {
            const move = considered(table.record);
            if (move === null) break;
            await page.keyboard.press('h');
            await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible({ timeout: long });
            await expect(page.getByTestId('notice')).not.toContainText('quick idea');
            await keyTo(page, 'h', made + 1);
            table = engine.table(`play ${move}`);
          }
          const played = table.moves.map(({ text }) => text).join(' ');
          await expect
            .poll(async () => (await stored<{ record: string }>(page, 'saved')).map(({ record }) => record.replaceAll('\n', ' ')).join())
            .toContain(` ${played} `);
        }
      },
    );

  test('stay as they are shown', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await watchWorkers(page);
    await thinksAhead(page);
    await open(page, 'carthage', '1000001');
    await page.keyboard.press('h');
    await expect(page.getByRole('button', { name: 'Play it' })).toBeVisible();
    const shown = () => page.evaluate(() => [...document.querySelectorAll('.ring.hint')].map((ring) => ring.getAttribute('style')).join());
    const [ring, words] = [await shown(), await page.getByTestId('notice').textContent()];
    // The solver may go on thinking about the same place, until it has no more to say.
    await expect(async () => {
      const heard = await workersOf(page, 'solver');
      await frames(page, 90);
      expect(await workersOf(page, 'solver')).toEqual(heard);
    }).toPass({ timeout: 120_000 });
    expect(await shown()).toBe(ring);
    expect(await page.getByTestId('notice').textContent()).toBe(words);
  });

  test('are looked for while somebody looks at the table, and only then', { tag: ['@desktop', '@full'] }, async ({ page }) => {
    await watchWorkers(page);
    await page.clock.install();
    /** The questions that the solver has been asked some seconds after the table was opened, and its answers. */
    const asked = async () => {
      await page.reload();
      await page.locator('.surface[data-ply]').waitFor();
      await page.clock.runFor(4000);
      await frames(page);
      return (await workersOf(page, 'solver', 'asked'))[0] ?? 0;
    };
    await thinksAhead(page, false);
    await open(page, 'carthage', '1000001');
    expect(await asked(), 'while data are saved').toBe(0);
    await thinksAhead(page);
    await open(page, 'carthage', '1000002');
    expect(await asked()).toBeGreaterThan(0);
    // It says more than that it has been loaded.
    await expect.poll(async () => (await workersOf(page, 'solver'))[0]).toBeGreaterThan(1);
    await openAdvice(page);
    await page.getByRole('button', { name: 'Review and more' }).click();
    await page.getByLabel('Lock help for this game').check();
    await page.keyboard.press('Escape');
    expect(await asked(), 'without help').toBe(0);
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await open(page, 'carthage', '1000003');
    expect(await asked(), 'with saved data').toBe(0);
  });

  test.describe('without the solver', () => {
    test.use({ allowed: async ({}, use) => use([/Failed to load resource/, /error/i]) });

    test('are the rule of thumb', { tag: '@desktop-first' }, async ({ page }) => {
      await page.route(solverFile, (route) => route.fulfill({ status: 404, body: '' }));
      await open(page, 'gargantua', '1000001');
      await hintButton(page).click();
      await expect(page.locator('.ring.hint').first()).toBeVisible();
      expect((await said(page)).length).toBeGreaterThan(8);
    });

    test('are there again after its worker has died', { tag: '@full' }, async ({ page }) => {
      await watchWorkers(page);
      await open(page, 'gargantua', '1000001');
      await hintButton(page).click();
      await expect(page.locator('.ring.hint').first()).toBeVisible();
      await killWorker(page, 'solver');
      await page.keyboard.press('Escape');
      await expect(page.locator('.ring.hint')).toHaveCount(0);
      await page.keyboard.press('h');
      await expect(page.locator('.ring.hint').first()).toBeVisible();
      await expect(page.getByTestId('notice')).toContainText(/[♣♦♥♠]|card/);
    });
  });
});

for (const [language, game, deal, most] of [
  ['en', 'gargantua', '1000004', 60],
  ['de', 'gargantua', '1000005', 30],
  ['en', 'carthage', '1000004', 40],
  ['de', 'grandfather', '1000004', 40],
] as const)
  test.describe(language, () => {
    test.use({ locale: language === 'de' ? 'de-AT' : 'en-US' });
    test(
      `one chance is said wherever one stands, also after the page was loaded anew: ${game}`,
      { tag: ['@desktop', '@full'] },
      async ({ page }) => {
        test.setTimeout(20 * long);
        const words: Record<string, string> = language === 'de' ? { ...german, ...germanReplies } : { ...advice, ...replies };
        const filled = (key: string, chance: string) => words[key]!.replace('{{chance}}', chance);
        const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
        await withSettings(page, { ...quick, automatic: 'never', odds: true });
        await neverHasty(page);
        await open(page, game, deal);
        const said = async (): Promise<string> => {
          await page.locator('.odds:not([data-searching="true"])').waitFor({ timeout: long });
          return (await page.locator('header .line span').first().textContent())!;
        };
        for (let made = 0; made < most; ++made) {
          await openAdvice(page);
          const chance = await said();
          const certain = chance.startsWith('100') || /^0/.test(chance);
          const where = `move ${made}`;
          if (!certain) {
            expect(await page.locator('.odds span').textContent(), where).toBe(capital(filled('odds.fair', chance)));
            // A certain chance is not said in numbers alone.
          } else
            expect(await page.locator('.odds').textContent(), where).toBe(
              words[`odds.complete-${chance.startsWith('1') ? 'won' : 'lost'}`],
            );
          await page.getByRole('button', { name: words['more.ask']! }).click();
          await expect(page.locator('.more li').first().locator('.chance'), where).toHaveText(chance, { timeout: long });
          const graphs = page.locator('.graph input');
          // Two chances make a graph.
          for (const graph of made === 0 ? [] : await each(graphs))
            expect(await graph.getAttribute('aria-valuetext'), where).toContain(filled('analysis.graph-chance', chance));
          await page.getByRole('button', { name: words['close']! }).click();
          if (made % 5 === 4) {
            await page.reload();
            await page.locator('.surface[data-ply]').waitFor();
            await openAdvice(page);
            expect(await said(), `${where}, anew`).toBe(chance);
            await page.getByRole('button', { name: words['close']! }).click();
          }
          await tableKey(page, 'h');
          await expect(page.locator('.ring.hint').first()).toBeVisible({ timeout: long });
          // A chance that has not been estimated since the page was loaded is not said beside a hint, but nothing else is.
          const hint = (await page.getByTestId('notice').textContent())!;
          const sentence = certain ? words['sure.certain']! : capital(filled('sure.chance', chance));
          const another = filled('sure.chance', '').replace('.', '');
          if (made % 5 !== 4 || hint.includes(another)) expect(hint, where).toContain(sentence);
          await keyTo(page, 'h', made + 1);
          if ((await status(page)) !== 'playing') break;
        }
      },
    );
  });

test('a move that is held is shown on the table, and played by its button', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await openAfter(page, 'gargantua', 113);
  await openAdvice(page);
  await page.getByRole('button', { name: 'What are my chances?' }).click();
  await page.getByRole('button', { name: 'Other good moves' }).click();
  const lines = page.locator('.more li');
  const first = lines.first();
  const ring = page.locator('.ring.hint');
  await first.getByRole('button').first().focus();
  await expect(ring).toHaveCount(1);
  await first.getByRole('button', { name: 'Play it' }).focus();
  await expect(ring).toHaveCount(0);
  await first.getByRole('button', { name: 'Play it' }).click();
  await atPly(page, 114);
  await expect(page.locator('.more')).toHaveCount(0);
});

test('verdicts agree with undo over whole games', { tag: '@full' }, async ({ page }) => {
  for (const [i, game] of gameIds.entries()) {
    const { record, plies } = randomGame(`${game}#${1_000_001 + i}`, 200, 7 + i);
    await openRecord(page, record);
    await openAdvice(page);
    await showVerdicts(page);
    await page.locator('.surface').focus();
    const back: string[] = [];
    for (let at = plies; at >= 0; --at) {
      await atPly(page, at);
      back[at] = await settled(page);
      if (at > 0) await page.keyboard.press('u');
    }
    // Never lost before a position that can be won.
    const lost = back.indexOf('unwinnable');
    if (lost >= 0) expect(back.slice(lost), game).not.toContain('winnable');
    expect(back.filter((one) => one !== 'unknown').length, game).toBeGreaterThan(plies / 2);
    for (let at = 0; at <= plies; at += 5) {
      await atPly(page, at);
      const now = await settled(page);
      // Findings made since may have decided a position that was undecided.
      if (back[at] !== 'unknown') expect(now, `${game}, move ${at}`).toBe(back[at]);
      for (let step = 0; step < 5 && at + step < plies; ++step) await keyTo(page, 'r', at + step + 1);
    }
    // The findings are there again at once after the page was loaded anew, without any search.
    if (game === 'stalactites') {
      await page.reload();
      await page.locator('.surface[data-ply]').waitFor();
      await expect(page.locator('header [data-verdict]')).toHaveAttribute('data-verdict', back[plies]!);
    }
  }
});

test('a lost game is analyzed as the program does it', { tag: '@full' }, async ({ page }) => {
  for (const deal of ['stalactites#1000007', 'stalactites#1000008', 'carthage#1000004'] as const) {
    const hides = deal.startsWith('carthage');
    const { record, view } = hides ? noviceGame(deal) : randomGame(deal, 400, 3);
    const { thrownAway } = JSON.parse(execFileSync(program, ['analyze', '--json', '-'], { input: record }).toString()) as {
      thrownAway: { move: number; text: string };
    };
    await openRecord(page, record);
    if (view.status === 'stuck') await page.getByRole('button', { name: /^(Review this game|See where it was lost)$/ }).click();
    else await openAdvice(page);
    if (hides) {
      // First what the player could see; the rest only on demand.
      if (view.status !== 'stuck') await fromAdvice(page, 'Review this game');
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(page.locator('.thrown')).toHaveCount(0);
      await fromAdvice(page, 'Review with all cards known');
      await page.getByRole('button', { name: 'Show it' }).click();
    }
    const thrown = page.locator('.thrown button[data-ply]');
    await expect(thrown).toHaveAttribute('data-ply', String(thrownAway.move), { timeout: long });
    expect(await thrown.getAttribute('data-move')).toBe(thrownAway.text);
    await thrown.click();
    await atPly(page, thrownAway.move - 1);
    await expect(page.locator('.advice .verdict')).toHaveAttribute('data-verdict', 'winnable');
    // In Carthage it comes after the one from what can be seen, which takes its time.
    await expect(page.locator('[data-best-all]')).toBeVisible({ timeout: long });
  }
});

test('the best move of a review is that of the position on the table', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await watchWorkers(page);
  await openRecord(page, randomGame('grandfather#1000001', 25, 1).record);
  await openAdvice(page);
  await fromAdvice(page, 'Review this game');
  await expect(page.locator('.best')).toBeVisible();
  await deafenWorker(page, 'solver');
  await page.getByRole('slider', { name: 'Position in the game' }).fill('4');
  await atPly(page, 4);
  await expect(page.locator('.best')).toHaveCount(0);
});

test('a lost game is won by going back and watching', { tag: '@full' }, async ({ page }) => {
  await page.clock.install();
  await withSettings(page, { ...quick, filmSpeed: 'fast' });
  await openRecord(page, randomGame('stalactites#1000007', 14, 3).record);
  const at = await ply(page);
  await openAdvice(page);
  await showVerdicts(page);
  expect(await settled(page)).toBe('unwinnable');
  await expect(page.locator('.advice .verdict')).toContainText(/since move \d+/);
  await fromAdvice(page, 'Go back, then play it to the end');
  // The player may stop it, and go on.
  await expect.poll(() => ply(page)).not.toBe(at);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const stopped = await ply(page);
  await page.clock.runFor(700);
  expect(Math.abs((await ply(page)) - stopped)).toBeLessThanOrEqual(1);
  await fromAdvice(page, /lay it to the end/);
  // It goes where the slider is put, and to its end at once. A whole film is watched in deals.spec.ts.
  await page.getByLabel('Speed').selectOption('slow');
  const slider = page.getByRole('slider', { name: 'Position in the replay' });
  await slider.fill('2');
  await atPly(page, 2);
  await slider.fill(String(stopped + 6));
  await atPly(page, stopped + 6);
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect.poll(() => status(page)).toBe('won');
});

test('each deal is won by being shown the next move', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  // In short, one deal is won by watching, above.
  for (const game of gameIds) {
    await open(page, game, '1000002');
    await openAdvice(page);
    const next = () => fromAdvice(page, 'Play the next move');
    await next();
    if (!['gloucestershire', 'stalactites'].includes(game)) await page.getByRole('button', { name: 'Show it' }).click();
    for (let at = 1; (await status(page)) === 'playing'; ++at) {
      await atPly(page, at);
      if ((await status(page)) === 'playing') await next();
    }
    expect(await status(page)).toBe('won');
  }
});

test.describe('searches', { tag: '@desktop' }, () => {
  test('stop when they are cancelled', { tag: '@full' }, async ({ page }) => {
    await thinksAhead(page, false);
    await watchWorkers(page);
    await openRecord(page, randomGame('gargantua#1000001', 60, 1).record);
    await openAdvice(page);
    await fromAdvice(page, 'Review this game');
    const heard = async () => (await workersOf(page, 'solver'))[0] ?? 0;
    const begun = await heard();
    await expect.poll(heard).toBeGreaterThan(begun + 2);
    const chances = page.locator('.graph polyline');
    await expect(chances).toHaveCount(1);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await frames(page, 20);
    const before = await heard();
    await frames(page, 60);
    expect(await heard()).toBe(before);
    // The findings stay, also after the page was loaded anew.
    await expect(chances).toHaveCount(1);
    await page.reload();
    await page.locator('.surface[data-ply]').waitFor();
    await openAdvice(page);
    await expect(chances).toHaveCount(1);
  });

  test('go on in a new worker when theirs is killed', { tag: '@full' }, async ({ page }) => {
    await watchWorkers(page);
    await openRecord(page, randomGame('grandfather#1000001', 25, 1).record);
    await openAdvice(page);
    await fromAdvice(page, 'Review this game');
    await killWorker(page, 'solver');
    await expect(page.locator('.found')).toHaveAttribute('data-running', 'false', { timeout: long });
    await expect(page.locator('.graph polyline')).toHaveCount(1);
    expect(await workersOf(page, 'solver')).toHaveLength(1);
  });

  test('leave no worker behind when all advice is closed', { tag: '@full' }, async ({ page }) => {
    await watchWorkers(page);
    await open(page, 'stalactites', '1000001');
    await openAdvice(page);
    await page.getByRole('button', { name: /Which choice wins/ }).click();
    await expect(page.locator('[data-choice="by1"]')).toHaveAttribute('data-verdict', /winnable/);
    await expect(page.locator('[data-choice="by2"]')).toHaveAttribute('data-verdict', /winnable/);
    expect(await workersOf(page, 'solver')).toHaveLength(1);
    await page.getByRole('button', { name: 'Close the advice' }).click();
    await expect.poll(() => workersOf(page, 'solver')).toEqual([]);
  });
});

test('help that knows hidden cards asks first and marks the game for good', { tag: '@desktop-first' }, async ({ page }) => {
  await open(page, 'carthage', '1000002');
  await keyTo(page, 'd', 1);
  await openAdvice(page);
  await expect(page.locator('header [data-verdict]')).toHaveCount(0);
  const more = page.locator('.advice').getByRole('button', { name: 'Review and more' });
  /** The dialog's words about help in the game. */
  const marked = async (yes: boolean) => {
    await more.click();
    await expect(page.locator('dialog .means')).toHaveText(yes ? /^Marked: help used hidden cards/ : /^Never looks under cards/);
    await page.keyboard.press('Escape');
  };
  await more.click();
  await page.getByRole('checkbox', { name: 'Always say whether' }).click();
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await more.click();
  await expect(page.getByRole('checkbox', { name: 'Always say whether' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await marked(false);
  await showVerdicts(page);
  await marked(true);
  await tableKey(page, 'u');
  await atPly(page, 0);
  await marked(true);
  await page.reload();
  await page.locator('.surface[data-ply]').waitFor();
  await openAdvice(page);
  await marked(true);
  // Another game of the kind is not marked, and nothing is told of it.
  await open(page, 'carthage', '1000003');
  await expect(page.locator('header [data-verdict]')).toHaveCount(0);
});

test(
  'a game without help counts as unaided, and help can be forbidden for all games',
  { tag: ['@desktop-first', '@full'] },
  async ({ page }) => {
    await withSettings(page, { ...quick, automatic: 'never' });
    await openAfter(page, 'stalactites', winOf('stalactites').moves.length - 1);
    await openAdvice(page);
    await page.getByRole('button', { name: 'Review and more' }).click();
    await page.getByLabel('Lock help for this game').check();
    await page.keyboard.press('Escape');
    await expect(page.getByText('You’re playing this game without help.')).toBeVisible();
    await page.getByRole('button', { name: 'Close the advice' }).click();
    await page.keyboard.press('h');
    await expect(page.getByTestId('notice')).toContainText('without help');
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText(/^Your first .* without help!$/)).toBeVisible();

    await page.goto('#/settings');
    await page.getByLabel('Hints and advice').selectOption('off');
    await open(page, 'gargantua', '1000001');
    await tableKey(page, 'h');
    await expect(page.getByTestId('notice')).toContainText('turned off');
  },
);

test('whatever is fair is the same however the hidden cards lie', { tag: ['@desktop', '@full'] }, async ({ browser, baseURL }) => {
  test.slow();
  const random = numbers(11);
  const shuffled = <T>(all: T[]): T[] => {
    const list = [...all];
    for (let i = list.length - 1; i > 0; --i) {
      const j = Math.floor(random.next().value * (i + 1));
      [list[i], list[j]] = [list[j]!, list[i]!];
    }
    return list;
  };
  for (const game of ['gargantua', 'gargantua-classic', 'grandfather', 'grandfather-classic', 'carthage', 'carthage-strict'] as const) {
    const pack = shuffled([...'CDHS'].flatMap((suit) => [...'A23456789TJQK'].flatMap((rank) => [rank + suit, rank + suit])));
    // Some moves on, the cards that nobody has seen lie in another order. A card's id is its place in the deal.
    let table: Table;
    let unseen: number[];
    for (let moves = 12; ; moves -= 2) {
      table = randomGame(`${game}:${pack.join('')}`, moves, 5);
      const seen = new Set<number>();
      for (let at = 0; at <= table.plies; ++at)
        for (const pile of engine.table(`goto ${at}`).view.piles) for (const card of pile.cards) if (card.card !== null) seen.add(card.id);
      unseen = pack.map((_, id) => id).filter((id) => !seen.has(id));
      if (unseen.length > 12) break;
    }
    const order = shuffled(unseen);
    const other = [...pack];
    unseen.forEach((id, i) => (other[id] = pack[order[i]!]!));
    expect(other).not.toEqual(pack);
    const moves = table.moves.map(({ text }) => text).join(' ');
    const found: string[] = [];
    for (const cards of [pack, other]) {
      const context = await browser.newContext({ baseURL: baseURL! });
      const page = await context.newPage();
      await withSettings(page, { ...quick, odds: true });
      await openRecord(page, `quincunx-record 1\ngame ${game}\ndeal ${game}:${cards.join('')}\nmoves\n${moves}\nend\n`);
      await openAdvice(page);
      const text = (selector: string) => page.locator(selector).first().innerText();
      await expect(page.locator('.odds')).toHaveAttribute('data-worlds', '64', { timeout: long });
      const said = [await text('.odds')];
      // The analysis takes a minute at most; where worlds are hard to solve, its end depends on the machine.
      const quickly = !game.startsWith('carthage');
      if (quickly) {
        await fromAdvice(page, 'Review this game');
        await expect(page.locator('.found')).toHaveAttribute('data-running', 'false', { timeout: long });
        said.push(await text('.found'), (await page.locator('.graph polyline').getAttribute('points'))!);
      }
      await tableKey(page, 'h');
      const answer = await page.waitForFunction(
        () => /^(?!Thinking).+/.exec(document.querySelector('[data-testid=notice]')?.textContent.trim() ?? '')?.[0],
      );
      said.push(String(await answer.jsonValue()).trim());
      found.push(said.join('\n'));
      await context.close();
    }
    expect(found[1], game).toBe(found[0]);
    expect(found[0]).toMatch(/ to win/);
  }
});

test('the advice has room at 320 px in longer words, and axe finds nothing in it', { tag: ['@phone', '@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await withSettings(page, { ...quick, odds: true });
  await page.addInitScript(() => localStorage.setItem('quincunx-language', 'pseudo'));
  const check = async (what: string) => {
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.advice :is(p, button, label, h2, h3, span, select), header *')]
        .filter(
          (element) =>
            element.checkVisibility() &&
            !element.closest('.hidden') &&
            element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        )
        .map((element) => element.textContent),
    );
    expect(cut, what).toEqual([]);
    expect(await faults(page, '.advice', 'header'), what).toEqual([]);
  };
  for (const [deal, seed] of [
    ['grandfather#1000004', 5],
    ['stalactites#1000007', 3],
  ] as const) {
    const { record, view } = randomGame(deal, 2000, seed);
    expect(view.status).toBe('stuck');
    await openRecord(page, record);
    await page.locator('.end .main').tap();
    await page.locator('.advice').waitFor();
    await check(`${deal}: analysis`);
    await page.locator('.advice [aria-haspopup]').tap();
    await page.locator('dialog .wish').first().waitFor();
    expect(await faults(page, 'dialog'), `${deal}: more`).toEqual([]);
    await page.locator('dialog .wish').first().tap();
    if (deal.startsWith('grandfather')) {
      await page.locator('.ask').waitFor();
      await check(`${deal}: question`);
      await page.locator('.ask button').first().tap();
    }
    await page.locator('header [data-verdict="unwinnable"]').waitFor();
    await check(`${deal}: verdict`);
    await page.locator('.surface').focus();
    for (let i = 0; i < 3; ++i) await page.keyboard.press('u');
    await check(`${deal}: some moves back`);
  }
});

test('all of it works by keys, by names alone, and says when the verdict changes', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  const { record } = randomGame('stalactites#1000007', 400, 3);
  await openRecord(page, record);
  const press = async (name: string | RegExp, key = 'Enter') => {
    const button = page.getByRole('button', { name }).or(page.getByRole('checkbox', { name })).first();
    await button.focus();
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement === document.body), `focus after ${String(name)}`).toBe(false);
  };
  await press(/^(Review this game|See where it was lost)$/);
  await page.getByRole('region', { name: 'Advice' }).waitFor();
  await press('Review and more');
  await press(/^Always say whether/, 'Space');
  await expect(page.getByTestId('verdict')).toHaveText('Can no longer be won');
  await expect(page.getByRole('button', { name: /^Advice: Lost since move \d+/ })).toBeVisible();
  await press(/^Go back to/);
  await expect(page.getByTestId('verdict')).toHaveText('Can be won');
  const slider = page.getByRole('slider', { name: 'Position in the game' });
  await slider.focus();
  const at = await ply(page);
  await keyTo(page, 'ArrowRight', at + 1);
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`move ${at + 1} of \\d+, lost`));
  await keyTo(page, 'ArrowLeft', at);
  await press('Review and more');
  await press('Play the next move');
  await atPly(page, at + 1);
  await press('Close the advice');
  await expect(page.locator('.advice')).toHaveCount(0);
});

/**
 * The longest task of the page's main thread while something goes on, in ms of the processor: how long it takes by the clock
 * also says what else runs on the machine.
 */
async function longestTask(cdp: CDPSession, what: () => Promise<unknown>): Promise<number> {
  const events = await traced(cdp, ['toplevel'], what);
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf));
  const times = events.filter((one) => one.ph === 'X' && mains.has(threadOf(one))).flatMap(({ tdur }) => tdur ?? []);
  expect(times.length).toBeGreaterThan(100); // or nothing was measured
  return times.reduce((most, time) => Math.max(most, time)) / 1000;
}

for (const game of gameIds)
  test(`nothing that advice does takes the page 50 ms: ${game}`, { tag: ['@desktop', '@full'] }, async ({ page, context }) => {
    await thinksAhead(page);
    await watchWorkers(page);
    const cdp = await context.newCDPSession(page);
    const made = Math.floor((winOf(game).moves.length * 2) / 3);
    await openAfter(page, game, made);
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
    const slide = async (slider: Locator, places: readonly number[]) => {
      for (const place of places) {
        await slider.fill(String(place));
        await frames(page, 18);
      }
    };
    const steps: [string, () => Promise<unknown>][] = [
      ['opened', () => openAdvice(page)],
      [
        'asked',
        async () => {
          if (await page.getByRole('button', { name: 'What are my chances?' }).isVisible()) {
            await press('What are my chances?');
            await page.locator('.odds:not([data-searching="true"])').waitFor({ timeout: long });
            await press('Other good moves');
            await page.locator('.more li').first().waitFor({ timeout: long });
          }
          await showVerdicts(page);
          await settled(page);
        },
      ],
      [
        'hints',
        async () => {
          for (let i = 0; i < 5 && (await status(page)) === 'playing'; ++i) {
            await tableKey(page, 'h');
            await page.getByRole('button', { name: 'Play it', exact: true }).first().waitFor({ timeout: long });
            await page.keyboard.press('h');
            await frames(page, 60);
          }
        },
      ],
      [
        'a review',
        async () => {
          await fromAdvice(page, 'Review this game');
          await page.locator('.found').waitFor();
          // A solver that has said all, as soon of a game whose cards lie open, is gone.
          await expect.poll(async () => (await workersOf(page, 'solver'))[0] ?? Infinity).toBeGreaterThan(100);
          await slide(page.getByRole('slider', { name: 'Position in the game' }), [3, 30, 20, 10]);
          const stop = page.getByRole('button', { name: 'Stop', exact: true });
          if (await stop.isVisible()) await stop.click();
        },
      ],
      [
        'a film',
        async () => {
          await fromAdvice(page, /lay it to the end/);
          await page.getByLabel('Speed').selectOption('fast');
          await slide(page.locator('.film input'), [5, 25]);
          await expect.poll(() => ply(page)).toBeGreaterThan(made + 20);
          await page.keyboard.press('Escape');
        },
      ],
    ];
    for (const [name, step] of steps) expect(await longestTask(cdp, step), name).toBeLessThan(50);
  });

test('the first answer is there at once, and nothing holds up the page', { tag: '@desktop' }, async ({ page }) => {
  test.skip(process.env['QUINCUNX_SPEED'] !== '1', 'depends on the machine');
  test.slow();
  await withSettings(page, { ...quick, odds: true });
  await page.addInitScript(() => {
    const scope = window as unknown as { long: number[] };
    scope.long = [];
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => scope.long.push(duration))).observe({ type: 'longtask' });
  });
  const quantile = (all: number[], share: number) => all.toSorted((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
  const times: number[] = [];
  const hints: number[] = [];
  const tasks: number[] = [];
  for (const [i, game] of gameIds.entries()) {
    for (const seed of [1, 2, 3]) {
      const { record, plies } = randomGame(`${game}#${1_000_001 + 10 * i + seed}`, 60, seed);
      await openRecord(page, record);
      await openAdvice(page);
      await showVerdicts(page);
      await settled(page);
      await page.evaluate(() => ((window as unknown as { long: number[] }).long = []));
      await page.locator('.surface').focus();
      for (let at = plies - 1; at >= 0; --at) {
        const took = await page.evaluate(
          (ply) =>
            new Promise<number>((resolve) => {
              const start = performance.now();
              const look = () => {
                const there =
                  document.querySelector(`.surface[data-ply="${ply}"]`) &&
                  document.querySelector('header [data-verdict]')?.getAttribute('title') !== 'Checking …';
                if (!there) return;
                watch.disconnect();
                resolve(performance.now() - start);
              };
              const watch = new MutationObserver(look);
              watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
              document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true, cancelable: true }));
            }),
          at,
        );
        times.push(took);
        if (at % 10 !== 5) continue;
        hints.push(
          await page.evaluate(
            () =>
              new Promise<number>((resolve) => {
                const start = performance.now();
                const watch = new MutationObserver(() => {
                  if (!document.querySelector('[data-testid=notice]')) return;
                  watch.disconnect();
                  resolve(performance.now() - start);
                });
                watch.observe(document.body, { subtree: true, childList: true });
                document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true, cancelable: true }));
              }),
          ),
        );
        await page.keyboard.press('Escape');
      }
      tasks.push(...(await page.evaluate(() => (window as unknown as { long: number[] }).long)));
    }
  }
  const said = (name: string, all: number[]) =>
    `${name}: ${all.length}, median ${quantile(all, 0.5).toFixed(1)} ms, 95 % ${quantile(all, 0.95).toFixed(1)} ms`;
  console.log([said('verdict', times), said('hint', hints), `tasks over 50 ms: ${tasks.map(Math.round).join(' ') || 'none'}`].join('\n'));
  expect(quantile(times, 0.5)).toBeLessThan(50);
  expect(quantile(times, 0.95)).toBeLessThan(500);
  expect(quantile(hints, 0.5)).toBeLessThan(50);
  expect(quantile(hints, 0.95)).toBeLessThan(500);
});

test('a review has its graph at once, and is near its end in 20 seconds', { tag: '@desktop' }, async ({ page }) => {
  test.skip(process.env['QUINCUNX_SPEED'] !== '1', 'depends on the machine');
  const { deal, moves } = winOf('gargantua');
  await openRecord(page, `quincunx-record 1\ngame gargantua\ndeal gargantua#${deal}\nmoves\n${moves.join(' ')}\nend\n`);
  await openAdvice(page);
  // The graph at each time, ms from now
  await page.evaluate(() => {
    const drawn: [number, string][] = [];
    const begun = performance.now();
    new MutationObserver(() => {
      const line = document.querySelector('.graph polyline')?.getAttribute('points');
      if (line && line !== drawn.at(-1)?.[1]) drawn.push([performance.now() - begun, line]);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['points'] });
    Object.assign(window, { drawn });
  });
  const begun = Date.now();
  await fromAdvice(page, 'Review this game');
  const graph = page.locator('.graph polyline');
  await graph.waitFor();
  const first = Date.now() - begun;
  await expect(page.locator('.found')).toHaveAttribute('data-running', 'false', { timeout: long });
  const drawn = await page.evaluate(() => (window as unknown as { drawn: [number, string][] }).drawn);
  const pointsOf = (line: string) => line.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
  const soon = pointsOf(drawn.findLast(([time]) => time < 20_000)![1]);
  const end = pointsOf(drawn.at(-1)![1]);
  /** Where the line runs at x, between its points. */
  const at = (x: number): number => {
    const after = Math.max(
      1,
      soon.findIndex((point) => point[0] >= x),
    );
    const [[x0, y0], [x1, y1]] = [soon[after - 1]!, soon[after]!];
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  };
  // The line has 46 units of height for a chance.
  const off = Math.max(...end.map(([x, y]) => (100 * Math.abs(at(x) - y)) / 46));
  console.log(`graph after ${first} ms; after 20 s ${soon.length} of ${end.length} points, at most ${off.toFixed(1)} points off`);
  expect(first).toBeLessThan(3000);
  expect(off).toBeLessThan(10);
});
