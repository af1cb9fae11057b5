/** Every state of storage has an answer: denied, full, silent, lost, replaced, and a page that ends at any time. */
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Device, entryWith, Page, savedOf, solverOf } from '../testing/storage.ts';
import { Engine } from '../testing/engine.ts';
import { databaseName, databaseVersion } from './database.ts';
import { mostRules, rulesFactOf } from './facts.ts';
import { mostGames, mostRecords } from './played.ts';

const engine = await Engine.load();
let device: Device;
let page: Page;
const newPage = (): Page => new Page(engine, solverOf(null));

beforeEach(() => {
  device = new Device();
  device.use();
  page = newPage();
});

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const ply = async (of: Page, deal = 1): Promise<number | undefined> => (await of.store.get(`gargantua#${deal}`))?.ply;
const keys = async (of: Page): Promise<string[]> => (await of.store.list()).map(({ key }) => key);

describe('games in progress', () => {
  it('are read, listed with the latest first, and removed', async () => {
    await page.store.put(savedOf(1, 3, 100));
    await page.store.put(savedOf(2, 4, 200, { advice: { known: 1 } }));
    expect(await keys(newPage())).toEqual(['gargantua#2', 'gargantua#1']);
    expect((await newPage().store.get('gargantua#2'))?.advice).toEqual({ known: 1 });
    await page.store.remove('gargantua#2');
    expect(await keys(newPage())).toEqual(['gargantua#1']);
    expect(device.left).toEqual([]);
  });

  it('are in localStorage before the database is asked, and the next page brings them in', async () => {
    await page.store.put(savedOf(1, 3, 100, { advice: 'known' }));
    page.store.leave(savedOf(1, 4, 200));
    const next = newPage();
    expect(await next.store.get('gargantua#1')).toMatchObject({ ply: 4, advice: 'known' });
    expect(device.left).toEqual([]);
    expect(await ply(newPage())).toBe(4);
  });

  it('are not set back by what an ended page has left', async () => {
    page.store.leave(savedOf(1, 3, 100));
    device.local.set('quincunx-left-saved:gargantua#2', '{');
    const text = device.local.get('quincunx-left-saved:gargantua#1')!;
    const next = newPage();
    await next.store.put(savedOf(1, 9, 200));
    device.local.set('quincunx-left-saved:gargantua#1', text);
    expect(await ply(newPage())).toBe(9);
    expect(device.left).toEqual(['quincunx-left-saved:gargantua#2']);
  });

  it('are saved later than before when the clock is set back', async () => {
    await page.store.put(savedOf(1, 3, 1000));
    await page.store.put(savedOf(1, 4, 10));
    page.store.leave(savedOf(1, 5, 11));
    expect(await ply(newPage())).toBe(5);
  });
});

describe('storage that is denied', () => {
  it.each([
    ['by a throw when it is named', () => void Object.defineProperty(globalThis, 'indexedDB', { get: denied, configurable: true })],
    ['by a throw when it is opened', () => void vi.stubGlobal('indexedDB', { open: denied })],
    ['by absence', () => void vi.stubGlobal('indexedDB', undefined)],
  ])('%s leaves the games in memory, and in localStorage for the next page', async (_, deny) => {
    deny();
    try {
      const troubles: string[] = [];
      page.database.onTrouble = (trouble) => troubles.push(trouble);
      await page.store.put(savedOf(1, 3, 100));
      await page.played.put(entryWith(1));
      expect(await ply(page)).toBe(3);
      expect(await keys(page)).toEqual(['gargantua#1']);
      expect(await page.played.all()).toHaveLength(1);
      expect(troubles).toEqual(['denied']);
      expect(await ply(newPage())).toBe(3);
      await page.store.remove('gargantua#1');
      expect(await keys(page)).toEqual([]);
    } finally {
      Reflect.deleteProperty(globalThis, 'indexedDB');
    }
    device.use();
    await page.played.put(entryWith(2, { deal: 'gargantua#2' }));
    expect(await newPage().played.all()).toHaveLength(2);
    expect(page.database.trouble).toBe('');
  });

  it('with localStorage, too, is play in memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    Object.defineProperty(globalThis, 'localStorage', { get: denied, configurable: true });
    await page.store.put(savedOf(1, 3, 100));
    expect(await ply(page)).toBe(3);
  });
});

