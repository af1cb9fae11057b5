/**
 * The page's database, and what becomes of it: denied, full, silent, closed by the browser, replaced by another version.
 * Whatever happens, each piece of work has an answer within two seconds, and a database that comes back is taken up again.
 * An answer that was not waited for says nothing of what is there: whoever goes by what was read asks `surely`.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { databases } from '../ground/refusable.ts';
import type { Entry } from './entry.ts';
import type { SavedGame } from './saved.ts';

/** Facts about wins of which no entry tells, deletions, rules of games that are not listed, and lines of later versions: docs/games-file.md. */
export type Fact =
  | { id: string; won: { deal: string; moves: number; day?: string; more?: Record<string, string> } }
  | { id: string; best: { game: string; moves: number; time: number; more?: Record<string, string> } }
  | { id: string; gone: { name: string; at: number } }
  | { id: string; rules: { game: string; text: string } }
  | { id: string; other: string };

/** The moves of a game. */
interface Kept {
  name: string;
  record: string;
  /** s since 1970; absent while it is in progress */
  ended?: number;
}

interface Schema extends DBSchema {
  saved: { key: string; value: SavedGame };
  /** `won`: the game, if it was won */
  played: { key: string; value: Entry & { won?: string }; indexes: { key: string; begun: number; ended: number; won: string } };
  records: { key: string; value: Kept; indexes: { ended: number } };
  facts: { key: string; value: Fact };
}

export type Name = StoreNames<Schema>;
export type Transaction = IDBPTransaction<Schema, Name[], 'readwrite'>;

/** newer: a later version of the page has changed the database */
export type Failing = 'denied' | 'full' | 'silent' | 'newer';
export type Trouble = '' | Failing;

/** Something could not be stored, or read. */
export class StorageError extends Error {
  /** `late`, of work that nobody waits for any longer: what becomes of it all the same */
  constructor(
    readonly trouble: Failing,
    readonly late: Promise<unknown> | null = null,
  ) {
    super(`storage: ${trouble}`);
  }
}

export const databaseName = 'quincunx-store';
/** Opening it by its name alone, before there is one, makes an empty one of version 1. */
export const databaseVersion = 2;
const patience = 2000;
/** A request that has not been answered for so long after that is broken off, and tried anew, ms. */
const hopeless = 30_000;

/** Work that has been begun. */
interface Piece {
  transaction: IDBTransaction | null;
  /** nothing more of it may happen */
  over: boolean;
}

function open(events: Pick<NonNullable<Parameters<typeof openDB>[2]>, 'blocking' | 'terminated'>): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, databaseVersion, {
    ...events,
    upgrade(database) {
      if (database.objectStoreNames.length > 0) return;
      database.createObjectStore('saved', { keyPath: 'key' });
      const played = database.createObjectStore('played', { keyPath: 'name' });
      for (const index of ['key', 'begun', 'ended', 'won'] as const) played.createIndex(index, index);
      database.createObjectStore('records', { keyPath: 'name' }).createIndex('ended', 'ended');
      database.createObjectStore('facts', { keyPath: 'id' });
    },
  });
}

function troubleOf(error: unknown): Failing {
  if (error instanceof StorageError) return error.trouble;
  const name = error instanceof DOMException ? error.name : '';
  return name === 'QuotaExceededError' ? 'full' : name === 'VersionError' ? 'newer' : 'denied';
}

export class Database {
  #opening: Promise<IDBPDatabase<Schema>> | null = null;
  /** it was opened before, and has been closed by the browser */
  #lost = false;
  /** pieces of work that have not been answered in time */
  #silent = 0;
  #trouble: Trouble = '';
  /** how many pieces of work have not been done */
  missed = 0;
  onTrouble: (trouble: Trouble) => void = () => {};
  /** Called when its content may be gone, or it answers again: what is not written yet can be written. */
  readonly onBack = new Set<(lost: boolean) => void>();

  get trouble(): Trouble {
    return this.#trouble;
  }

  /**
   * All of it in one transaction, or nothing. Rejects with a StorageError. `time`: how long somebody waits for it, ms.
   * `now`: it is not to be done later.
   */
  async run<T>(
    mode: 'readonly' | 'readwrite',
    stores: Name[],
    work: (transaction: Transaction) => Promise<T>,
    { time = patience, now = false } = {},
  ): Promise<T> {
    try {
      const result = await this.#inTime((piece) => this.#twice(piece, mode, stores, work), time, now);
      if (mode === 'readwrite') this.#well();
      return result;
    } catch (error) {
      const trouble = troubleOf(error);
      // Data for which there was no room have not been written, and are still known.
      if (trouble !== 'full') ++this.missed;
      this.#say(trouble);
      throw error instanceof StorageError ? error : new StorageError(trouble);
    }
  }

