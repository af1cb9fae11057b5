import { describe, expect, it, vi } from 'vitest';
import { faceColors } from '../theme/face-colors.ts';
import { drawSvg } from './draw.ts';
import { faceSvg } from './faces.ts';
import { ranks } from './glyphs.ts';
import { background, cellOf, faceWidth, patches, patchesFit, sheetSize } from './sheet.ts';
import { suits } from '../theme/suits.ts';

const cards = suits.flatMap((suit) => ranks.map((rank) => rank + suit));

describe('a sheet of faces', () => {
  it.each([26, 130, 380])('has a place of its own for each, %s px wide', (width) => {
    const size = sheetSize(width);
    const cells = cards.map((card) => cellOf(card, width));
    for (const { x, y, height, ...cell } of cells) {
      expect(x).toBeGreaterThan(0);
      expect(x + cell.width).toBeLessThan(size.width);
      expect(y + height).toBeLessThan(size.height);
    }
    for (const [i, a] of cells.entries()) {
      for (const b of cells.slice(i + 1)) expect(Math.abs(a.x - b.x) >= width + 2 || Math.abs(a.y - b.y) >= a.height + 2).toBe(true);
    }
  });

  it('is a background of which each element shows one', () => {
    // As CSS says it: a percentage of what the element leaves over, or of the element.
    const [width, height] = [41.5, 58.1];
    const { size, position } = background('7C', 100);
    const [across, down] = size.split(' ').map((part) => parseFloat(part) / 100);
    const [x, y] = position.split(' ').map((part) => parseFloat(part) / 100);
    const shown = { x: -x! * (width - across! * width), y: -y! * (height - down! * height) };
    const cell = cellOf('7C', 100);
    expect(shown.x).toBeCloseTo((cell.x * width) / 100, 2);
    expect(shown.y).toBeCloseTo((cell.y * height) / cell.height, 2);
  });

  it.each([26, 130])('has a row of known colors that no face covers, %s px wide', (width) => {
    const lowest = Math.max(...cards.map((card) => cellOf(card, width)).map(({ y, height }) => y + height));
    const row = patches(width, ['#fffefb', '#c8102e']);
    for (const { x, y, ...cell } of row) {
      expect(y).toBeGreaterThan(lowest);
      expect(x + cell.width).toBeLessThanOrEqual(sheetSize(width).width);
      expect(y + cell.height).toBeLessThanOrEqual(sheetSize(width).height);
    }
    expect(row.map(({ color }) => color)).toEqual(['#fffefb', '#c8102e']);
  });

  it('is told from what browsers give out in its place', () => {
    const colors = ['#fffefb', '#12151b', '#c8102e'];
    const side = patches(26, colors)[0]!.width;
    /** The row as it was drawn, with something done to each value of it. */
    const row = (change: (value: number) => number) =>
      new Uint8ClampedArray(
        Array.from({ length: side }, () =>
          colors.flatMap((color) =>
            Array.from({ length: side }, () => [1, 3, 5].map((at) => change(parseInt(color.slice(at, at + 2), 16))).concat(255)).flat(),
          ),
        ).flat(),
      );
    expect(
      patchesFit(
        row((value) => value),
        colors,
      ),
    ).toBe(true);
    // As Brave does it.
    expect(
      patchesFit(
        row((value) => value ^ 1),
        colors,
      ),
    ).toBe(true);
    let seed = 7;
    const noise = () => (seed = (seed * 48_271) % 2_147_483_647) % 256;
    for (const wrong of [noise, () => 255, () => 0, (value: number) => 255 - value]) expect(patchesFit(row(wrong), colors)).toBe(false);
    expect(patchesFit(new Uint8ClampedArray(0), colors)).toBe(false);
  });

  it('is never larger than a phone can keep', () => {
    for (const width of [20.2, 190, 380, 600, 2000]) {
      const { width: across, height } = sheetSize(faceWidth(width));
      expect(across * height).toBeLessThan(12_100_000);
    }
    expect(faceWidth(127.8)).toBe(128);
  });
});

it('can draw all that faces are made of', () => {
  vi.stubGlobal('Path2D', class {});
  const done = { fill: 0, stroke: 0, save: 0, restore: 0 };
  const canvas = new Proxy({} as OffscreenCanvasRenderingContext2D, {
    get: (_, name: string) => () => void (name in done && ++done[name as keyof typeof done]),
    set: () => true,
  });
  for (const detail of ['full', 'middle', 'large', 'index'] as const) {
    for (const suit of suits)
      for (const rank of ranks)
        drawSvg(canvas, faceSvg({ rank, suit }, detail, faceColors('four-color', 'dark')), { x: 0, y: 0, width: 10, height: 14 });
  }
  expect(done.restore).toBe(done.save);
  expect(Math.min(done.fill, done.stroke)).toBeGreaterThan(300);
  for (const wrong of [
    '<svg viewBox="0 0 1 1"><ellipse/></svg>',
    '<svg viewBox="0 0 1 1"><g style="x"/></svg>',
    '<svg viewBox="0 0 1 1"><use href="#no"/></svg>',
    '<svg viewBox="0 0 1 1"><g>',
    '<p/>',
  ]) {
    expect(() => drawSvg(canvas, wrong, { x: 0, y: 0, width: 1, height: 1 }), wrong).toThrow();
  }
});
