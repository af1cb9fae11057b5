import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageError } from '../store/database.ts';
import { isGame } from '../store/entry.ts';
import { exported, forStatistics, imported, wipe } from '../played/file.ts';
import { Engine } from '../testing/engine.ts';
import { Device, entryWith, Page, solverModule, solverOf } from '../testing/storage.ts';
import type { Puzzle } from './data.ts';
import { unknown } from './glicko.ts';
import * as kept from './kept.ts';
import {
  keepStreak,
  knownOf,
  merged,
  noteStreak,
  playerIn,
  stranger,
  streakOn,
  withMore,
  withResult,
  type Known,
  type Try,
} from './kept.ts';

const puzzle = (key: string, grade = 1500): Puzzle => ({ key, grade, decisions: 1, line: 'T1T2', position: '' });
const good: Try = { solved: true, hint: false, counts: true, moves: 3, time: 4000 };
const game = 'stalactites';

/** The rating after it. */
const note = async (...one: Parameters<typeof kept.note>) => (await kept.note(...one))?.player ?? null;

const engine = await Engine.load();
let device: Device;
const newPage = async (): Promise<Page> => new Page(engine, solverOf(await solverModule()));

beforeEach(() => {
  device = new Device();
  device.use();
});

describe('a puzzle', () => {
  it('is remembered as solved, and counts once', async () => {
    const page = await newPage();
    const first = (await note(game, puzzle('a'), good, page.played))!;
    expect(first.games).toBe(1);
    expect(first.value).toBeGreaterThan(1600);
    expect(first.deviation).toBeLessThan(unknown.deviation);
    expect(await note(game, puzzle('a'), { ...good, solved: false }, page.played)).toBeNull();
    const { results, player } = await knownOf(game, (await newPage()).played);
    expect(player).toEqual(first);
    expect([...results].map(([key, { state }]) => [key, state])).toEqual([['a', 'won']]);
    expect((await knownOf('carthage', page.played)).player).toEqual(stranger);
  });

  it('that was not solved can be solved later, which does not count', async () => {
    const { played } = await newPage();
    const lost = (await note(game, puzzle('a'), { ...good, solved: false, hint: true }, played))!;
    expect(lost.value).toBeLessThan(1400);
    const known = await knownOf(game, played);
    expect(known.results.get('a')).toMatchObject({ state: 'given-up', help: 'all-known', flags: 'hint' });
    expect(await note(game, puzzle('a'), good, played)).toBeNull();
    const { results, player } = await knownOf(game, played);
    expect(results.get('a')!.state).toBe('won');
    expect(player).toEqual(lost);
    expect(await played.all()).toHaveLength(1);
  });

  it('of a streak or a day touches no rating, neither then nor when it comes again', async () => {
    const { played } = await newPage();
    const rating = (await note(game, puzzle('z'), good, played))!;
    expect(await note(game, puzzle('a'), { ...good, counts: false }, played)).toBeNull();
    expect(await note(game, puzzle('a'), good, played)).toBeNull();
    expect((await knownOf(game, played)).player).toEqual(rating);
    expect((await note(game, puzzle('b'), good, played))!.games).toBe(2);
  });

  it('that is still being written is known to whoever asks then', async () => {
    const { played } = await newPage();
    void note(game, puzzle('a'), good, played);
    void note(game, puzzle('b'), { ...good, solved: false }, played);
    const { results, player } = await knownOf(game, played);
    expect([...results].map(([key, { state }]) => [key, state]).sort()).toEqual([
      ['a', 'won'],
      ['b', 'given-up'],
    ]);
    expect(player.games).toBe(2);
  });

  it('is known at once, and what was written meanwhile takes back nothing', () => {
    const none: Known = { results: new Map(), player: stranger, longest: 0 };
    const known = withResult(withResult(none, 'a', true), 'b', false);
    expect([...known.results].map(([key, { state }]) => [key, state])).toEqual([
      ['a', 'won'],
      ['b', 'given-up'],
    ]);
    expect(withResult(known, 'a', false).results.get('a')!.state).toBe('won');
    expect(withResult(known, 'b', true).results.get('b')!.state).toBe('won');
    expect([...merged(known.results, none.results)]).toEqual([...known.results]);
    expect([...merged(none.results, known.results)]).toEqual([...known.results]);
  });

  it('of two tabs counts in both', async () => {
    const [one, two] = [await newPage(), await newPage()];
    await Promise.all([note(game, puzzle('a'), good, one.played), note(game, puzzle('b'), good, two.played)]);
    const { player, results } = await knownOf(game, (await newPage()).played);
    expect(player.games).toBe(2);
    expect(results.size).toBe(2);
  });

  it('has changed the rating by as much as it did, whatever another tab has done before', async () => {
    const [one, two] = [await newPage(), await newPage()];
    const known = await knownOf(game, two.played);
    const first = (await kept.note(game, puzzle('a'), good, one.played))!;
    expect(first.change).toBe(first.player.value - stranger.value);
    const second = (await kept.note(game, puzzle('b'), { ...good, solved: false }, two.played))!;
    expect(second.change).toBe(second.player.value - first.player.value);
    // A tab that looks again knows both, and no less than before if nothing is read.
    const more = withMore(known, await knownOf(game, two.played));
    expect([more.player, more.results.size]).toEqual([second.player, 2]);
    expect(withMore(more, { results: new Map(), player: stranger, longest: 0 })).toEqual(more);
  });

  it('is remembered without storage as long as the page is there', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const { played } = await newPage();
    await note(game, puzzle('a'), good, played);
    await note(game, puzzle('b'), good, played);
    const { player, results } = await knownOf(game, played);
    expect(player.games).toBe(2);
    expect(results.size).toBe(2);
  });

  it('goes on from the rating that is known when the database does not answer any more', async () => {
    const { played, database } = await newPage();
    const player = (await note(game, puzzle('a'), good, played))!;
    vi.spyOn(database, 'run').mockRejectedValue(new StorageError('silent'));
    const next = (await note(game, puzzle('b'), good, played))!;
    expect(next.games).toBe(2);
    expect(next.value).toBeGreaterThan(player.value);
  });

  describe('of a page that ends while the database is silent', () => {
    const silent = async (): Promise<Page> => {
      const page = await newPage();
      vi.spyOn(page.database, 'run').mockImplementation(() => {
        ++page.database.missed;
        return Promise.reject(new StorageError('silent'));
      });
      vi.spyOn(page.database, 'trouble', 'get').mockReturnValue('silent');
      return page;
    };

    it('counts, once, with the page that comes after it', async () => {
      const before = (await note(game, puzzle('a'), good, (await newPage()).played))!;
      const { played } = await silent();
      void note(game, puzzle('b'), good, played);
      void note(game, puzzle('b'), { ...good, solved: false }, played);
      // A page that cannot read either knows that it was tried.
      expect((await knownOf(game, (await silent()).played)).results.get('b')?.state).toBe('won');
      for (let i = 0; i < 3; ++i) {
        const next = await newPage();
        const { player, results } = await knownOf(game, next.played);
        expect(player.games).toBe(2);
        expect(player.value).toBeGreaterThan(before.value);
        expect([...results.keys()].sort()).toEqual(['a', 'b']);
        expect((await next.played.all()).map(({ time }) => time).sort()).toEqual([4000, 8000]);
      }
      expect(device.left).toEqual([]);
    });

    it('counts once if it ends between what it writes and what it forgets', async () => {
      const page = await newPage();
      page.database.ends = 'after';
      void note(game, puzzle('a'), good, page.played);
      for (let i = 0; i < 100; ++i) await new Promise((resolve) => setImmediate(resolve));
      const next = await newPage();
      expect((await knownOf(game, next.played)).player.games).toBe(1);
      expect(await next.played.all()).toHaveLength(1);
      expect(device.left).toEqual([]);
    });

    it('is deleted with everything', async () => {
      const { played } = await silent();
      void note(game, puzzle('b'), good, played);
      await noteStreak(game, 5, played);
      await wipe(await newPage());
      const { player, results, longest } = await knownOf(game, (await newPage()).played);
      expect([player, results.size, longest]).toEqual([stranger, 0, 0]);
    });

    it('has left its longest streak', async () => {
      await noteStreak(game, 5, (await newPage()).played);
      await noteStreak(game, 7, (await silent()).played);
      await noteStreak(game, 6, (await silent()).played);
      expect((await knownOf(game, (await newPage()).played)).longest).toBe(7);
      expect((await knownOf(game, (await newPage()).played)).longest).toBe(7);
      expect(device.left).toEqual([]);
    });
  });

  it('counts for the first of two tabs that have seen it for the first time', async () => {
    const [one, other] = [await newPage(), await newPage()];
    await Promise.all([knownOf(game, one.played), knownOf(game, other.played)]);
    await Promise.all([note(game, puzzle('a'), good, one.played), note(game, puzzle('a'), good, other.played)]);
    expect((await knownOf(game, (await newPage()).played)).player.games).toBe(1);
  });

  it('is no game: no win, no best, nothing in statistics', async () => {
    const page = await newPage();
    await page.played.put(entryWith(5, { deal: `${game}#7`, key: `${game}#7`, state: 'won', moves: 60, time: 90_000 }));
    await note(game, puzzle('a'), good, page.played);
    expect(await page.played.won(game)).toEqual(new Map([[`${game}#7`, 60]]));
    const before = await page.played.noteWin({ game, deal: `${game}#8`, moves: 50, time: 1, fresh: 'x' });
    expect(before.game!.moves).toBe(60);
    expect(await page.played.endedSince(1)).toBe(0);
    const told = JSON.parse(await forStatistics(page)) as { games: { kind: string }[] };
    expect(told.games.every((one) => isGame(one))).toBe(true);
    expect(told.games).toHaveLength(1);
  });

  it('goes to another device with the rating, which takes the later one', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 27) });
    const phone = await newPage();
    await note(game, puzzle('a'), good, phone.played);
    await noteStreak(game, 9, phone.played);
    const file = new Blob([(await exported(phone)).text]);
    new Device().use();
    const home = await newPage();
    await note(game, puzzle('a'), { ...good, solved: false }, home.played);
    vi.setSystemTime(Date.UTC(2026, 10, 29));
    const last = await note(game, puzzle('b'), good, home.played);
    await noteStreak(game, 12, home.played);
    await imported(home, file);
    await imported(home, file);
    expect(await note(game, puzzle('a'), { ...good, solved: false }, home.played)).toBeNull();
    const { results, player, longest } = await knownOf(game, home.played);
    expect([...results].map(([key, { state }]) => [key, state]).sort()).toEqual([
      ['a', 'won'],
      ['b', 'won'],
    ]);
    expect(player).toEqual(last);
    expect(longest).toBe(12);
    const text = (await exported(home)).text;
    expect(text).toMatch(/^rating stalactites at=\d+ deviation=\d+ games=2 value=\d+ volatility=\d+$/m);
    expect(text).toMatch(/^puzzle-streak stalactites longest=12\/20261129$/m);
    expect(text).toMatch(/ puzzle \d+ won 8000 3 3 none - - day=\S+ puzzle=a$/m);
  });
});

