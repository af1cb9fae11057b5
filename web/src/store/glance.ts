/**
 * Home's first view, in localStorage: it has to be known when Home is drawn, and the database takes a moment. What the
 * database says later is right.
 */
import { readJson, writeLocal } from '../ground/local.ts';
import { inProgress, type SavedGame } from './saved.ts';

/** A game in progress, without its moves. */
export type Begun = Omit<SavedGame, 'record' | 'before' | 'advice'>;

export interface Glance {
  /** games in progress, the latest first */
  begun: Begun[];
  /** the game that was played last, "" if none was: a newcomer */
  last: string;
  /** a date, and what has become of its deals: `won`, `finished`; by game */
  day: string;
  done: Record<string, string>;
  /** days in a row, the last of them, and the last day on which they can go on; null if there are none */
  streak: { count: number; last: string; until: string } | null;
}

const key = 'quincunx-home';
/** Home shows a few and counts the rest. */
const most = 100;

export function glance(): Glance {
  const said = (readJson(key) ?? {}) as Partial<Record<keyof Glance, unknown>>;
  const streak = said.streak as Partial<Glance['streak']>;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    begun: (Array.isArray(said.begun) ? (said.begun as (Partial<Begun> | null)[]) : []).filter(
      (one): one is Begun => typeof one?.key === 'string' && typeof one.game === 'string' && typeof one.deal === 'string',
    ),
    last: text(said.last),
    day: text(said.day),
    done: typeof said.done === 'object' && said.done !== null ? { ...said.done } : {},
    streak: typeof streak?.count === 'number' ? { count: streak.count, last: text(streak.last), until: text(streak.until) } : null,
  };
}

export function noteGlance(what: Partial<Glance>): void {
  writeLocal(key, JSON.stringify({ ...glance(), ...what }));
}

const lightly = ({ record, before, advice, by, after, light, ...begun }: SavedGame): Begun => begun;

export function noteGame(game: SavedGame): void {
  const rest = glance().begun.filter((one) => one.key !== game.key);
  noteGlance({ begun: inProgress(game) ? [lightly(game), ...rest] : rest, ...(game.plies > 0 ? { last: game.game } : {}) });
}

/** All games that there are, the latest first. */
export function noteGames(games: readonly SavedGame[]): void {
  const { last, begun: before } = glance();
  const begun = games.filter(inProgress).slice(0, most).map(lightly);
  const played = last || (games.find(({ plies }) => plies > 0)?.game ?? '');
  if (played !== last || before.length > 0 || begun.length > 0) noteGlance({ begun, last: played });
}

export const forgetGlance = (): unknown => writeLocal(key, null);
