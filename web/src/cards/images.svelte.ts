/**
 * Pictures of faces and backs as addresses (`blob:`). On a table all faces of a style are one picture, drawn by a worker
 * at the size of the cards: the page loads one picture instead of 52 and has nothing to draw. Elsewhere, and where a
 * worker has no canvas, each face is a picture of its own.
 */
import type { Deck, Paper } from '../theme/face-colors.ts';
import { faceColors } from '../theme/face-colors.ts';
import type { BackId } from '../theme/themes.ts';
import { backSvg } from './backs.ts';
import { detailFor, type Print } from './detail.ts';
import type { Ask, Reply } from './faces-worker.ts';
import { loaded } from '../ground/load.ts';
import type { Order, Style } from './make.ts';
import { background, faceWidth } from './sheet.ts';

/** A background that shows one card. */
export interface Picture {
  url: string;
  size: string;
  position: string;
}

interface Looks {
  back: BackId;
  deck: Deck;
  paper: Paper;
  print: Print;
}

/** Counts what has arrived: who has found a picture missing reads it and looks again when it changes. */
export const arrivals = $state({ count: 0 });

/** A worker that says nothing for so long is given up, ms. */
const patience = 15_000;

let worker: Worker | null = null;
let started = false;
let number = 0;
const waiting = new Map<number, { order: Order; settle: (picture: Blob | null) => void }>();

