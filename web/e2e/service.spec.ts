/** Results of the day, stars and challenges: against the real server, one that goes away and comes back, and without. */
import { type Locator, type Page } from '@playwright/test';
import { playOnPage } from './engines/play.ts';
import { atPly, expect, faults, fourAces, frames, load, long, open, openFourAces, ply, test, withSettings } from './helpers.ts';
import { cut } from './room.ts';
import { Serving, solved, today } from './serving.ts';

const quick = { animation: 'off', automatic: 'never' } as const;
test.use({ settings: quick });
const game = 'stalactites';
const end = (page: Page) => page.locator('.end');
/** The entries behind "More" then. */
const more = (page: Page) => page.getByRole('dialog', { name: /^(End of the game|Ende des Spiels)$/ });
const openMore = (page: Page) =>
  end(page)
    .getByRole('button', { name: /^(More|Mehr)$/ })
    .click();
const link = (page: Page) => page.locator('#share-text');

async function win(page: Page, line: readonly string[]): Promise<void> {
  await atPly(page, 0);
  await playOnPage(page, line);
  await end(page).waitFor();
}

/** Opens a deal and wins it. */
async function play(page: Page, deal: string, line: readonly string[] = solved(`${game}#${deal}`)): Promise<void> {
  await open(page, game, deal);
  await win(page, line);
}

/** Wins the deal of the day, and is asked whether the result is to be sent; the button that sends it. */
async function winAndBeAsked(page: Page, { day, deal, line }: { day: string; deal: string; line: string[] }): Promise<Locator> {
  await play(page, `${deal}?day-${day}`, line);
  await openMore(page);
  const send = more(page).getByRole('button', { name: 'Send my result' });
  await send.waitFor();
  return send;
}

/** How often the page has looked for the service. */
const looked = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName(new URL('api/1/service', location.href).href).length);

const ofToday = test.extend<{ deal: { day: string; deal: string; line: string[] } }>({
  deal: ({}, use) => use(today(game)),
});
const real = ofToday.extend<{ server: Serving }>({
  server: async ({}, use) => {
    const server = await new Serving().start();
    await use(server);
    await server.end();
  },
  baseURL: ({ server }, use) => use(server.url),
});
/** Messages of browsers while there is no server. */
const away = /ERR_|Failed to load resource|NS_ERROR|NetworkError/;

