/** While the database is held by another tab, of each kind of data nothing is written over, and nothing is counted twice. */
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepLongest } from '../days/kept.ts';
import { note, noteStreak } from '../puzzles/kept.ts';
import { Engine } from '../testing/engine.ts';
import { Device, entryWith, Page, recordOf, savedOf, solverOf } from '../testing/storage.ts';
import { databaseName } from './database.ts';
import { exported, imported, settle, wipe } from './file.ts';

let engine: Engine;
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

beforeEach(async () => {
  engine ??= await Engine.load();
  new Device().use();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new Page(engine, solverOf(null));
});
afterEach(async () => {
  letGo();
  await pass(100);
  vi.useRealTimers();
  vi.unstubAllGlobals();
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
  expect(await over(note('gargantua', puzzle, tried, next.played))).toBeNull();
  letGo();
  await pass(5000);
  expect(await factsOf(page)).toEqual(before);
  expect((await page.played.all()).map(({ state }) => state)).toEqual(['won']);
});

it('a rating goes on from what it was, once for each puzzle', async () => {
  await over(note('gargantua', puzzle, tried, page.played));
  const next = await held();
  await over(note('gargantua', { ...puzzle, key: 'def' }, tried, next.played));
  await over(note('gargantua', { ...puzzle, key: 'ghi' }, tried, next.played));
  letGo();
  await pass(5000);
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
