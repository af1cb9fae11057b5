import { describe, expect, it } from 'vitest';
import type { Entry } from '../store/entry.ts';
import { entryWith } from '../testing/storage.ts';
import { bestsOf, calendar } from './days-played.ts';

const entry = (rest: Partial<Entry>): Entry =>
  entryWith(1, { changed: 1_764_000_000, state: 'won', time: 60_000, ply: 90, moves: 90, ended: 1, ...rest });

describe('statistics of entries', () => {
  it('has a day for each of some weeks, from a Monday, and counts what ended on it', () => {
    // A Friday.
    const days = calendar(
      [
        entry({ day: '2026-11-27' }),
        entry({ day: '2026-11-27', state: 'given-up' }),
        entry({ day: '2026-11-23', state: 'playing' }),
        entry({ day: '2020-01-01' }),
      ],
      '2026-11-27',
      3,
    );
    expect(days).toHaveLength(19);
    expect(days[0]!.date).toBe('2026-11-09');
    expect(days.at(-1)).toEqual({ date: '2026-11-27', games: 2, won: 1 });
    expect(days.filter(({ games }) => games > 0)).toHaveLength(1);
  });

  it('goes on over the change of the clocks and of the year', () => {
    expect(calendar([], '2027-01-03', 14)).toHaveLength(98);
  });

  it('knows the bests of each game, those without help first', () => {
    const games = [
      entry({ deal: 'gargantua#1', moves: 200, time: 50_000 }),
      entry({ deal: 'gargantua#2', moves: 180, time: 90_000 }),
      entry({ deal: 'gargantua#3', moves: 100, time: 1000, help: 'fair' }),
      entry({ deal: 'carthage#4', moves: 150, help: 'all-known' }),
      entry({ deal: 'stalactites#5', state: 'given-up' }),
      entry({ deal: 'gargantua~', kind: 'set-up', moves: 2, time: 10 }),
    ];
    const found = bestsOf(games, ['gargantua', 'stalactites', 'carthage']);
    expect(found.map(({ game, helped, moves, time }) => [game, helped, moves.deal, time.deal])).toEqual([
      ['gargantua', false, 'gargantua#2', 'gargantua#1'],
      ['carthage', true, 'carthage#4', 'carthage#4'],
    ]);
  });
});