/** Starts a challenge from the menu of the table; its address. */
async function challenged(page: Page): Promise<string> {
  await page
    .locator('.actions')
    .getByRole('button', { name: /^(More|Mehr)/ })
    .click();
  await page.getByRole('button', { name: /^(Share|Teilen)/ }).click();
  await page.getByRole('button', { name: /^(Challenge a friend|Freunde herausfordern)/ }).click();
  await expect(link(page)).toHaveValue(/#\/challenge\/[0-9a-f]{32}$/);
  const address = /https?:\S+/.exec(await link(page).inputValue())![0];
  await page.keyboard.press('Escape');
  return address;
}

/** Another device: nothing of the first one is stored there. */
async function elsewhere(page: Page): Promise<Page> {
  const other = await (await page.context().browser()!.newContext()).newPage();
  await withSettings(other, quick);
  return other;
}

real(
  'a result of the day is sent when the player says so, seen among others, and taken back',
  { tag: '@phone-first' },
  async ({ page, server, deal: today }) => {
    const { day, deal, line } = today;
    // Somebody else has given up, and somebody has won in the same way, which counts once.
    await server.send(`${game}#${deal}`, { day }, line.slice(0, 20));
    await server.send(`${game}#${deal}`, { day }, line);
    await play(page, `${deal}?day-${day}`, line);
    await openMore(page);
    await expect(more(page).getByText('See how others did with this deal?')).toBeVisible();
    expect(await faults(page, 'main')).toEqual([]);
    // Nothing was sent without a word.
    expect(server.kept('result')).toBe(2);
    await more(page).getByRole('button', { name: 'Send my result' }).click();
    await expect(more(page).getByText('2 games finished, 1 won. The first win of this deal!')).toBeVisible();
    expect(server.kept('result')).toBe(3);

    await more(page).getByRole('button', { name: 'Results' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stalactites: results' });
    await expect(dialog.getByText(`You: ${line.length}`)).toBeVisible();
    await expect(dialog.getByText(/^Par: \d+$/)).toBeVisible();
    await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Show the shortest wins' }).click();
    await expect(dialog.getByRole('button', { name: 'Watch' })).toBeVisible();
    expect(await faults(page, 'dialog')).toEqual([]);
    await dialog.getByRole('button', { name: `Watch the win in ${line.length} moves` }).click();
    await expect.poll(() => ply(page)).toBeLessThan(line.length);

    await page.goto('#/settings');
    await expect(page.getByLabel('Send my results of the day')).toBeChecked();
    const name = /key is called ([0-9a-f]{12}):/.exec(await page.getByText(/key is called/).innerText())![1]!;
    expect(server.keptOf(name)).toContain('result');
    await page.getByRole('button', { name: 'Delete everything I have sent' }).click();
    await expect(page.getByText(/^Deleted\./)).toBeVisible();
    await expect(page.getByText(/key is called/)).toHaveCount(0);
    expect(server.kept('result')).toBe(2);
    await page.getByRole('link', { name: 'What is stored, and why' }).click();
    await expect(page.getByText('It runs on this machine')).toBeVisible();
    expect(await faults(page, 'main')).toEqual([]);
  },
);

real(
  'what waits while the server is away is sent by the next page, and the key is in no file',
  { tag: '@full' },
  async ({ page, server, deal: today, allowed }) => {
    allowed.push(away);
    const send = await winAndBeAsked(page, today);
    await server.stop();
    await send.click();
    await expect(more(page).getByText('Your result will be sent when the server answers.')).toBeVisible();
    await server.start();
    await page.goto('#/statistics');
    await page.reload();
    await expect.poll(() => server.kept('result')).toBe(1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Export/ }).click();
    const text = await (await download).createReadStream().then(async (stream) => {
      let all = '';
      for await (const part of stream) all += String(part);
      return all;
    });
    expect(text).toContain(`${game}#${today.deal}`);
    const { key } = await page.evaluate(() => JSON.parse(localStorage.getItem('quincunx-service')!) as { key: string });
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(text).not.toContain(key);
  },
);

real('friends see each other’s results under a challenge', { tag: '@full' }, async ({ page, server }) => {
  await open(page, game, '4');
  const address = await challenged(page);
  const challenge = address.slice(-32);
  await server.send(`${game}#4`, { challenge }, solved(`${game}#4`).slice(0, 21));
  // The friend.
  const friend = await elsewhere(page);
  await friend.goto(address);
  await expect(friend.getByText('Not won (21 moves)')).toBeVisible();
  // A link opens where a messenger likes, and each browser has games of its own.
  await expect(friend.locator('main')).toContainText('in this browser');
  expect(await faults(friend, 'main')).toEqual([]);
  await friend.getByRole('button', { name: 'Accept and play' }).click();
  await win(friend, solved(`${game}#4`));
  await end(friend).getByRole('button', { name: 'See the challenge' }).click();
  await expect(friend.getByText(/^\w+ \d+ \(you\)$/)).toBeVisible();
  // The maker of the challenge sees it, and is none of them yet.
  await page.goto(address);
  await expect(page.getByText(/^Won in \d+ moves$/)).toBeVisible();
  await expect(page.getByText(/\(you\)$/)).toHaveCount(0);
  await friend.goto(address.slice(0, -3) + 'fff');
  await expect(friend.getByRole('alert')).toHaveText(/^This challenge has ended/);
  await friend.context().close();
});

real('who made a challenge removes it', { tag: '@full' }, async ({ page, server, allowed }) => {
  // Also the answer that it is over.
  allowed.push(away);
  await open(page, game, '4');
  const address = await challenged(page);
  await server.send(`${game}#4`, { challenge: address.slice(-32) }, solved(`${game}#4`).slice(0, 21));
  const friend = await elsewhere(page);
  await friend.goto(address);
  await expect(friend.getByText('Not won (21 moves)')).toBeVisible();
  await friend.getByRole('button', { name: 'Accept and play' }).waitFor();
  await expect(friend.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  await page.goto(address);
  await page.getByRole('button', { name: 'Remove this challenge' }).click();
  const question = page.getByRole('group', { name: 'Remove this challenge?' });
  expect(await faults(page, 'main')).toEqual([]);
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect(server.kept('challenge')).toBe(1);
  await page.getByRole('button', { name: 'Remove this challenge' }).click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Removed\.$/ })).toBeVisible();
  expect([server.kept('challenge'), server.kept('result')]).toEqual([0, 0]);
  await friend.reload();
  await expect(friend.getByRole('alert')).toHaveText(/^This challenge has ended/);
  await friend.context().close();

  // While the server is away.
  await open(page, game, '5');
  await page.goto(await challenged(page));
  await page.getByRole('button', { name: 'Remove this challenge' }).click();
  await server.stop();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('It is removed as soon as the server answers.')).toBeVisible();
  await server.start();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: /^Removed\.$/ })).toBeVisible();
  expect(server.kept('challenge')).toBe(0);
});

