/** Results of the day, stars and challenges: with a server that has them, with one that does not answer, and without. */
import { type Page, type Route } from '@playwright/test';
import { atPly, expect, faults, make, open, ply, test, winOf, withSettings } from './helpers.ts';
import { dealOfToday, Serving } from './serving.ts';

const quick = { animation: 'off', automatic: 'never' } as const;
const { deal, moves } = winOf('stalactites');
const day = '2026-12-05';
const end = (page: Page) => page.getByRole('group', { name: 'End of the game' });
const row = (moves: number, unaided: number, helped: number) => ({ moves, unaided, helped });
const rows = [row(52, 1, 0), row(54, 6, 2), row(56, 9, 3), row(58, 12, 2), row(61, 3, 0), row(70, 1, 1)];

/** A service in the page's server: what was asked of it, and what it is to refuse. */
class Fake {
  readonly asked: { method: string; path: string; key: string; body: Record<string, unknown> }[] = [];
  /** 503 from now on */
  away = false;
  challenge = '';

  async begin(page: Page, baseURL: string): Promise<this> {
    await page.route(baseURL, async (route) => {
      if (route.request().method() !== 'HEAD') return route.fallback();
      return route.fulfill({ status: 200, headers: { 'Quincunx-Service': '1' } });
    });
    await page.route('**/api/1/**', (route) => this.#answer(route));
    return this;
  }

  sent(method = 'PUT') {
    return this.asked.filter((one) => one.method === method);
  }

  #answer(route: Route): Promise<void> {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace(/^.*\/api\/1\//, '');
    const method = request.method();
    const key = request.headers()['authorization']?.replace('Bearer ', '') ?? '';
    this.asked.push({ method, path, key, body: (request.postDataJSON() ?? {}) as Record<string, unknown> });
    const json = (body: unknown, status = 200) => route.fulfill({ status, json: body });
    const problem = (word: string, status: number) =>
      route.fulfill({
        status,
        headers: { 'Retry-After': '1' },
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: `urn:quincunx:${word}`, title: word, status }),
      });
    const [first = '', second = '', third = '', last = ''] = path.split('/');
    const keeps = { results: 30, challenges: 30, votes: 365 };
    const open = [{ day, until: Date.parse(day) / 1000 + 36 * 3600 }];
    if (first === 'service') return json({ api: 1, operator: { name: 'Ada', contact: 'ada@example.org' }, keeps, open });
    if (this.away) return problem('busy', 503);
    const counts = { finished: { unaided: 40, helped: 10 }, won: { unaided: 32, helped: 8 } };
    const table = { day: second || day, game: third || 'stalactites', deal: `stalactites#${deal}`, open: true, ...counts, moves: rows };
    const result = { won: true, moves: moves.length, helped: false };
    const challenge = {
      challenge: this.challenge,
      deal: `stalactites#${deal}`,
      until: Date.parse(day) / 1000 + 30 * 86_400,
      results: [
        { ...result, name: 'otter', number: 17, own: this.sent().some(({ body }) => 'challenge' in body) },
        { name: 'wren', number: 3, won: false, moves: 31, helped: true, own: false },
      ],
    };
    if (first === 'results') return json({ result, ...('day' in this.asked.at(-1)!.body ? { table } : { challenge }) }, 201);
    if (first === 'days' && last === 'lines') return json({ lines: [{ moves: moves.length, helped: false, record: record() }] });
    if (first === 'days') return json(table);
    const votes = { game: 'stalactites', stars: [0, 0, 1, 1, 1], votes: 3, mean: 4, low: 2.4, high: 4.8 };
    if (first === 'votes') return json(second === '' ? { games: [votes] } : votes);
    if (first === 'me') return route.fulfill({ status: 204 });
    if (method === 'PUT') this.challenge = second;
    return second === this.challenge ? json({ ...challenge, challenge: second }) : problem('not-found', 404);
  }
}

/** Of somebody else: what it is of makes no difference here. */
const record = (): string => {
  const { deal, moves } = winOf('gargantua');
  return `quincunx-record 1\ngame gargantua\ndeal gargantua#${deal}\nmoves\n${moves.join(' ')}\nresult won\nend\n`;
};

/** Wins the deal, which the page takes for that of the day. */
async function win(page: Page, line: readonly string[] = moves): Promise<void> {
  await atPly(page, 0);
  for (const move of line) await make(page, move, 'field', false);
  await end(page).waitFor();
}

/** The page of a server with a service, and today’s deal with a solution. */
const real = test.extend<{ server: Serving; today: { day: string; deal: string; line: string[] } }>({
  server: async ({}, use) => {
    const server = await new Serving().start();
    await use(server);
    await server.end();
  },
  baseURL: ({ server }, use) => use(server.url),
  today: ({ server }, use) => {
    const found = dealOfToday('stalactites');
    return use({ ...found, line: server.solved(`stalactites#${found.deal}`) });
  },
});
const kinds = (server: Serving) => server.kept().map(({ kind }) => kind);

