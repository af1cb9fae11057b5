/**
 * Every game that was begun in this browser, in a database of its own: games in progress are elsewhere (`saved.ts`),
 * and a page of an earlier version that is still open in another tab keeps working. Without storage they are kept in
 * memory, and `denied` says so.
 */
import { databases } from '../refusable.ts';
import { lineOf, type Entry } from './entry.ts';

/** The games begun last are kept, so many of them. */
export const mostGames = 10_000;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage failed'));
  });
}

function open(): Promise<IDBDatabase> {
  const factory = databases();
  if (!factory) return Promise.reject(new Error('no storage'));
  const request = factory.open('quincunx-played', 1);
  request.onupgradeneeded = () => {
    const games = request.result.createObjectStore('games', { keyPath: 'name' });
    for (const index of ['key', 'begun', 'ended']) games.createIndex(index, index);
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage failed'));
    request.onblocked = () => reject(new Error('storage is blocked by another tab'));
  });
}

/** What both know of a game that has been won is kept, whatever a late page says. */
function kept(had: Entry | undefined, entry: Entry): Entry {
  if (had?.state !== 'won') return entry;
  return { ...(entry.state === 'won' ? entry : had), par: entry.par ?? had.par, thrown: entry.thrown ?? had.thrown };
}

export class PlayedStore {
  readonly #memory = new Map<string, Entry>();
  readonly #database: Promise<IDBDatabase | null>;
  /** why games are not kept, '' if they are */
  trouble: '' | 'denied' | 'full' = '';

  constructor() {
    this.#database = (async () => open())().then(
      (database) => {
        database.onversionchange = () => database.close();
        return database;
      },
      () => {
        this.trouble = 'denied';
        return null;
      },
    );
  }

  /** Does something in one transaction; null if there is no storage, or no room left. */
  async #with<T>(mode: IDBTransactionMode, work: (games: IDBObjectStore) => Promise<T>): Promise<T | null> {
    const database = await this.#database;
    if (!database) return null;
    try {
      const transaction = database.transaction('games', mode);
      const over = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('storage failed'));
      });
      // It may fail while the work is still waited for.
      over.catch(() => {});
      const result = await work(transaction.objectStore('games'));
      await over;
      if (mode === 'readwrite') this.trouble = '';
      return result;
    } catch (error) {
      this.trouble = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'denied';
      return null;
    }
  }

  async all(): Promise<Entry[]> {
    const found = ((await this.#with('readonly', (games) => done(games.getAll()))) ?? []) as Entry[];
    if (this.#memory.size === 0) return found;
    return [...new Map([...found.map((one): [string, Entry] => [one.name, one]), ...this.#memory]).values()];
  }

  /** The game that was begun last of those with a key; null if there is none. */
  async latest(key: string): Promise<Entry | null> {
    const found = ((await this.#with('readonly', (games) => done(games.index('key').getAll(key)))) ?? []) as Entry[];
    const all = [...found.filter(({ name }) => !this.#memory.has(name)), ...[...this.#memory.values()].filter((one) => one.key === key)];
    return all.reduce<Entry | null>((best, one) => (best !== null && best.begun > one.begun ? best : one), null);
  }

  /** Writes a game, and drops the one that was begun first if there are too many. */
  async put(entry: Entry): Promise<void> {
    const written = await this.#with('readwrite', async (games) => {
      const had = (await done(games.get(entry.name))) as Entry | undefined;
      games.put(kept(had, entry));
      if (!had) await this.#makeRoom(games);
      return true;
    });
    if (written) this.#memory.delete(entry.name);
    else this.#memory.set(entry.name, kept(this.#memory.get(entry.name), entry));
  }

  async #makeRoom(games: IDBObjectStore): Promise<void> {
    const over = (await done(games.count())) - mostGames;
    if (over <= 0) return;
    for (const key of await done(games.index('begun').getAllKeys(null, over))) games.delete(key);
  }

  /**
   * Writes games that were merged with those in `before`, all or none. False if another tab has changed one of them
   * since: then they have to be merged again.
   */
  async replace(entries: readonly Entry[], before: ReadonlyMap<string, Entry>): Promise<boolean | null> {
    const line = (one: Entry | undefined): string => (one ? lineOf(one) : '');
    const written = await this.#with('readwrite', async (games) => {
      const all = new Map(((await done(games.getAll())) as Entry[]).map((one) => [one.name, one]));
      if (entries.some(({ name }) => line(all.get(name)) !== line(before.get(name)))) return false;
      for (const entry of entries) games.put(entry);
      await this.#makeRoom(games);
      return true;
    });
    // Without storage the page knows them until it is left.
    if (written === null && this.trouble === 'denied') {
      for (const entry of entries) this.#memory.set(entry.name, entry);
      return true;
    }
    return written;
  }

  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#with('readwrite', (games) => done(games.clear()));
  }

  /** How many games have ended from a time on. */
  async endedSince(time: number): Promise<number> {
    const found = await this.#with('readonly', (games) => done(games.index('ended').count(IDBKeyRange.lowerBound(Math.max(1, time)))));
    return (found ?? 0) + [...this.#memory.values()].filter(({ ended }) => ended >= Math.max(1, time)).length;
  }
}

export const played = new PlayedStore();
