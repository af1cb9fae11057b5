import { lastCost, lastLuck, luckOf, luckWords } from './words.ts';
import { expect, test } from 'vitest';
import { placesOf, readFindings, withChance, withWeighed, type Chance } from './findings.ts';
import { lookedAtAll, moments, steepest, suspects } from './turning.ts';

const none = { fair: 0, low: 0, high: 1, worlds: 100, complete: false };

test('the move that cost most is looked for in the middle of where the chance fell', () => {
  const fair = [0.9, 0.9, 0.85, 0.8, 0.8, 0.8, 0.3, 0.3, 0.3];
  const chance = (ply: number, worlds = 100): Chance => ({
    ...none,
    fair: fair[ply]!,
    worlds,
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

test('a move is a mistake if it was worse than the best, and not because of the card that came', () => {
  const moves = ['a', 'b', 'c', 'd', 'e'];
  const places = placesOf(moves);
  const weighed = (before: number, after: number, right = false) => ({ right, before, after });
  let findings = readFindings({});
  for (const [ply, found] of [
    [1, weighed(0.9, 0.8)],
    [2, weighed(0.8, 0.8, true)],
    [3, weighed(0.8, 0.4)],
    [4, weighed(0.5, 0.2)],
    [5, weighed(0.2, 0.05)],
  ] as const)
    findings = withWeighed(findings, places[ply]!, found);
  expect(moments(findings, moves).map(({ ply }) => ply)).toEqual([3, 4, 5]);
  // Nothing is known of another game.
  expect(moments(findings, ['b', ...moves])).toEqual([]);
  expect(moments(findings, ['a', 'c'])).toEqual([{ ply: 1, move: 'a', before: 0.9, after: 0.8 }]);
});

test('the deepest falls of the chance are looked at first, and small ones not at all', () => {
  const chances = [0.9, 0.88, 0.6, null, 0.1, 0.3, 0.24].map((fair) => (fair === null ? null : { ...none, fair }));
  expect(suspects(chances)).toEqual([2, 6]);
  expect(suspects(Array.from({ length: 20 }, (_, i) => ({ ...none, fair: 1 - i / 20 })))).toHaveLength(8);
});

test('no mistake can have been missed once every chance is known and every fall was looked at', () => {
  const moves = ['a', 'b'];
  const places = placesOf(moves);
  let findings = readFindings({});
  for (const [ply, fair] of [0.9, 0.5].entries()) findings = withChance(findings, places[ply]!, { ...none, fair });
  findings = withWeighed(findings, places[1]!, { right: true, before: 0.9, after: 0.9 });
  expect(lookedAtAll(findings, moves)).toBe(false);
  findings = withChance(findings, places[2]!, { ...none, fair: 0.3 });
  expect(lookedAtAll(findings, moves)).toBe(false);
  findings = withWeighed(findings, places[2]!, { right: false, before: 0.5, after: 0.3 });
  expect(lookedAtAll(findings, moves)).toBe(true);
});

test('what a move did and what its card did add up to the graph', () => {
  const chance = (fair: number) => ({ fair, low: fair, high: fair, worlds: 64, complete: false });
  const cost = { before: 0.8, after: 0.2 };
  // A bad move, then a lucky card: the graph says 80, 70.
  const luck = luckOf({ ply: 1, own: 1, chances: [chance(0.8), chance(0.7)] }, cost);
  expect(luck).toBeCloseTo(0.5);
  expect(luckWords(luck)).toBe('Then lucky cards: +50%.');
  expect(luckWords(luckOf({ ply: 1, own: 1, chances: [chance(0.8), chance(0.1)] }, cost))).toBe('Then unlucky cards: −10%.');
  expect(luckWords(luckOf({ ply: 1, own: 1, chances: [chance(0.8), chance(0.2)] }, cost))).toBe('');
  // The unknown is not said.
  expect(luckOf({ ply: 1, own: 1, chances: [null, chance(0.2)] }, cost)).toBe(0);
  const desk = {
    ply: 1,
    own: 1,
    chances: [chance(0.8), chance(0.7)],
    places: ['a', 'b'],
    findings: { weighed: { b: { ...cost, right: false } } } as never,
  };
  expect(lastLuck({ ...desk, silent: '' })).toBeCloseTo(0.5);
  expect(lastCost(desk)).toBe('60%');
  // A card that a move by itself showed is the player's luck, too.
  expect(lastLuck({ ...desk, ply: 2, chances: [chance(0.8), null, chance(0.4)], places: ['a', 'b', 'c'], silent: '' })).toBeCloseTo(0.2);
  // No cost stands beside a chance that did not fall by it.
  expect(lastCost({ ...desk, findings: { weighed: { b: { before: 0.64, after: 0.56, right: false } } } as never })).toBe('');
  expect(lastCost({ ...desk, findings: { weighed: { b: { before: 0.8, after: 0.6, right: true } } } as never })).toBe('');
  // A move that showed no card.
  expect(lastLuck({ ...desk, silent: 'b' })).toBe(0);
});
