import { describe, expect, it } from 'vitest';
import { freeSheet, freeSide } from './side.ts';

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

describe('freeSheet', () => {
  const window = { x: 0, y: 40, width: 1024, height: 728 };
  const size = { wide: 640, narrow: 416, content: 300, most: 384, least: 136 };
  const card = (x: number, bottom: number) => ({ x, y: bottom - 120, width: 80, height: 120 });
  const at = (playable: readonly ReturnType<typeof card>[], of = size, other: readonly ReturnType<typeof card>[] = []) =>
    freeSheet(window, { playable, other }, of);

  it('is the lower edge, in the middle, where nothing lies', () => {
    expect(at([])).toEqual({ side: 'middle', bottom: 0, hangs: false, height: 384 });
    expect(at([card(900, 200)])).toEqual({ side: 'middle', bottom: 0, hangs: false, height: 384 });
    expect(at([card(400, 160)], size, [card(500, 700)])).toEqual({ side: 'right', bottom: 0, hangs: false, height: 384 });
  });
  it('is where it covers no card that can be played', () => {
    expect(at([card(400, 760), card(900, 760)])).toMatchObject({ side: 'middle', hangs: true, height: 384 });
    expect(at([card(300, 760), card(900, 160)])).toMatchObject({ side: 'right', bottom: 0, hangs: false, height: 384 });
    expect(at([card(500, 760), card(900, 160), card(20, 200)])).toMatchObject({ side: 'right', bottom: 0, hangs: false, height: 384 });
  });
  it('is between two rows of them where there is room', () => {
    const rows = [20, 200, 400, 600, 800, 920].flatMap((x) => [card(x, 160), card(x, 768)]);
    expect(at(rows)).toMatchObject({ bottom: 120, hangs: false, height: 384 });
  });
  it('is as high as these cards leave it', () => {
    const rows = [20, 200, 400, 600, 800, 920].flatMap((x) => [card(x, 160), card(x, 360), card(x, 568)]);
    expect(at(rows)).toMatchObject({ bottom: 0, height: 200 });
  });
  it('covers the least of them if they leave too little', () => {
    const rows = [20, 200, 400, 600, 800, 920].flatMap((x) => [card(x, 160), card(x, 280), card(x, 400), card(x, 520), card(x, 668)]);
    expect(at([...rows, card(500, 768)])).toMatchObject({ side: 'left', bottom: 0, height: 136 });
  });
  it('has no sides on a narrow table', () => {
    const narrow = { ...window, width: 390 };
    expect(freeSheet(narrow, { playable: [card(20, 760)], other: [] }, size)).toMatchObject({ side: 'middle', hangs: true, height: 384 });
  });
});