it('storage that is full is said, and written to when there is room', async () => {
  await page.store.put(savedOf(1, 3, 100));
  const { put } = (globalThis as unknown as { IDBObjectStore: { prototype: IDBObjectStore } }).IDBObjectStore.prototype;
  const full = vi.spyOn((globalThis as unknown as { IDBObjectStore: { prototype: IDBObjectStore } }).IDBObjectStore.prototype, 'put');
  full.mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort();
    throw new DOMException('full', 'QuotaExceededError');
  });
  await page.store.put(savedOf(1, 4, 200));
  expect(page.database.trouble).toBe('full');
  expect(await ply(page)).toBe(4);
  full.mockImplementation(put);
  full.mockRestore();
  await page.store.put(savedOf(2, 1, 300));
  expect(page.database.trouble).toBe('');
  device.local.clear();
  expect(await ply(newPage())).toBe(4);
});

describe('a silent database', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  const wait = async (time: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(time);
    for (let i = 0; i < 50; ++i) await new Promise((resolve) => setImmediate(resolve));
  };

  it('at its opening: the game goes on after two seconds, and is written when the database answers', async () => {
    await page.store.put(savedOf(2, 1, 50));
    const { open } = device.factory;
    const late: (() => void)[] = [];
    vi.spyOn(device.factory, 'open').mockImplementation((...what) => {
      const request = open.apply(device.factory, what);
      const dispatch = request.dispatchEvent.bind(request);
      request.dispatchEvent = (event) => {
        late.push(() => dispatch(event));
        return true;
      };
      return request;
    });
    const next = newPage();
    const read = next.store.get('gargantua#2');
    await wait(2100);
    expect(await read).toBeNull();
    expect(next.database.trouble).toBe('silent');
    // Nobody waits again.
    await next.store.put(savedOf(1, 3, 100));
    expect(await ply(next)).toBe(3);
    for (let tell = late.shift(); tell; tell = late.shift()) tell();
    await wait(100);
    expect(next.database.trouble).toBe('');
    expect(await ply(next, 2)).toBe(1);
    expect(await ply(page)).toBe(3);
  });

  it('in one transaction: what waits behind it is in memory, and is written afterwards', async () => {
    await page.store.put(savedOf(2, 1, 50));
    let go = false;
    const stuck = page.database
      .run('readwrite', ['saved'], async (transaction) => {
        while (!go) await transaction.objectStore('saved').get('none');
      })
      .catch((error: unknown) => error);
    await wait(2100);
    expect(await stuck).toMatchObject({ trouble: 'silent' });
    expect(page.database.trouble).toBe('silent');
    const put = page.store.put(savedOf(1, 3, 100));
    await wait(10);
    await put;
    expect(await ply(page)).toBe(3);
    expect(device.local.has('quincunx-left-saved:gargantua#1')).toBe(true);
    go = true;
    await wait(100);
    expect(page.database.trouble).toBe('');
    expect(device.left).toEqual([]);
    expect(await ply(newPage())).toBe(3);
  });

  it('at the commit: the same', async () => {
    await page.store.put(savedOf(2, 1, 50));
    const { dispatchEvent } = (globalThis as unknown as { IDBTransaction: { prototype: EventTarget } }).IDBTransaction.prototype;
    const late: (() => void)[] = [];
    const spy = vi.spyOn(
      (globalThis as unknown as { IDBTransaction: { prototype: EventTarget } }).IDBTransaction.prototype,
      'dispatchEvent',
    );
    spy.mockImplementation(function (this: EventTarget, event: Event) {
      if (event.type !== 'complete') return dispatchEvent.call(this, event);
      late.push(() => dispatchEvent.call(this, event));
      return true;
    });
    const put = page.store.put(savedOf(1, 3, 100));
    await wait(2100);
    await put;
    expect(page.database.trouble).toBe('silent');
    spy.mockRestore();
    for (const tell of late) tell();
    await wait(100);
    expect(page.database.trouble).toBe('');
    expect(await ply(newPage())).toBe(3);
  });
});

