/**
 * Games in progress, saved in IndexedDB after every move. If the browser denies storage, they are kept in memory, and
 * `trouble` says so; the game being played is never affected.
 *
 * A page that is left does not wait for IndexedDB, so what was not written yet would be lost. `rescue` puts it in
 * localStorage, which is written at once; the next read of the games moves it to where it belongs.
 */
import type { GameInfo, Table } from './contract.ts';
import { readLocal, writeLocal } from './local.ts';

export interface SavedGame {
  /** `carthage#12345`, or `carthage~<id>` of a game without a deal number */
  key: string;
  game: string;
  /** deal number as text, "" if there is none */
  deal: string;
  record: string;
  status: 'playing' | 'won' | 'stuck';
  ply: number;
  plies: number;
  cardsHome: number;
  cards: number;
  /** played so far, ms */
  time: number;
  /** ms since 1970 */
  updated: number;
  /** the record before the last restart, so that restarting can be undone */
  before: string;
  /** what has been found out about the game (`advice/findings.ts`); games saved by earlier versions have none */
  advice?: unknown;
}

export type Trouble = '' | 'denied' | 'full';

export interface Store {
  /** why games are not saved, "" if they are */
  trouble(): Trouble;
  get(key: string): Promise<SavedGame | null>;
  put(game: SavedGame): Promise<void>;
  /** for a page that may be left now, so that what is not written yet is not lost */
  rescue(): void;
  remove(key: string): Promise<void>;
  /** the most recently played first */
  list(): Promise<SavedGame[]>;
}

export function keyOf(game: string, deal: string, id = ''): string {
  return deal === '' ? `${game}~${id}` : `${game}#${deal}`;
}

/** It has been started and is not finished. No deal number brings back a game without one, so it counts from the start. */
export function inProgress(game: SavedGame): boolean {
  return (game.plies > 0 || game.deal === '') && game.status !== 'won';
}

/** What is saved of a game whose table looks like this. */
export function savedGame(
  { view, record, ply, plies }: Table,
  info: Pick<GameInfo, 'id' | 'cards'>,
  rest: Pick<SavedGame, 'key' | 'deal' | 'time' | 'before'>,
): SavedGame {
  return {
    ...rest,
    game: info.id,
    record,
    status: view.status,
    ply,
    plies,
    cardsHome: view.piles.reduce((sum, pile) => sum + (pile.kind === 'foundation' ? pile.cards.length : 0), 0),
    cards: info.cards,
    updated: Date.now(),
  };
}

const newestFirst = (a: SavedGame, b: SavedGame): number => b.updated - a.updated;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage failed'));
  });
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('quincunx', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('games', { keyPath: 'key' });
  };
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('storage failed'));
    request.onblocked = () => reject(new Error('storage is blocked by another tab'));
  });
}

/** Where `rescue` leaves games: an array of `SavedGame` as JSON. */
const rescued = 'quincunx.unwritten';

const troubleOf = (error: unknown): Trouble => (error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'denied');

export class GameStore implements Store {
  readonly #memory = new Map<string, SavedGame>();
  /** on their way to the database */
  readonly #unwritten = new Map<string, SavedGame>();
  #hasLeft = false;
  readonly #database: Promise<IDBDatabase | null>;
  readonly #onTrouble: (trouble: Trouble) => void;
  #trouble: Trouble = '';

  constructor(factory: IDBFactory | null, onTrouble: (trouble: Trouble) => void = () => {}) {
    this.#onTrouble = onTrouble;
    this.#database = this.#open(factory);
  }

