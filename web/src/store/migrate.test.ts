/** What earlier versions have kept is taken over, whatever happens meanwhile, and stays where it was. */
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, entryWith, Page, savedOf, solverOf } from '../testing/storage.ts';
import { Engine } from '../testing/engine.ts';
import type { Entry } from './entry.ts';
import { wipe } from './file.ts';
import type { SavedGame } from './saved.ts';

let engine: Engine;
let device: Device;
const newPage = (): Page => new Page(engine, solverOf(null));

beforeEach(async () => {
  engine ??= await Engine.load();
  device = new Device();
  device.use();
});
afterEach(() => vi.unstubAllGlobals());

interface Profile {
  saved?: SavedGame[];
  played?: Entry[];
  unwritten?: SavedGame[];
  won?: [string, number][];
  best?: Record<string, { moves: number; time: number }>;
}

/** As version 0.1 before this one wrote it (saved.ts, played/store.ts, deals/won.ts, best.ts of 7a77942). */
async function old({ saved = [], played = [], unwritten, won, best }: Profile): Promise<void> {
  const games = await openDB('quincunx', 1, { upgrade: (database) => void database.createObjectStore('games', { keyPath: 'key' }) });
  for (const game of saved) await games.put('games', game);
  games.close();
  const begun = await openDB('quincunx-played', 1, {
    upgrade(database) {
      const store = database.createObjectStore('games', { keyPath: 'name' });
      for (const index of ['key', 'begun', 'ended']) store.createIndex(index, index);
    },
  });
  const writing = begun.transaction('games', 'readwrite');
  for (const entry of played) void writing.store.put(entry);
  await writing.done;
  begun.close();
  if (unwritten) device.local.set('quincunx.unwritten', JSON.stringify(unwritten));
  if (won) device.local.set('quincunx-won', JSON.stringify(won));
  if (best) device.local.set('quincunx-best', JSON.stringify(best));
}

const won = (begun: number, moves: number, rest: Partial<Entry> = {}): Entry =>
  entryWith(begun, { state: 'won', ended: begun, ply: moves, moves, time: 1000 * moves, ...rest });

const profile: Profile = {
  saved: [savedOf(1, 3, 100, { advice: { known: {} }, before: 'before' }), savedOf(2, 5, 200), savedOf(3, 9, 300, { status: 'won' })],
  unwritten: [savedOf(2, 6, 250), savedOf(4, 1, 260), savedOf(1, 1, 50)],
  played: [entryWith(50), entryWith(60, { deal: 'gargantua#2' }), won(70, 90, { deal: 'gargantua#3' })],
  won: [
    ['gargantua#3', 90],
    ['gargantua#9', 77],
    ['gargantua#3', 85],
  ],
  best: { gargantua: { moves: 77, time: 95_000.4 }, carthage: { moves: 60, time: 5000 } },
};

async function state(page: Page) {
  return {
    saved: (await page.store.list()).map(({ key, ply, advice, before }) => ({ key, ply, advice, before })),
    played: (await page.played.all()).map(({ name, state }) => ({ name, state })),
    won: [...(await page.played.won('gargantua'))].sort(),
    facts: (await page.played.facts()).map(({ id }) => id).sort(),
  };
}
const expected = {
  saved: [
    { key: 'gargantua#3', ply: 9, advice: undefined, before: '' },
    { key: 'gargantua#4', ply: 1, advice: undefined, before: '' },
    { key: 'gargantua#2', ply: 6, advice: undefined, before: '' },
    { key: 'gargantua#1', ply: 3, advice: { known: {} }, before: 'before' },
  ],
  played: profile.played!.map(({ name, state }) => ({ name, state })),
  won: [
    ['gargantua#3', 85],
    ['gargantua#9', 77],
  ],
  facts: ['best carthage', 'best gargantua', 'won gargantua#3', 'won gargantua#9'],
};

