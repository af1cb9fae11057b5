/** While the database is held by another tab, of each kind of data nothing is written over, and nothing is counted twice. */
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../app/app.svelte.ts';
import { doneOn } from '../pages/home-days.ts';
import { keepLongest } from '../days/kept.ts';
import { noteDeals } from '../days/known.ts';
import { openTable } from '../play/open-record.ts';
import { note, noteStreak } from '../puzzles/kept.ts';
import { choose, forgetKept, kept, sendResults, takePart } from '../service/kept.svelte.ts';
import { collect } from '../service/results.ts';
import { Engine } from '../testing/engine.ts';
import { Device, entryWith, Page, recordOf, savedOf, solverOf } from '../testing/storage.ts';
import { databaseName } from './database.ts';
import { exported, imported, settle, wipe } from '../played/file.ts';
import { glance, noteGlance } from './glance.ts';

const engine = await Engine.load();
let page: Page;
let letGo: () => void;

const pass = async (time: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(time);
  for (let i = 0; i < 50; ++i) await new Promise((resolve) => setImmediate(resolve));
};
async function over<T>(work: Promise<T>): Promise<T | Error> {
  let found: { value: T | Error } | null = null;
  void work.then(
    (value) => (found = { value }),
    (error: unknown) => (found = { value: error as Error }),
  );
  for (let i = 0; i < 700 && !found; ++i) await pass(100);
  return (found as { value: T | Error } | null)!.value;
}

beforeEach(() => {
  new Device().use();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new Page(engine, solverOf(null));
});
afterEach(async () => {
  letGo();
  await pass(100);
});

/** Another page, for which another tab holds the database. */
async function held(): Promise<Page> {
  const other = await openDB(databaseName);
  const transaction = other.transaction([...other.objectStoreNames], 'readwrite');
  let go = false;
  letGo = () => (go = true);
  void (async () => {
    while (!go) await transaction.objectStore('saved').get('none');
    other.close();
  })();
  return new Page(engine, solverOf(null));
}

const factsOf = async (of: Page): Promise<string[]> => (await of.played.facts()).map((fact) => ('other' in fact ? fact.other : fact.id));
const puzzle = { key: 'abc', grade: 1500 } as Parameters<typeof note>[1];
const tried = { solved: true, hint: false, counts: true, moves: 3, time: 1000 };

it('a puzzle that has been tried before does not count, nor is it entered twice', async () => {
  await over(note('gargantua', puzzle, { ...tried, solved: false }, page.played));
  const before = await factsOf(page);
  const next = await held();
  const noted = note('gargantua', puzzle, tried, next.played);
  await pass(5000);
  letGo();
  expect(await over(noted)).toBeNull();
  expect(await factsOf(page)).toEqual(before);
  expect((await page.played.all()).map(({ state }) => state)).toEqual(['won']);
});

it('a rating goes on from what it was, once for each puzzle', async () => {
  await over(note('gargantua', puzzle, tried, page.played));
  const next = await held();
  const noted = ['def', 'ghi'].map((key) => note('gargantua', { ...puzzle, key }, tried, next.played));
  await pass(5000);
  letGo();
  // The caller is told.
  expect(await over(Promise.all(noted))).toMatchObject([{ player: { games: 2 } }, { player: { games: 3 } }]);
  expect((await factsOf(page))[0]).toMatch(/^rating gargantua .* games=3 /);
});

it('the longest streaks are not made shorter', async () => {
  await over(noteStreak('gargantua', 9, page.played));
  await page.played.change('other streak all', () => ({ id: 'other streak all', other: 'streak all longest=12/20270101/20270112' }));
  const next = await held();
  await over(noteStreak('gargantua', 2, next.played));
  await next.played.put(entryWith(5, { kind: 'day-2027-03-01', state: 'won', more: { finished: `${Date.parse('2027-03-01') / 1000}+0` } }));
  await over(keepLongest(next.played));
  letGo();
  await pass(5000);
  await over(keepLongest(next.played));
  const facts = (await factsOf(page)).join('\n');
  expect(facts).toContain('puzzle-streak gargantua longest=9/');
  expect(facts).toContain('streak all longest=12/20270101/20270112');
});

