/** Makes pictures of faces: in a worker where that is possible, else in the page. */
import { faceColors, type Deck, type Paper } from '../theme/face-colors.ts';
import type { Detail } from './detail.ts';
import { drawSvg } from './draw.ts';
import { faceSvg } from './faces.ts';
import { ranks } from './glyphs.ts';
import { parseCard } from './parse.ts';
import { cellOf, sheetSize } from './sheet.ts';
import { suits } from './suits.ts';

export interface Style {
  detail: Detail;
  deck: Deck;
  paper: Paper;
}

/** `card`: one face that can be shown at any size; `width`: a sheet with all faces, so many px wide each. */
export type Order = { style: Style } & ({ card: string } | { width: number });

/** One face as an SVG picture. */
function face(card: string, { detail, deck, paper }: Style): string {
  const name = parseCard(card);
  if (!name) throw new Error(`not a card: ${card}`);
  return faceSvg(name, detail, faceColors(deck, paper));
}

async function sheet(width: number, style: Style): Promise<Blob> {
  const size = sheetSize(width);
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = faceColors(style.deck, style.paper).paper;
  context.fillRect(0, 0, size.width, size.height);
  for (const suit of suits) for (const rank of ranks) drawSvg(context, face(rank + suit, style), cellOf(rank + suit, width));
  return canvas.convertToBlob();
}

export async function make(order: Order): Promise<Blob> {
  if ('width' in order) return sheet(order.width, order.style);
  return new Blob([face(order.card, order.style)], { type: 'image/svg+xml' });
}
