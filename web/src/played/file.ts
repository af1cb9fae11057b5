/**
 * Everything that this browser keeps, as one file (docs/games-file.md), and what is taken from such a file. The engine
 * writes, reads and merges; here is only what is kept where.
 */
import type { App } from '../app.svelte.ts';
import { bestWins, forgetBests, takeBests, type Best } from '../best.ts';
import { forgetWins, takeWins, wonDeals } from '../deals/won.ts';
import { Refused } from '../engine.ts';
import { readLocal, writeLocal } from '../local.ts';
import { heldLocks } from '../refusable.ts';
import { isDeal } from '../routes.ts';
import { inProgress, savedGame, type SavedGame } from '../saved.ts';
import { defaults, readSettings, settings, type Settings } from '../settings.svelte.ts';
import { entryOf, lineOf, now, type Entry } from './entry.ts';
import { played } from './store.ts';

/** As in the engine. */
const mostBytes = 8 << 20;
/** Games in progress are exported with their moves as long as they take no more than this, the latest first. */
const recordBytes = 4 << 20;
const exportedKey = 'quincunx-exported';
/** When the player wanted no reminder. */
const remindedKey = 'quincunx-reminded';
/** So many games are a lot to lose. */
const many = 50;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const escaped = (record: string): string => record.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
/** JSON in ASCII. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isCount = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most;

/** A game in progress whose saved game is gone has been removed: it counts as given up. */
export async function settle(app: App): Promise<Entry[]> {
  const entries = await played.all();
  const saved = new Set((await app.store.list()).map(({ key }) => key));
  if (app.storage !== '') return entries;
  const result: Entry[] = [];
  for (const entry of entries) {
    if (entry.state !== 'playing' || !entry.here || saved.has(entry.key)) {
      result.push(entry);
      continue;
    }
    const changed = now();
    const given: Entry = { ...entry, state: 'given-up', changed, ended: changed };
    await played.put(given);
    result.push(given);
  }
  return result;
}

function bestLines(): string[] {
  return Object.entries(bestWins())
    .filter(
      ([game, { moves, time }]) => /^[a-z][a-z-]{0,39}$/.test(game) && isCount(moves, 1, 50_000) && isCount(Math.round(time), 0, 1e12),
    )
    .map(([game, { moves, time }]) => `best ${game} ${moves} ${Math.round(time)}`);
}

/** The lines from which statistics are computed. */
export const statisticLines = (entries: readonly Entry[]): string =>
  [...entries.map(lineOf), ...bestLines()].map((line) => `${line}\n`).join('');

const settingsKey = 'quincunx-settings-at';
/** What the player has chosen: the rest is what the page remembers by itself. */
const chosen = (all: Settings): string => asciiJson({ ...all, lessons: '', soundOffered: false });
const noteSettings = (changed: number): boolean => writeLocal(settingsKey, JSON.stringify([changed, chosen(settings)]));

/**
 * When the settings were changed, as far as this page has noticed; 0 if nobody has changed them. Settings of which that
 * is not known are from now, so that no file takes their place.
 */
function settingsChanged(): number {
  try {
    const [changed, text] = JSON.parse(readLocal(settingsKey) ?? '[0]') as [number, string?];
    if ((text ?? chosen(defaults)) === chosen(settings) && isCount(changed, 0, 253_402_300_799)) return changed;
  } catch {
    // not what this page writes
  }
  noteSettings(now());
  return now();
}

interface Own {
  entries: Map<string, Entry>;
  lines: string;
  /** games in progress for whose moves there was no room */
  left: number;
}

/** All that is kept here, as lines of a file. */
async function own(app: App): Promise<Own> {
  const entries = new Map((await settle(app)).map((one) => [one.name, one]));
  const saved = new Map((await app.store.list()).filter(inProgress).map((game) => [game.key, game]));
  const begun = [...entries.values()].filter(({ state, key }) => state === 'playing' && saved.has(key)).sort((a, b) => b.begun - a.begun);
  const records = new Map<string, string>();
  let bytes = 0;
  for (const { name, key } of begun) {
    const record = escaped(saved.get(key)!.record);
    // Of two games that were begun with the same deal, the later one is on the table.
    saved.delete(key);
    bytes += bytesOf(record);
    if (bytes <= recordBytes && !record.includes('\r')) records.set(name, record);
  }
  const lines: string[] = [];
  for (const entry of entries.values()) {
    lines.push(lineOf(entry));
    const record = records.get(entry.name);
    if (record !== undefined) lines.push(`record ${record}`);
  }
  // Something else may be in localStorage.
  for (const [deal, moves] of wonDeals()) if (isDeal(deal) && isCount(moves, 1, 50_000)) lines.push(`won ${deal} ${moves}`);
  lines.push(...bestLines());
  const changed = settingsChanged();
  if (changed > 0) lines.push(`settings ${changed} ${asciiJson(settings)}`);
  return { entries, lines: lines.map((line) => `${line}\n`).join(''), left: begun.length - records.size };
}

async function ask<T extends object>(app: App, request: string): Promise<T> {
  const result = await app.solver.run<T>({ rank: 'search', first: [request] }).result;
  if (!result) throw new Error('cancelled');
  return result.answer;
}

