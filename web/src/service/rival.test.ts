import { expect, it, vi } from 'vitest';
import { rivalOn } from './rival.ts';

const rival = { name: 'Crane 97', won: true, moves: 56 };
const keep = (kept: unknown) => vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) });

it('is whoever has won the deal in its last challenge', () => {
  keep({ challenges: { a: { deal: 'carthage#1', rival }, b: { deal: 'carthage#2', rival: { ...rival, won: false } } } });
  expect(rivalOn('carthage#1')).toEqual({ ...rival, challenge: 'a' });
  expect([rivalOn('carthage#2'), rivalOn('carthage#3')]).toEqual([null, null]);
  // The end of the game speaks of the last one, too.
  keep({ challenges: { a: { deal: 'carthage#1', rival }, b: { deal: 'carthage#1' } } });
  expect(rivalOn('carthage#1')).toBeNull();
});

it('is nobody where something else is kept', () => {
  for (const wrong of [
    null,
    5,
    'x',
    [],
    { name: 5, won: true, moves: 56 },
    { name: 'Crane', won: 1, moves: 56 },
    { name: 'Crane', won: true },
  ]) {
    keep({ challenges: { a: { deal: 'carthage#1', rival: wrong } } });
    expect(rivalOn('carthage#1'), JSON.stringify(wrong)).toBeNull();
    keep({ challenges: { a: wrong } });
    expect(rivalOn('carthage#1')).toBeNull();
    keep({ challenges: wrong });
    expect(rivalOn('carthage#1')).toBeNull();
    keep(wrong);
    expect(rivalOn('carthage#1')).toBeNull();
  }
});
