/** Makes pictures of faces: in a worker where that is possible, else in the page. */
import { faceColors, type Deck, type Paper } from '../theme/face-colors.ts';
import type { Detail } from './detail.ts';
import { drawSvg } from './draw.ts';
import { faceSvg } from './faces.ts';
import { ranks } from './glyphs.ts';
import { parseCard } from './parse.ts';
import type { Rect } from '../ground/rects.ts';
import { cellOf, patches, patchesFit, sheetSize } from './sheet.ts';
import { suits } from '../theme/suits.ts';

export interface Style {
  detail: Detail;
  deck: Deck;
  paper: Paper;
}

/**
 * `card`: one face that can be shown at any size; `width`: a sheet with all faces, so many px wide each; `sheet`: the same
 * again, which is refused if the browser has put something else in its place.
 */
export type Order = { style: Style } & ({ card: string } | { width: number; sheet?: Blob });

/** One face as an SVG picture. */
function face(card: string, { detail, deck, paper }: Style): string {
  const name = parseCard(card);
  if (!name) throw new Error(`not a card: ${card}`);
  return faceSvg(name, detail, faceColors(deck, paper));
}

function canvasOf(width: number, height: number): { canvas: OffscreenCanvas; context: OffscreenCanvasRenderingContext2D } {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return { canvas, context };
}

/** The colors by which a sheet is known. */
function known({ deck, paper }: Style): string[] {
  const { paper: ground, suits } = faceColors(deck, paper);
  return [ground, ...Object.values(suits)];
}

async function sheet(width: number, style: Style): Promise<Blob> {
  const size = sheetSize(width);
  const { canvas, context } = canvasOf(size.width, size.height);
  const fill = ({ color, x, y, width, height }: Rect & { color: string }) => {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
  };
  fill({ color: faceColors(style.deck, style.paper).paper, x: 0, y: 0, ...size });
  patches(width, known(style)).forEach(fill);
  for (const suit of suits) for (const rank of ranks) drawSvg(context, face(rank + suit, style), cellOf(rank + suit, width));
  return canvas.convertToBlob();
}

/** The given sheet, if it is one. */
async function checked(sheet: Blob, width: number, style: Style): Promise<Blob> {
  const colors = known(style);
  const cells = patches(width, colors);
  const { x, y, height } = cells[0]!;
  const across = height * cells.length;
  const picture = await createImageBitmap(sheet, x, y, across, height);
  const { context } = canvasOf(across, height);
  context.drawImage(picture, 0, 0);
  if (!patchesFit(context.getImageData(0, 0, across, height).data, colors)) throw new Error('not what was drawn');
  return sheet;
}

export async function make(order: Order): Promise<Blob> {
  if ('width' in order) return order.sheet ? checked(order.sheet, order.width, order.style) : sheet(order.width, order.style);
  return new Blob([face(order.card, order.style)], { type: 'image/svg+xml' });
}
