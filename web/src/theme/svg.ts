import type { Rect } from '../ground/rects.ts';
import { suitPaths, type Suit } from './suits.ts';

/** Small pieces of SVG text that faces, backs, places and the logo share. */

/** A number with at most two decimals. */
export const number = (value: number): string => String(Number(value.toFixed(2)));

export const boxAttributes = (box: Rect): string =>
  `x="${number(box.x)}" y="${number(box.y)}" width="${number(box.width)}" height="${number(box.height)}"`;

/** A suit sign `size` high, its middle at (x, y). */
export function suitSign(suit: Suit, x: number, y: number, size: number, color: string, turned = false): string {
  const scale = (size / 100) * (turned ? -1 : 1);
  return `<path transform="translate(${number(x)} ${number(y)}) scale(${scale})" d="${suitPaths[suit]}" fill="${color}"/>`;
}

/** Five dots as on a die: the middle at (x, y), the others `step` away in both directions. */
export function quincunx(x: number, y: number, step: number, radius: number, color: string): string {
  return [
    [0, 0],
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]
    .map(([dx, dy]) => `<circle cx="${number(x + dx! * step)}" cy="${number(y + dy! * step)}" r="${radius}" fill="${color}"/>`)
    .join('');
}
