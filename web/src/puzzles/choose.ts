/** Which puzzle comes next. */
import type { Puzzle } from './data.ts';
import type { Results } from './kept.ts';

/** The number of puzzles that suit a player alike, of which the best is taken. */
const alike = 12;
/** A puzzle that was not solved comes back after so many others. */
const meanwhile = 10;

/** For a player with this rating: one that has to come back, a new one that suits, or the one solved longest ago. */
export function nextFor(puzzles: readonly Puzzle[], results: Results, rating: number): Puzzle | undefined {
  const tries = [...results.values()];
  const back = puzzles
    .flatMap((puzzle) => {
      const had = results.get(puzzle.key);
      return had && had.state !== 'won' ? [{ puzzle, had }] : [];
    })
    .filter(({ had }) => tries.filter((other) => other.changed > had.changed).length >= meanwhile)
    .sort((a, b) => a.had.changed - b.had.changed);
  if (back[0]) return back[0].puzzle;
  const far = ({ grade }: Puzzle): number => Math.abs(grade - rating);
  const fresh = puzzles
    .map((puzzle, rank) => ({ puzzle, rank }))
    .filter(({ puzzle }) => !results.has(puzzle.key))
    .sort((a, b) => far(a.puzzle) - far(b.puzzle))
    .slice(0, alike)
    .sort((a, b) => a.rank - b.rank);
  if (fresh[0]) return fresh[0].puzzle;
  // All of them are known: first those that were never solved.
  const order = ({ key }: Puzzle): number => results.get(key)!.changed + (results.get(key)!.state === 'won' ? 1e12 : 0);
  return [...puzzles].sort((a, b) => order(a) - order(b))[0];
}

/** So many steps lead from the easiest puzzles to the hardest. */
const steps = 50;

/**
 * The next puzzle of a streak, in which `done` were solved: harder than the last one, and one of fifty steps of grades
 * further than that had to be. None is left after the hardest. `pick`: any number less than this.
 */
export function nextInStreak(
  puzzles: readonly Puzzle[],
  done: readonly string[],
  results: Results,
  pick: (count: number) => number,
): Puzzle | undefined {
  const sorted = [...puzzles].sort((a, b) => a.grade - b.grade);
  const last = puzzles.find(({ key }) => key === done.at(-1))?.grade ?? -1;
  const easiest = sorted[0]?.grade ?? 0;
  const step = ((sorted.at(-1)?.grade ?? 0) - easiest) / steps;
  const harder = sorted.filter(({ grade }) => grade > last);
  const far = harder.filter(({ grade }) => grade >= easiest + done.length * step);
  const [first] = far.length > 0 ? far : harder;
  const near = harder.filter(({ grade }) => grade >= first!.grade && grade <= first!.grade + step);
  const unsolved = near.filter(({ key }) => results.get(key)?.state !== 'won');
  const some = unsolved.length > 0 ? unsolved : near;
  return some[pick(some.length)];
}

/** The first day with a puzzle. */
const first = '2026-11-27';

/** The game whose turn it is on a date, and which of its puzzles: the best ones come first, and each comes once. */
export function turnOn(date: string, games: readonly string[]): { game: string; nth: number } {
  const days = Math.max(0, Math.round((Date.parse(date) - Date.parse(first)) / 86_400_000));
  return { game: games[days % games.length] ?? '', nth: Math.floor(days / games.length) };
}
