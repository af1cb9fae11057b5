/**
 * Two games with one key, of which one was saved by a page that did not know of the other: whether one of them has all
 * that the other has, and else where the later one is kept. Loaded when that happens, which is when the database has not
 * answered in time.
 */
import type { SavedGame } from './saved.ts';
import type { Apart } from './shelf.ts';

/** The parts of the page's first file: imported, it would make another file of it. */
type Means = Pick<Apart<SavedGame>, 'apart'> & { knows: (game: SavedGame, other: SavedGame) => boolean };

/** The moves, whatever else a record says: moves that follow go at its end. */
const playedIn = (record: string): string => `${record.replace(/\n(at|mark|meta|result|end)\b[^]*/, '').replaceAll('\n', ' ')} `;

/** One game has all moves of another. */
export const holds = (game: SavedGame, other: SavedGame): boolean =>
  (other.before === '' || other.before === game.before) && playedIn(game.record).startsWith(playedIn(other.record));

/** The findings of either; where both have one, the later. */
function both(had: unknown, later: unknown): unknown {
  if (Array.isArray(had) && Array.isArray(later)) {
    const known = new Set(later.map((one) => JSON.stringify(one)));
    return [...(later as unknown[]), ...(had as unknown[]).filter((one) => !known.has(JSON.stringify(one)))];
  }
  const isObject = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!isObject(had) || !isObject(later)) return later ?? had;
  return { ...had, ...Object.fromEntries(Object.entries(later).map(([name, value]) => [name, both(had[name], value)])) };
}

export const apartWith = ({ apart, knows }: Means): Apart<SavedGame> => ({
  relation: (kept, game) => (knows(game, kept) || holds(game, kept) ? 'before' : holds(kept, game) ? 'after' : 'apart'),
  apart,
  merge: (had, { light: _, ...game }) => ({ ...game, advice: both(had.advice, game.advice) }),
});
