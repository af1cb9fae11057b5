import { expect, test } from 'vitest';
import type { Chance } from './findings.ts';
import { steepest } from './turning.ts';

test('the move that cost most is looked for in the middle of where the chance fell', () => {
  const fair = [0.9, 0.9, 0.85, 0.8, 0.8, 0.8, 0.3, 0.3, 0.3];
  const chance = (ply: number, worlds = 100): Chance => ({
    fair: fair[ply]!,
    low: 0,
    high: 1,
    allLow: 0,
    allHigh: 1,
    worlds,
    complete: false,
  });
  const chances: (Chance | null)[] = fair.map(() => null);
  for (const ply of [0, 4, 8]) chances[ply] = chance(ply);
  const asked: number[] = [];
  for (let ply = steepest(chances); ply !== null; ply = steepest(chances)) {
    asked.push(ply);
    chances[ply] = chance(ply);
  }
  expect(asked).toEqual([6, 5]);
  // A chance that is known roughly says nothing.
  chances[2] = { ...chance(2, 12), fair: 0.1 };
  expect(steepest(chances)).toBeNull();
});
