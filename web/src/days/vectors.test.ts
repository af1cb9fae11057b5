/** Days, streaks, stars and medals of whole files. */
import { describe, expect, it } from 'vitest';
import { newName, type Entry } from '../store/entry.ts';
import { games } from '../testing/games.ts';
import type { Fact } from '../store/database.ts';
import { daysOf } from './days.ts';
import cases from './vectors.json' with { type: 'json' };

/** `gargantua 2026-11-27 1795780800+0`: game, day of the deal, and the field `finished`. */
const entryOf = (text: string): Entry => {
  const [game, day, finished] = text.split(' ') as [string, string, string];
  const deal = `${game}#1`;
  const rest = { begun: 1, key: deal, changed: 1, time: 0, ply: 1, moves: 1, par: null, thrown: null, ended: 1, here: true };
  return { ...rest, name: newName(1), deal, kind: `day-${day}`, state: 'won', help: 'none', more: { finished } };
};

describe('days', () => {
  it.each(cases)('$name', ({ finishes, other, days }) => {
    const facts = other.map((line): Fact => ({ id: `other ${line}`, other: line }));
    expect(daysOf(finishes.map(entryOf), facts, games)).toEqual(days);
  });
});