describe('a database that is lost', () => {
  const connections = (): { close: () => void }[] =>
    (device.factory as unknown as { _databases: Map<string, { connections: { close: () => void }[] }> })._databases.get(databaseName)!
      .connections;

  it('by a closed connection is opened again, and no move is lost', async () => {
    await page.store.put(savedOf(1, 3, 100));
    for (const connection of [...connections()]) connection.close();
    await page.store.put(savedOf(1, 4, 200));
    expect(page.database.trouble).toBe('');
    expect(await ply(newPage())).toBe(4);
  });

  it.each([0, 2])('with all its data gets the game in play again, and says which others are gone, after %i refusals', async (refusals) => {
    const [gone, trouble] = [vi.fn(), vi.fn()];
    page.store.onGone = gone;
    page.database.onTrouble = trouble;
    await page.store.put(savedOf(1, 3, 100));
    await page.store.put(savedOf(2, 7, 150));
    await page.store.put(savedOf(3, 9, 160, { status: 'won' }));
    await page.store.put(savedOf(1, 4, 200));
    const [connection] = connections();
    device.factory = new IDBFactory();
    device.use();
    const open = vi.spyOn(device.factory, 'open');
    for (let i = 0; i < refusals; ++i)
      open.mockImplementationOnce(() => {
        throw new DOMException('The connection was closed.', 'AbortError');
      });
    forceCloseDatabase(connection as never);
    await vi.waitFor(() => expect(gone).toHaveBeenCalledWith(['gargantua#2']));
    expect(trouble).not.toHaveBeenCalled();
    expect(await keys(newPage())).toEqual(['gargantua#1']);
    expect(await ply(newPage())).toBe(4);
  });

  it('to a later version is said so', async () => {
    await page.store.put(savedOf(1, 3, 100));
    const later = await openDB(databaseName, databaseVersion + 1, { upgrade() {} });
    await page.store.put(savedOf(1, 4, 200));
    expect(page.database.trouble).toBe('newer');
    later.close();
    expect(await ply(page)).toBe(4);
  });

  it('by a page that rests is opened again', async () => {
    await page.store.put(savedOf(1, 3, 100));
    page.database.rest();
    await vi.waitFor(() => expect(connections()).toHaveLength(0));
    await page.store.put(savedOf(1, 4, 200));
    expect(await ply(newPage())).toBe(4);
  });
});

describe('a database of which something else has made', () => {
  const made = async (version: number | undefined): Promise<void> => (await openDB(databaseName, version)).close();

  it('the name alone gets its stores', async () => {
    await made(undefined);
    await page.store.put(savedOf(1, 3, 100));
    expect(page.database.trouble).toBe('');
    expect(await ply(newPage())).toBe(3);
  });

  it('another thing is opened no more often than it is asked, and that is said', async () => {
    await made(databaseVersion);
    const { open } = device.factory;
    let opened = 0;
    vi.spyOn(device.factory, 'open').mockImplementation((...what) => {
      // It would go on for as long as the page is there.
      if (++opened > 50) return new IDBFactory().open(...what);
      return open.apply(device.factory, what);
    });
    await page.store.put(savedOf(1, 3, 100));
    await page.store.put(savedOf(1, 4, 200));
    for (let i = 0; i < 300; ++i) await new Promise((resolve) => setImmediate(resolve));
    expect(page.database.trouble).toBe('denied');
    expect(opened).toBeLessThan(10);
    expect(await ply(page)).toBe(4);
    expect(device.local.has('quincunx-left-saved:gargantua#1')).toBe(true);
  });
});