/** The file, and how many games in progress it has without their moves. */
export async function exported(app: App): Promise<{ text: string; left: number }> {
  const { lines, left } = await own(app);
  const { text } = await ask<{ text: string }>(app, `games-file\n${lines}`);
  return { text, left };
}

/** The player has an export of everything up to now. */
export const noteExport = (): boolean => writeLocal(exportedKey, String(now()));

/** The player wants no reminder now; the next one comes after as many games. */
export const noteReminded = (): boolean => writeLocal(remindedKey, String(now()));

function timeOf(key: string): number {
  const time = Number(readLocal(key) ?? 0);
  return Number.isFinite(time) ? time : 0;
}

/** How many games have ended here since the last export, if it is time for a reminder; else 0. */
export async function unexported(): Promise<number> {
  const [exported, reminded] = [timeOf(exportedKey), timeOf(remindedKey)];
  if (reminded > exported && (await played.endedSince(reminded + 1)) < many) return 0;
  const count = await played.endedSince(exported + 1);
  return count >= many ? count : 0;
}

export interface Imported {
  added: number;
  changed: number;
  unchanged: number;
  dropped: number;
  /** games in progress that can be played on here now */
  opened: number;
  /** games in progress that are not, since the same deal is being played here, or their moves are not legal */
  left: number;
  settings: boolean;
}

export class TooLarge extends Error {}

interface Merged {
  added: number;
  changed: number;
  unchanged: number;
  dropped: number;
  news: string;
}

function merge(app: App, lines: string, text: string): Promise<Merged> {
  return ask<Merged>(app, `games-merge ${bytesOf(lines)}\n${lines}${text}`);
}

/** A tab plays the game: `claim.ts` holds this lock. */
async function playedElsewhere(key: string): Promise<boolean> {
  return ((await heldLocks()) ?? []).includes(`quincunx:${key}`);
}

/** Puts a game in progress where it can be played on, unless that would take the place of another one. */
async function takeGame(app: App, entry: Entry, record: string, before: ReadonlyMap<string, Entry>): Promise<boolean> {
  if (await playedElsewhere(entry.key)) return false;
  try {
    const had = await app.store.get(entry.key);
    const latest = [...before.values()].filter(({ key }) => key === entry.key).sort((a, b) => b.begun - a.begun)[0];
    if (had && inProgress(had) && (latest?.name !== entry.name || had.updated > entry.changed * 1000)) return false;
    const table = await app.engine.load(record);
    const { game } = table.view;
    const deal = entry.deal.endsWith('~') ? '' : entry.deal.slice(entry.deal.indexOf('#') + 1);
    if (game !== entry.deal.slice(0, entry.deal.search(/[#~]/)) || (deal !== '' && table.deal !== entry.deal)) return false;
    const info = app.game(game) ?? { id: game, cards: 0 };
    const saved: SavedGame = {
      ...savedGame(table, info, { key: entry.key, deal, time: entry.time, before: '' }),
      updated: entry.changed * 1000,
    };
    await app.store.put(saved);
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
export async function imported(app: App, file: Blob): Promise<Imported> {
  if (file.size > mostBytes) throw new TooLarge();
  const text = await file.text();
  for (let attempt = 0; attempt < 5; ++attempt) {
    const { entries, lines } = await own(app);
    const { news, ...counts } = await merge(app, lines, text);
    const taken: Entry[] = [];
    const won = new Map<string, number>();
    const bests = new Map<string, Best>();
    let [opened, left] = [0, 0];
    let newSettings: { changed: number; json: string } | null = null;
    for (const line of news.split('\n').slice(1, -2)) {
      const verb = line.slice(0, line.indexOf(' '));
      const rest = line.slice(verb.length + 1);
      const words = rest.split(' ');
      if (verb === 'game') {
        const entry = entryOf(line);
        const had = entries.get(entry.name);
        taken.push(had ? { ...entry, key: had.key, here: had.here, ended: had.ended } : entry);
      } else if (verb === 'record') {
        if (await takeGame(app, taken.at(-1)!, unescaped(rest), entries)) {
          ++opened;
          taken[taken.length - 1] = { ...taken.at(-1)!, here: true };
        } else ++left;
      } else if (verb === 'won') won.set(words[0]!, Number(words[1]));
      else if (verb === 'best') bests.set(words[0]!, { moves: Number(words[1]), time: Number(words[2]) });
      else if (verb === 'settings') newSettings = { changed: Number(words[0]), json: rest.slice(words[0]!.length + 1) };
    }
    const written = await played.replace(taken, entries);
    if (written === false) continue;
    if (written === null) throw new DOMException('no room', 'QuotaExceededError');
    takeWins(won);
    takeBests(bests);
    if (newSettings) {
      Object.assign(settings, readSettings(newSettings.json));
      noteSettings(newSettings.changed);
    }
    return { ...counts, opened, left, settings: newSettings !== null };
  }
  throw new Error('the games change all the time');
}

/** Forgets every game, what was won, and all bests. Settings stay. */
export async function wipe(app: App): Promise<void> {
  await played.clear();
  for (const { key } of await app.store.list()) await app.store.remove(key);
  forgetWins();
  forgetBests();
  writeLocal(exportedKey, null);
  writeLocal(remindedKey, null);
}
