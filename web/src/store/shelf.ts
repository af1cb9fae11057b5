/**
 * What is kept in one of the database's stores. Until it is written it is in memory, where every read finds it, and in
 * localStorage, which is written at once and which the next page brings in: a page may end at any time.
 */
import { localKeys, readJson, writeLocal } from './local.ts';
import { StorageError, type Database, type Name, type Transaction } from './database.ts';

interface Options<T> {
  database: Database;
  store: 'saved' | 'played';
  /** the stores that `write` needs besides */
  besides?: Name[];
  keyOf: (value: T) => string;
  /** what is to be written where there is something already; null: nothing */
  merge: (had: T | undefined, value: T) => T | null;
  /** what an ended page has left goes before what was written */
  newer: (left: T, had: T) => boolean;
  /** what does not have to be in localStorage, since it can be found again */
  light: (value: T) => T;
  good: (value: Partial<T>) => boolean;
  written?: (transaction: Transaction, value: T, had: T | undefined) => Promise<void>;
  /** done before anything is read: what earlier versions have kept is brought in */
  first: () => Promise<void>;
  /** how long a read waits for that, ms */
  patience: number;
}

export class Shelf<T extends object> {
  readonly #options: Options<T>;
  /** not in the database yet; null: to be removed */
  readonly #waiting = new Map<string, T | null>();
  readonly #prefix: string;
  #writing: Promise<void> | null = null;
  #first: Promise<void> | null = null;
  #begun = false;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#prefix = `quincunx-left-${options.store}:`;
    options.database.onBack.add(() => void this.flush());
  }

  /** What is not written yet. */
  get waiting(): ReadonlyMap<string, T | null> {
    return this.#waiting;
  }

  /** Leaves it for a page that comes after this one has ended, at once. */
  leave(value: T): void {
    const { keyOf, light } = this.#options;
    writeLocal(this.#prefix + keyOf(value), JSON.stringify(light(value)));
  }

  /** Resolves when it is written, or cannot be. */
  put(value: T, left = true): Promise<void> {
    this.#waiting.set(this.#options.keyOf(value), value);
    if (left) this.leave(value);
    return this.flush();
  }

  remove(key: string): Promise<void> {
    this.#waiting.set(key, null);
    writeLocal(this.#prefix + key, null);
    return this.flush();
  }

  /** Keeps them as long as the page is there. */
  remember(values: Iterable<T>): void {
    for (const value of values) this.#waiting.set(this.#options.keyOf(value), value);
  }

  /** Writes all that is not written yet. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
    if (this.#waiting.size === 0) return;
    this.#writing = this.#write();
    await this.#writing;
  }

  async #write(): Promise<void> {
    const { database, store, besides = [], merge, written } = this.#options;
    const batch = [...this.#waiting];
    try {
      await this.#begin();
      await database.run('readwrite', [store, ...besides], async (transaction) => {
        const place = transaction.objectStore(store);
        for (const [key, value] of batch) {
          if (value === null) {
            await place.delete(key);
            continue;
          }
          const had = (await place.get(key)) as T | undefined;
          const merged = merge(had, value);
          if (!merged) continue;
          await place.put(merged as never);
          await written?.(transaction, merged, had);
        }
      });
      for (const [key, value] of batch) {
        if (this.#waiting.get(key) !== value) continue;
        this.#waiting.delete(key);
        if (value) this.#settle(key, value);
      }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error; // it stays where it is, and is written later
    } finally {
      this.#writing = null;
    }
  }

  /** What was left is in the database now, unless it is newer. */
  #settle(key: string, written: T): void {
    const left = this.#leftOf(this.#prefix + key);
    if (!left || !this.#options.newer(left, written)) writeLocal(this.#prefix + key, null);
  }

  #leftOf(name: string): T | null {
    const value = readJson(name) as T | null;
    return value && this.#options.good(value) ? value : null;
  }

  /** What ended pages have left, by key. */
  #found(): Map<string, T> {
    const found = new Map<string, T>();
    for (const name of localKeys(this.#prefix)) {
      const value = this.#leftOf(name);
      if (value) found.set(this.#options.keyOf(value), value);
    }
    return found;
  }

  #begin(): Promise<void> {
    const { first, patience } = this.#options;
    if (this.#begun) return Promise.resolve();
    // Once is enough, but only if it has worked.
    this.#first ??= first().then(
      () => void (this.#begun = true),
      () => void (this.#first = null),
    );
    return Promise.race([this.#first, new Promise<void>((resolve) => setTimeout(resolve, patience))]);
  }

  async #bringIn(): Promise<void> {
    await this.#begin();
    const { database, store, newer } = this.#options;
    for (const [key, value] of this.#found()) {
      if (this.#waiting.has(key)) continue;
      try {
        const had = await database.run(
          'readonly',
          [store],
          async (transaction) => (await transaction.objectStore(store).get(key)) as T | undefined,
        );
        if (this.#waiting.has(key)) continue;
        if (!had || newer(value, had)) await this.put({ ...had, ...value }, false);
        else this.#settle(key, had);
      } catch {
        this.#waiting.set(key, value);
      }
    }
  }

  async get(key: string): Promise<T | null> {
    await this.#bringIn();
    if (!this.#waiting.has(key)) {
      const { database, store } = this.#options;
      const found = await this.#read(
        () => database.run('readonly', [store], async (transaction) => (await transaction.objectStore(store).get(key)) as T | undefined),
        undefined,
      );
      if (!this.#waiting.has(key)) return found && this.#options.good(found) ? found : null;
    }
    return this.#waiting.get(key) ?? null;
  }

  /** `some`: reads a part of them, of which `fits` says which they are. */
  async all(
    some: (transaction: Transaction) => Promise<T[]> = async (transaction) =>
      (await transaction.objectStore(this.#options.store).getAll()) as T[],
    fits: (value: T) => boolean = () => true,
  ): Promise<T[]> {
    await this.#bringIn();
    const { database, store, keyOf, good } = this.#options;
    const found = (await this.#read(() => database.run('readonly', [store], some), [])).filter(good);
    if (this.#waiting.size === 0) return found;
    const all = new Map(found.map((value) => [keyOf(value), value]));
    for (const [key, value] of this.#waiting) {
      if (value && fits(value)) all.set(key, value);
      else all.delete(key);
    }
    return [...all.values()];
  }

  async #read<R>(read: () => Promise<R>, otherwise: R): Promise<R> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof StorageError) return otherwise; // the database says so itself
      throw error;
    }
  }

  /** Forgets what is not written, here and in localStorage. */
  clear(): void {
    this.#waiting.clear();
    for (const name of localKeys(this.#prefix)) writeLocal(name, null);
  }
}