it('no game is given up, or exported without its moves', async () => {
  await page.store.put(savedOf(1, 3, 100));
  await page.played.put(entryWith(5));
  const next = await held();
  expect(await over(settle(next, [entryWith(5)]))).toMatchObject([{ state: 'playing' }]);
  expect(await over(exported(next))).toMatchObject({ trouble: 'silent' });
  expect(await over(imported(next, new Blob(['quincunx-games 2\n'])))).toMatchObject({ trouble: 'silent' });
  letGo();
  await pass(40_000);
  expect((await page.played.all()).map(({ state }) => state)).toEqual(['playing']);
});

it('what could not be deleted is not deleted later', async () => {
  await page.store.put(savedOf(1, 3, 100));
  const next = await held();
  expect(await over(wipe(next))).toMatchObject({ trouble: 'silent' });
  letGo();
  for (let i = 0; i < 10; ++i) await pass(100);
  expect(await page.store.list()).toHaveLength(1);
});

it('what was found out about a game stays, whatever is found out meanwhile', async () => {
  await page.store.open('gargantua#1', () => {});
  await page.store.put(savedOf(1, 2, 100, { advice: { chances: { a: 1 } } }));
  page.store.leave(savedOf(1, 3, 200));
  const next = await held();
  expect(await over(next.store.open('gargantua#1', () => {}))).toMatchObject({ game: { ply: 3 }, sure: false });
  await over(next.store.put(savedOf(1, 4, 300, { advice: { chances: { b: 2 } } })));
  letGo();
  await pass(5000);
  expect(await new Page(engine, solverOf(null)).store.get('gargantua#1')).toMatchObject({
    ply: 4,
    record: recordOf(1, 4),
    advice: { chances: { a: 1, b: 2 } },
  });
});

it('a win is not called the first, or the best, as long as the others are not known', async () => {
  await page.played.put(entryWith(5, { state: 'won', ended: 5, moves: 90, ply: 90, time: 1000 }));
  const next = await held();
  const won = { game: 'gargantua', deal: 'gargantua#1', moves: 80, time: 2000, fresh: '' };
  expect(await over(next.played.noteWin(won))).toEqual({ deal: null, game: null, beats: null, alone: true });
  letGo();
  await pass(5000);
  // No entry tells of it, and it is known all the same.
  expect(await next.played.noteWin({ ...won, moves: 99, time: 3000 })).toEqual({
    deal: 80,
    game: { moves: 80, time: 1000 },
    beats: null,
    alone: true,
  });
});

it('nobody waits longer for what is much', async () => {
  await page.store.put(savedOf(1, 3, 100));
  for (const read of ['facts', 'records'] as const) {
    const next = await held();
    let told = false;
    void next.played[read]().then(() => (told = true));
    await pass(2500);
    expect(told, read).toBe(true);
    letGo();
    await pass(100);
  }
});

it('what was done of today is not undone', async () => {
  const day = '2027-03-01';
  noteDeals(day, { gargantua: { number: '1', level: null, levels: 5 } }, day);
  noteGlance({ day, done: { gargantua: 'won' } });
  await page.played.put(
    entryWith(5, { kind: `day-${day}`, state: 'won', ended: 5, more: { finished: `${Date.parse(day) / 1000 + 5}+0` } }),
  );
  const next = await held();
  const done = () => over(doneOn(next as unknown as App, [{ id: 'gargantua', dailySince: day }], day));
  expect(await done()).toMatchObject({ trouble: 'silent' });
  expect(glance()).toMatchObject({ day, done: { gargantua: 'won' } });
  letGo();
  await pass(5000);
  expect(await done()).toMatchObject({ done: { gargantua: 'won' } });
});

it('a game that is opened from outside takes the place of none', async () => {
  await page.store.put(savedOf(1, 12, 100));
  const next = await held();
  const shown: unknown[] = [];
  const app = {
    store: next.store,
    own: [],
    route: { page: 'home' },
    engine: { games: async () => ({ games: engine.games() }) },
    go: (route: unknown) => shown.push(route),
  } as unknown as App;
  const table = engine.table(`load\n${recordOf(1, 3)}`);
  expect(await over(openTable(app, table))).toMatchObject({ game: 'gargantua', deal: '' });
  letGo();
  await pass(5000);
  const games = await new Page(engine, solverOf(null)).store.list();
  expect(games.map(({ deal, ply }) => [deal, ply]).sort()).toEqual([
    ['', 3],
    ['1', 12],
  ]);
});

