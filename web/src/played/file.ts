/**
 * Everything that this browser keeps, as one file (docs/games-file.md), and what is taken from such a file. The engine
 * writes, reads and merges; here is only what is kept where.
 */
import type { App } from '../app/app.svelte.ts';
import { known, textOf } from '../app/typed.ts';
import { Refused } from '../engine/client.ts';
import { isOfDay } from '../days/deals.ts';
import { withFinish } from '../days/finish.ts';
import { longestFacts } from '../days/days.ts';
import { request, type Asked } from '../engine/request.ts';
import { asked } from '../engine/solver.ts';
import { localKeys, readJson, readLocal, writeLocal } from '../ground/local.ts';
import { answered, heldLocks, persistence } from '../ground/refusable.ts';
import { readSettings, settings, type Settings } from '../store/settings.svelte.ts';
import { StorageError, type Fact } from '../store/database.ts';
import { entryOf, isGame, now, winsOf, type Entry, type Line } from '../store/entry.ts';
import { gameOf, today } from '../store/names.ts';
import { played as shared, type PlayedStore } from '../store/played.ts';
import { inProgress, savedGame } from '../store/saved.ts';
import type { MergedGames, SavedGames } from '../engine/solver-contract.ts';

/** As in the engine. */
const mostBytes = 8 << 20;
const mostCopyBytes = 32 << 20;
const exportedKey = 'quincunx-exported';
/** When the player wanted no reminder. */
const remindedKey = 'quincunx-reminded';
/** So many games are a lot to lose. */
const many = 50;

/** The content of a file, as the engine reads and answers it. */
interface Contents {
  games: Line[];
  gone: { name: string; at: number }[];
  won: Extract<Fact, { won: unknown }>['won'][];
  best: Extract<Fact, { best: unknown }>['best'][];
  rules: Extract<Fact, { rules: unknown }>['rules'][];
  other: string[];
  settings: { changed: number; json: string } | null;
}

/** The parts of the page that the files need. */
export type Shop = Pick<App, 'store' | 'engine' | 'solver' | 'game'> & { played?: PlayedStore };

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
/** JSON in ASCII. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A game in progress whose saved game is gone has been removed: it counts as given up. `some`: all, if nothing is said. */
export async function settle(shop: Shop, some?: readonly Entry[]): Promise<Entry[]> {
  const { store, played = shared } = shop;
  const entries = some ? [...some] : await played.all();
  const { games, sure } = await store.listed();
  // Nobody knows what is missing.
  if (!sure) return entries;
  const saved = new Set(games.map(({ key }) => key));
  const result: Entry[] = [];
  for (const entry of entries) {
    if (entry.state !== 'playing' || !entry.here || saved.has(entry.key)) {
      result.push(entry);
      continue;
    }
    const changed = now();
    const over: Entry = { ...entry, state: 'given-up', changed, ended: changed, day: today() };
    let given = withFinish(over, false);
    // A day that nobody knows does not count.
    if (given !== over && !(await isOfDay(shop.solver, over).catch(() => false))) given = over;
    await played.put(given);
    result.push(given);
  }
  return result;
}

/** All that is kept, or nothing: a part of it would be taken for all. Where storage is denied, all is what the page knows. */
async function whole<T>(played: PlayedStore, read: () => Promise<T>): Promise<T> {
  const { found, sure } = await played.surely(read);
  if (!sure) throw new StorageError(played.trouble || 'silent');
  return found;
}

/** Facts that say more than the entries do. */
function telling(facts: readonly Fact[], entries: readonly Entry[]): Omit<Contents, 'games' | 'settings'> {
  const { moves, best } = winsOf(entries);
  const result: ReturnType<typeof telling> = { gone: [], won: [], best: [], rules: [], other: [] };
  for (const fact of facts) {
    if ('gone' in fact) result.gone.push(fact.gone);
    else if ('other' in fact) result.other.push(fact.other);
    else if ('rules' in fact) result.rules.push(fact.rules);
    else if ('won' in fact) {
      if (fact.won.more || fact.won.day || fact.won.moves < (moves.get(fact.won.deal) ?? Infinity)) result.won.push(fact.won);
    } else if ('best' in fact) {
      // Lines of a later version are none of these.
      const had = best.get(fact.best.game);
      if (fact.best.more || !had || fact.best.moves < had.moves || fact.best.time < had.time) result.best.push(fact.best);
    }
  }
  return result;
}

function factsOf({ gone, won, best, rules, other }: Contents): Fact[] {
  return [
    ...gone.map((one): Fact => ({ id: `gone ${one.name}`, gone: one })),
    ...won.map((one): Fact => ({ id: `won ${one.deal}`, won: one })),
    ...best.map((one): Fact => ({ id: `best ${one.game}`, best: one })),
    ...rules.map((one): Fact => ({ id: `rules ${one.game}`, rules: one })),
    ...other.map((line): Fact => ({ id: `other ${line.split(' ', 2).join(' ')}`, other: line })),
  ];
}