/** The deal of the tests' record is that of today. */
async function itIsToday(page: Page): Promise<void> {
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await page.addInitScript(
    ([date, number]) => {
      const deals = {
        stalactites: [number, 1, 5],
        gargantua: ['1', 1, 5],
        grandfather: ['2', 1, 1],
        gloucestershire: ['3', 1, 1],
        carthage: ['4', 1, 4],
      };
      localStorage.setItem('quincunx-days', JSON.stringify({ [date!]: deals }));
    },
    [day, deal],
  );
  await withSettings(page, quick);
}

real('a result of the day is sent when the player says so, seen among others, and taken back', async ({ page, server, today }) => {
  const { day, deal, line } = today;
  // Somebody else has given up, and somebody has won in the same way, which counts once.
  await server.send(`stalactites#${deal}`, day, line.slice(0, 20));
  await server.send(`stalactites#${deal}`, day, line);
  await withSettings(page, quick);
  await open(page, 'stalactites', `${deal}?day-${day}`);
  await win(page, line);
  await expect(end(page).getByText('See how others did with this deal?')).toBeVisible();
  expect(await faults(page, 'main')).toEqual([]);
  // Nothing was sent without a word.
  expect(kinds(server).filter((kind) => kind === 'result')).toHaveLength(2);
  await end(page).getByRole('button', { name: 'Send my result' }).click();
  await expect(end(page).getByText('2 games finished, 1 won. Nobody has won this deal in another way yet.')).toBeVisible();
  expect(kinds(server).filter((kind) => kind === 'result')).toHaveLength(3);

  await end(page).getByRole('button', { name: 'Results' }).click();
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
  await page.getByRole('button', { name: 'Delete everything I have sent' }).click();
  await expect(page.getByText('Nothing of yours is on the server any more.')).toBeVisible();
  expect(kinds(server).filter((kind) => kind === 'result')).toHaveLength(2);
  await page.getByRole('link', { name: 'What is stored, and why' }).click();
  await expect(page.getByText('It runs on this machine')).toBeVisible();
  expect(await faults(page, 'main')).toEqual([]);
});

test('what waits is sent by the next page, and the key is in no file', { tag: '@desktop-first' }, async ({ page, baseURL, allowed }) => {
  allowed.push(/status of 503/);
  const fake = await new Fake().begin(page, baseURL!);
  fake.away = true;
  await itIsToday(page);
  await open(page, 'stalactites', `${deal}?day-${day}`);
  await win(page);
  await end(page).getByRole('button', { name: 'Send my result' }).click();
  await expect(end(page).getByText('Your result will be sent when the server answers.')).toBeVisible();
  const [first] = fake.sent();
  fake.away = false;
  await page.goto('#/today');
  await page.reload();
  await expect.poll(() => fake.sent().length).toBeGreaterThan(1);
  // The same one, so that it counts once.
  expect(new Set(fake.sent().map(({ path }) => path))).toEqual(new Set([first!.path]));
  await page.goto('#/statistics');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export/ }).click();
  const text = await (await download).createReadStream().then(async (stream) => {
    let all = '';
    for await (const part of stream) all += String(part);
    return all;
  });
  expect(text).toContain(`stalactites#${deal}`);
  expect(text).not.toContain(first!.key);
});

test('friends see each other’s results under a challenge', { tag: '@desktop-first' }, async ({ page, baseURL, browser }) => {
  const fake = await new Fake().begin(page, baseURL!);
  await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await withSettings(page, quick);
  await open(page, 'stalactites', deal);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByRole('button', { name: 'Challenge a friend' }).click();
  await expect(page.locator('#share-text')).toHaveValue(/#\/challenge\/[0-9a-f]{32}$/);
  const address = /https?:\S+/.exec(await page.locator('#share-text').inputValue())![0];
  expect(fake.sent()[0]).toMatchObject({ body: { deal: `stalactites#${deal}` } });

  // The friend.
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await fake.begin(other, baseURL!);
  await other.clock.setFixedTime(new Date(`${day}T12:00:00`));
  await withSettings(other, quick);
  await other.goto(address);
  await expect(other.getByText('Not won (31 moves), with help')).toBeVisible();
  expect(await faults(other, 'main')).toEqual([]);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await win(other);
  await end(other).getByRole('link', { name: 'See the results of the challenge' }).click();
  await expect(other.getByText('Otter 17 (you)')).toBeVisible();
  await other.goto(address.slice(0, -3) + 'fff');
  await expect(other.getByRole('alert')).toHaveText(/This challenge is over/);
  await other.close();
});

test('without the service nothing of it is seen', { tag: '@desktop-first' }, async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on('request', (request) => /\/api\//.test(request.url()) && asked.push(request.url()));
  await page.route(baseURL!, (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 200 }) : route.fallback()));
  await itIsToday(page);
  await open(page, 'stalactites', `${deal}?day-${day}`);
  await win(page);
  await expect(end(page).getByRole('button', { name: 'New deal' })).toBeVisible();
  await expect(page.getByText('See how others did')).toHaveCount(0);
  await page.goto('#/today');
  await expect(page.getByRole('button', { name: /^Results/ })).toHaveCount(0);
  await page.goto('#/privacy');
  await expect(page.getByText('stores nothing about you')).toBeVisible();
  expect(asked).toEqual([]);
});