describe('games that were begun', () => {
  const won = (begun: number, moves: number, rest: Parameters<typeof entryWith>[1] = {}) =>
    entryWith(begun, { state: 'won', ended: begun, ply: moves, moves, time: 1000 * moves, ...rest });

  it('stay won, whatever a late page says', async () => {
    await page.played.put(won(5, 20));
    await page.played.put(entryWith(5, { changed: 9, ply: 30 }));
    await page.played.put(entryWith(5, { changed: 9, par: 18, thrown: 7 }));
    expect(await newPage().played.all()).toEqual([won(5, 20, { par: 18, thrown: 7 })]);
  });

  it('are found by their key, if they were played here', async () => {
    for (const entry of [won(5, 20), entryWith(7), entryWith(9, { here: false }), entryWith(11, { deal: 'gargantua#2' })])
      await page.played.put(entry);
    expect((await page.played.latest('gargantua#1'))?.begun).toBe(7);
    expect(await page.played.latest('gargantua#3')).toBeNull();
  });

  it('tell what was won before', async () => {
    await page.played.put(won(5, 20));
    const win = { game: 'gargantua', deal: 'gargantua#1', moves: 18, time: 30_000, fresh: won(5, 20).name };
    expect(await page.played.noteWin(win)).toEqual({ deal: null, game: null, beats: null, alone: false });
    // Taken back and won again: no entry tells of that.
    expect(await page.played.noteWin({ ...win, fresh: '' })).toEqual({
      deal: 20,
      game: { moves: 20, time: 20_000 },
      beats: 'moves',
      alone: true,
    });
    expect([...(await newPage().played.won('gargantua'))]).toEqual([['gargantua#1', 18]]);
    await page.played.put(won(6, 25, { deal: 'gargantua#2' }));
    expect(await page.played.noteWin({ ...win, deal: 'gargantua#2', moves: 25, fresh: won(6, 25).name })).toEqual({
      deal: null,
      game: { moves: 18, time: 20_000 },
      beats: null,
      alone: true,
    });
    // As long as the fastest: the clock knows parts of a millisecond, and entries do not.
    expect(await page.played.noteWin({ ...win, time: 19_999.6, fresh: '' })).toMatchObject({ beats: null });
    expect(await page.played.won('carthage')).toEqual(new Map());
  });

  it('are compared from their deal on: the moves of a game that was set up are those of a part', async () => {
    const part = won(4, 2, { deal: 'gargantua~', kind: 'set-up' });
    await page.played.put(part);
    await page.played.put(won(5, 20));
    const whole = { game: 'gargantua', deal: 'gargantua#1', moves: 20, time: 20_000, fresh: won(5, 20).name };
    expect(await page.played.noteWin(whole)).toEqual({ deal: null, game: null, beats: null, alone: false });
    const nothing = { deal: null, game: null, beats: null, alone: true };
    for (const fresh of [part.name, ''])
      expect(await page.played.noteWin({ ...whole, deal: '', moves: 2, time: 9, fresh })).toEqual(nothing);
    expect(await page.played.facts()).toEqual([]);
  });

  it('leave their wins and no moves when there is no room for them', async () => {
    const first = [won(1, 20), entryWith(2, { state: 'given-up', ended: 2 })];
    const many = Array.from({ length: mostGames - 1 }, (_, i) => entryWith(10 + i));
    await page.played.put(first[0]!, 'moves');
    await page.played.replace({ entries: [first[1]!, ...many], gone: [], facts: [], records: new Map() }, new Map());
    expect(await page.played.all()).toHaveLength(mostGames);
    expect([...(await page.played.won('gargantua'))]).toEqual([['gargantua#1', 20]]);
    expect(await page.played.records()).toEqual(new Map());
    expect(await page.played.facts()).toHaveLength(2);
  });

  it('keep as many rules as a file of games holds', async () => {
    const facts = Array.from({ length: mostRules + 1 }, (_, i) => rulesFactOf(`own-${i}`, '{}'));
    await page.played.replace({ entries: [], gone: [], facts, records: new Map() }, new Map());
    expect(await page.played.facts()).toHaveLength(mostRules);
    const again = rulesFactOf('own-0', '{"name":"x"}');
    await page.played.change(again.id, () => again);
    expect(await newPage().played.facts()).toContainEqual(again);
  });

  it('keep the moves of the last thousand that are over', async () => {
    const records = new Map<string, string>();
    const entries = Array.from({ length: mostRecords + 5 }, (_, i) => won(10 + i, 20));
    for (const { name } of entries) records.set(name, 'moves');
    await page.played.replace({ entries, gone: [], facts: [], records }, new Map());
    const found = await page.played.records();
    expect(found.size).toBe(mostRecords);
    expect(found.has(entries[4]!.name)).toBe(false);
    expect(found.has(entries[5]!.name)).toBe(true);
  });

  it('are deleted by name, and counted by when they ended', async () => {
    for (const begun of [5, 6, 7]) await page.played.put(won(begun, 20), 'moves');
    expect(await page.played.endedSince(6)).toBe(2);
    const before = new Map((await page.played.all()).map((one) => [one.name, one]));
    const { name } = won(6, 20);
    expect(
      await page.played.replace(
        { entries: [], gone: [name], facts: [{ id: `gone ${name}`, gone: { name, at: 9 } }], records: new Map() },
        before,
      ),
    ).toBe(true);
    expect((await newPage().played.all()).map(({ begun }) => begun)).toEqual([5, 7]);
    expect((await page.played.records()).size).toBe(2);
  });

  it('are merged again if another tab has changed one of them', async () => {
    await page.played.put(entryWith(5));
    const before = new Map((await page.played.all()).map((one) => [one.name, one]));
    await newPage().played.put(entryWith(5, { changed: 9, ply: 3 }));
    expect(await page.played.replace({ entries: [won(5, 20)], gone: [], facts: [], records: new Map() }, before)).toBe(false);
  });
});
