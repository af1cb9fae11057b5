/** The lines of the matrix that only `./test --full` goes through, in every engine that has the setting. */
import { readFileSync } from 'node:fs';
import { oldest } from '../../src/ground/oldest.ts';
import germanAdvice from '../../src/words/texts/de/advice.json' with { type: 'json' };
import germanTable from '../../src/words/texts/de/table.json' with { type: 'json' };
import { afterFrames, drawWithoutEnd, gameIds, holdDatabase, long, points, recordOf, winOf } from '../helpers.ts';
import { solved, today } from '../serving.ts';
import { nextVersion } from '../site.ts';
import { puzzleGames, solutionsOf, solveSome, valueAt } from '../solve.ts';
import { partsByKey, watch } from './calm.ts';
import { atPly, click, exported, facts, focusTable, give, haveFaces, open, playByField, press, quick, says, withSettings } from './play.ts';
import { expect, files, test, until } from './tab.ts';

test('what was played is exported, and imported in another browser', async ({ tab, site, elsewhere }) => {
  const { deal, moves } = winOf('stalactites');
  await withSettings(tab, site.url);
  await open(tab, site.url, 'stalactites', deal);
  await playByField(tab, moves);
  // A browser may be slow to tell what it has kept.
  await expect.poll(() => facts(tab, site.url), { timeout: long }).toMatchObject({ Played: '1', Won: '1 (100%)' });
  await open(tab, site.url, 'gargantua', '77');
  await playByField(tab, ['draw']);
  await expect.poll(() => facts(tab, site.url), { timeout: long }).toMatchObject({ Played: '1', 'In progress': '1' });
  const before = await facts(tab, site.url);
  const file = await exported(tab);
  expect(await facts(tab, elsewhere.url)).toEqual({});
  await give(tab, '#import', 'x.games', 'no games');
  await says(tab, 'nothing was changed');
  await give(tab, '#import', 'x.games', file);
  await says(tab, 'Imported: 2 new, 0 updated, 0 already here.');
  expect(await facts(tab, elsewhere.url)).toEqual(before);
  await open(tab, elsewhere.url, 'gargantua', '77');
  await atPly(tab, 1);
});

test('a result of the day is sent to the server, seen among others, and taken back', async ({ tab, server }) => {
  const { day, deal, line } = today('stalactites');
  await server.send(`stalactites#${deal}`, { day }, line.slice(0, 20));
  await withSettings(tab, server.url);
  await open(tab, server.url, 'stalactites', `${deal}?day-${day}`);
  await playByField(tab, line);
  await until(tab, () => document.querySelector('.end .rest button:last-child') !== null);
  await tab.evaluate(() => document.querySelector<HTMLElement>('.end .rest button:last-child')!.click());
  await click(tab, 'Send my result');
  await says(tab, '2 games finished, 1 won.');
  expect(server.kept('result')).toBe(2);
  await click(tab, 'Results');
  await says(tab, `You: ${line.length}`);
  await until(tab, () => document.querySelector('dialog figure .own .bar')!.getBoundingClientRect().height > 20);
  await tab.goto(`${server.url}#/settings`);
  await click(tab, 'Delete everything I have sent');
  await says(tab, 'Deleted.');
  expect(server.kept('result')).toBe(1);
});

test.describe('without a server', () => {
  // Messages of the browsers about it.
  test.use({ allowed: [/ERR_|Failed to load|Could not connect|Load failed|NetworkError|NS_ERROR/] });
  test('the page and every game are there after one visit', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await tab.goto(`${site.url}?now`);
    await until(tab, () => navigator.serviceWorker.controller?.state === 'activated');
    await site.stop();
    await tab.goto(`${site.url}#/faq`);
    await tab.reload();
    await says(tab, 'What does it cost?');
    for (const game of gameIds) await open(tab, site.url, game, '77');
    await playByField(tab, ['draw']);
    await tab.reload();
    await atPly(tab, 1);
  });
});

