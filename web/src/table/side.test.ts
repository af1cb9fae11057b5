import { describe, expect, it } from 'vitest';
import { freeSide } from './side.ts';

const table = { left: 0, right: 1400, top: 50, bottom: 900 };
const pile = (left: number, bottom: number) => ({ left, right: left + 90, top: 300, bottom });

describe('freeSide', () => {
  it('is the side with fewer cards', () => {
    expect(freeSide(table, [pile(1200, 800)], 400, 300)).toBe('left');
    expect(freeSide(table, [pile(100, 800)], 400, 300)).toBe('right');
    expect(freeSide(table, [pile(100, 890), pile(1200, 700)], 400, 300)).toBe('right');
  });
  it('does not count what is above the panel or below the table', () => {
    expect(freeSide(table, [pile(1200, 600), pile(100, 610)], 400, 300)).toBe('right');
    expect(freeSide(table, [{ ...pile(1200, 2000), top: 880 }, pile(100, 640)], 400, 300)).toBe('right');
  });
  it('is the middle where there is no room for sides', () => {
    expect(freeSide({ ...table, right: 844 }, [pile(600, 800)], 400, 300)).toBe('middle');
  });
});
