/** A browser's storage, and what a page has of it, for tests that run in Node. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Solver, Wish } from '../engine/solver.ts';
import { Refused } from '../engine/client.ts';
import type { Answer, Table } from '../engine/contract.ts';
import { answer, type Module } from '../engine/module.ts';
import { Database } from '../store/database.ts';
import type { Entry } from '../store/entry.ts';
import type { Shop } from '../played/file.ts';
import { GameStore } from '../store/games.ts';
import { PlayedStore } from '../store/played.ts';
import type { SavedGame } from '../store/saved.ts';
import { moduleOf, type Engine } from './engine.ts';

/** The storage of one browser. */
export class Device {
  factory = new IDBFactory();
  readonly local = new Map<string, string>();

  /** the keys under which something waits for the database */
  get left(): string[] {
    return [...this.local.keys()].filter((key) => key.startsWith('quincunx-left-'));
  }

  /** From now on, pages are those of this browser. */
  use(): void {
    vi.stubGlobal('indexedDB', this.factory);
    const { local } = this;
    vi.stubGlobal('localStorage', {
      get length() {
        return local.size;
      },
      key: (index: number) => [...local.keys()][index] ?? null,
      getItem: (key: string) => local.get(key) ?? null,
      setItem: (key: string, text: string) => void local.set(key, text),
      removeItem: (key: string) => void local.delete(key),
    });
  }
}

/** A database whose page may end before, or right after, something is written, or at any time (`now`). */
class MortalDatabase extends Database {
  ends: '' | 'before' | 'after' | 'now' = '';

  override async run<T>(...what: Parameters<Database['run']>): Promise<T> {
    const end = new Promise<never>(() => {});
    const over = (when: string): boolean => this.ends === when || this.ends === 'now';
    if (over('before')) return end;
    const result = (await super.run(...what)) as T;
    return over('after') ? end : result;
  }
}

export const solverModule = (): Promise<Module> => moduleOf('solver');

/** The solver's client, without a worker. */
export function solverOf(module: Module | null): Solver {
  const run = ({ first }: Wish) => ({
    result: (async () => {
      if (!module) throw new Error('the solver is not there');
      const given = JSON.parse(answer(module, first[0])) as Answer<object>;
      if (!given.ok) throw new Refused(given.error);
      return { answer: given, late: false };
    })(),
    cancel: () => {},
  });
  return { run } as unknown as Solver;
}

/** A page of a browser. */
export class Page implements Shop {
  readonly database = new MortalDatabase();
  readonly store = new GameStore(this.database);
  readonly played = new PlayedStore(this.database);
  readonly solver: Solver;
  readonly engine: Shop['engine'];

  constructor(engine: Engine, solver: Solver) {
    this.solver = solver;
    const load = async (record: string): Promise<Table> => {
      const given = engine.ask<Table>(`load\n${record}`);
      if (!given.ok) throw new Refused(given.error);
      return given;
    };
    this.engine = { load } as unknown as Shop['engine'];
  }

  game(): undefined {
    return undefined;
  }
}

/** A game of Gargantua in which so many cards were drawn. */
export const recordOf = (deal: number, ply: number): string =>
  `quincunx-record 1\ngame gargantua\ndeal gargantua#${deal}\nmoves\n${ply > 0 ? `${'draw '.repeat(ply).trim()}\n` : ''}result playing\nend\n`;

export function savedOf(deal: number, ply: number, updated: number, rest: Partial<SavedGame> = {}): SavedGame {
  return {
    key: `gargantua#${deal}`,
    game: 'gargantua',
    deal: String(deal),
    record: recordOf(deal, ply),
    status: 'playing',
    ply,
    plies: Math.max(ply, 1),
    cardsHome: 0,
    cards: 104,
    time: 1000 * ply,
    updated,
    before: '',
    ...rest,
  };
}

export function entryWith(begun: number, rest: Partial<Entry> = {}): Entry {
  const deal = rest.deal ?? 'gargantua#1';
  return {
    name: `${begun}-${begun.toString(16).padStart(32, '0')}`,
    begun,
    key: deal,
    deal,
    kind: 'any',
    changed: begun,
    state: 'playing',
    time: 1000,
    ply: 1,
    moves: 1,
    help: 'none',
    par: null,
    thrown: null,
    ended: 0,
    here: true,
    ...rest,
  };
}