test.describe('with site data blocked', () => {
  test.use({ setting: 'site data blocked' });
  test('a game is played, counted and exported, and what may be lost is said', async ({ tab, site }) => {
    await open(tab, `${site.url}?now`, 'carthage', '23');
    await says(tab, 'This browser blocks storage');
    await haveFaces(tab);
    await playByField(tab, winOf('carthage').moves.slice(0, 3));
    await click(tab, 'Home');
    await click(tab, 'Statistics');
    await says(tab, 'This browser blocks storage. Your games may count only until you close the page');
    expect(await exported(tab)).toContain('carthage#23');
  });
});

test('Home has all its pictures', async ({ tab, site }) => {
  await tab.goto(site.url);
  await until(tab, () => document.querySelectorAll('main img').length > 4);
  await until(tab, () =>
    [...document.images].every((one) => {
      one.scrollIntoView();
      return one.naturalWidth > 0;
    }),
  );
});

test('a game is invented, how often it can be won is found out, and it is played', async ({ tab, site }) => {
  await withSettings(tab, site.url);
  await tab.goto(`${site.url}#/workshop/carthage`);
  await until(tab, () => document.querySelector('.trial .surface[data-ply="0"]') !== null);
  await click(tab, 'in suit');
  await click(tab, 'in any suit');
  await until(tab, () => document.querySelector('.surface')?.ariaLabel === 'Table of Carthage, changed');
  await click(tab, 'Find out');
  await until(tab, () => document.querySelector('.odds')!.textContent.includes('%'));
  await click(tab, 'Play it');
  await until(tab, () => /^Carthage, changed #\d+ /.test(document.title));
  await haveFaces(tab);
  await playByField(tab, ['draw']);
  await tab.reload();
  await atPly(tab, 1);
  await tab.goto(`${site.url}#/`);
  await until(tab, () => document.querySelector('#yours') !== null);
});

test('a thousand puzzles are solved, and the next one is there at once', async ({ tab, site }) => {
  test.setTimeout(120 * long);
  await withSettings(tab, site.url, { ...quick, field: true });
  await tab.goto(`${site.url}#/puzzles`);
  const keys: string[] = [];
  const waits: number[] = [];
  for (const game of puzzleGames()) {
    const lines = solutionsOf(game);
    await tab.goto(`${site.url}#/puzzles/${game}`);
    await until(tab, () => document.querySelector('.exercise[data-state="look"]') !== null && document.querySelector('#field') !== null);
    // In some steps, each of which says how far it came.
    for (let left = Math.min(lines.length, 1000 - keys.length); left > 0; left -= 25) {
      const solved = await tab.evaluate(solveSome, { lines, count: Math.min(25, left) });
      keys.push(...solved.keys);
      waits.push(...solved.waits);
    }
  }
  const [half, most, last] = [0.5, 0.95, 0.9999].map((share) => Math.round(valueAt(waits, share)));
  console.log(`${tab.engine}: ${keys.length} puzzles, the next one after ${half} ms or less in half, ${most} in 95 %, ${last} in all`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBe(
    Math.min(
      1000,
      puzzleGames().reduce((sum, game) => sum + solutionsOf(game).length, 0),
    ),
  );
  // 200 ms where nothing else runs; what runs beside the tests takes its share of each wait.
  expect(half).toBeLessThan(1000);
});

test('a verdict is found, and the advice shown', async ({ tab, site }) => {
  await withSettings(tab, site.url, { ...quick, verdict: true });
  await open(tab, site.url, 'gloucestershire', '5');
  await until(tab, () =>
    [...document.querySelectorAll<HTMLElement>('header button')].some(({ ariaLabel }) =>
      /^Advice: (Can be won|This deal can’t)/.test(ariaLabel ?? ''),
    ),
  );
  await focusTable(tab);
  await tab.press('v');
  await until(tab, () => document.querySelector('.advice') !== null);
});

for (const [language, words] of [
  [
    'en',
    {
      chance: 'What are my chances?',
      said: ' to win',
      more: 'Other good moves',
      play: 'Play it',
      rest: 'Review and more',
      review: 'Review this game',
    },
  ],
  [
    'de',
    {
      chance: germanAdvice['odds.ask'],
      said: 'Deine Chance: ',
      more: germanAdvice['more.ask'],
      play: germanTable['bar.play-hint'],
      rest: germanAdvice['more.rest'],
      review: germanAdvice['analysis.start'],
    },
  ],
] as const)
  test(`a chance, more moves and a review are there, and the chance is the same on a second visit: ${language}`, async ({ tab, site }) => {
    await withSettings(tab, site.url, { ...quick, language });
    const { deal, moves } = winOf('gargantua');
    await open(tab, site.url, 'gargantua', deal);
    await playByField(tab, moves.slice(0, 6));
    await focusTable(tab);
    const said = async () => {
      await until(tab, () => document.querySelector('.odds[data-worlds="64"][data-searching="false"]') !== null);
      return tab.evaluate(() => document.querySelector<HTMLElement>('.odds')!.innerText.trim());
    };
    await tab.press('v');
    await click(tab, words.chance);
    const chance = await said();
    expect(chance).toContain(words.said);
    await click(tab, words.more);
    await until(tab, () => document.querySelector('.more .chance') !== null);
    // Beside the first of them stands the same number; in a sentence, it may begin with a capital letter.
    expect(chance.toLowerCase()).toContain(await tab.evaluate(() => document.querySelector<HTMLElement>('.more .chance')!.innerText));
    await click(tab, words.play);
    await atPly(tab, 7);
    await click(tab, words.rest);
    await click(tab, words.review);
    await until(tab, () => document.querySelector('.graph polyline') !== null);
    await focusTable(tab);
    await tab.press('u');
    await atPly(tab, 6);
    await tab.reload();
    await atPly(tab, 6);
    await focusTable(tab);
    await tab.press('v');
    expect(await said()).toBe(chance);
  });

test('a solution plays itself, goes where its slider is put, and stops', async ({ tab, site }) => {
  await withSettings(tab, site.url, { ...quick, filmSpeed: 'slow' });
  await open(tab, site.url, 'stalactites', winOf('stalactites').deal);
  await focusTable(tab);
  await tab.press('v');
  await click(tab, 'Review and more');
  await click(tab, 'Play it to the end');
  await until(tab, () => document.querySelector('.film input') !== null);
  const slide = (ply: number) =>
    tab.evaluate((ply) => {
      const slider = document.querySelector<HTMLInputElement>('.film input')!;
      slider.value = String(ply);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, ply);
  await atPly(tab, 1);
  await slide(9);
  await atPly(tab, 9);
  await slide(3);
  await atPly(tab, 3);
  await tab.press('Escape');
  await until(tab, () => document.querySelector('.film') === null);
});

test('a link holds a whole game', async ({ tab, site, elsewhere }) => {
  await withSettings(tab, site.url);
  await open(tab, site.url, 'gargantua', '77');
  await playByField(tab, ['draw', 'draw']);
  await click(tab, 'More');
  await click(tab, 'Share');
  await until(tab, () => {
    const choice = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim().startsWith('The game so far'));
    choice?.click();
    return choice !== undefined;
  });
  const link = () =>
    tab.evaluate(() => /#\/shared\/\S+/.exec(document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value ?? '')?.[0] ?? '');
  await expect.poll(link).not.toBe('');
  await tab.goto(elsewhere.url + (await link()));
  await says(tab, '2 moves');
  await click(tab, 'Go on from here');
  await atPly(tab, 2);
});

test('a position is set up from text, and played', async ({ tab, site }) => {
  const suit = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${'A23456789TJQK'[i % 13]}${letter}`).join(' ');
  const position = `game gloucestershire\nF1 ${suit('C', 24)}\nF2 ${suit('D', 26)}\nF3 ${suit('H', 23)}\nF4 ${suit('S', 25)}\nT1 KC QH\nT2 -\nT3 KS\nT4 -\nT5 -\nT6 -\nT7 -\nT8 -\nR1 KH JH\nR2 QC\n`;
  await tab.goto(`${site.url}#/set-up/gloucestershire`);
  await until(tab, () => document.querySelector('.tray button') !== null);
  await click(tab, 'As text');
  await until(
    tab,
    (position) => {
      const field = document.querySelector('textarea');
      if (!field) return false;
      field.value = position;
      return field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    position,
  );
  await click(tab, 'Use this text');
  await says(tab, 'Ready to play');
  await press(tab, '.set-up button.main');
  await atPly(tab, 0);
});

test('a finish has its moments, its sounds and its show, which a press skips', async ({ tab, site }) => {
  const { deal, moves } = winOf('stalactites');
  await withSettings(tab, site.url, { ...quick, animation: 'fastest', sound: 'medium' });
  await tab.goto(site.url);
  await until(tab, () => document.querySelector('#file:not([disabled])') !== null);
  await give(
    tab,
    '#file',
    'game.pat',
    `quincunx-record 1\ngame stalactites\ndeal stalactites#${deal}\nmoves\n${moves.slice(0, -8).join(' ')}\nend\n`,
  );
  await atPly(tab, moves.length - 8);
  // Moments are loaded when the table has been dealt.
  await until(tab, () =>
    [...document.styleSheets].some(({ cssRules }) => [...cssRules].some(({ cssText }) => cssText.startsWith('.moment'))),
  );
  await tab.evaluate(() => {
    const contexts: AudioContext[] = [];
    const Own = AudioContext;
    window.AudioContext = class extends Own {
      constructor() {
        super();
        contexts.push(this);
      }
    };
    const seen = new Set<string>();
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node instanceof Element && node.matches('.moment')) seen.add(node.classList[1]!);
    }).observe(document, { childList: true, subtree: true });
    Object.assign(window, { found: () => `${[...seen].sort().join()} ${contexts.map(({ state }) => state).join()}` });
  });
  await playByField(tab, moves.slice(-8, -5));
  const found = () => tab.evaluate(() => (window as unknown as { found: () => string }).found());
  await expect.poll(found).toMatch(/^complete,emptied,home (running|suspended)$/);
  const lies = await watch(tab, '.end');
  await click(tab, 'Finish');
  await until(tab, () => document.querySelector('.surface.whirling') !== null);
  expect(await tab.evaluate(() => document.querySelector('.end'))).toBeNull();
  await press(tab, '.surface');
  await says(tab, 'You won!');
  await until(tab, () => /\d$/.test(document.querySelector<HTMLElement>('.end .facts')!.innerText));
  expect(await lies(), 'the panel of the end, in every frame').toHaveLength(1);
  console.log(`${tab.engine}: ${await found()}`);
});

for (const animation of ['off', 'normal'] as const)
  test(`dialogs, advice and set-up lie as in their first frames, animation ${animation}`, async ({ tab, site }) => {
    await withSettings(tab, site.url, { ...quick, animation });
    await open(tab, site.url, 'carthage', '5');
    /** Watches a part that something opens, until all that comes later is there. */
    const still = async (part: string, open: () => Promise<unknown>): Promise<void> => {
      const seen = await watch(tab, part);
      await open();
      await until(tab, (part) => document.querySelector(part) !== null, part);
      await tab.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
      expect(await seen(), part).toHaveLength(1);
    };
    for (const [key, part] of partsByKey) {
      await focusTable(tab);
      await still(part, () => tab.press(key));
      await tab.press('Escape');
    }
    for (const [name, part] of [
      ['', 'dialog'],
      ['Share …', 'dialog:has(#share-text)'],
      ['Settings', 'dialog:has(input)'],
      ['How to play', 'dialog:has(article)'],
    ] as const) {
      const menu = () => click(tab, 'More');
      if (name === '') await still(part, menu);
      else {
        await menu();
        await still(`${part} header button`, () => click(tab, name));
      }
      await tab.press('Escape');
    }
    await click(tab, 'More');
    await still('.advice', () => click(tab, 'Advice and analysis'));
    await still('.set-up', () => tab.evaluate(() => (location.hash = '#/set-up/carthage')));
  });

test('the page speaks German', async ({ tab, site }) => {
  await withSettings(tab, site.url, { ...quick, language: 'de' });
  await open(tab, site.url, 'stalactites', '5');
  expect(await tab.evaluate(() => document.documentElement.lang)).toBe('de');
  await says(tab, 'Rückgängig');
});

test('a saved game is opened, and what is none is refused', async ({ tab, site }) => {
  await withSettings(tab, site.url);
  await tab.goto(site.url);
  await give(tab, '#file', 'x.pat', 'no game');
  await says(tab, 'is not a saved game');
  await give(tab, '#file', 'won.pat', readFileSync(recordOf('carthage'), 'utf8'));
  await atPly(tab, winOf('carthage').moves.length);
});

test('a new version is offered, and begun when it is wanted', async ({ tab, site }) => {
  await withSettings(tab, site.url);
  await tab.goto(`${site.url}?now`);
  await until(tab, () => navigator.serviceWorker.controller?.state === 'activated');
  site.files = nextVersion(files, '0.2.0');
  await tab.goto(`${site.url}?now#/about`);
  await tab.reload();
  await until(tab, () => [...document.querySelectorAll('main button')].some((one) => /Check for updates|Update now/.test(one.textContent)));
  await tab.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button')].find((one) => one.innerText === 'Check for updates')?.click(),
  );
  await until(tab, () => [...document.querySelectorAll('main button')].some((one) => one.textContent.includes('Update now')));
  await click(tab, 'Update now');
  await until(tab, () => document.querySelector<HTMLMetaElement>('meta[name=version]')!.content.startsWith('0.2.0'));
});