  /** The result of `read`, and whether it has read all. Only what was read may be written over. */
  async surely<T>(read: () => Promise<T>): Promise<{ found: T; sure: boolean }> {
    const { missed } = this;
    const found = await read();
    return { found, sure: this.missed === missed };
  }

  /** The page may be frozen now, and no other one is to wait for it. */
  rest(): void {
    const opening = this.#opening;
    this.#opening = null;
    opening?.then(
      (database) => database.close(),
      () => {},
    );
  }

  #say(trouble: Trouble): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.onTrouble(trouble);
  }

  back(lost = false): void {
    for (const tell of [...this.onBack]) tell(lost);
  }

  #well(): void {
    if (this.#trouble === '') return;
    this.#say('');
    this.back();
  }

  #inTime<T>(work: (piece: Piece) => Promise<T>, time: number, now: boolean): Promise<T> {
    // It would only wait behind the others.
    if (this.#silent > 0) return Promise.reject(new StorageError('silent'));
    const piece: Piece = { transaction: null, over: false };
    const breakOff = (): void => {
      piece.over = true;
      try {
        piece.transaction?.abort();
      } catch {
        // it is over already
      }
    };
    return new Promise<T>((answer, refuse) => {
      let [late, over] = [false, false];
      let timer: ReturnType<typeof setTimeout>;
      const done = new Promise<T>((resolve, reject) => {
        const end = (well: boolean, settle: () => void): void => {
          if (over) return;
          over = true;
          clearTimeout(timer);
          settle();
          if (!late || --this.#silent > 0) return;
          if (!well) this.#probe();
          else if (this.#trouble === 'silent') this.#well();
        };
        const failed = (error: unknown): void => end(false, () => reject(error)); // oxlint-disable-line typescript/prefer-promise-reject-errors -- as it came
        timer = setTimeout(() => {
          late = true;
          ++this.#silent;
          refuse(new StorageError('silent', done));
          if (now) breakOff();
          timer = setTimeout(() => {
            breakOff();
            if (!piece.transaction) this.rest();
            failed(new StorageError('silent'));
          }, hopeless);
        }, time);
        work(piece).then((result) => end(true, () => resolve(result)), failed);
      });
      done.then(answer, refuse);
    });
  }

  /** Whether it answers again, a piece of work finds out that does nothing. */
  #probe(): void {
    this.run('readwrite', ['saved', 'played', 'facts'], (transaction) => transaction.objectStore('saved').count()).catch(() => {});
  }

  /** A connection that is gone, said or not, is opened once more. */
  async #twice<T>(
    piece: Piece,
    mode: 'readonly' | 'readwrite',
    stores: Name[],
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const connection = this.#opening;
    try {
      return await this.#once(piece, mode, stores, work);
    } catch (error) {
      if (!connection || piece.over || troubleOf(error) !== 'denied') throw error;
      if (this.#opening === connection) this.#forget();
      return this.#once(piece, mode, stores, work);
    }
  }

  async #once<T>(piece: Piece, mode: 'readonly' | 'readwrite', stores: Name[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const database = await this.#connect();
    if (piece.over) throw new StorageError('silent');
    const transaction = database.transaction(stores, mode) as unknown as Transaction;
    piece.transaction = transaction as unknown as IDBTransaction;
    // It may fail while the work is still waited for.
    const over = transaction.done.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    let result: T;
    try {
      result = await work(transaction);
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // it is over already
      }
      const failure = await over;
      throw troubleOf(failure?.error) === 'full' ? failure!.error : error;
    }
    const failure = await over;
    if (failure) throw failure.error;
    // An opened database is not back before something has been done with it.
    if (this.#lost) {
      this.#lost = false;
      this.back(true);
    }
    return result;
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    if (this.#opening) return this.#opening;
    if (!databases()) return Promise.reject(new StorageError('denied'));
    const opening = open({
      // Another version of the page wants to change the database: let it.
      blocking: () => {
        if (this.#opening === opening) this.#forget();
      },
      terminated: () => {
        if (this.#opening !== opening) return;
        this.#forget();
        void this.#reopen();
      },
    });
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  /** A browser that has closed it, to clear it, may let nothing open it until it is done. */
  async #reopen(): Promise<void> {
    for (let pause = 50; this.#lost && pause < patience; pause *= 2) {
      try {
        await this.#connect();
        break;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    if (this.#lost) this.#probe();
  }

  #forget(): void {
    this.rest();
    this.#lost = true;
  }
}

export const database = new Database();
