/**
 * Where each face is on a sheet with all faces of a style: a row for each suit, a column for each rank. Below them is a
 * row of known colors, by which is seen whether the browser has given out what was drawn.
 */
import type { Rect } from '../ground/rects.ts';
import { ranks } from './glyphs.ts';
import { cardAspect, parseCard } from './parse.ts';
import { suits } from '../theme/suits.ts';

/** Paper around each face, so that a sheet shown a little smaller or larger mixes no face with its neighbor, px. */
const margin = 1;
/** The side of each square of known color, px. */
const patch = 4;
/** Larger sheets take too much memory; their faces are shown a little enlarged, px of area. */
const most = 12_000_000;

const heightOf = (width: number): number => Math.round(width / cardAspect);

/** The width of the faces on a sheet for cards that are `wanted` px wide. */
export function faceWidth(wanted: number): number {
  const whole = Math.max(8, Math.ceil(wanted));
  const area = (width: number) => sheetSize(width).width * sheetSize(width).height;
  return area(whole) <= most ? whole : Math.floor(whole * Math.sqrt(most / area(whole)));
}

export function sheetSize(width: number): { width: number; height: number } {
  return { width: ranks.length * (width + 2 * margin), height: suits.length * (heightOf(width) + 2 * margin) + patch };
}

export function cellOf(card: string, width: number): Rect {
  const name = parseCard(card);
  if (!name) throw new Error(`not a card: ${card}`);
  const height = heightOf(width);
  return {
    x: ranks.indexOf(name.rank) * (width + 2 * margin) + margin,
    y: suits.indexOf(name.suit) * (height + 2 * margin) + margin,
    width,
    height,
  };
}

/** The row of known colors. */
export function patches(width: number, colors: readonly string[]): (Rect & { color: string })[] {
  const y = sheetSize(width).height - patch;
  return colors.map((color, i) => ({ x: i * patch, y, width: patch, height: patch, color }));
}

/**
 * Whether what was read of the row of known colors, as RGBA, is that row. Browsers that protect against fingerprinting
 * give out noise or one color instead; a little noise in the colors would harm no face.
 */
export function patchesFit(pixels: Uint8ClampedArray, colors: readonly string[]): boolean {
  const across = colors.length * patch;
  return colors.every((color, i) => {
    const middle = 4 * ((patch / 2) * across + i * patch + patch / 2);
    return [1, 3, 5].every((at, channel) => Math.abs(parseInt(color.slice(at, at + 2), 16) - pixels[middle + channel]!) <= 16);
  });
}

/** The sheet as an element's background, of which only one face is seen: its size and position, whatever the element's. */
export function background(card: string, width: number): { size: string; position: string } {
  const sheet = sheetSize(width);
  const cell = cellOf(card, width);
  const percent = (part: number, whole: number) => `${Number(((100 * part) / whole).toFixed(4))}%`;
  return {
    size: `${percent(sheet.width, cell.width)} ${percent(sheet.height, cell.height)}`,
    position: `${percent(cell.x, sheet.width - cell.width)} ${percent(cell.y, sheet.height - cell.height)}`,
  };
}