test.describe('with pictures randomized', () => {
  test.use({ setting: 'pictures randomized' });
  test('cards have faces', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await open(tab, site.url, 'gargantua', '22');
    await haveFaces(tab);
  });
});

test.describe('in a private window', () => {
  test.use({ setting: 'a private window' });
  test('a game is dealt with faces, played and counted', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await open(tab, site.url, 'gargantua', '77');
    await haveFaces(tab);
    await playByField(tab, ['draw']);
    await tab.reload();
    await atPly(tab, 1);
    expect(await facts(tab, site.url)).toMatchObject({ 'In progress': '1' });
  });
});

test.describe('with a server that goes away', () => {
  test.use({ allowed: [/ERR_|Failed to load|Could not connect|Load failed|NetworkError|NS_ERROR/] });
  test('stars wait for it, and friends meet under a challenge', async ({ tab, server }) => {
    await withSettings(tab, server.url);
    for (const deal of ['1', '2', '3']) {
      await open(tab, server.url, 'stalactites', deal);
      await playByField(tab, solved(`stalactites#${deal}`));
    }
    await tab.evaluate(() => document.querySelector<HTMLElement>('.end .rest button:last-child')!.click());
    await says(tab, 'How do you like Stalactites?');
    await server.stop();
    await tab.evaluate(() => document.querySelector<HTMLInputElement>('dialog input[value="4"]')!.click());
    await says(tab, 'Your rating will be sent when the server answers.');
    await server.start();
    await tab.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => server.kept('vote')).toBe(1);
    await tab.goto(`${server.url}#/how-to-play/stalactites`);
    await says(tab, '4.0 of 5 stars');

    await open(tab, server.url, 'stalactites', '4');
    for (const name of ['More', 'Share', 'Challenge a friend']) await click(tab, name);
    const written = () => document.querySelector<HTMLTextAreaElement>('#share-text')?.value ?? '';
    await expect.poll(() => tab.evaluate(written)).toMatch(/#\/challenge\/[0-9a-f]{32}$/);
    const challenge = (await tab.evaluate(written)).slice(-32);
    await tab.press('Escape');
    await server.send('stalactites#4', { challenge }, solved('stalactites#4'));
    await tab.goto(`${server.url}#/challenge/${challenge}`);
    await says(tab, 'Won in');
    await click(tab, 'Play the deal');
    await atPly(tab, 0);
    await playByField(tab, solved('stalactites#4'));
    await click(tab, 'See the challenge');
    await says(tab, '(you)');
    expect(server.kept('result')).toBe(2);
  });
});

