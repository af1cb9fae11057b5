/** Whatever a player does, in any order, on two devices and in many tabs that end at any time: it is what a list says. */
import { expect, it, vi } from 'vitest';
import { dice } from '../testing/dice.ts';
import { Engine } from '../testing/engine.ts';
import { full } from '../testing/full.ts';
import { Device, entryWith, Page, recordOf, savedOf, solverModule, solverOf } from '../testing/storage.ts';
import type { Entry } from './entry.ts';
import { gameOf, today } from './names.ts';
import { exported, imported, settle, wipe } from '../played/file.ts';
import { inProgress, type SavedGame } from './saved.ts';

const orders = full ? 1000 : 40;

/** A list of games, as simple as can be. */
interface List {
  entries: Map<string, Entry>;
  /** by name, of games that were not taken over, or are over */
  records: Map<string, string>;
  saved: Map<string, SavedGame>;
}

const latestOf = (entries: Iterable<Entry>, key: string): Entry | null =>
  [...entries]
    .filter((one) => one.here && one.key === key)
    .reduce<Entry | null>((best, one) => (best && best.begun > one.begun ? best : one), null);

type Action = 'move' | 'undo' | 'win' | 'give up';

/** Events at the table, as the rules of the statistics have them (`played/keeper.svelte.ts`). */
function happens(
  action: Action,
  deal: number,
  now: number,
  entry: Entry | null,
  saved: SavedGame | null,
): { entry: Entry; saved: SavedGame } {
  const fresh = !entry || entry.state === 'won';
  const had = fresh ? entryWith(now, { deal: `gargantua#${deal}`, ply: 1, moves: 0 }) : entry;
  const before = fresh || !saved ? 0 : saved.ply;
  const ply = action === 'undo' ? Math.max(0, before - 1) : action === 'give up' ? before : Math.min(12, before + 1);
  const state = action === 'win' ? 'won' : action === 'give up' ? 'given-up' : 'playing';
  return {
    entry: {
      ...had,
      changed: now,
      day: today(new Date(now * 1000)),
      state,
      ended: state === 'playing' ? 0 : now,
      ply: Math.max(had.ply, ply),
      moves: ply,
    },
    saved: savedOf(deal, ply, now * 1000, { status: action === 'win' ? 'won' : 'playing' }),
  };
}

function settled(list: List, now: number): void {
  for (const entry of list.entries.values()) {
    if (entry.state !== 'playing' || !entry.here || list.saved.has(entry.key)) continue;
    list.entries.set(entry.name, { ...entry, state: 'given-up', changed: now, ended: now, day: today(new Date(now * 1000)) });
  }
}

/** The content of a list's file. */
function fileOf({ entries, records, saved }: List): { entry: Entry; record: string | undefined }[] {
  return [...entries.values()].map((entry) => {
    const game = saved.get(entry.key);
    const onTable =
      entry.state === 'playing' &&
      game &&
      inProgress(game) &&
      latestOf(
        [...entries.values()].filter(({ state }) => state === 'playing'),
        entry.key,
      ) === entry;
    return { entry, record: onTable ? game.record : records.get(entry.name) };
  });
}

