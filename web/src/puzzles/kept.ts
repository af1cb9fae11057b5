/** Puzzles as they are remembered (docs/games-file.md): a game of the kind `puzzle` for each, a rating, and streaks. */
import { newName, now, type Entry } from '../store/entry.ts';
import { gameOf, today } from '../store/names.ts';
import type { Fact } from '../store/database.ts';
import { localKeys, readJson, readLocal, writeLocal } from '../ground/local.ts';
import { played, type PlayedStore } from '../store/played.ts';
import { rated, rusty, unknown, type Rating } from './glicko.ts';
import type { Puzzle } from './data.ts';

/** `won`: without a mistake or a hint, at some time */
type Result = Pick<Entry, 'state' | 'changed'>;
/** By key. */
export type Results = ReadonlyMap<string, Result>;

export interface Player extends Rating {
  /** puzzles that count */
  games: number;
  /** s since 1970; 0: no puzzle counts yet */
  at: number;
}
export const stranger: Player = { ...unknown, games: 0, at: 0 };

export interface Known {
  results: Results;
  player: Player;
  /** the most puzzles solved one after the other */
  longest: number;
}

const ratingOf = (game: string): string => `other rating ${game}`;
const streakOf = (game: string): string => `other puzzle-streak ${game}`;
/** Nobody knows how hard a puzzle is more exactly than that. */
const gradeDeviation = 80;
/** The file has whole numbers. */
const millionths = 1e6;

const numberIn = (line: string, name: string): number => Number(new RegExp(` ${name}=(\\d{1,12})(?: |$)`).exec(line)?.[1] ?? NaN);
const lineOf = (fact: Fact | undefined): string => (fact && 'other' in fact ? fact.other : '');

export function playerIn(line: string): Player {
  const [value, deviation, games, at] = ['value', 'deviation', 'games', 'at'].map((name) => numberIn(line, name)) as [
    number,
    number,
    number,
    number,
  ];
  const volatility = numberIn(line, 'volatility') / millionths;
  if (![value, deviation, games, at].every(Number.isFinite) || deviation === 0) return stranger;
  return { value, deviation, games, at, volatility: volatility > 0 && volatility < 1 ? volatility : unknown.volatility };
}

const ratingLine = (game: string, { value, deviation, volatility, games, at }: Player): string =>
  `rating ${game} at=${at} deviation=${Math.round(deviation)} games=${games} value=${Math.max(1, Math.round(value))} ` +
  `volatility=${Math.round(volatility * millionths)}`;

const longestIn = (line: string): number => Number(/ longest=(\d{1,5})\/\d{8}(?: |$)/.exec(line)?.[1] ?? 0);

/** Merges two results of a puzzle, one from another device or still on its way: `won` goes before all others, then the later one. */
export function merged<R extends Result>(had: ReadonlyMap<string, R>, more: Iterable<readonly [string, R]>): Map<string, R> {
  const results = new Map(had);
  for (const [key, one] of more) {
    const other = results.get(key);
    const same = (other?.state === 'won') === (one.state === 'won');
    if (!other || (same ? other.changed < one.changed : one.state === 'won')) results.set(key, one);
  }
  return results;
}

/** The state once a puzzle is over, before it is written down. */
export const withResult = (known: Known, key: string, solved: boolean): Known => ({
  ...known,
  results: merged(known.results, [[key, { state: solved ? 'won' : 'given-up', changed: now() }]]),
});

/** The state with what another tab may have added since. A database that does not answer now knows less than the page. */
export const withMore = (known: Known, { results, player, longest }: Known): Known => ({
  results: merged(known.results, results),
  player: player.games > known.player.games ? player : known.player,
  longest: Math.max(known.longest, longest),
});