test.describe('with no service workers', () => {
  test.use({ setting: 'no service workers' });
  test('a game is played, and nothing is said', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await open(tab, `${site.url}?now`, 'gargantua', '77');
    await playByField(tab, ['draw']);
    await tab.goto(`${site.url}#/about`);
    await says(tab, 'Quincunx 0.');
    expect(await tab.evaluate(() => document.body.innerText)).not.toContain('works offline');
  });
});

test.describe('with no WebAssembly', () => {
  test.use({ setting: 'no WebAssembly' });
  test('that is said, and which browsers will do', async ({ tab, site }) => {
    await tab.goto(`${site.url}#/gargantua/77`);
    await says(tab, 'lacks WebAssembly, which Quincunx needs');
    await click(tab, 'Which browsers work?');
    await says(tab, `Firefox from ${oldest.firefox}`);
  });
});

test.describe('with little motion', () => {
  test.use({ setting: 'little motion' });
  test('no card flies: those of a deal, of a move and of a refused drop fade in', async ({ tab, site }) => {
    const { deal, moves } = winOf('gargantua');
    await withSettings(tab, site.url, { ...quick, animation: 'slow' });
    await tab.goto(`${site.url}#/faq`);
    await tab.evaluate(() => {
      const own = Element.prototype.animate;
      Object.assign(window, { ways: [] });
      Element.prototype.animate = function (frames, options) {
        (window as unknown as { ways: string[] }).ways.push(Object.keys(frames as PropertyIndexedKeyframes).join());
        return own.call(this, frames, options);
      };
    });
    const ways = () => tab.evaluate(() => (window as unknown as { ways: string[] }).ways.splice(0));
    await tab.evaluate((address) => void (location.hash = address), `#/gargantua/${deal}`);
    await atPly(tab, 0);
    const dealt = await ways();
    expect(dealt.length).toBeGreaterThan(40);
    await playByField(tab, moves.slice(0, 2));
    const moved = await ways();
    expect(moved.length).toBeGreaterThan(1);
    const { from } = await points(tab, moves[2]!);
    await tab.drag(from, { x: from.x + 60, y: from.y + 200 }, { x: from.x + 20, y: from.y + 400 });
    await until(tab, () => (window as unknown as { ways: string[] }).ways.length > 0);
    expect(new Set([...dealt, ...moved, ...(await ways())])).toEqual(new Set(['opacity']));
  });
});