const rank = ({ state, ply, changed }: Entry): number[] => [state === 'won' ? 1 : 0, ply, changed];
const isLess = (a: number[], b: number[]): boolean => {
  const at = a.findIndex((one, i) => one !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
};

function merge(list: List, file: ReturnType<typeof fileOf>): void {
  const own = new Map(fileOf(list).map((one) => [one.entry.name, one]));
  const before = [...list.entries.values()];
  for (const { entry, record } of [...file].sort((a, b) => a.entry.begun - b.entry.begun)) {
    const had = own.get(entry.name);
    const equal = had !== undefined && !isLess(rank(had.entry), rank(entry)) && !isLess(rank(entry), rank(had.entry));
    const greater = [had?.record ?? '', record ?? ''].sort().at(-1)!;
    if (had && ((equal && greater === (had.record ?? '')) || (!equal && !isLess(rank(had.entry), rank(entry))))) continue;
    const moves = equal ? greater : record;
    const taken = { ...entry, here: had?.entry.here ?? false, ended: had?.entry.ended ?? 0 };
    list.records.delete(entry.name);
    if (moves !== undefined && entry.state === 'playing') {
      const game = list.saved.get(entry.key);
      const last = latestOf(before, entry.key);
      if (!game || !inProgress(game) || (last?.name === entry.name && game.updated <= entry.changed * 1000)) {
        list.saved.set(entry.key, { ...savedOf(Number(entry.deal.slice(10)), moves.split('draw').length - 1, entry.changed * 1000) });
        taken.here = true;
      } else list.records.set(entry.name, moves);
    } else if (moves !== undefined) list.records.set(entry.name, moves);
    list.entries.set(entry.name, taken);
  }
}

const line = ({ name, state, ply, moves, changed }: Entry, record: string | undefined): string =>
  `${name} ${state} ${ply} ${moves} ${changed} ${record ?? '-'}`;

class Try {
  readonly roll: (sides: number) => number;
  /** s */
  now = 1_800_000_000;
  readonly devices = [new Device(), new Device()];
  readonly pages: Page[];
  readonly lists = [0, 1].map((): List => ({ entries: new Map(), records: new Map(), saved: new Map() }));
  readonly files: { text: string; file: ReturnType<typeof fileOf> }[] = [];
  readonly log: string[] = [];

  constructor(
    seed: number,
    readonly newPage: () => Page,
  ) {
    this.roll = dice(seed);
    this.pages = this.devices.map(newPage);
  }

  async step(): Promise<void> {
    this.now += 1 + this.roll(100);
    vi.setSystemTime(this.now * 1000);
    const at = this.roll(2);
    const [device, page, list] = [this.devices[at]!, this.pages[at]!, this.lists[at]!];
    device.use();
    const what = this.roll(20);
    const deal = 1 + this.roll(3);
    const key = `gargantua#${deal}`;
    this.log.push(`${at}: ${what} ${key}`);
    if (what < 11) {
      const action: Action = what < 7 ? 'move' : what < 8 ? 'undo' : what < 10 ? 'win' : 'give up';
      const [entry, { game: saved }] = [await page.played.latest(key), await page.store.open(key, () => {})];
      if (action !== 'move' && (!entry || !saved || entry.state !== 'playing')) return;
      const ends = this.roll(6);
      const done = happens(action, deal, this.now, entry, saved);
      const said = happens(action, deal, this.now, latestOf(list.entries.values(), key), list.saved.get(key) ?? null);
      expect(done, this.log.join('\n')).toEqual(said);
      list.entries.set(said.entry.name, said.entry);
      list.saved.set(key, said.saved);
      if (ends === 0) page.database.ends = 'before';
      if (ends === 1) page.database.ends = 'after';
      page.played.leave(done.entry);
      page.store.leave(done.saved);
      const writing = Promise.all([
        page.played.put(done.entry, done.entry.state === 'playing' ? undefined : done.saved.record),
        page.store.put(done.saved),
      ]);
      if (done.entry.state !== 'playing' && ends !== 0) list.records.set(done.entry.name, done.saved.record);
      if (ends > 1) await writing;
      else {
        // The page ends, and another one comes.
        await new Promise((resolve) => setImmediate(() => setTimeout(resolve, 5)));
        this.pages[at] = this.newPage();
      }
    } else if (what < 12) {
      await page.store.remove(key);
      list.saved.delete(key);
    } else if (what < 13) this.pages[at] = this.newPage();
    else if (what < 16) {
      const { text, copy } = await exported(page);
      expect(copy).toBe(false);
      settled(list, this.now);
      this.files.push({ text, file: fileOf(list) });
    } else if (what < 19) {
      const from = this.files[this.roll(Math.max(1, this.files.length))];
      if (!from) return;
      await imported(page, new Blob([from.text]));
      settled(list, this.now);
      merge(list, from.file);
    } else if (this.roll(4) === 0) {
      await wipe(page);
      for (const map of [list.entries, list.records, list.saved]) map.clear();
    }
  }

  async check(): Promise<void> {
    for (const [at, list] of this.lists.entries()) {
      this.devices[at]!.use();
      const page = this.newPage();
      const story = this.log.join('\n');
      const [entries, records] = [await settle(page), await page.played.records()];
      settled(list, this.now);
      const [found, said] = [entries, [...list.entries.values()]].map((all, i) =>
        all.map((one) => line(one, (i === 0 ? records : list.records).get(one.name))).sort(),
      );
      expect(found, story).toEqual(said);
      const games = (all: Iterable<SavedGame>): string[] => [...all].map((one) => `${one.key} ${one.status} ${one.record}`).sort();
      expect(games(await page.store.list()), story).toEqual(games(list.saved.values()));
      const won = new Map<string, number>();
      for (const one of list.entries.values())
        if (one.state === 'won' && gameOf(one) === 'gargantua') won.set(one.deal, Math.min(one.moves, won.get(one.deal) ?? Infinity));
      expect([...(await page.played.won('gargantua'))].sort(), story).toEqual([...won].sort());
      expect([...this.devices[at]!.local.keys()].filter((key) => key.startsWith('quincunx-left'))).toEqual([]);
    }
  }
}

it(`${orders} orders are as a list has them`, async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const [engine, module] = [await Engine.load(), await solverModule()];
  const seed = Number(process.env['QUINCUNX_SEED'] ?? 1);
  for (let order = 0; order < orders; ++order) {
    const one = new Try(seed * 100_000 + order, () => new Page(engine, solverOf(module)));
    const steps = 5 + one.roll(30);
    for (let i = 0; i < steps; ++i) await one.step();
    await one.check();
  }
});

it('a record is one that can be played on', async () => {
  expect((await Engine.load()).ask(`load\n${recordOf(1, 12)}`).ok).toBe(true);
});