async function read(game: string, store: PlayedStore): Promise<Known> {
  const facts = new Map((await store.facts()).map((fact) => [fact.id, fact]));
  const entries = (await store.all()).flatMap((entry): [string, Entry][] => {
    const key = entry.more?.['puzzle'];
    return entry.kind === 'puzzle' && gameOf(entry) === game && key !== undefined ? [[key, entry]] : [];
  });
  return {
    results: merged(
      merged(new Map<string, Result>(), entries),
      triesLeft()
        .filter((one) => one.game === game)
        .map(({ key, solved, changed }): [string, Result] => [key, { state: solved ? 'won' : 'given-up', changed }]),
    ),
    player: playerIn(lineOf(facts.get(ratingOf(game)))),
    longest: longestIn(lineOf(facts.get(streakOf(game)))),
  };
}

export interface Try {
  solved: boolean;
  /** a hint was shown */
  hint: boolean;
  /** the puzzle may count */
  counts: boolean;
  /** made by the player and by themselves */
  moves: number;
  /** ms */
  time: number;
}

export interface Rated {
  player: Player;
  /** what became of the rating by this puzzle: other tabs may have changed it before */
  change: number;
}

/** A try that may not be written yet; the next page finds it, in case this one ends. */
interface Left extends Try {
  /** where it is in localStorage */
  place: string;
  name: string;
  game: string;
  key: string;
  grade: number;
  changed: number;
  day: string;
}

const leftTry = 'quincunx-left-try:';
/** The time of the last try that was left: one comes first. */
let latest = 0;
const leftStreak = 'quincunx-left-streak:';

const isLeft = (value: Partial<Left> | null): value is Left =>
  [value?.place, value?.name, value?.game, value?.key, value?.day].every((one) => typeof one === 'string') &&
  [value?.grade, value?.changed, value?.moves, value?.time].every(Number.isFinite);

const triesLeft = (): Left[] =>
  localKeys(leftTry)
    .sort()
    .map((place) => readJson(place) as Partial<Left> | null)
    .filter(isLeft);

/** Writes the tries that pages have left which ended. */
async function takeUp(store: PlayedStore): Promise<void> {
  for (const one of triesLeft()) if ((await written(one, true, store)) === undefined) void later(one, true, store);
  for (const place of localKeys(leftStreak)) await writeStreak(place.slice(leftStreak.length), readLocal(place)!, store);
}

const last = new WeakMap<PlayedStore, Promise<unknown>>();

/** One after the other, so that each knows of those before. */
function inTurn<T>(store: PlayedStore, work: () => Promise<T>): Promise<T> {
  const done = (last.get(store) ?? takeUp(store)).then(work, work);
  last.set(store, done);
  return done;
}

export const knownOf = (game: string, store: PlayedStore = played): Promise<Known> => inTurn(store, () => read(game, store));

/**
 * Writes down how a puzzle went; resolves, when the database answers, with the rating after it, null if it does not count:
 * only when it is seen for the first time. Of what was written before, only this puzzle is read, however many there are.
 */
export function note(game: string, { key, grade }: Puzzle, one: Try, store: PlayedStore = played): Promise<Rated | null> {
  const changed = now();
  const name = newName(begunAt(one, changed));
  latest = Math.max(latest + 1, Date.now());
  const place = `${leftTry}${latest} ${name}`;
  const left: Left = { ...one, place, name, game, key, grade, changed, day: today() };
  let isThere = false;
  const done = inTurn(store, () => written(left, isThere, store)).then((result) =>
    result === undefined ? later(left, isThere, store) : result,
  );
  // Not before: what is there when the page begins is another page's.
  isThere = writeLocal(place, JSON.stringify(left));
  return done;
}

const begunAt = ({ time }: Try, changed: number): number => Math.max(1, changed - Math.round(time / 1000));

const entryKey = ({ game, key }: Pick<Left, 'game' | 'key'>): string => `${game}~puzzle-${key}`;

async function later(one: Left, isThere: boolean, store: PlayedStore): Promise<Rated | null> {
  await store.certainly(() => store.withKey(entryKey(one)));
  const result = await inTurn(store, () => written(one, isThere, store));
  return result === undefined ? later(one, isThere, store) : result;
}