  async #open(factory: IDBFactory | null): Promise<IDBDatabase | null> {
    try {
      if (!factory) throw new Error('no storage');
      const database = await open(factory);
      // Another version of the page wants to change the database: let it.
      database.onversionchange = () => database.close();
      return database;
    } catch {
      this.#say('denied');
      return null;
    }
  }

  /** Writes what pages before this one left, but never over something newer. */
  async #bringIn(database: IDBDatabase): Promise<void> {
    const games = this.#leftGames();
    if (games.length === 0) return;
    try {
      const transaction = database.transaction('games', 'readwrite');
      const kept = transaction.objectStore('games');
      for (const game of games) {
        const other = (await done(kept.get(game.key))) as SavedGame | undefined;
        if (!other || other.updated < game.updated) await done(kept.put(game));
      }
      this.#leave(this.#leftGames().filter((left) => !games.some(({ key, updated }) => key === left.key && updated === left.updated)));
    } catch (error) {
      for (const game of games) this.#memory.set(game.key, game);
      this.#say(troubleOf(error));
    }
  }

  #leftGames(): SavedGame[] {
    try {
      const games = JSON.parse(readLocal(rescued) ?? '[]') as SavedGame[];
      return games.filter(
        ({ key, record, updated }) => typeof key === 'string' && typeof record === 'string' && typeof updated === 'number',
      );
    } catch {
      return []; // not what this page writes
    }
  }

  #leave(games: SavedGame[]): void {
    // Denied or full: the games are only in IndexedDB, as on a page that is not being left.
    writeLocal(rescued, games.length === 0 ? null : JSON.stringify(games));
  }

  /** For a page that may be left now: leaves what is not written yet for the next one. */
  rescue(): void {
    if (this.#unwritten.size === 0) return;
    this.#hasLeft = true;
    this.#leave([...this.#leftGames().filter(({ key }) => !this.#unwritten.has(key)), ...this.#unwritten.values()]);
  }

  /** The page was not left, or not before this was written. */
  #written(game: SavedGame): void {
    if (this.#unwritten.get(game.key) !== game) return;
    this.#unwritten.delete(game.key);
    if (this.#hasLeft) this.#leave(this.#leftGames().filter(({ key }) => key !== game.key));
  }

  #say(trouble: Trouble): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#onTrouble(trouble);
  }

  trouble(): Trouble {
    return this.#trouble;
  }

  async #games(mode: IDBTransactionMode): Promise<{ games: IDBObjectStore; transaction: IDBTransaction } | null> {
    const database = await this.#database;
    if (!database) return null;
    if (mode === 'readonly') await this.#bringIn(database);
    const transaction = database.transaction('games', mode);
    return { games: transaction.objectStore('games'), transaction };
  }

  async get(key: string): Promise<SavedGame | null> {
    try {
      const access = await this.#games('readonly');
      const remembered = this.#memory.get(key);
      if (remembered) return remembered;
      return access ? (((await done(access.games.get(key))) as SavedGame | undefined) ?? null) : null;
    } catch {
      this.#say('denied');
      return this.#memory.get(key) ?? null;
    }
  }

  async put(game: SavedGame): Promise<void> {
    this.#unwritten.set(game.key, game);
    try {
      const access = await this.#games('readwrite');
      if (!access) {
        this.#memory.set(game.key, game);
        return;
      }
      await new Promise<void>((resolve, reject) => {
        access.transaction.oncomplete = () => resolve();
        access.transaction.onabort = () => reject(access.transaction.error ?? new Error('storage failed'));
        access.games.put(game);
      });
      this.#memory.delete(game.key);
      this.#say('');
    } catch (error) {
      this.#memory.set(game.key, game);
      this.#say(troubleOf(error));
    } finally {
      this.#written(game);
    }
  }

  async remove(key: string): Promise<void> {
    this.#memory.delete(key);
    this.#leave(this.#leftGames().filter((game) => game.key !== key));
    try {
      const access = await this.#games('readwrite');
      if (access) await done(access.games.delete(key));
    } catch {
      this.#say('denied');
    }
  }

  async list(): Promise<SavedGame[]> {
    let kept: SavedGame[] = [];
    try {
      const access = await this.#games('readonly');
      if (access) kept = (await done(access.games.getAll())) as SavedGame[];
    } catch {
      this.#say('denied');
    }
    const all = new Map(kept.map((game) => [game.key, game]));
    for (const [key, game] of this.#memory) all.set(key, game);
    return [...all.values()].sort(newestFirst);
  }
}
