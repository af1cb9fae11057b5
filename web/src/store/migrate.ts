/**
 * Takes over what earlier versions have kept: two databases (`quincunx`, `quincunx-played`) and three keys of
 * localStorage. All of it stays where it was, so that going back loses nothing that was made before, and a tab of an
 * earlier version may go on writing there: each start of the page looks for what is newer. To be removed two releases
 * after 0.1.
 */
import { openDB } from 'idb';
import type { Means } from './old.ts';
import type { Database, Fact, Taken } from './database.ts';
import { winsOf, type Entry } from './entry.ts';
import { gameOf } from './names.ts';
import type { SavedGame } from './saved.ts';

const savedName = 'quincunx';
const playedName = 'quincunx-played';
const unwrittenKey = 'quincunx.unwritten';
const wonKey = 'quincunx-won';
const bestKey = 'quincunx-best';
/** Ten thousand games on a slow phone, ms. */
const patience = 60_000;

type Old = Awaited<ReturnType<typeof openDB>>;

let means: Means;
/** What the first file of the page has: imported, it would make another file of it. */
export const setMeans = (all: Means): void => void (means = all);

/** Reads from an old database, which is not made if it is not there; null if it does not answer. */
async function inOld<T>(name: string, mode: 'readonly' | 'readwrite', work: (old: Old) => Promise<T>, none: T): Promise<T | null> {
  const old = await means.answered<Old | 'none'>(
    () =>
      openDB(name, undefined, {
        upgrade(_, before, __, transaction) {
          if (before > 0) return;
          transaction.done.catch(() => {});
          transaction.abort();
        },
      }).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return 'none' as const;
        throw error;
      }),
    { late: (late) => late !== 'none' && late.close() },
  );
  if (old === 'none') return none;
  if (!old) return null;
  try {
    if (!old.objectStoreNames.contains('games')) return none;
    return await means.answered(() => work(old), { time: mode === 'readonly' ? patience : 2000 });
  } finally {
    old.close();
  }
}

async function until(database: Database, id: Taken['id']): Promise<number | null> {
  return (await database.run('readonly', ['taken'], (transaction) => transaction.objectStore('taken').get(id)))?.until ?? null;
}

/** What a page of an earlier version had no time to write. */
function unwritten(): SavedGame[] {
  const found = means.readJson(unwrittenKey);
  return Array.isArray(found)
    ? (found as SavedGame[]).filter(
        (game) => typeof game?.key === 'string' && typeof game.record === 'string' && typeof game.updated === 'number',
      )
    : [];
}

async function takeSaved(database: Database, after: number): Promise<void> {
  const kept = await inOld<SavedGame[]>(savedName, 'readonly', (old) => old.getAll('games') as Promise<SavedGame[]>, []);
  if (kept === null) return;
  const all = [...kept, ...unwritten()].filter(({ updated }) => updated > after);
  if (all.length === 0 && after >= 0) return;
  await database.run(
    'readwrite',
    ['saved', 'taken'],
    async (transaction) => {
      const saved = transaction.objectStore('saved');
      for (const game of all) {
        const had = await saved.get(game.key);
        if (!had || had.updated < game.updated) await saved.put(game);
      }
      await transaction.objectStore('taken').put({ id: 'saved', until: Math.max(after, 0, ...all.map(({ updated }) => updated)) });
    },
    { time: patience },
  );
}

/** Games in progress: before the first one is read. */
export async function migrateSaved(database: Database): Promise<void> {
  const after = await until(database, 'saved');
  const taking = takeSaved(database, after ?? -1);
  // Later on, only a tab of an earlier version can have something newer: nobody waits for that.
  if (after === null) await taking;
  else taking.catch(() => {});
}

/** Wins that no entry tells of. */
function facts(entries: readonly Entry[]): Fact[] {
  const { moves, best } = winsOf(entries);
  const isCount = (value: unknown, least: number, most: number): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  const found: Fact[] = [];
  const won = means.readJson(wonKey);
  for (const one of Array.isArray(won) ? (won as [string, number][]) : []) {
    if (
      !Array.isArray(one) ||
      typeof one[0] !== 'string' ||
      !/^[a-z][a-z-]{0,39}#[1-9]\d{0,19}$/.test(one[0]) ||
      !isCount(one[1], 1, 50_000)
    )
      continue;
    if (one[1] < (moves.get(one[0]) ?? Infinity)) found.push({ id: `won ${one[0]}`, won: { deal: one[0], moves: one[1] } });
  }
  const bests = means.readJson(bestKey);
  for (const [game, one] of Object.entries((bests ?? {}) as Record<string, { moves: number; time: number }>)) {
    const time = Math.round(one?.time);
    if (!/^[a-z][a-z-]{0,39}$/.test(game) || !isCount(one?.moves, 1, 50_000) || !isCount(time, 0, 1e12)) continue;
    const had = best.get(game);
    if (!had || one.moves < had.moves || time < had.time) found.push({ id: `best ${game}`, best: { game, moves: one.moves, time } });
  }
  return found;
}

async function takePlayed(database: Database, after: number): Promise<void> {
  const entries = await inOld<Entry[]>(
    playedName,
    'readonly',
    async (old) => {
      if (after < 0) return (await old.getAll('games')) as Entry[];
      const since = IDBKeyRange.lowerBound(Math.max(1, after));
      const ended = (await old.getAllFromIndex('games', 'ended', since)) as Entry[];
      return [...ended, ...((await old.getAllFromIndex('games', 'begun', since)) as Entry[])];
    },
    [],
  );
  if (entries === null || (entries.length === 0 && after >= 0)) return;
  const wins = after < 0 ? facts(entries) : [];
  await database.run(
    'readwrite',
    ['played', 'facts', 'taken'],
    async (transaction) => {
      const played = transaction.objectStore('played');
      for (const entry of entries) {
        if (await transaction.objectStore('facts').get(`gone ${entry.name}`)) continue;
        const had = await played.get(entry.name);
        if (had && (had.state === 'won' || had.changed > entry.changed)) continue;
        await played.put(entry.state === 'won' ? { ...entry, won: gameOf(entry) } : entry);
      }
      for (const fact of wins) await transaction.objectStore('facts').put(fact);
      await transaction.objectStore('taken').put({ id: 'played', until: Math.max(after, 0, ...entries.map(({ changed }) => changed)) });
    },
    { time: patience },
  );
}

/** Games that were begun, and wins: before the first one is read. */
export async function migratePlayed(database: Database): Promise<void> {
  const after = await until(database, 'played');
  const taking = takePlayed(database, after ?? -1);
  if (after === null) await taking;
  else taking.catch(() => {});
}

/** Everything is deleted: it must not come back, not even in an earlier version. */
export async function forgetOld(): Promise<void> {
  for (const name of [savedName, playedName]) await inOld(name, 'readwrite', (old) => old.clear('games').then(() => true), true);
  for (const key of [unwrittenKey, wonKey, bestKey]) means.writeLocal(key, null);
}
