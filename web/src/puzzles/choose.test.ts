import { describe, expect, it } from 'vitest';
import { dice } from '../testing/dice.ts';
import type { Entry } from '../store/entry.ts';
import { nextFor, nextInStreak, turnOn } from './choose.ts';
import type { Puzzle } from './data.ts';
import type { Results } from './kept.ts';

const roll = dice(5);
const puzzles: Puzzle[] = Array.from({ length: 333 }, (_, i) => ({
  key: String(i).padStart(10, '0'),
  grade: 600 + roll(1800),
  decisions: 1,
  line: 'T1T2',
  position: '',
}));
const results = (...of: [key: string | undefined, state: Entry['state'], changed: number][]): Results =>
  new Map(of.map(([key, state, changed]) => [key!, { state, changed }]));
const none: Results = new Map();

describe('the next puzzle', () => {
  it('suits the rating, and is the best of those that do', () => {
    for (const rating of [800, 1500, 2200]) {
      const next = nextFor(puzzles, none, rating)!;
      expect(Math.abs(next.grade - rating)).toBeLessThan(80);
      const better = puzzles.slice(0, puzzles.indexOf(next));
      expect(better.filter(({ grade }) => Math.abs(grade - rating) < Math.abs(next.grade - rating))).toEqual([]);
    }
    expect(nextFor(puzzles, none, 9000)!.grade).toBeGreaterThan(2200);
  });

  it('is none that was solved, and one that was not when ten others have come', () => {
    const sure = nextFor(puzzles, none, 1500)!;
    expect(nextFor(puzzles, results([sure.key, 'won', 5]), 1500)).not.toBe(sure);
    const since = (count: number): Results =>
      results(
        [sure.key, 'given-up', 5],
        ...puzzles
          .filter((one) => one !== sure)
          .slice(0, count)
          .map(({ key }, i): [string, 'won', number] => [key, 'won', 6 + i]),
      );
    expect(nextFor(puzzles, since(9), 1500)).not.toBe(sure);
    expect(nextFor(puzzles, since(10), 1500)).toBe(sure);
  });

  it('is there when all are known: first those that were not solved, then the one that was solved longest ago', () => {
    const few = puzzles.slice(0, 3);
    const [a, b, c] = few.map(({ key }) => key);
    expect(nextFor(few, results([a, 'won', 3], [b, 'given-up', 9], [c, 'won', 2]), 1500)!.key).toBe(b);
    expect(nextFor(few, results([a, 'won', 3], [b, 'won', 9], [c, 'won', 2]), 1500)!.key).toBe(c);
    expect(nextFor([], none, 1500)).toBeUndefined();
  });
});

describe('a streak', () => {
  function streak(of: readonly Puzzle[], known: Results = none): Puzzle[] {
    const done: Puzzle[] = [];
    for (;;) {
      const keys = done.map(({ key }) => key);
      const next = nextInStreak(of, keys, known, (count) => roll(count));
      if (!next) return done;
      done.push(next);
    }
  }

  it('gets harder and harder, from the easiest to the hardest', () => {
    for (let i = 0; i < 20; ++i) {
      const grades = streak(puzzles).map(({ grade }) => grade);
      expect(grades).toEqual([...new Set(grades)].sort((a, b) => a - b));
      expect(grades.length).toBeGreaterThan(40);
      const all = puzzles.map(({ grade }) => grade).sort((a, b) => a - b);
      expect(grades[0]).toBeLessThanOrEqual(all[10]!);
      expect(grades.at(-1)).toBe(all.at(-1));
      // In every ten puzzles, not only in all of them.
      for (let at = 10; at < grades.length - 1; ++at) expect(grades[at]).toBeGreaterThan(grades[at - 10]! + 150);
    }
  });

  it('is another one the next time, and takes puzzles that are not solved where there are some', () => {
    expect(streak(puzzles)).not.toEqual(streak(puzzles));
    const solved = results(...puzzles.filter((_, i) => i % 2 === 0).map(({ key }): [string, 'won', number] => [key, 'won', 1]));
    expect(streak(puzzles, solved).filter(({ key }) => solved.has(key)).length).toBeLessThan(10);
  });

  it('has an end where there are few puzzles', () => {
    expect(streak(puzzles.slice(0, 3)).length).toBeGreaterThan(1);
    const equal = puzzles.map((one) => ({ ...one, grade: 400 }));
    expect(streak(equal)).toHaveLength(1);
    expect(streak([])).toEqual([]);
  });
});

it('each day has a puzzle of the next game, and none comes twice', () => {
  const games = ['a', 'b', 'c'];
  const days = Array.from({ length: 400 }, (_, i) => new Date(Date.UTC(2026, 10, 27 + i)).toISOString().slice(0, 10));
  const turns = days.map((day) => turnOn(day, games));
  expect(turns.slice(0, 4)).toEqual([
    { game: 'a', nth: 0 },
    { game: 'b', nth: 0 },
    { game: 'c', nth: 0 },
    { game: 'a', nth: 1 },
  ]);
  expect(new Set(turns.map((turn) => JSON.stringify(turn))).size).toBe(400);
  expect(turnOn('2020-01-01', games)).toEqual({ game: 'a', nth: 0 });
});
