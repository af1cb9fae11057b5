/**
 * Whatever is played in some tabs, while the database is slow, held, closed or silent, and whenever a tab ends: every line
 * of play that was shown is kept, whole, and what is counted is counted once. A list of what must be there is the model.
 */
import { forceCloseDatabase } from 'fake-indexeddb';
import fc from 'fast-check';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Engine } from '../testing/engine.ts';
import { full } from '../testing/full.ts';
import { Device, Page, savedOf, solverOf } from '../testing/storage.ts';
import { holds } from './apart.ts';
import { databaseName, type Fact } from './database.ts';
import type { SavedGame } from './saved.ts';

const schedules = full ? 3000 : 60;
const seed = Number(process.env['QUINCUNX_SEED'] ?? 1);

/** Faults that are planted to see that they are found. */
const planted = vi.hoisted(() => ({ knowsAll: false, onePlace: false, notLeft: false, alwaysSure: false, countsLate: false }));
vi.mock('./saved.ts', async (original) => {
  const saved = await original<typeof import('./saved.ts')>();
  return {
    ...saved,
    // A database that has not answered in time is taken for an empty one.
    knows: (...of: Parameters<typeof saved.knows>) => planted.knowsAll || saved.knows(...of),
    apart: (game: SavedGame) => (planted.onePlace ? { ...saved.apart(game), key: 'gargantua~1' } : saved.apart(game)),
  };
});
vi.mock('../ground/local.ts', async (original) => {
  const local = await original<typeof import('../ground/local.ts')>();
  const writeLocal: typeof local.writeLocal = (key, text, ...rest) =>
    (planted.notLeft && text !== null) || local.writeLocal(key, text, ...rest);
  return { ...local, writeLocal };
});
vi.mock('./database.ts', async (original) => {
  const all = await original<typeof import('./database.ts')>();
  class Database extends all.Database {
    override async surely<T>(read: () => Promise<T>): Promise<{ found: T; sure: boolean }> {
      const said = await super.surely(read);
      return planted.alwaysSure ? { ...said, sure: true } : said;
    }
    override async run<T>(...what: Parameters<InstanceType<typeof all.Database>['run']>): Promise<T> {
      try {
        return (await super.run(...what)) as T;
      } catch (error) {
        throw planted.countsLate && error instanceof all.StorageError ? new all.StorageError(error.trouble) : error;
      }
    }
  }
  return { ...all, Database };
});

/** How often each kind of step happens. */
const often = { open: 2, move: 5, keep: 1, leave: 1, end: 1, count: 1, hold: 1, go: 1, close: 1, never: 1, wait: 1, choose: 1 };
type What = keyof typeof often;
/** `at`: which tab, of `which` of its things */
interface Step {
  what: What;
  at: number;
  which: number;
  /** ms that pass afterwards */
  time: number;
}

const schedule = fc.array(
  fc.record<Step>({
    what: fc.oneof(...Object.entries(often).map(([what, weight]) => ({ arbitrary: fc.constant(what as What), weight }))),
    at: fc.nat(2),
    which: fc.nat(1),
    time: fc.constantFrom(0, 0, 0, 1, 50, 500, 1500, 2500, 7000, 40_000),
  }),
  { minLength: 8, maxLength: 47, size: 'max' },
);

const immediately = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function pass(time: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(time);
  for (let i = 0; i < 30; ++i) await immediately();
}

const movesOf = (record: string): string[] => /\nmoves\n(?:([^]*?)\n)?result/.exec(record)![1]?.split(/\s+/) ?? [];
const isStart = (moves: readonly string[], of: readonly string[]): boolean => moves.every((move, i) => of[i] === move);

/** A tab with a game on its table, as the page's session has it. */
class Tab {
  readonly page: Page;
  key = '';
  moves: string[] | null = null;
  two: { kept: SavedGame; other: SavedGame } | null = null;
  #opening = 0;

  constructor(readonly world: World) {
    this.page = new Page(world.engine, solverOf(null));
  }

