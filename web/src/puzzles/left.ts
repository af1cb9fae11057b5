/**
 * Moves in puzzles that were made when the page ended, or was left, before it was known whether they are right. They are
 * written down before they are seen, and count once somebody looks at puzzles again.
 */
import type { Solver } from '../engine/solver.ts';
import { localKeys, readJson, readLocal, writeLocal } from '../ground/local.ts';
import { played, type PlayedStore } from '../store/played.ts';
import type { Puzzle } from './data.ts';
import { keepStreak, note, noteStreak, streakOn } from './kept.ts';
import { followed } from './task.ts';

/** Without a mistake or a hint so far. */
export interface LeftMoves {
  /** by the player and by themselves */
  made: readonly string[];
  /** the puzzle may count */
  counts: boolean;
  /** ms */
  time: number;
}

const prefix = 'quincunx-left-move:';
const placeOf = (game: string, key: string): string => `${prefix}${game}~${key}`;

/** Null: they have been judged, or were taken back. */
export const leaveMoves = (game: string, key: string, left: LeftMoves | null): unknown =>
  writeLocal(placeOf(game, key), left && JSON.stringify(left));

const isLeft = (said: Partial<LeftMoves> | null): said is LeftMoves =>
  Array.isArray(said?.made) &&
  said.made.every((move) => typeof move === 'string') &&
  typeof said.counts === 'boolean' &&
  Number.isFinite(said.time);

/** Judges what was left in puzzles of a game, before anybody reads what has become of them. */
export async function judgeLeft(
  game: string,
  puzzles: () => Promise<readonly Puzzle[]>,
  solver: Pick<Solver, 'run'>,
  store: PlayedStore = played,
): Promise<void> {
  for (const place of localKeys(`${prefix}${game}~`)) {
    const left = readJson(place) as Partial<LeftMoves> | null;
    const key = place.slice(placeOf(game, '').length);
    const puzzle = isLeft(left) ? (await puzzles()).find((one) => one.key === key) : undefined;
    if (isLeft(left) && puzzle) {
      const answer = await followed(solver as Solver, puzzle, left.made).catch(() => null);
      // Another time, if not now; and another tab may have been quicker.
      if (!answer || readLocal(place) === null) continue;
      const { right, solved } = answer;
      const { counts } = left;
      if (!right || solved)
        void note(game, puzzle, { solved: right, hint: false, counts, moves: left.made.length, time: left.time }, store);
      const streak = streakOn(game);
      if (!right && !counts && streak?.at === key) {
        keepStreak(null);
        void noteStreak(game, streak.done.length, store);
      }
    }
    writeLocal(place, null);
  }
}
