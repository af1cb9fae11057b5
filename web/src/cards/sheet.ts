/** Where each face is on a sheet with all faces of a style: a row for each suit, a column for each rank. */
import { ranks } from './glyphs.ts';
import { cardAspect, parseCard } from './parse.ts';
import { suits } from './suits.ts';

export interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Paper around each face, so that a sheet shown a little smaller or larger mixes no face with its neighbor, px. */
const margin = 1;
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
  return { width: ranks.length * (width + 2 * margin), height: suits.length * (heightOf(width) + 2 * margin) };
}

export function cellOf(card: string, width: number): Cell {
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