  get #saved(): SavedGame {
    const moves = this.moves!;
    const base = savedOf(Number(this.key.split('#')[1]), moves.length, Date.now());
    return {
      ...base,
      record: base.record.replace(/\nmoves\n[^]*result/, `\nmoves\n${moves.length > 0 ? `${moves.join(' ')}\n` : ''}result`),
    };
  }

  async open(key: string): Promise<void> {
    const opening = ++this.#opening;
    [this.key, this.moves, this.two] = [key, null, null];
    const { game, other } = await this.page.store.open(key, this.#found);
    if (opening !== this.#opening) return;
    this.moves = game ? movesOf(game.record) : [];
    if (game && other) this.two = { kept: game, other };
  }

  readonly #found = (kept: SavedGame): void => {
    if (this.key !== kept.key || !this.moves || this.two) return;
    const own = this.#saved;
    if (this.moves.length > 0 && !holds(kept, own)) {
      if (holds(own, kept)) this.page.store.take(kept, false);
      else {
        this.keep();
        this.two = { kept, other: this.page.store.apartOf(own) };
      }
      return;
    }
    this.page.store.take(kept);
    this.moves = movesOf(kept.record);
  };

  /** A move is shown: what was shown before is in it. */
  move(): void {
    if (!this.moves || this.two) return;
    const before = this.moves;
    this.moves = [...before, `m${++this.world.made}`];
    this.page.store.leave(this.#saved);
    this.world.shown(before, this.moves);
  }

  keep(): void {
    if (this.moves && this.moves.length > 0 && !this.two) void this.page.store.put(this.#saved);
  }

  choose(which: number): void {
    if (!this.two || !this.moves) return;
    const { kept, other } = this.two;
    this.two = null;
    if (which === 0) this.page.store.take(kept);
    else void this.page.store.choose(other, kept);
    this.moves = movesOf((which === 0 ? kept : other).record);
  }

  leave(): void {
    this.keep();
    ++this.#opening;
    [this.key, this.moves, this.two] = ['', null, null];
  }
}

class World {
  readonly device = new Device();
  tabs: Tab[] = [];
  made = 0;
  /** lines of play of which each has to be found in the end */
  readonly kept: string[][] = [];
  readonly counts = { made: 0, lost: 0 };
  #held: (() => void)[] = [];
  #never = 0;

  constructor(readonly engine: Engine) {
    this.device.use();
    for (let i = 0; i < 3; ++i) this.tabs.push(new Tab(this));
  }

  shown(before: readonly string[], now: string[]): void {
    const at = this.kept.findIndex((one) => one.length === before.length && isStart(one, before));
    if (at >= 0) this.kept.splice(at, 1);
    this.kept.push(now);
  }

  get #connections(): { close: () => void }[] | null {
    const databases = (this.device.factory as unknown as { _databases: Map<string, { connections: { close: () => void }[] }> })._databases;
    return databases.get(databaseName)?.connections ?? null;
  }

  async step({ what, at, which, time }: Step): Promise<void> {
    const tab = this.tabs[at]!;
    if (what === 'open') {
      const key = `gargantua#${1 + which}`;
      // One game is in one tab: the other one lets it go first.
      for (const other of this.tabs) if (other.key === key) other.leave();
      void tab.open(key);
    } else if (what === 'move') tab.move();
    else if (what === 'keep') tab.keep();
    else if (what === 'choose') tab.choose(which);
    else if (what === 'leave') tab.leave();
    else if (what === 'end') {
      tab.page.database.ends = 'now';
      this.counts.lost += this.#pending(tab);
      this.tabs[at] = new Tab(this);
    } else if (what === 'count') {
      ++this.counts.made;
      this.#count(tab);
    } else if (what === 'hold') void this.#hold();
    else if (what === 'go') this.release();
    else if (what === 'close')
      for (const one of [...(this.#connections ?? [])]) if (this.#held.length === 0) forceCloseDatabase(one as never);
    if (what === 'never') this.#never = 1;
    await pass(time);
  }

  readonly #counting = new Map<Tab, number>();
  #pending = (tab: Tab): number => this.#counting.get(tab) ?? 0;
  #count(tab: Tab): void {
    this.#counting.set(tab, this.#pending(tab) + 1);
    const next = (had: Fact | undefined): Fact => ({ id: 'other count', other: `count ${countOf(had) + 1}` });
    void tab.page.played.change('other count', next).then(() => {
      // Facts that only the page knows may be lost with it.
      if (tab.page.database.trouble === '') this.#counting.set(tab, 0);
    });
  }

  /** Another tab holds everything until it is told to let go. */
  async #hold(): Promise<void> {
    // It would make one that has nothing in it.
    if (!this.#connections) return;
    const other = await openDB(databaseName);
    let held = true;
    this.#held.push(() => (held = false));
    const transaction = other.transaction([...other.objectStoreNames], 'readwrite');
    void (async () => {
      while (held) await transaction.objectStore('saved').get('none');
      await transaction.done;
    })()
      .catch(() => {})
      .finally(() => other.close());
  }

  release(): void {
    for (const let_go of this.#held) let_go();
    this.#held = [];
  }

  /** The next request of a page is never answered. */
  swallow(): boolean {
    return this.#never-- > 0;
  }

  async check(): Promise<void> {
    this.#never = 0;
    this.release();
    for (let i = 0; i < 4; ++i) await pass(40_000);
    for (const tab of this.tabs) tab.keep();
    await pass(5000);
    const games = await this.#ask(new Tab(this), ({ store }) => store.list());
    const lines = games.map(({ record }) => movesOf(record));
    for (const line of this.kept)
      expect(
        lines.some((one) => isStart(line, one)),
        `${line.join(' ')} in ${JSON.stringify(lines)}`,
      ).toBe(true);
    for (const tab of this.tabs) {
      const there = games.find(({ key }) => key === tab.key);
      // The game on a table is the one that is kept, or the player has been asked.
      if (there && tab.moves && !tab.two) expect(movesOf(there.record), tab.key).toEqual(tab.moves);
    }
    const facts = await this.#ask(new Tab(this), ({ played }) => played.facts());
    const count = countOf(facts.find(({ id }) => id === 'other count'));
    expect(count).toBeLessThanOrEqual(this.counts.made);
    expect(count).toBeGreaterThanOrEqual(this.counts.made - this.counts.lost);
  }

  async #ask<T>({ page }: Tab, what: (page: Page) => Promise<T>): Promise<T> {
    let found: { value: T } | null = null;
    void what(page).then((value) => (found = { value }));
    for (let i = 0; i < 50 && !found; ++i) await pass(100);
    return (found as { value: T } | null)!.value;
  }
}

const countOf = (fact: Fact | undefined): number => (fact && 'other' in fact ? Number(fact.other.split(' ')[1]) : 0);

/** '' if all was kept, or what is wrong. */
async function tried(engine: Engine, steps: readonly Step[]): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_800_000_000_000 });
  const world = new World(engine);
  const { prototype } = (globalThis as unknown as { IDBRequest: { prototype: EventTarget } }).IDBRequest;
  const { dispatchEvent } = prototype;
  const spy = vi.spyOn(prototype, 'dispatchEvent').mockImplementation(function (this: EventTarget, event: Event) {
    return (event.type === 'success' && world.swallow()) || dispatchEvent.call(this, event);
  });
  try {
    for (const step of steps) await world.step(step);
    await world.check();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    spy.mockRestore();
    world.release();
    for (const { page } of world.tabs) page.database.ends = 'now';
    await pass(100_000);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
}

/** One game is begun three times, of which two know of no other: hardly ever at random. */
const twice: Step[] = [0, 1, 2].flatMap((at): Step[] => [
  ...(at > 0 ? [{ what: 'hold', at, which: 0, time: 50 } as const] : []),
  { what: 'open', at, which: 0, time: 2500 },
  { what: 'move', at, which: 0, time: 50 },
  { what: 'keep', at, which: 0, time: 50 },
  { what: 'leave', at, which: 0, time: 50 },
  { what: 'go', at, which: 0, time: 7000 },
]);

afterEach(() => {
  for (const name of Object.keys(planted) as (keyof typeof planted)[]) planted[name] = false;
});

describe('what is shown is kept', () => {
  it(`in ${schedules} schedules`, { timeout: 3_600_000 }, async () => {
    const engine = await Engine.load();
    const kept = fc.asyncProperty(schedule, async (steps) => {
      expect(await tried(engine, steps)).toBe('');
    });
    await fc.assert(kept, { numRuns: schedules, seed });
  });

  it.each(Object.keys(planted) as (keyof typeof planted)[])('and a fault is found: %s', { timeout: 600_000 }, async (fault) => {
    const engine = await Engine.load();
    expect(await tried(engine, twice)).toBe('');
    planted[fault] = true;
    if ((await tried(engine, twice)) !== '') return;
    const kept = fc.asyncProperty(schedule, async (steps) => (await tried(engine, steps)) === '');
    expect(await fc.check(kept, { numRuns: 300, seed, endOnFailure: true })).toMatchObject({ failed: true });
  });
});