describe('a rating', () => {
  it('in a line of another program is read as far as it can be', () => {
    expect(playerIn('rating x at=5 deviation=81 games=12 value=1540')).toEqual({
      value: 1540,
      deviation: 81,
      games: 12,
      at: 5,
      volatility: 0.06,
    });
    for (const line of ['', 'rating x', 'rating x at=5 deviation=0 games=1 value=2', 'rating x at=5 deviation=-1 games=12 value=1540'])
      expect(playerIn(line), line).toEqual(stranger);
  });

  it('is less sure after a long time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 27) });
    const { played } = await newPage();
    let player = stranger;
    for (let i = 0; i < 30; ++i) player = (await note(game, puzzle(`k${i}`, player.value), { ...good, solved: i % 2 === 0 }, played))!;
    const sure = player.deviation;
    vi.setSystemTime(Date.UTC(2029, 10, 27));
    player = (await note(game, puzzle('z', player.value), good, played))!;
    expect(sure).toBeLessThan(110);
    expect(player.deviation).toBeGreaterThan(sure);
  });
});

describe('a streak', () => {
  it('goes on after a reload, in its game', () => {
    keepStreak({ game, done: ['a', 'b'], at: 'c' });
    expect(streakOn(game)).toEqual({ game, done: ['a', 'b'], at: 'c' });
    expect(streakOn('carthage')).toBeNull();
    for (const said of ['{', 'null', '[]', '{"game":"stalactites","done":3,"at":"c"}']) {
      device.local.set('quincunx-puzzle-streak', said);
      expect(streakOn(game), said).toBeNull();
    }
    keepStreak(null);
    expect(streakOn(game)).toBeNull();
  });

  it('that is the longest is kept, the later one of two', async () => {
    const { played } = await newPage();
    expect(await noteStreak(game, 5, played)).toBe(5);
    expect(await noteStreak(game, 3, played)).toBe(5);
    expect((await knownOf(game, played)).longest).toBe(5);
  });
});
