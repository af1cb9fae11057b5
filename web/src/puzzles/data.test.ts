import { describe, expect, it } from 'vitest';
import { dice } from '../testing/dice.ts';
import { nextInStreak } from './choose.ts';
import { countOf, puzzlesIn } from './data.ts';

const files: Record<string, string> = import.meta.glob('./data/*.puzzles', { query: '?raw', import: 'default', eager: true });
const line = '0123456789;1540;carthage#5@7;T1>T2 +T3>F1 T4>T5;T1 7H/T2 8S/R1 -';
const text = (...lines: string[]): string =>
  `quincunx-puzzles 2\ngame carthage\npuzzles ${lines.length}\n${lines.map((one) => `${one}\n`).join('')}`;

describe('a file of puzzles', () => {
  it('is read', () => {
    expect(puzzlesIn(text(line))).toEqual([
      {
        key: '0123456789',
        grade: 1540,
        decisions: 2,
        line: 'T1>T2 +T3>F1 T4>T5',
        position: 'game carthage\nT1 7H\nT2 8S\nR1 -\n',
      },
    ]);
    expect(puzzlesIn(text())).toEqual([]);
  });

  it('that was cut off, or is of another version, is refused', () => {
    const whole = text(line, line);
    for (const bad of [
      '',
      whole.replace('\npuzzles 2', '\npuzzles 3'),
      ...['1', '3'].map((other) => whole.replace('2\ngame', `${other}\ngame`)),
    ])
      expect(() => puzzlesIn(bad), bad).toThrow('no file of puzzles');
  });

  it.each(Object.entries(files))('%s has streaks that get harder', (name, file) => {
    const puzzles = puzzlesIn(file);
    // The number that is said before anything is loaded.
    expect(countOf(/(\w+)\.puzzles$/.exec(name)![1]!)).toBe(puzzles.length);
    const roll = dice(3);
    const done: string[] = [];
    const grades: number[] = [];
    for (;;) {
      const next = nextInStreak(puzzles, done, new Map(), (count) => roll(count));
      if (!next) break;
      done.push(next.key);
      grades.push(next.grade);
    }
    expect(grades).toEqual([...grades].sort((a, b) => a - b));
    expect(grades.at(-1)).toBe(Math.max(...puzzles.map(({ grade }) => grade)));
    // No two of a streak are equally hard, however many of the game's are.
    expect(new Set(grades).size).toBe(grades.length);
    if (puzzles.length >= 100) expect(grades.length).toBeGreaterThan(25);
  });
});