real('stars are asked for after the third game, can be changed, and are seen by others', { tag: '@full' }, async ({ page, server }) => {
  // The same wins give no second player a vote.
  const lines = new Map(['6', '7', '8'].map((number) => [`${game}#${number}`, solved(`${game}#${number}`)]));
  await server.vote(game, 2, lines);
  for (const number of ['1', '2']) await play(page, number);
  const question = more(page).getByRole('group', { name: 'How do you like Stalactites?' });
  await openMore(page);
  await expect(more(page)).toBeVisible();
  await frames(page, 30);
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
  await play(page, '3');
  await openMore(page);
  await question.getByRole('radio', { name: '5 stars' }).press('Space');
  await expect(question.getByText(/^Thanks!/)).toBeVisible();
  expect(server.kept('vote')).toBe(2);

  await page.goto(`#/how-to-play/${game}`);
  await expect(page.getByText(/^3\.5 of 5 stars \(/)).toBeVisible();
  await page.getByRole('radio', { name: '5 stars' }).press('ArrowLeft');
  await expect(page.getByText(/^3\.0 of 5 stars \(/).first()).toBeVisible();
  expect(await faults(page, 'main')).toEqual([]);
  const other = await elsewhere(page);
  await other.goto(server.url);
  await expect(other.getByText('★ 3.0 (2)')).toBeVisible();
  await other.context().close();
  // Nobody is asked twice.
  await play(page, '5');
  await openMore(page);
  await expect(more(page)).toBeVisible();
  await frames(page, 30);
  await expect(question).toHaveCount(0);
});

real('nothing of a game of one’s own is sent, and nothing of the kind offered', { tag: '@full' }, async ({ page, server }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.addInitScript(() => localStorage.setItem('quincunx-service', JSON.stringify({ key: 'a'.repeat(32), send: true })));
  await load(page, '#/own-abcdefghijklmn/3');
  await openFourAces(page);
  const own = /own-\w+/.exec(page.url())![0];
  // After the third game of a listed one, its stars are asked for.
  for (const number of ['1', '2', '3']) {
    await open(page, own, number);
    await win(page, fourAces);
  }
  await openMore(page);
  await expect(more(page).getByRole('link', { name: 'Statistics' })).toBeVisible();
  await frames(page, 30);
  const offered = () => page.getByText(/others|stars|challenge|send/i);
  await expect(offered()).toHaveCount(0);
  await page.keyboard.press('Escape');
  await end(page).getByRole('button', { name: 'Share' }).click();
  await expect(link(page)).toHaveValue(/#\/shared\/2/);
  await frames(page, 30);
  await expect(page.getByRole('button', { name: /^Challenge/ })).toHaveCount(0);
  await load(page, `#/how-to-play/${own}`);
  await expect(page.locator('main')).toContainText('You play with one pack of cards.');
  await frames(page, 30);
  await expect(offered()).toHaveCount(0);
  expect(asked.filter((address) => !address.endsWith('/api/1/service'))).toEqual([]);
  expect(['result', 'vote', 'challenge'].map((kind) => server.kept(kind as 'vote'))).toEqual([0, 0, 0]);
});

/** The stars that the page sends, in order; Firefox tells Playwright of no bodies. To be called before the page is opened. */
async function starsSent(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const stars: number[] = [];
    const ask = globalThis.fetch;
    const noting: typeof fetch = (address, options) => {
      if (options?.method === 'PUT' && (address as URL).href.includes('/api/1/votes/'))
        stars.push((JSON.parse(options.body as string) as { stars: number }).stars);
      return ask(address, options);
    };
    Object.assign(globalThis, { fetch: noting, stars });
  });
  return () => page.evaluate(() => (globalThis as unknown as { stars: number[] }).stars);
}

real('of stars that are given quickly the last ones count', { tag: '@full' }, async ({ page, server }) => {
  const sent = await starsSent(page);
  for (const number of ['1', '2', '3']) await play(page, number);
  await openMore(page);
  const question = more(page).getByRole('group', { name: 'How do you like Stalactites?' });
  let votes = 0;
  await page.route(/\/api\/1\/votes\/./, async (route) => {
    // The second one is the slowest.
    if (++votes === 2) await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  const press = (stars: number) => question.locator(`input[value="${stars}"] + span`).click();
  await press(3);
  await expect(question.getByText(/^Thanks!/)).toBeVisible();
  await press(2);
  await expect.poll(sent).toEqual([3, 2]);
  await press(5);
  await expect.poll(sent, { timeout: 30_000 }).toEqual([3, 2, 5]);
  await expect(question.getByText(/^Thanks!/)).toBeVisible();
  expect(server.all<{ stars: number }>('vote').map(({ stars }) => stars)).toEqual([5]);
});

real('of stars that are gone through by keys those count at which one stays', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(
    (text) => localStorage.setItem('quincunx-service', text),
    JSON.stringify({ votes: { [game]: { stars: 1, state: 'sent' } } }),
  );
  const sent = await starsSent(page);
  await page.route(/\/api\/1\/votes\/./, (route) => route.fulfill({ json: {} }));
  await page.goto(`#/how-to-play/${game}`);
  await page.getByRole('radio', { name: '1 star', exact: true }).focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('ArrowRight');
  await expect.poll(sent).toEqual([5]);
  // By Enter, and when the focus goes elsewhere, at once.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(sent, { timeout: 1000 }).toEqual([5, 4]);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect.poll(sent, { timeout: 1000 }).toEqual([5, 4, 3]);
});

real('a deal of the day that is given up is a result at once, and stays it', { tag: '@full' }, async ({ page, server, deal: today }) => {
  const { day, deal, line } = today;
  await page.goto('#/settings');
  await page.getByLabel('Send my results of the day').check();
  await open(page, game, `${deal}?day-${day}`);
  await playOnPage(page, line.slice(0, 25));
  await page.locator('.surface').focus();
  await page.keyboard.press('n');
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Random/ })
    .check();
  await page.keyboard.press('Enter');
  await atPly(page, 0);
  const results = () => server.all<{ won: boolean; moves: number }>('result').map(({ won, moves }) => ({ won, moves }));
  await expect.poll(results).toEqual([{ won: false, moves: 25 }]);
  await open(page, game, `${deal}?day-${day}`);
  await atPly(page, 25);
  await playOnPage(page, line.slice(25));
  await openMore(page);
  await expect(more(page).getByText(/^1 game finished, 0 won\.$/)).toBeVisible();
  expect(results()).toEqual([{ won: false, moves: 25 }]);
});

