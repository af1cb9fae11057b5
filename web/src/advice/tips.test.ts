import { describe, expect, it } from 'vitest';
import type { Chance } from './findings.ts';
import { muchWorse, thrownAway } from './tips.ts';

const chance = (fair: number, worlds = 100, complete = false): Chance => ({
  fair,
  low: 0,
  high: 1,
  worlds,
  complete,
});

describe('tips', () => {
  it('are given when a win was thrown away, and only then', () => {
    expect(thrownAway('winnable', 'unwinnable')).toBe(true);
    expect(thrownAway('unwinnable', 'unwinnable')).toBe(false);
    expect(thrownAway('unknown', 'unwinnable')).toBe(false);
    expect(thrownAway('winnable', 'unknown')).toBe(false);
  });

  it('are given when a chance falls by more than chance explains', () => {
    expect(muchWorse(chance(0.7), chance(0.4), false)).toBe(true);
    expect(muchWorse(chance(0.7), chance(0.6), false)).toBe(false);
    expect(muchWorse(chance(0.7, 64), chance(0.6, 64), false)).toBe(false);
    expect(muchWorse(chance(0.4), chance(0.7), false)).toBe(false);
    expect(muchWorse(chance(1, 1, true), chance(0, 1, true), false)).toBe(true);
    expect(muchWorse(null, chance(0.1), false)).toBe(false);
  });

  it('are not given where the chances themselves are not said', () => {
    expect(muchWorse(chance(0.9, 63), chance(0.1), false)).toBe(false);
    expect(muchWorse(chance(0.9), chance(0.1, 63), false)).toBe(false);
  });

  it('are not given for bad luck', () => {
    expect(muchWorse(chance(0.9), chance(0.1), true)).toBe(false);
  });
});