it('a game with which another tab has gone on is there as that tab has left it', async () => {
  await page.store.put(savedOf(7, 1, 50));
  const one = await held();
  const other = new Page(engine, solverOf(null));
  for (const [of, ply] of [
    [one, 1],
    [other, 2],
  ] as const) {
    const { game } = (await over(of.store.open('gargantua#1', () => {}))) as { game: unknown };
    expect(game).toEqual(ply === 1 ? null : expect.objectContaining({ ply: 1 }));
    await over(of.store.put(savedOf(1, ply, 100 * ply, ply === 1 ? { advice: 'known' } : {})));
  }
  expect(await over(one.store.open('gargantua#1', () => {}))).toMatchObject({ game: { ply: 2, advice: 'known' } });
  letGo();
  await pass(5000);
  expect(await new Page(engine, solverOf(null)).store.list()).toMatchObject([{ ply: 2, advice: 'known' }, { deal: '7' }]);
});

it('two tabs that both play a game, since neither could be told of the other, lose nothing', async () => {
  await page.store.put(savedOf(1, 3, 100));
  letGo = () => {};
  const [one, other] = [new Page(engine, solverOf(null)), new Page(engine, solverOf(null))];
  const found = vi.fn();
  for (const { store } of [one, other]) expect(await store.open('gargantua#1', found)).toMatchObject({ game: { ply: 3 }, sure: true });
  const draws = (ply: number, last: string, updated: number) => {
    const saved = savedOf(1, ply, updated);
    return { ...saved, record: saved.record.replace(/draw\nresult/, `${last}\nresult`) };
  };
  await one.store.put(draws(6, 'a', 200));
  await other.store.put(draws(5, 'b', 300));
  await one.store.put(draws(7, 'c', 400));
  const games = await new Page(engine, solverOf(null)).store.list();
  expect(games.map(({ deal, ply }) => [deal, ply]).sort()).toEqual([
    ['', 5],
    ['1', 7],
  ]);
  expect(found).toHaveBeenCalledOnce();
});

it('of a day and a challenge the first finish is sent, and a vote with the games that it is based on', async () => {
  const day = '2027-03-01';
  const at = Date.parse(day) / 1000 + 50_000;
  const now = { day, at: at + 900, zone: 0 };
  forgetKept();
  const deal = (number: number) => ({ deal: `gargantua#${number}`, key: `gargantua#${number}` });
  const finish = (begun: number, ended: number, state: 'won' | 'given-up', number = 1) =>
    entryWith(begun, { ...deal(number), kind: `day-${day}`, state, ended, ply: 30, more: { finished: `${ended}+0` } });
  await page.played.put(finish(at, at + 10, 'given-up'), 'first');
  await page.played.put(finish(at + 1, at + 11, 'won', 2), 'two');
  await page.played.put(finish(at + 2, at + 12, 'won', 3), 'three');
  const next = await held();
  sendResults(true);
  choose('gargantua', 4);
  takePart('0'.repeat(32), { deal: 'gargantua#1', until: 9e9 });
  await over(next.played.put(finish(at + 100, at + 200, 'won'), 'second'));
  const stores = { games: next.store, played: next.played };
  await over(collect(stores, now));
  expect(kept().outbox).toEqual([]);
  letGo();
  await pass(5000);
  await collect(stores, now);
  const sent = kept().outbox.map(({ of, body }) => [of.slice(0, 10), (body as { record?: string }).record]);
  expect(sent.sort()).toEqual([
    ['challenges', 'first'],
    ['results/ga', 'first'],
    ['results/ga', 'three'],
    ['results/ga', 'two'],
    ['votes/garg', undefined],
  ]);
  expect((kept().outbox.find(({ of }) => of.startsWith('votes'))!.body as { records: string[] }).records).toHaveLength(3);
});