/** From which statistics are computed; "" if nothing has been played. */
export async function forStatistics(shop: Shop): Promise<string> {
  const { played = shared } = shop;
  const { games, best } = await whole(played, async () => {
    const games = (await settle(shop)).filter(isGame);
    return { games, ...telling(await played.facts(), games) };
  });
  return games.length + best.length === 0 ? '' : JSON.stringify({ games, best });
}

const settingsKey = 'quincunx-settings-at';
/** The player's choices: the rest is what the page remembers by itself. */
const chosen = (all: Settings): string => asciiJson({ ...all, lessons: '', soundOffered: false, thumbOffered: false });
const noteSettings = (changed: number): boolean => writeLocal(settingsKey, JSON.stringify([changed, chosen(settings)]));

/**
 * When the settings were changed, as far as this page has noticed; 0 if nobody has changed them. Settings of which that
 * is not known are from now, so that no file takes their place.
 */
function settingsChanged(): number {
  const kept = readJson(settingsKey, [0]);
  const [changed, text] = (Array.isArray(kept) ? kept : []) as [number?, string?];
  if (chosen(readSettings(text ?? null)) === chosen(settings) && Number.isInteger(changed) && changed! >= 0 && changed! <= 253_402_300_799)
    return changed!;
  noteSettings(now());
  return now();
}

interface Own {
  entries: Map<string, Entry>;
  facts: Map<string, Fact>;
  contents: Contents;
}

/** All that is kept here. */
const own = (shop: Shop): Promise<Own> => whole(shop.played ?? shared, () => found(shop));

async function found(shop: Shop): Promise<Own> {
  const { store, played = shared } = shop;
  const entries = new Map((await settle(shop)).map((one) => [one.name, one]));
  const records = await played.records();
  const saved = new Map((await store.list()).filter(inProgress).map((game) => [game.key, game.record]));
  const latest = new Map<string, Entry>();
  for (const entry of entries.values()) {
    if (entry.state === 'playing' && entry.here && (latest.get(entry.key)?.begun ?? 0) <= entry.begun) latest.set(entry.key, entry);
  }
  // The later of two games that were begun with the same deal is on the table.
  for (const { name, key } of latest.values()) {
    const record = saved.get(key);
    if (record !== undefined) records.set(name, record);
  }
  const games = [...entries.values()].map((entry) => {
    const { begun: _, key: __, ended: ___, here: ____, ...line } = entry;
    const record = records.get(entry.name);
    return record === undefined ? line : { ...line, record };
  });
  const changed = settingsChanged();
  const facts = await played.facts();
  const all = new Map([...facts, ...longestFacts([...entries.values()], facts)].map((fact) => [fact.id, fact]));
  const contents = {
    games,
    ...telling([...all.values()], [...entries.values()]),
    settings: changed > 0 ? { changed, json: asciiJson(settings) } : null,
  };
  return { entries, facts: new Map(facts.map((fact) => [fact.id, fact])), contents };
}

async function ask<T extends object>({ solver }: Shop, question: Asked<T>): Promise<T> {
  const answer = await asked(solver, question);
  if (!answer) throw new Error('cancelled');
  return answer;
}

export interface Exported extends SavedGames {
  /** the engine was not to be had: it is the contents as they are */
  copy: boolean;
}

/** The file. Whatever fails, there is one. */
export async function exported(shop: Shop): Promise<Exported> {
  const { contents } = await own(shop);
  try {
    return { ...(await ask(shop, request('games-file', { lines: JSON.stringify(contents) }))), copy: false };
  } catch {
    const text = `{"quincunx-games":2,${JSON.stringify(contents).slice(1)}\n`;
    return { text, games: contents.games.length, left: 0, copy: true };
  }
}

/** The player has an export of everything up to now. */
export const noteExport = (): boolean => writeLocal(exportedKey, String(now()));

/** The player wants no reminder now; the next one comes after as many games. */
export const noteReminded = (): boolean => writeLocal(remindedKey, String(now()));

function timeOf(key: string): number {
  const time = Number(readLocal(key) ?? 0);
  return Number.isFinite(time) ? time : 0;
}

/** The browser has agreed to delete nothing by itself. */
export async function persisted(): Promise<boolean> {
  const storage = persistence();
  return storage !== null && ((await answered(() => storage.persisted())) ?? false);
}

const askedKey = 'quincunx-persist';