test.describe('with colors of its own', () => {
  test.use({ setting: 'colors of its own' });
  test('cards keep their faces', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    await open(tab, site.url, 'gargantua', '77');
    await haveFaces(tab);
    expect(await tab.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
  });
});

test.describe('in an old engine', () => {
  test.use({ setting: 'an old engine' });
  test('the page says which browsers are new enough', async ({ tab, site }) => {
    for (const address of ['', '#/gargantua/77']) {
      await tab.goto(site.url + address);
      await tab.reload();
      await says(tab, 'This browser is too old');
      await says(tab, `Safari ${oldest.safari}`);
    }
    await click(tab, 'Which browsers work?');
    await says(tab, `Safari from ${oldest.safari}`);
  });
});

for (const seconds of [1, 3, 6, 60])
  test(`a kept game and the one begun while another tab holds the database for ${seconds} s are both there`, async ({ tab, site }) => {
    const { deal, moves } = winOf('gargantua');
    await withSettings(tab, site.url);
    await open(tab, site.url, 'gargantua', deal);
    await playByField(tab, Array<string>(12).fill('draw'));
    await open(tab, site.url, 'grandfather', '5');
    await playByField(tab, ['draw', 'draw']);
    await tab.goto(`${site.url}notices.txt`);
    // A player who goes on meanwhile is not to be outrun.
    await tab.beside(`${site.url}notices.txt`, holdDatabase, seconds < 2 ? seconds : 600);
    const end = Date.now() + 1000 * seconds;
    await open(tab, site.url, 'gargantua', deal);
    if (seconds > 2) {
      await atPly(tab, 0);
      await playByField(tab, moves.slice(0, 1));
      await tab.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), end - Date.now());
      await atPly(tab, 1);
      await tab.evaluate(() => localStorage.setItem('over', ''));
      await until(tab, () => document.body.innerText.includes('two games of this deal'));
      await click(tab, 'Earlier: 12 moves');
    }
    await atPly(tab, 12);
    await focusTable(tab);
    await tab.press('d');
    await atPly(tab, 13);
    await tab.goto(`${site.url}notices.txt`);
    await open(tab, site.url, 'gargantua', deal);
    await atPly(tab, 13);
    expect(await facts(tab, site.url)).toMatchObject({ 'In progress': '2' });
    await tab.goto(site.url);
    // The other one is where the question says.
    if (seconds > 2)
      await until(tab, () => [...document.querySelectorAll('a strong')].some(({ textContent }) => textContent.trim() === 'Gargantua'));
  });

