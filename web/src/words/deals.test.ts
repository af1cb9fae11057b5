import { expect, it } from 'vitest';
import { outsideDays } from './deals.ts';

it('says why there is no deal of the day outside of their time, and names that time', () => {
  const days = { first: '2026-11-25', last: '2031-12-31' };
  for (const today of ['2026-11-25', '2029-02-28', '2031-12-31']) expect(outsideDays(days, today), today).toBe('');
  for (const [today, said] of [
    ['2025-06-01', 'June 1, 2025'],
    ['2026-11-24', 'November 24, 2026'],
    ['2032-01-01', 'January 1, 2032'],
  ] as const)
    expect(outsideDays(days, today)).toBe(
      `There are deals of the day from November 25, 2026 to December 31, 2031, but the clock of this device says ${said}.`,
    );
});
