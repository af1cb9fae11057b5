import type { Deck, Paper } from '../theme/face-colors.ts';
import { faceColors } from '../theme/face-colors.ts';
import type { BackId } from '../theme/themes.ts';
import { backSvg } from './backs.ts';
import { detailFor, type Detail } from './detail.ts';
import { faceSvg, parseCard } from './faces.ts';
import { ranks } from './glyphs.ts';
import { suits } from './suits.ts';

/**
 * Faces and backs as image addresses (`blob:`), each drawn once for all cards that show it, so that a card on the
 * table is one element with a background.
 */

interface Style {
  detail: Detail;
  deck: Deck;
  paper: Paper;
}

const urls = new Map<string, string>();
const kept = new Map<string, Promise<void>>();
/** keeps loaded images alive, so that they are painted in the frame in which they are first needed */
const held: HTMLImageElement[] = [];

function drawn(key: string, draw: () => string): string {
  let url = urls.get(key);
  if (!url) urls.set(key, (url = URL.createObjectURL(new Blob([draw()], { type: 'image/svg+xml' }))));
  return url;
}

const styleKey = ({ detail, deck, paper }: Style) => `${detail} ${deck} ${paper}`;

function faceUrl(card: string, style: Style): string {
  const name = parseCard(card);
  if (!name) throw new Error(`not a card: ${card}`);
  return drawn(`${card} ${styleKey(style)}`, () => faceSvg(name, style.detail, faceColors(style.deck, style.paper)));
}

function backUrl(back: BackId, paper: Paper): string {
  return drawn(`${back} ${paper}`, () => backSvg(back, faceColors('two-color', paper).paper));
}

async function load(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  held.push(image);
  await image.decode().catch(() => undefined);
}

/** Loads all faces of a style; after that, a card turned up shows its face at once. */
function loadFaces(style: Style): Promise<void> {
  const key = styleKey(style);
  let done = kept.get(key);
  if (!done) {
    const cards = suits.flatMap((suit) => ranks.map((rank) => rank + suit));
    kept.set(key, (done = Promise.all(cards.map((card) => load(faceUrl(card, style)))).then(() => undefined)));
  }
  return done;
}

/** A face's address; the other faces of the style are loaded soon after the first one. */
function cardUrl(card: string, style: Style): string {
  if (!kept.has(styleKey(style))) setTimeout(() => void loadFaces(style), 200);
  return faceUrl(card, style);
}

/** What is shown of a card, or of its back (null); `width` in CSS pixels chooses the level of detail. */
export function imageUrl(card: string | null, width: number, { back, deck, paper }: { back: BackId; deck: Deck; paper: Paper }): string {
  return card === null ? backUrl(back, paper) : cardUrl(card, { detail: detailFor(width), deck, paper });
}