async function everythingOld(): Promise<unknown> {
  const all: unknown[] = [];
  for (const name of ['quincunx', 'quincunx-played']) {
    const database = await openDB(name);
    all.push(await database.getAll('games'));
    database.close();
  }
  return [all, [...device.local].filter(([key]) => key !== 'quincunx-home').sort()];
}

describe('a profile of an earlier version', () => {
  it('is taken over whole, and stays as it was', async () => {
    await old(profile);
    const before = await everythingOld();
    expect(await state(newPage())).toEqual(expected);
    expect(await state(newPage())).toEqual(expected);
    expect(await everythingOld()).toEqual(before);
  });

  it('is none on a first visit, where no old database is made', async () => {
    expect((await state(newPage())).saved).toEqual([]);
    expect((await device.factory.databases()).map(({ name }) => name)).toEqual(['quincunx-store']);
  });

  it('has what does not belong there left out', async () => {
    await old({ won: [['x', 5], 7, ['gargantua#1', 0]] as never, best: { gargantua: 5, 'BAD ID': { moves: 1, time: 1 } } as never });
    device.local.set('quincunx.unwritten', '[5,{"key":1}]');
    expect(await state(newPage())).toMatchObject({ saved: [], facts: [] });
  });

  it('is taken over by a later page if the first one ends in the middle', async () => {
    for (const ends of ['before', 'after'] as const) {
      for (const at of [1, 2, 3, 4]) {
        device = new Device();
        device.use();
        await old(profile);
        const first = newPage();
        const run = first.database.run.bind(first.database);
        let count = 0;
        first.database.run = async (...what: Parameters<typeof run>) => {
          if (++count === at) first.database.ends = ends;
          return run(...what);
        };
        void state(first);
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(await state(newPage()), `${ends} ${at}`).toEqual(expected);
      }
    }
  });

  it('goes on in a tab of the earlier version, and nothing that was removed here comes back', async () => {
    await old(profile);
    const page = newPage();
    await state(page);
    await page.store.remove('gargantua#4');
    await page.store.open('gargantua#1', () => {});
    await page.store.put(savedOf(1, 8, 400));
    await old({
      saved: [savedOf(2, 12, 500), savedOf(5, 2, 510)],
      played: [won(60, 80, { deal: 'gargantua#2', changed: 500, ended: 500 })],
    });
    await newPage().store.list();
    await newPage().played.all();
    await vi.waitFor(async () => {
      const found = await state(newPage());
      expect(found.saved.map(({ key, ply }) => [key, ply])).toEqual([
        ['gargantua#5', 2],
        ['gargantua#2', 12],
        ['gargantua#1', 8],
        ['gargantua#3', 9],
      ]);
      expect(found.played).toContainEqual({ name: won(60, 80).name, state: 'won' });
    });
  });

  it('with ten thousand games is taken over', async () => {
    await old({
      played: Array.from({ length: 10_000 }, (_, i) => won(100 + i, 90)),
      saved: Array.from({ length: 200 }, (_, i) => savedOf(i + 1, 3, 1000 + i)),
    });
    const page = newPage();
    expect(await page.played.all()).toHaveLength(10_000);
    expect(await page.store.list()).toHaveLength(200);
  });

  it('is deleted with everything else', async () => {
    await old(profile);
    const page = newPage();
    await state(page);
    await wipe(page);
    for (const of of [page, newPage()]) expect(await state(of)).toEqual({ saved: [], played: [], won: [], facts: [] });
    expect(await everythingOld()).toEqual([[[], []], []]);
  });

  it('in databases that do not answer holds nobody up, and is taken over later', async () => {
    await old(profile);
    const { factory } = device;
    const { open } = factory;
    const silent = vi
      .spyOn(factory, 'open')
      .mockImplementation((name, version) =>
        name === 'quincunx-store' ? open.call(factory, name, version) : (new EventTarget() as never),
      );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const page = newPage();
    const games = page.store.list();
    for (let i = 0; i < 100; ++i) {
      await vi.advanceTimersByTimeAsync(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await games).toEqual([]);
    vi.useRealTimers();
    silent.mockRestore();
    expect(await state(newPage())).toEqual(expected);
  });
});