real('what waits is not sent under another key when everything is taken back', { tag: '@full' }, async ({ page, server, allowed }) => {
  allowed.push(away);
  const key = 'a'.repeat(32);
  const votes = Object.fromEntries(['carthage', 'gargantua', 'stalactites'].map((game) => [game, { stars: 4, state: 'waiting' }]));
  await page.addInitScript((text) => {
    if (localStorage.getItem('quincunx-service') === null) localStorage.setItem('quincunx-service', text);
  }, JSON.stringify({ key, votes }));
  const sent = await starsSent(page);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/1\/votes\/./, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('#/settings');
  await expect.poll(sent).toEqual([4]);
  await page.getByRole('button', { name: 'Delete everything I have sent' }).click();
  // Time enough for it while the first one is on its way.
  await frames(page, 30);
  release();
  await expect(page.getByText(/^Deleted\./)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await frames(page, 60);
  expect(await sent()).toEqual([4]);
  expect(server.kept('vote')).toBe(0);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('quincunx-service')!) as object)).toMatchObject({
    key: '',
    send: false,
  });
});

real('one’s own result in a challenge is known as one’s own at once', { tag: '@full' }, async ({ page, server, allowed }) => {
  allowed.push(away);
  await open(page, game, '4');
  const address = await challenged(page);
  const you = (of: Page) => expect(of.getByText(/^\w+ \d+ \(you\)$/)).toBeVisible();
  // Won while the server was away.
  const friend = await elsewhere(page);
  await friend.goto(address);
  await friend.getByRole('button', { name: 'Accept and play' }).click();
  await friend.route(/\/api\/1\//, (route) => route.abort());
  await win(friend, solved(`${game}#4`));
  await friend.unroute(/\/api\/1\//);
  await friend.goto(address);
  await you(friend);
  await friend.context().close();
  // Won before anything was accepted.
  const other = await elsewhere(page);
  await other.goto(server.url);
  await play(other, '4');
  await other.goto(address);
  await other.getByRole('button', { name: 'Accept with that game' }).click();
  await you(other);
  await other.context().close();
});

real('nothing is asked about a deal of the day that was not finished on its day', { tag: '@full' }, async ({ page, server }) => {
  // One of these days is open, since it has not ended or has begun somewhere.
  const { day, deal, line } = today(game, new Date().getUTCHours() < 11 ? 1 : -1);
  await play(page, `${deal}?day-${day}`, line);
  await openMore(page);
  await expect.poll(() => looked(page)).toBe(1);
  await frames(page, 60);
  await expect(more(page).getByText('See how others did with this deal?')).toHaveCount(0);
  expect(server.kept('result')).toBe(0);
});

real(
  'what two tabs have to send counts once, offline and after the server was started again',
  { tag: '@full' },
  async ({ page, server, deal: today, allowed }) => {
    allowed.push(away);
    const send = await winAndBeAsked(page, today);
    const second = await page.context().newPage();
    await second.goto('#/settings');
    await second.getByLabel('Send my results of the day').waitFor();
    await server.stop();
    // Both want to send the same result, and none can.
    await send.click();
    await second.getByLabel('Send my results of the day').check();
    await expect(more(page).getByText('Your result will be sent when the server answers.')).toBeVisible();
    await server.start();
    for (const tab of [page, second]) await tab.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => server.kept('result')).toBe(1);
    await expect(more(page).getByRole('button', { name: 'Results' })).toBeVisible();
    expect(server.kept('result')).toBe(1);

    // Stars that are given without a connection. In a tab behind another one no game is played.
    await page.bringToFront();
    await page.keyboard.press('Escape');
    for (const number of ['1', '2']) await play(page, number);
    await openMore(page);
    const question = more(page).getByRole('group', { name: 'How do you like Stalactites?' });
    await question.waitFor();
    await page.context().setOffline(true);
    await question.getByText('★').or(question.getByText('☆')).nth(2).click();
    await expect(question.getByText(/will be sent when the server answers/)).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(() => server.kept('vote')).toBe(1);

    // A player who takes back everything in one tab sends nothing more from the other one.
    await second.bringToFront();
    await second.reload();
    await second.getByRole('button', { name: 'Delete everything I have sent' }).click();
    await expect(second.getByText(/^Deleted\./)).toBeVisible();
    for (const tab of [page, second]) await tab.evaluate(() => dispatchEvent(new Event('online')));
    await page.clock.install();
    await page.reload();
    // Longer than a page takes to look for what is to be sent; nothing is, so that it asks for nothing.
    await page.clock.runFor(8000);
    await frames(page, 30);
    expect(await looked(page)).toBe(0);
    expect([server.kept('result'), server.kept('vote')]).toEqual([0, 0]);
  },
);

real(
  'on a phone, in German and by keys alone, all of it has room',
  { tag: '@full' },
  async ({ page, server, deal: { day, deal, line } }) => {
    test.skip(test.info().project.name !== 'phone', 'windows of its own');
    test.setTimeout(15 * long);
    await withSettings(page, { ...quick, language: 'de' });
    await server.send(`${game}#${deal}`, { day }, line.slice(0, 20));
    await server.send(`${game}#${deal}`, { day }, line);
    const right = async (what: string, part: string) => {
      for (const [width, height] of [
        [390, 844],
        [344, 882],
      ] as const) {
        await page.setViewportSize({ width, height });
        expect(await cut(page), `${what} at ${width}`).toEqual([]);
      }
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await faults(page, part), `${what}, ${colorScheme}`).toEqual([]);
      }
    };
    /** Goes there by Tab. */
    const reach = async (name: string) => {
      for (let presses = 0; presses < 60; ++presses) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => (document.activeElement as HTMLElement).innerText)) === name) return;
      }
      throw new Error(`Tab does not lead to ${name}`);
    };
    for (const number of ['1', '2']) await play(page, number);
    await play(page, `${deal}?day-${day}`, line);
    const above = await page.evaluate(() => ['.deal', '.advised'].map((part) => document.querySelector(part)!.getBoundingClientRect()));
    expect(above[0]!.right, 'the number of the deal').toBeLessThanOrEqual(above[1]!.left);
    await openMore(page);
    await more(page).getByText('Willst du sehen, wie andere').waitFor();
    await right('the question', 'dialog');
    await reach('Mein Ergebnis senden');
    await page.keyboard.press('Enter');
    await more(page).getByRole('button', { name: 'Ergebnisse' }).waitFor();
    await right('the answer', 'dialog');
    await reach('Ergebnisse');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Stalactites: Ergebnisse' });
    await expect(dialog.getByText(/^Par: \d+$/)).toBeVisible();
    await reach('Kürzeste Siege zeigen');
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Ansehen' }).waitFor();
    await right('the results', 'dialog');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Escape');
    await play(page, '3');
    await openMore(page);
    const question = more(page).getByRole('group', { name: 'Wie gefällt dir Stalactites?' });
    await question.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(question.getByText(/^Danke!/)).toBeVisible();
    await right('the stars', 'dialog');
    await load(page, `#/how-to-play/${game}`);
    await page.getByText(/^2,0 von 5 Sternen/).waitFor();
    await right('the page of the game', 'main');
    await load(page, '#/today');
    await page.getByRole('button', { name: 'Ergebnisse in Carthage' }).waitFor();
    await right('today', 'main');
    await open(page, game, '4');
    const address = await challenged(page);
    await page.goto(address);
    await page.getByText('Noch niemand hat das Spiel beendet.').waitFor();
    await right('a challenge', 'main');
    await load(page, '#/privacy');
    await page.getByRole('heading', { name: 'Wie es gelöscht wird' }).waitFor();
    await right('what is stored', 'main');
    await load(page, '#/settings');
    await page.getByRole('button', { name: /^Alles löschen/ }).waitFor();
    await right('the settings', 'main');
  },
);