/**
 * `isThere`: it is in localStorage, as long as no page has written it. Undefined if it is not known yet whether the puzzle
 * has been tried before.
 */
async function written(one: Left, isThere: boolean, store: PlayedStore): Promise<Rated | null | undefined> {
  const { place, name, game, changed, day } = one;
  const key = entryKey(one);
  const { found, sure } = await store.surely(() => store.withKey(key));
  if (!sure) return undefined;
  const over = (): unknown => writeLocal(place, null);
  if (isThere && readLocal(place) === null) return null;
  if (found.some((entry) => entry.name === name)) {
    over();
    return null;
  }
  const had = merged(
    new Map<string, Entry>(),
    found.map((entry) => [key, entry]),
  ).get(key);
  const moves = Math.max(1, one.moves);
  const solved = one.solved || had?.state === 'won';
  const entry: Entry = {
    name: had?.name ?? name,
    begun: had?.begun ?? begunAt(one, changed),
    key,
    deal: `${game}~`,
    kind: 'puzzle',
    changed,
    state: solved ? 'won' : 'given-up',
    time: (had?.time ?? 0) + Math.round(one.time),
    ply: Math.max(moves, had?.ply ?? 0),
    moves,
    help: one.hint ? 'all-known' : 'none',
    ...(one.hint ? { flags: 'hint' } : {}),
    par: null,
    thrown: null,
    day,
    more: { ...had?.more, puzzle: one.key },
    ended: 0,
    here: true,
  };
  if (!one.counts || had) {
    const writing = store.put(entry);
    over();
    await writing;
    return null;
  }
  const { value } = one.grade > 0 ? { value: one.grade } : unknown;
  let was = stranger;
  const { fact, written: isWritten } = await store.putCounted(entry, ratingOf(game), (before) => {
    was = playerIn(lineOf(before));
    const days = was.at === 0 ? 0 : Math.max(0, (changed - was.at) / 86_400);
    const now = rated(rusty(was, days), [{ value, deviation: gradeDeviation, score: one.solved ? 1 : 0 }]);
    return { id: ratingOf(game), other: ratingLine(game, { ...now, games: was.games + 1, at: changed }) };
  });
  if (isWritten) over();
  if (!fact) return null;
  const player = playerIn(lineOf(fact));
  return { player, change: player.value - was.value };
}

// ---- the streak that is being played ---------------------------------------------------------------------------

export interface Streak {
  game: string;
  /** solved, one after the other */
  done: readonly string[];
  /** the one on the table */
  at: string;
}

const streakKey = 'quincunx-puzzle-streak';

/** Null if none is being played. A page that is opened again goes on with it. */
export function streakOn(game: string): Streak | null {
  const said = readJson(streakKey) as Partial<Streak> | null;
  const good = typeof said === 'object' && said?.game === game && typeof said.at === 'string' && Array.isArray(said.done);
  return good ? { game, done: said.done!.map(String), at: said.at! } : null;
}
export const keepStreak = (streak: Streak | null): unknown => writeLocal(streakKey, streak && JSON.stringify(streak));

/** Keeps the longest streak; of two that are equally long the later one, as when files are merged. */
export function noteStreak(game: string, count: number, store: PlayedStore = played): Promise<number> {
  const place = leftStreak + game;
  const left = readLocal(place) ?? '';
  const line = longestIn(left) > count ? left : `puzzle-streak ${game} longest=${count}/${today().replaceAll('-', '')}`;
  writeLocal(place, line);
  return writeStreak(game, line, store);
}

async function writeStreak(game: string, line: string, store: PlayedStore): Promise<number> {
  const fact = await store.change(streakOf(game), (had) => ({
    id: streakOf(game),
    other: longestIn(lineOf(had)) > longestIn(line) ? lineOf(had) : line,
  }));
  // Else the next page writes it.
  if (store.trouble === '' && readLocal(leftStreak + game) === line) writeLocal(leftStreak + game, null);
  return longestIn(lineOf(fact));
}
