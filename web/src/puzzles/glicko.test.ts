import { describe, expect, it } from 'vitest';
import { dice } from '../testing/dice.ts';
import { rated, rusty, unknown, type Rating } from './glicko.ts';

describe('Glicko-2', () => {
  it('says what the example in its paper says', () => {
    const after = rated({ value: 1500, deviation: 200, volatility: 0.06 }, [
      { value: 1400, deviation: 30, score: 1 },
      { value: 1550, deviation: 100, score: 0 },
      { value: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.value).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  it('knows less of a player who has been away, and never less than of a stranger', () => {
    const player = { value: 1700, deviation: 60, volatility: 0.06 };
    expect(rusty(player, 0)).toEqual(player);
    expect(rusty(player, 1).deviation).toBeCloseTo(Math.hypot(60, 173.7178 * 0.06), 6);
    expect(rusty(player, 1e6)).toEqual({ ...player, deviation: unknown.deviation });
  });

  it('finds how good a player is, whole numbers or not', () => {
    const roll = dice(7);
    const value = 1850;
    let player: Rating = unknown;
    for (let i = 0; i < 200; ++i) {
      const grade = player.value + roll(200) - 100;
      const score = roll(10_000) / 10_000 < 1 / (1 + 10 ** ((grade - value) / 400)) ? 1 : 0;
      const { value: found, deviation, volatility } = rated(player, [{ value: grade, deviation: 80, score }]);
      player = { value: Math.round(found), deviation: Math.round(deviation), volatility: Math.round(volatility * 1e6) / 1e6 };
    }
    expect(player.deviation).toBeLessThan(90);
    expect(Math.abs(player.value - value)).toBeLessThan(2 * player.deviation);
  });

  it('takes a surprise that no formula expects', () => {
    const wild = rated({ value: 3000, deviation: 30, volatility: 0.06 }, [{ value: 400, deviation: 30, score: 0 }]);
    expect(wild.value).toBeLessThan(3000);
    const calm = rated({ value: 400, deviation: 350, volatility: 0.06 }, [{ value: 3000, deviation: 30, score: 0 }]);
    for (const { value, deviation, volatility } of [wild, calm]) expect(Number.isFinite(value + deviation + volatility)).toBe(true);
  });
});