/** Asks the browser, once, not to delete anything by itself. Some ask the player in turn. */
export async function askToPersist(): Promise<void> {
  const storage = persistence();
  if (!storage || readLocal(askedKey) !== null || !writeLocal(askedKey, 'asked')) return;
  await answered(() => storage.persist(), { time: Infinity });
}

/** How many games have ended here since the last export, if it is time for a reminder; else 0. */
export async function unexported(played: PlayedStore = shared): Promise<number> {
  if (await persisted()) return 0;
  const [exported, reminded] = [timeOf(exportedKey), timeOf(remindedKey)];
  if (reminded > exported && (await played.endedSince(reminded + 1)) < many) return 0;
  const count = await played.endedSince(exported + 1);
  return count >= many ? count : 0;
}

type Counts = Omit<MergedGames, 'news'>;

export interface Imported extends Counts {
  /** games in progress that can be played on here now */
  opened: number;
  /** games in progress that are not, since the same deal is being played here, or their moves are not legal */
  left: number;
  settings: boolean;
}

export class TooLarge extends Error {}
/** A single game belongs elsewhere. */
export class OneGame extends Error {}

async function merge(shop: Shop, contents: Contents, text: string): Promise<Counts & { news: Contents }> {
  const json = JSON.stringify(contents);
  const { news, ...counts } = await ask(shop, request('games-merge', bytesOf(json), { lines: json + text }));
  return { ...counts, news: news as Contents };
}

/** A tab plays the game: `claim.ts` holds this lock. */
async function playedElsewhere(key: string): Promise<boolean> {
  return ((await heldLocks()) ?? []).includes(`quincunx:${key}`);
}

/** Puts a game in progress where it can be played on, unless that would take the place of another one. */
async function takeGame(shop: Shop, entry: Entry, record: string, before: ReadonlyMap<string, Entry>): Promise<boolean> {
  if (await playedElsewhere(entry.key)) return false;
  try {
    const had = await shop.store.get(entry.key);
    const latest = [...before.values()].filter(({ key, here }) => here && key === entry.key).sort((a, b) => b.begun - a.begun)[0];
    if (had && inProgress(had) && (latest?.name !== entry.name || had.updated > entry.changed * 1000)) return false;
    const table = await shop.engine.load(record);
    const { game } = table.view;
    const deal = entry.deal.endsWith('~') ? '' : entry.deal.slice(entry.deal.indexOf('#') + 1);
    if (game !== gameOf(entry) || (deal !== '' && table.deal !== entry.deal)) return false;
    const info = shop.game(game) ?? { id: game, cards: 0 };
    const opened = savedGame(table, info, { key: entry.key, deal, time: entry.time, before: '' });
    await shop.store.put({ ...opened, updated: entry.changed * 1000 }, had);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/**
 * Merges a file into what is kept here. A file that cannot be read changes nothing. Games in progress come first: if the
 * import is broken off after them, the next one begins with the same entries again.
 */
export async function imported(shop: Shop, file: Blob): Promise<Imported> {
  const { played = shared } = shop;
  const most = (await file.slice(0, 1).text()) === '{' ? mostCopyBytes : mostBytes;
  if (file.size > most) throw new TooLarge();
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  if (known(text)?.kind === 'record') throw new OneGame();
  for (let attempt = 0; attempt < 5; ++attempt) {
    const { entries, facts, contents } = await own(shop);
    const { news, ...counts } = await merge(shop, contents, text);
    let [opened, left] = [0, 0];
    const taken: Entry[] = [];
    const records = new Map<string, string>();
    for (const line of news.games) {
      const entry = entryOf(line, entries.get(line.name));
      taken.push(entry);
      if (line.record === undefined) continue;
      if (line.state === 'playing' && (await takeGame(shop, entry, line.record, entries))) {
        ++opened;
        entry.here = true;
      } else {
        if (line.state === 'playing') ++left;
        records.set(line.name, line.record);
      }
    }
    const gone = news.gone.map(({ name }) => name);
    if (!(await played.replace({ entries: taken, gone, facts: factsOf(news), records }, entries, facts))) continue;
    if (news.settings) {
      Object.assign(settings, readSettings(news.settings.json));
      noteSettings(news.settings.changed);
    }
    return { ...counts, opened, left, settings: news.settings !== null };
  }
  throw new Error('the games change all the time');
}

/** Forgets every game, what was won, and all bests. Settings stay. */
export async function wipe({ store, played = shared }: Shop): Promise<void> {
  try {
    await played.clear();
  } catch (error) {
    if (!(error instanceof StorageError) || error.trouble !== 'denied') throw error;
  }
  played.forget();
  store.clear();
  for (const key of localKeys('quincunx-left-')) writeLocal(key, null);
  writeLocal(exportedKey, null);
  writeLocal(remindedKey, null);
}
