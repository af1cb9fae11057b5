import courtData from './courts.json' with { type: 'json' };
import type { Detail } from './detail.ts';
import { rankGlyph, rankWidth } from './glyphs.ts';
import type { FaceColors, Ink } from '../theme/face-colors.ts';
import type { Rank } from '../theme/suits.ts';
import type { CardName } from './parse.ts';
import { suitPaths, type Suit } from '../theme/suits.ts';
import { boxAttributes, number, quincunx, suitSign } from '../theme/svg.ts';

/** The drawing's size; all lengths in this file are in its units. */
const width = 240;
const height = 336;

interface Court {
  /** gold, red, blue, black, line, hair line: paths of the upper half, `courtUnit` of their units to one of ours */
  layers: string[];
  /** the large suit sign stands at the left */
  left: boolean;
  /** matrices of the small suit signs */
  signs: string[];
  outlined: string[];
}
const courts = courtData as Record<string, Court>;
const courtUnit = 2.5;
const courtBox = { width: 164.8, height: 260.8 };
const isCourt = (name: CardName) => name.rank + name.suit in courts;

const turn = `rotate(180 ${width / 2} ${height / 2})`;

/** Pips of 2 to 10: places in columns -1, 0, 1 and rows 0 (top) to 1 (bottom). */
const pipPlaces: Partial<Record<Rank, readonly (readonly [number, number])[]>> = (() => {
  const column = (x: number, ...rows: number[]) => rows.map((y) => [x, y] as const);
  const both = (...rows: number[]) => [...column(-1, ...rows), ...column(1, ...rows)];
  const third = 1 / 3;
  return {
    '2': column(0, 0, 1),
    '3': column(0, 0, 0.5, 1),
    '4': both(0, 1),
    '5': [...both(0, 1), ...column(0, 0.5)],
    '6': both(0, 0.5, 1),
    '7': [...both(0, 0.5, 1), ...column(0, 0.25)],
    '8': [...both(0, 0.5, 1), ...column(0, 0.25, 0.75)],
    '9': [...both(0, third, 2 * third, 1), ...column(0, 0.5)],
    T: [...both(0, third, 2 * third, 1), ...column(0, third / 2, 1 - third / 2)],
  };
})();

function pips(rank: Rank, suit: Suit, color: string): string {
  const top = 74;
  const columnStep = 43;
  return (pipPlaces[rank] ?? [])
    .map(([x, y]) => suitSign(suit, width / 2 + x * columnStep, top + y * (height - 2 * top), 50, color, y > 0.5))
    .join('');
}

function ace(suit: Suit, ink: Ink): string {
  const x = width / 2;
  const y = height / 2;
  if (suit !== 'S') return suitSign(suit, x, y, 100, ink.suits[suit]);
  // The ace of spades carries the five dots after which the project is named.
  return (
    suitSign('S', x, y, 156, ink.suits.S) +
    `<path transform="translate(${x} ${y}) scale(1.42)" d="${suitPaths.S}" fill="none" stroke="${ink.paper}" stroke-width="1.6"/>` +
    quincunx(x, y + 12, 17, 6, ink.paper)
  );
}

/** The upper `share` (1: all) of a court picture, in a frame `frameWidth` wide. */
function courtPicture(name: CardName, colors: FaceColors['court'], x: number, y: number, frameWidth: number, share: number): string {
  const { layers, signs, outlined } = courts[name.rank + name.suit]!;
  const { gold, red, blue, black, line, paper, suits: suitColors } = colors;
  const strokes = (weight: number) =>
    `fill="none" stroke="${line}" stroke-linecap="round" stroke-linejoin="round" stroke-width="${weight}"`;
  const styles = [
    `fill="${gold}"`,
    `fill="${red}"`,
    `fill="${blue}"`,
    `fill="${black}"`,
    strokes(0.8 * courtUnit),
    strokes(0.44 * courtUnit),
  ];
  const smallSigns = (matrices: string[], outline: string) =>
    matrices.map((m) => `<path transform="matrix(${m})" d="${suitPaths[name.suit]}" fill="${suitColors[name.suit]}"${outline}/>`).join('');
  const parts = layers.map((d, i) => `<path d="${d}" ${styles[i]}/>`);
  parts.push(smallSigns(signs, '') + smallSigns(outlined, ` stroke="${line}" stroke-width="4"`));
  // Layer by layer in both halves, as the halves overlap in the middle.
  const drawn = { width: courtBox.width * courtUnit, height: courtBox.height * courtUnit };
  const turned = `transform="rotate(180 ${drawn.width / 2} ${drawn.height / 2})"`;
  const halves = parts.map((part, i) => `<g id="l${i}">${part}</g><use href="#l${i}" ${turned}/>`).join('');
  const box = { x, y, width: frameWidth, height: (frameWidth * share * drawn.height) / drawn.width };
  const place = boxAttributes(box);
  return (
    `<rect ${place} fill="${paper}"/>` +
    `<svg ${place} viewBox="0 0 ${drawn.width} ${number(drawn.height * share)}">${halves}</svg>` +
    `<rect ${place} fill="none" stroke="${line}" stroke-width="1.4"/>`
  );
}