const kills = 20;
test(`of ${kills} tabs whose process is killed none loses more than the move being made`, async ({ mortal, site }) => {
  test.setTimeout(kills * long);
  const ply = () => mortal.evaluate(() => Number(document.querySelector<HTMLElement>('.surface')!.dataset['ply']));
  await withSettings(mortal, site.url);
  let deal = 1;
  await open(mortal, site.url, 'gargantua', String(deal));
  for (let kill = 0; kill < kills; ++kill) {
    // Draws are made one after another until the process is gone, at some moment of one of them.
    await mortal.evaluate(drawWithoutEnd);
    await expect.poll(ply).toBeGreaterThan(kill % 3);
    await mortal.evaluate(afterFrames, (kill * 37) % 6);
    const seen = await ply();
    await mortal.kill();
    await open(mortal, site.url, 'gargantua', String(deal));
    await expect.poll(ply, `kill ${kill}`).toBeGreaterThanOrEqual(seen);
    if ((await ply()) > 30) {
      // From another document: WebKit does not say that the same one is loaded.
      await mortal.goto(`${site.url}notices.txt`);
      await open(mortal, site.url, 'gargantua', String(++deal));
    }
  }
});

test.describe('with fingerprinting resisted', () => {
  test.use({ setting: 'fingerprinting resisted' });
  test('cards have faces', async ({ tab, site }) => {
    await withSettings(tab, site.url);
    for (const game of ['carthage', 'gloucestershire']) {
      await open(tab, site.url, game, '22');
      await haveFaces(tab);
    }
  });
});