real('nothing on Today moves when the service answers', { tag: ['@phone', '@full'] }, async ({ page }) => {
  let answer = () => {};
  const late = new Promise<void>((done) => (answer = done));
  await page.route('**/api/1/service', async (route) => {
    await late;
    await route.continue();
  });
  await load(page, '#/today');
  await page.locator('.month').waitFor();
  const places = () => page.locator('.deals li, .month').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  answer();
  await page
    .getByRole('button', { name: /^Results/ })
    .first()
    .waitFor();
  // A button may be a fraction of a pixel higher than what kept its place.
  for (const [i, place] of (await places()).entries()) expect(Math.abs(place - before[i]!)).toBeLessThan(0.5);
});

ofToday('without the service nothing of it is seen', { tag: '@full' }, async ({ page, deal: { day, deal, line } }) => {
  const asked: string[] = [];
  page.on('request', (request) => /\/api\//.test(request.url()) && asked.push(request.url()));
  await play(page, `${deal}?day-${day}`, line);
  await openMore(page);
  await expect(more(page).getByRole('link', { name: 'Statistics' })).toBeVisible();
  await expect(page.getByText('See how others did')).toHaveCount(0);
  await page.goto('#/today');
  await expect(page.getByRole('button', { name: /^Results/ })).toHaveCount(0);
  await page.goto('#/privacy');
  await expect(page.getByText('stores nothing about you')).toBeVisible();
  expect(asked).toEqual([]);
});