/** Something drawn in the upper half, and the same upside down in the lower half. */
const twice = (id: string, markup: string) => `<g id="${id}">${markup}</g><use href="#${id}" transform="${turn}"/>`;

function fullCourt(name: CardName, colors: FaceColors): string {
  const x = 42;
  const y = 44.6;
  const signX = courts[name.rank + name.suit]!.left ? x + 20 : width - x - 20;
  const corner = suitSign(name.suit, signX, y + 23, 38, colors.court.suits[name.suit]);
  return courtPicture(name, colors.court, x, y, width - 2 * x, 1) + twice('c', corner);
}

function fullFace(name: CardName, colors: FaceColors): string {
  const { rank, suit } = name;
  const color = colors.suits[suit];
  // Rank and sign in one line, so that a strip of a covered card shows both; the sign is above a court's frame.
  const center = 22;
  const size = 42;
  const weight = 14;
  const widest = 33;
  const glyphWidth = Math.min(widest, rankWidth(rank, size, weight));
  const index = rankGlyph(rank, center - glyphWidth / 2, 10, size, weight, color, widest) + suitSign(suit, 58, 26, 31, color);
  const middle = rank === 'A' ? ace(suit, colors) : isCourt(name) ? fullCourt(name, colors) : pips(rank, suit, color);
  return middle + twice('i', index);
}

interface Row {
  size: number;
  signSize: number;
  margin: number;
  top: number;
  weight: number;
}

/**
 * Rank and sign side by side along the upper edge, so that a covered card in a fan (28 hundredths of its height) shows
 * both; the smallest cards exceed that a little, since size matters more there.
 */
function indexRow(name: CardName, color: string, row: Row): string {
  return (
    rankGlyph(name.rank, row.margin, row.top, row.size, row.weight, color) +
    suitSign(name.suit, width - row.margin - row.signSize * 0.46, row.top + row.size / 2, row.signSize, color)
  );
}

function largeFace(name: CardName, colors: FaceColors, row: Row): string {
  const bottom = row.top + row.size;
  const color = colors.suits[name.suit];
  const picture = isCourt(name)
    ? courtPicture(name, colors.court, 20, bottom + 13, 200, (height - bottom - 32) / 316.5)
    : suitSign(name.suit, width / 2, 119 + bottom, 168, color);
  return indexRow(name, color, row) + picture;
}

function indexFace(name: CardName, colors: FaceColors): string {
  const color = colors.suits[name.suit];
  const row = { size: 106, signSize: 92, margin: 10, top: 8, weight: 19 };
  return indexRow(name, color, row) + suitSign(name.suit, width / 2, 226, 164, color);
}

const faces: Record<Detail, (name: CardName, colors: FaceColors) => string> = {
  full: fullFace,
  middle: (name, colors) => largeFace(name, colors, { size: 62, signSize: 58, margin: 14, top: 9, weight: 15 }),
  large: (name, colors) => largeFace(name, colors, { size: 84, signSize: 78, margin: 16, top: 11, weight: 17 }),
  index: indexFace,
};

/** One face as a complete SVG document. */
export function faceSvg(name: CardName, detail: Detail, colors: FaceColors): string {
  const draw = faces[detail];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="${width}" height="${height}" fill="${colors.paper}"/>${draw(name, colors)}</svg>`
  );
}
