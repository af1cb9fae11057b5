import { describe, expect, it } from 'vitest';
import { muchWorse, thrownAway } from './tips.ts';

describe('tips', () => {
  it('are given when a win was thrown away, and only then', () => {
    expect(thrownAway('winnable', 'unwinnable')).toBe(true);
    expect(thrownAway('unwinnable', 'unwinnable')).toBe(false);
    expect(thrownAway('unknown', 'unwinnable')).toBe(false);
    expect(thrownAway('winnable', 'unknown')).toBe(false);
  });

  const found = (before: number, after: number, right = false) => ({ right, before, after });

  it('are given for a mistake that cost a lot', () => {
    expect(muchWorse(found(0.7, 0.4), false)).toBe(true);
    expect(muchWorse(found(0.7, 0.6), false)).toBe(false);
    expect(muchWorse(found(1, 0), false)).toBe(true);
  });

  it('are not given for what the judge calls right, or has not judged', () => {
    expect(muchWorse(found(0.7, 0.4, true), false)).toBe(false);
    expect(muchWorse(undefined, false)).toBe(false);
  });

  it('are not given where taking back would use a card that was seen', () => {
    expect(muchWorse(found(0.9, 0.1), true)).toBe(false);
  });
});
