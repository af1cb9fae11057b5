/**
 * The values in one of the database's stores. Until one is written it is in memory, where every read finds it, and in
 * localStorage, which is written at once and which the next page brings in: a page may end at any time.
 */
import { localKeys, readJson, writeLocal } from '../ground/local.ts';
import { StorageError, type Database, type Name, type Transaction } from './database.ts';

interface Options<T> {
  database: Database;
  store: 'saved' | 'played';
  /** the stores that `write` needs besides */
  besides?: Name[];
  keyOf: (value: T) => string;
  /** what is to be written where there is something already */
  merge: (had: T | undefined, value: T) => T;
  /** what was there was read before one value was made from it, and nothing else has to be known; without it, always */
  knows?: (value: T, had: T) => boolean;
  /** loads what says what becomes of others: until it is there, they are not written */
  apart?: () => Promise<Apart<T>>;
  /** something was written apart from what was there */
  onApart?: (had: T, apart: T) => void;
  /** what an ended page has left goes before what was written */
  newer: (left: T, had: T) => boolean;
  /** what does not have to be in localStorage, since it can be found again */
  light: (value: T) => T;
  good: (value: Partial<T>) => boolean;
  written?: (transaction: Transaction, value: T, had: T | undefined) => Promise<void>;
}

/** Merges values with one key: where what was there has not been read, nothing is written over it. */
export interface Apart<T> {
  /** whether what is there came before what is to be written, or after it, or neither knows of the other */
  relation: (had: T, value: T) => 'before' | 'after' | 'apart';
  /** the same where it replaces nothing */
  apart: (value: T) => T;
  merge: (had: T, value: T) => T;
}

export class Shelf<T extends object> {
  readonly #options: Options<T>;
  /** not in the database yet; null: to be removed */
  readonly #waiting = new Map<string, T | null>();
  readonly #prefix: string;
  #writing: Promise<void> | null = null;
  #apart: Apart<T> | null = null;

  constructor(options: Options<T>) {
    this.#options = options;
    this.#prefix = `quincunx-left-${options.store}:`;
    options.database.onBack.add(() => void this.flush());
  }

  #knows(value: T, had: T): boolean {
    return this.#options.knows?.(value, had) ?? true;
  }

  /** Values that are not written yet. */
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
    this.forgo(key);
    return this.flush();
  }

  /** It is removed with what is written next. */
  forgo(key: string): void {
    this.#waiting.set(key, null);
    writeLocal(this.#prefix + key, null);
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
    const { database, store, besides = [], merge, written, onApart, keyOf } = this.#options;
    const batch = new Map(this.#waiting);
    let others: [T, T][] = [];
    /** of these nobody can say yet what becomes of them */
    const strange = new Set<string>();
    try {
      await database.run('readwrite', [store, ...besides], async (transaction) => {
        const place = transaction.objectStore(store);
        const at = async (key: string): Promise<T | undefined> => (await place.get(key)) as T | undefined;
        others = [];
        for (const [key, value] of batch) {
          if (value === null) {
            await place.delete(key);
            continue;
          }
          let had = await at(key);
          let to = value;
          let join: (had: T, value: T) => T = merge;
          if (had && !this.#knows(value, had)) {
            if (this.#knows(had, value)) continue;
            if (!this.#apart) {
              strange.add(key);
              continue;
            }
            join = this.#apart.merge;
            if (this.#apart.relation(had, value) === 'apart') {
              to = this.#apart.apart(value);
              others.push([had, to]);
              had = await at(keyOf(to));
            }
            if (had && this.#apart.relation(had, to) === 'after') continue;
          }
          const merged = had ? join(had, to) : merge(undefined, to);
          await place.put(merged as never);
          await written?.(transaction, merged, had);
        }
      });
      for (const [key, value] of batch) {
        if (strange.has(key) || this.#waiting.get(key) !== value) continue;
        this.#waiting.delete(key);
        if (value) this.#settle(key, value);
      }
      for (const [had, to] of others) onApart?.(had, to);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error; // it stays where it is, and is written later
    } finally {
      this.#writing = null;
    }
    // Without that part, they stay where they are.
    if (strange.size > 0 && (this.#apart = (await this.#options.apart?.().catch(() => null)) ?? null)) await this.flush();
  }

  /** A value that was left is in the database now, unless it is newer. */
  #settle(key: string, written: T): void {
    const left = this.#leftOf(this.#prefix + key);
    if (!left || !this.#options.newer(left, written)) writeLocal(this.#prefix + key, null);
  }

  #leftOf(name: string): T | null {
    const value = readJson(name) as T | null;
    return value && this.#options.good(value) ? value : null;
  }

  /** Values that ended pages have left, by key. */
  #found(): Map<string, T> {
    const found = new Map<string, T>();
    for (const name of localKeys(this.#prefix)) {
      const value = this.#leftOf(name);
      if (value) found.set(this.#options.keyOf(value), value);
    }
    return found;
  }

  async #bringIn(): Promise<void> {
    const { newer } = this.#options;
    for (const [key, value] of this.#found()) {
      const waiting = this.#waiting.get(key);
      // Another page may have gone on with what this one could not write yet.
      if (waiting && this.#knows(value, waiting) && newer(value, waiting)) this.#waiting.set(key, { ...waiting, ...value });
      if (waiting !== undefined) continue;
      try {
        const had = await this.#at(key);
        if (this.#waiting.has(key)) continue;
        if (had && this.#knows(value, had) && newer(value, had)) await this.put({ ...had, ...value }, false);
        else if (had && this.#knows(had, value)) this.#settle(key, had);
        else await this.put(value, false);
      } catch {
        this.#waiting.set(key, value);
      }
    }
  }

  #at(key: string): Promise<T | undefined> {
    const { database, store } = this.#options;
    return database.run('readonly', [store], async (transaction) => (await transaction.objectStore(store).get(key)) as T | undefined);
  }

  /** The value in the database, if it answers: not one that is still to be written. */
  async look(key: string): Promise<T | undefined> {
    return this.#read(() => this.#at(key), undefined);
  }

  async get(key: string): Promise<T | null> {
    await this.#bringIn();
    if (!this.#waiting.has(key)) {
      const found = await this.#read(() => this.#at(key), undefined);
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