/** Starts the worker, if that has not been done. */
export function startFaces(): void {
  if (started) return;
  started = true;
  try {
    worker = new Worker(new URL('./faces-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => settle(data.number, data.picture);
    worker.onerror = giveUp;
  } catch {
    worker = null;
  }
}

function settle(which: number, picture: Blob | null): void {
  waiting.get(which)?.settle(picture);
  waiting.delete(which);
}

/** The worker cannot be had, or has died: the page makes what is wanted. */
function giveUp(): void {
  worker?.terminate();
  worker = null;
  for (const [which, { order }] of waiting) void makeHere(order).then((picture) => settle(which, picture));
}

const makers = () => import('./make.ts');
async function makeHere(order: Order): Promise<Blob | null> {
  // A sheet would hold up the page.
  if ('width' in order) return null;
  try {
    const { make } = await loaded(makers);
    return await make(order);
  } catch {
    return null; // no connection: it is asked for again when the table changes
  }
}

function made(order: Order): Promise<Blob | null> {
  startFaces();
  if (!worker) return makeHere(order);
  const which = ++number;
  worker.postMessage({ number: which, order } satisfies Ask);
  return new Promise((done) => {
    const timer = setTimeout(giveUp, patience);
    const settle = (picture: Blob | null) => {
      clearTimeout(timer);
      done(picture);
    };
    waiting.set(which, { order, settle });
  });
}

/** Loaded pictures, kept so that they are painted in the frame in which they are first needed. */
const held = new Map<string, HTMLImageElement>();
async function load(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  held.set(url, image);
  await image.decode().catch(() => undefined);
}

/**
 * Pictures that cards show are decoded. In WebKit cards that come to light together are blank until their picture is;
 * there, what was loaded before any card had it does not count (tried: decoding it once more, and giving it to the cards
 * sooner), so it is loaded again.
 */
export const decoded = (): Promise<unknown> => Promise.all([...held.keys()].map(load));

function drop(url: string): void {
  held.delete(url);
  URL.revokeObjectURL(url);
}

// ---- one by one ---------------------------------------------------------------------------------------------------

const backUrls = new Map<string, string>();
function backUrl(back: BackId, paper: Paper): string {
  const key = `${back} ${paper}`;
  let url = backUrls.get(key);
  if (!url) {
    url = URL.createObjectURL(new Blob([backSvg(back, faceColors('two-color', paper).paper)], { type: 'image/svg+xml' }));
    backUrls.set(key, url);
  }
  return url;
}

/** The back of the cards is there, or cannot be had. */
export function backLoaded({ back, paper }: Looks): Promise<void> {
  const url = backUrl(back, paper);
  return held.has(url) ? Promise.resolve() : load(url);
}

const styleKey = ({ detail, deck, paper }: Style) => `${detail} ${deck} ${paper}`;
/** "" for those that are on their way */
const faceUrls = new Map<string, string>();

function faceUrl(card: string, style: Style): string {
  const key = `${card} ${styleKey(style)}`;
  const found = faceUrls.get(key);
  if (found !== undefined) return found;
  faceUrls.set(key, '');
  void made({ card, style }).then(async (picture) => {
    if (picture) {
      const url = URL.createObjectURL(picture);
      await load(url);
      faceUrls.set(key, url);
    } else faceUrls.delete(key);
    ++arrivals.count;
  });
  return '';
}

/** The address of a face or of the back (null), to be shown at any size; "" while it is being made. */
export function imageUrl(card: string | null, width: number, { back, deck, paper, print }: Looks): string {
  void arrivals.count;
  return card === null ? backUrl(back, paper) : faceUrl(card, { detail: detailFor(width, print), deck, paper });
}

// ---- sheets -------------------------------------------------------------------------------------------------------

interface Sheet {
  style: string;
  width: number;
  url: string;
}
/** the latest last */
let sheets: Sheet[] = [];
/** A table has two sizes of cards at most; some more are kept for a window that changes its size. */
const mostSheets = 5;
/** whether this browser gives out as a sheet what was drawn: seen by the first one */
let trusted: Promise<boolean> | undefined;
/** styles of which a sheet is being drawn */
const drawing = new Set<string>();
let noSheets = typeof OffscreenCanvas !== 'function';

/** How many px of the screen a px of the page is, with what two fingers have enlarged, in steps. */
function sharpness(): number {
  const zoom = globalThis.visualViewport?.scale ?? 1;
  return devicePixelRatio * (zoom > 2 ? 3 : zoom > 1.2 ? 2 : 1);
}
let sharp = 0;
/** Has the sheets drawn again if they are no longer sharp. */
export function sharpen(): void {
  if (sharp !== 0 && sharpness() > sharp) ++arrivals.count;
}
globalThis.visualViewport?.addEventListener('resize', sharpen);

function sheetFor(style: Style, cardWidth: number): Sheet | undefined {
  const key = styleKey(style);
  sharp = sharpness();
  const width = faceWidth(cardWidth * sharp);
  const own = sheets.filter((sheet) => sheet.style === key);
  const found = own.find((sheet) => sheet.width === width);
  if (found) return found;
  if (!drawing.has(key)) {
    drawing.add(key);
    void made({ style, width }).then(async (sheet) => {
      const url = sheet && URL.createObjectURL(sheet);
      if (sheet) trusted ??= made({ style, width, sheet }).then((same) => same !== null);
      const [fits] = await Promise.all([trusted, url && load(url)]);
      if (url && fits) {
        sheets.push({ style: key, width, url });
        for (const old of sheets.slice(0, -mostSheets)) drop(old.url);
        sheets = sheets.slice(-mostSheets);
      } else {
        noSheets = true;
        if (url) drop(url);
      }
      drawing.delete(key);
      ++arrivals.count;
    });
  }
  // One for another size, or of another style, will do until then.
  return own.at(-1) ?? sheets.at(-1);
}

/** A card of the table, `width` px wide; null while its face is being made. */
export function tablePicture(card: string | null, width: number, looks: Looks): Picture | null {
  const { deck, paper, print } = looks;
  const style = { detail: detailFor(width, print), deck, paper };
  if (card !== null && !noSheets) {
    const sheet = sheetFor(style, width);
    return sheet ? { url: sheet.url, ...background(card, sheet.width) } : null;
  }
  const url = imageUrl(card, width, looks);
  return url === '' ? null : { url, size: '100% 100%', position: 'center' };
}