test('five days in a row are lived through, the second one without a connection', async ({ tab, site }) => {
  await withSettings(tab, site.url);
  await tab.goto(`${site.url}#/today`);
  // A clock of the test's own: not every engine's driver can move that of the page.
  const itIs = (time: string) =>
    tab.evaluate((time) => {
      const all = globalThis as unknown as { clock?: DateConstructor; Date: DateConstructor };
      const Real = (all.clock ??= Date);
      const by = new Real(time).getTime() - Real.now();
      all.Date = class extends Real {
        constructor(...given: unknown[]) {
          super(...((given.length === 0 ? [Real.now() + by] : given) as [number]));
        }
        static override now = () => Real.now() + by;
      } as DateConstructor;
      document.dispatchEvent(new Event('visibilitychange'));
    }, time);
  for (let day = 1; day <= 5; ++day) {
    await itIs(`2027-03-1${day}T${day % 2 === 0 ? '00:05' : '23:40'}:00`);
    await says(tab, `March 1${day}, 2027`);
    if (day > 1) await says(tab, `${day - 1} day${day === 2 ? '' : 's'} in a row so far`);
    if (day === 2) await site.stop();
    await click(tab, 'Gargantua');
    await atPly(tab, 0);
    await playByField(
      tab,
      Array.from({ length: 20 }, () => 'draw'),
    );
    await click(tab, 'New');
    await click(tab, 'Deal');
    await atPly(tab, 0);
    if (day === 2) await site.start();
    await tab.evaluate(() => void (location.hash = '#/today'));
    if (day === 1) await says(tab, 'Gargantua');
  }
});
