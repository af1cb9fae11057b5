import { describe, expect, it } from 'vitest';
import { dice } from '../testing/dice.ts';
import { medals, streaks, type Finish } from './streak.ts';

const hour = 3600;
/** hours ahead of UTC; the first and the last are neighbors */
const places = [-11, -5, 0, 3, 9, 13];
const start = Date.UTC(2026, 10, 1) / 1000;
/** The time on a clock that is so many hours ahead of UTC. */
const dateAt = (at: number, zone: number): string => new Date((at + zone * hour) * 1000).toISOString().slice(0, 10);
const on = (day: string, hours = 12): Finish => ({ day, at: Date.parse(day) / 1000 + hours * hour, zone: 0 });

/** The rule as it is told, for somebody who stays at home: one letter a day, of which the last is today. */
function told(days: string): { length: number; longest: number; free: boolean } {
  let [length, longest, free, earned] = [0, 0, false, 0];
  for (const [i, day] of [...days].entries()) {
    if (day === '-' && i < days.length - 1 && !free) [length, earned] = [0, 0];
    else if (day === '-' && i < days.length - 1 && length > 0) free = false;
    if (day === 'x') length += 1;
    if (day === 'x' && !free && ++earned === 7) [free, earned] = [true, 0];
    longest = Math.max(longest, length);
  }
  return { length, longest, free };
}

describe('streaks', () => {
  it('of somebody who stays at home are as the rule says', () => {
    const random = dice(44);
    for (let round = 0; round < 1500; ++round) {
      const zone = random(27) - 12;
      const often = 1 + random(12);
      const days = Array.from({ length: 1 + random(60) }, () => (random(often + 1) === 0 ? '-' : 'x')).join('');
      const finishes = [...days].flatMap((day, i) => {
        // Between midnight and midnight; in summer an hour is missing or comes twice.
        const at = start + (24 * i - zone) * hour + random(23 * hour);
        const again = random(3) === 0 ? [{ day: dateAt(at, zone), at: at + random(hour), zone: zone * hour }] : [];
        return day === 'x' ? [{ day: dateAt(at, zone), at, zone: zone * hour }, ...again] : [];
      });
      const midday = start + (24 * (days.length - 1) + 12 - zone) * hour;
      const found = streaks(finishes, { day: dateAt(midday, zone), at: midday, zone: zone * hour });
      const { length, longest, free } = told(days);
      const said = [found.now?.days.length ?? 0, found.longest?.days.length ?? 0];
      // A gap of a day between the last second of one and the first of another may be shorter than a day.
      expect(said[0], days).toBeGreaterThanOrEqual(length);
      expect(said[1], days).toBeGreaterThanOrEqual(longest);
      if (!/x-+x/.test(days.slice(0, -1))) expect([...said, found.free], days).toEqual([length, longest, free]);
    }
  });

  it('at the same hour of each day are exactly as the rule says', () => {
    const random = dice(45);
    for (let round = 0; round < 1500; ++round) {
      const often = 1 + random(12);
      const days = Array.from({ length: 1 + random(60) }, () => (random(often + 1) === 0 ? '-' : 'x')).join('');
      const finishes = [...days].flatMap((day, i) => (day === 'x' ? [on(dateAt(start + 24 * i * hour, 0))] : []));
      const found = streaks(finishes, on(dateAt(start + 24 * (days.length - 1) * hour, 0)));
      const { length, longest, free } = told(days);
      expect([found.now?.days.length ?? 0, found.longest?.days.length ?? 0, found.free], days).toEqual([length, longest, free]);
    }
  });

  it('suffer from no flight and no clock', () => {
    const random = dice(46);
    for (let round = 0; round < 200; ++round) {
      // Somebody who plays on every date that he sees, and wherever he arrives, whatever the clock says for an hour.
      let zone = places[random(places.length)]!;
      const finishes: Finish[] = [];
      let at = start;
      const seen = new Set<string>();
      for (; at < start + 40 * 24 * hour; at += hour) {
        const flies = random(40) === 0;
        if (flies) zone = places[random(places.length)]!;
        const wrong = at > start + 96 * hour && random(200) === 0 ? -random(72) : 0;
        const day = dateAt(at + wrong * hour, zone);
        if (flies || !seen.has(day)) finishes.push({ day, at: at + wrong * hour, zone: zone * hour });
        seen.add(day);
      }
      const found = streaks(finishes, { day: dateAt(at, zone), at, zone: zone * hour });
      expect(found.now?.forgiven, JSON.stringify(finishes)).toEqual([]);
      expect(found.now?.days.length).toBe(seen.size);
      expect(found.longest?.days.length).toBe(seen.size);
    }
  });

  it('are the same in whatever order the finishes come, and whichever device had them', () => {
    const random = dice(47);
    const all = Array.from({ length: 60 }, () => on(dateAt(start + random(40) * 24 * hour, 0), random(24)));
    const now = on(dateAt(start + 40 * 24 * hour, 0));
    expect(streaks([...all].reverse(), now)).toEqual(streaks(all, now));
    expect(streaks([...all, ...all.slice(10, 30)], now)).toEqual(streaks(all, now));
  });

  it('use a free day for one missed day, and say for which', () => {
    const days = ['01', '02', '03', '04', '05', '06', '07', '09'].map((day) => on(`2026-11-${day}`));
    expect(streaks(days, on('2026-11-09'))).toMatchObject({ now: { forgiven: ['2026-11-08'] }, free: false });
    expect(streaks(days, on('2026-11-09')).now!.days).toHaveLength(8);
    expect(streaks(days.slice(1), on('2026-11-09')).now!.days).toEqual(['2026-11-09']);
    expect(streaks(days, on('2026-11-11')).now).toBeNull();
    expect(streaks([], on('2026-11-11'))).toEqual({ now: null, longest: null, forgiven: [], free: false });
  });
});

describe('medals', () => {
  it('are for ten, twenty and all days of a month', () => {
    const days = (count: number, month = '2028-02') =>
      Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
    expect([9, 10, 19, 20, 28, 29].map((count) => medals(days(count), '2028-02').medal)).toEqual([
      'none',
      'bronze',
      'bronze',
      'silver',
      'silver',
      'gold',
    ]);
    expect(medals(days(28, '2026-02'), '2026-02')).toEqual({ days: 28, medal: 'gold' });
    expect(medals([...days(9), ...days(9)], '2028-02').days).toBe(9);
    expect(medals(days(12, '2026-02'), '2026-03').days).toBe(0);
  });
});
