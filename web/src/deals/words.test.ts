import { expect, it } from 'vitest';
import { fewestWords, outsideDays, parWords } from './words.ts';

it('says why there is no deal of the day outside of their time, and names that time', () => {
  const days = { first: '2026-11-25', last: '2036-12-31' };
  for (const today of ['2026-11-25', '2029-02-28', '2036-12-31']) expect(outsideDays(days, today), today).toBe('');
  for (const [today, said] of [
    ['2025-06-01', 'June 1, 2025'],
    ['2026-11-24', 'November 24, 2026'],
    ['2037-01-01', 'January 1, 2037'],
  ] as const)
    expect(outsideDays(days, today)).toBe(
      `Deals of the day run from November 25, 2026 to December 31, 2036, but this device’s clock says ${said}.`,
    );
});

it('praises a win at par or under it only if it was won without help', () => {
  const par = { par: 88, proven: true };
  expect([87, 88, 90].map((count) => parWords(count, par, false))).toEqual([
    '1 move under par!',
    'Exactly par, and no solution is shorter!',
    '2 over par (88).',
  ]);
  expect(parWords(88, { ...par, proven: false }, false)).toBe('Exactly par!');
  expect([86, 88, 90].map((count) => parWords(count, par, true))).toEqual([
    '2 moves under par, with help.',
    'Par, with help.',
    '2 over par (88).',
  ]);
  expect(parWords(88, { par: null, proven: false }, true)).toBe('');
  expect([90, 95].map((count) => fewestWords(count, 92, false))).toEqual(['Your best on this deal!', 'Your best on this deal: 92 moves.']);
  expect(fewestWords(90, 92, true)).toBe('Your fewest moves on this deal, with help.');
  expect(fewestWords(90, null, true)).toBe('');
});
