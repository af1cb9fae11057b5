import { describe, expect, it } from 'vitest';
import { border, learn, lineFrom, nextToSolve, readKnown, verdictAt } from './known.ts';

const nothing = readKnown(undefined);

const moves = ['a', 'b', 'c', 'd', 'e'];

describe('what is known of a game', () => {
  it('is winnable along a solution, and lost after a lost position', () => {
    let known = learn(nothing, ['a', 'b'], 'winnable', ['x', 'y']);
    known = learn(known, ['a', 'b', 'c', 'd'], 'unwinnable', []);
    expect([0, 1, 2, 3, 4, 5].map((ply) => verdictAt(known, moves, ply))).toEqual([
      'winnable',
      'winnable',
      'winnable',
      'unknown',
      'unwinnable',
      'unwinnable',
    ]);
    expect(border(known, moves, 5)).toEqual({ winnable: 2, lost: 4 });
    expect(lineFrom(known, moves, 2)).toEqual(['x', 'y']);
    expect(lineFrom(known, moves, 1)).toEqual(['b', 'x', 'y']);
    expect(lineFrom(known, moves, 3)).toBeNull();
    expect(verdictAt(known, ['a', 'b', 'x', 'y'], 4)).toBe('winnable');
    expect(verdictAt(known, ['b', 'a'], 2)).toBe('unknown');
  });

  it('never contradicts itself', () => {
    const known = learn(nothing, ['a'], 'winnable', ['b', 'c']);
    expect(learn(known, ['a', 'b'], 'unwinnable', [])).toBe(known);
    const lost = learn(nothing, ['a'], 'unwinnable', []);
    expect(learn(lost, ['a', 'b'], 'winnable', ['c'])).toBe(lost);
    expect(learn(known, ['q'], 'unknown', [])).toBe(known);
  });

  it('finds the move that threw the win away by halves', () => {
    for (let last = -1; last <= 5; ++last) {
      let known = nothing;
      const tried = new Set<number>();
      let asked = 0;
      for (let ply = nextToSolve(known, moves, 5, tried); ply !== null; ply = nextToSolve(known, moves, 5, tried)) {
        ++asked;
        tried.add(ply);
        known = learn(known, moves.slice(0, ply), ply <= last ? 'winnable' : 'unwinnable', ply <= last ? ['w'] : []);
      }
      expect(asked).toBeLessThanOrEqual(3);
      expect(border(known, moves, 5)).toEqual({ winnable: last < 0 ? null : last, lost: last === 5 ? null : last + 1 });
    }
  });

  it('goes on where a position stays undecided', () => {
    const known = learn(learn(nothing, ['a'], 'winnable', ['z']), moves, 'unwinnable', []);
    expect(nextToSolve(known, moves, 5, new Set([3]))).toBe(4);
    expect(nextToSolve(known, moves, 5, new Set([2, 3, 4]))).toBeNull();
  });

  it('keeps the shortest of what is lost, and reads only what it wrote', () => {
    const known = learn(learn(nothing, moves, 'unwinnable', []), ['a', 'b'], 'unwinnable', []);
    expect(known.lost).toEqual([['a', 'b']]);
    expect(readKnown(JSON.parse(JSON.stringify(known)))).toEqual(known);
    for (const bad of [null, 3, 'x', {}, { lines: 3, lost: [[1]] }]) expect(readKnown(bad)).toEqual(nothing);
  });
});
