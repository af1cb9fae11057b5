import { describe, expect, it } from 'vitest';
import { freeSide } from './side.ts';

const table = { x: 0, y: 50, width: 1400, height: 850 };
const pile = (left: number, bottom: number) => ({ x: left, y: 300, width: 90, height: bottom - 300 });

describe('freeSide', () => {
  it('is the side with fewer cards', () => {
    expect(freeSide(table, [pile(1200, 800)], 400, 300)).toBe('left');
    expect(freeSide(table, [pile(100, 800)], 400, 300)).toBe('right');
    expect(freeSide(table, [pile(100, 890), pile(1200, 700)], 400, 300)).toBe('right');
  });
  it('does not count what is above the panel or below the table', () => {
    expect(freeSide(table, [pile(1200, 600), pile(100, 610)], 400, 300)).toBe('right');
    expect(freeSide(table, [{ ...pile(1200, 2000), y: 880, height: 1120 }, pile(100, 640)], 400, 300)).toBe('right');
  });
  it('is the middle where there is no room for sides', () => {
    expect(freeSide({ ...table, width: 844 }, [pile(600, 800)], 400, 300)).toBe('middle');
  });
});
