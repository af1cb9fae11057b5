import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { codeOf, longestInCode, margin } from './code.ts';

/** The dots of an SVG path along the grid, as the page draws it; `scale` dots a square. */
function dots({ size, path }: { size: number; path: string }, scale: number): { data: Uint8ClampedArray; side: number } {
  expect(path).toMatch(/^(M\d+ \d+(L\d+ \d+)+Z)+$/);
  const dark = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  // Right of an edge that goes up or down, inside and outside are exchanged.
  for (const outline of path.split('Z').slice(0, -1)) {
    const corners = [...outline.matchAll(/(\d+) (\d+)/g)].map(([, x, y]): [number, number] => [Number(x), Number(y)]);
    for (const [i, [x, y]] of corners.entries()) {
      const [, next] = corners[(i + 1) % corners.length]!;
      for (let row = Math.min(y, next); row < Math.max(y, next); ++row)
        for (let column = x; column < size; ++column) dark[row]![column]! ^= 1;
    }
  }
  const side = (size + 2 * margin) * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let row = 0; row < side; ++row) {
    for (let column = 0; column < side; ++column) {
      if (dark[Math.floor(row / scale) - margin]?.[Math.floor(column / scale) - margin])
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  return { data, side };
}

describe('a QR code', () => {
  it('says the link, however long', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
    const base = 'https://example.org/quincunx/#/shared/1';
    for (const length of [60, 300, 800, longestInCode]) {
      const link = base + Array.from({ length: length - base.length }, (_, i) => letters[(i * i + 7 * i) % letters.length]).join('');
      const code = codeOf(link);
      const { data, side } = dots(code, 4);
      expect(jsQR(data, side, side)?.data, String(length)).toBe(link);
      expect(code.size).toBeLessThanOrEqual(117);
    }
    expect(codeOf('x'.repeat(longestInCode + 1)).size).toBeGreaterThan(117);
  });
});
