import { describe, expect, it } from 'vitest';
import type { MoveAdvice, Odds } from '../engine/solver-contract.ts';
import { chanceOf, placesOf, readFindings, weighedBy, withChance, withWeighed } from './findings.ts';

const none = readFindings(undefined);

const odds: Odds = {
  worlds: 20,
  won: 12,
  unknown: 1,
  allKnown: [0.4, 0.8],
  chance: 0.6,
  fitted: true,
  bounds: [0.4, 0.78],
  complete: false,
  nodes: 9,
};

describe('findings', () => {
  it('name a position by its moves alone', () => {
    const places = placesOf(['a', 'bc', 'd']);
    expect(new Set(places).size).toBe(4);
    expect(placesOf(['a', 'bc'])).toEqual(places.slice(0, 3));
    expect(placesOf(['ab', 'c'])[2]).not.toBe(places[2]);
    // As many games as there will ever be in one record, and more.
    const many = new Set(Array.from({ length: 20_000 }, (_, i) => placesOf([`T${i}>F1`, 'draw'])[2]));
    expect(many.size).toBe(20_000);
  });

  it('keep the chance from most worlds', () => {
    const chance = chanceOf(odds)!;
    const first = withChance(none, 'x', chance);
    expect(withChance(first, 'x', { ...chance, worlds: 10 })).toBe(first);
    expect(withChance(first, 'x', { ...chance, worlds: 30 }).chances['x']!.worlds).toBe(30);
    expect(chanceOf({ ...odds, chance: null })).toBeNull();
  });

  it('do not grow without end', () => {
    let findings = none;
    for (let i = 0; i < 700; ++i) findings = withChance(findings, `p${i}`, chanceOf(odds)!);
    expect(Object.keys(findings.chances).length).toBeLessThanOrEqual(601);
    expect(findings.chances['p699']).toBeDefined();
  });

  it('say nothing of a move that could not be judged', () => {
    const judged = { right: false, after: 0.5 };
    const advice = { chance: 0.8, judged } as MoveAdvice;
    expect(weighedBy(advice)).toEqual({ right: false, before: 0.8, after: 0.5 });
    expect(weighedBy({ ...advice, judged: { ...judged, right: null } })).toBeNull();
    expect(weighedBy({ ...advice, judged: { ...judged, after: null } })).toBeNull();
    expect(weighedBy({ ...advice, judged: null })).toBeNull();
  });

  it('read back what was saved, and nothing else', () => {
    const findings = withChance(none, 'x', chanceOf(odds)!);
    expect(readFindings(JSON.parse(JSON.stringify(findings)))).toEqual(findings);
    expect(readFindings(undefined)).toEqual(none);
    const move = withWeighed(findings, 'y', { right: false, before: 0.8, after: 0.5 });
    expect(readFindings(JSON.parse(JSON.stringify(move)))).toEqual(move);
    expect(readFindings({ weighed: { y: { right: 1, before: 0.8, after: 0.5 }, z: null } })).toEqual(none);
    expect(readFindings({ known: 3, chances: { x: { fair: 'no' }, y: null } })).toEqual(none);
  });
});
