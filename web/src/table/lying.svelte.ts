/** Where cards, places and marks of a table lie in the window, which its layout knows, and what may lie over them. */
import { allOver } from '../ground/felt.ts';
import { rem, type Point, type Rect, type Side } from '../ground/rects.ts';
import { watch } from '../ground/watch.svelte.ts';
import { clear, fans, settle, taken } from './free.ts';
import type { Keyboard } from './keyboard.svelte.ts';
import type { Plane } from './plane.svelte.ts';
import { ringsOf } from './rings.ts';
import { freeSide } from './side.ts';

/** A table that is shown. */
export interface Lie {
  plane: Plane;
  keyboard: Keyboard;
  /** its ply, once its cards can be used */
  readonly ply: number | undefined;
  /** its own upper left corner, which may be out of sight; none before its cards are made */
  at: () => Point | undefined;
}
type Shown = { lie: Lie } | undefined;

/** Rectangles on a table, on an area of the window. */
export function lying(board: Shown, area: Point = { x: 0, y: 0 }) {
  const layout = board?.lie.plane.layout;
  const corner = board?.lie.at();
  if (!layout || !corner) return { marks: [], shown: [], playable: [], other: [], cards: [] };
  const { plane, keyboard } = board.lie;
  const { x: left, y: top } = corner;
  const on = ({ x, y, width, height }: Rect): Rect => ({ x: x + left - area.x, y: y + top - area.y, width, height });
  const items = keyboard.lists.flatMap((list) => list.items).filter(({ button }) => button);
  const marks = ringsOf(plane);
  return {
    marks: marks.map(({ rect }) => on(rect)),
    /** those of a move that is shown */
    shown: marks.filter(({ kind }) => kind.startsWith('hint')).map(({ rect }) => on(rect)),
    playable: items.filter(({ source }) => source).map(({ rect }) => on(rect)),
    other: items.filter(({ source }) => !source).map(({ rect }) => on(rect)),
    cards: [...layout.cards.values()].map(on),
  };
}

/** The side for panels of that height, px, on the page as it is; they are 26rem wide at a side. */
export function panelSide(board: Shown, panels: HTMLElement, height: number): Side {
  const { playable, other } = lying(board);
  return freeSide(panels.parentElement!.getBoundingClientRect(), [...playable, ...other], 26 * rem(), height);
}

/** Elements that lie over a table, as they say themselves, on an area of the window. */
export const overlying = (kind: Parameters<typeof allOver>[0], area: Point): Rect[] => allOver(kind).map((one) => rectOn(area, one));

function rectOn(area: Point, element: Element): Rect {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x - area.x, y: y - area.y, width, height };
}

function settleOn(board: Shown, table: HTMLElement, notice: HTMLElement, resized: boolean): void {
  const area = table.getBoundingClientRect();
  const on = lying(board, area);
  const inTheWay = taken({
    lit: [...on.marks, ...overlying('choices', area), ...overlying('lit', area)],
    playable: on.playable,
    other: [...on.other, ...overlying('other', area), ...fans(on.cards)],
  });
  // One that lies well stays where it is read.
  if (!resized && notice.style.translate !== '' && clear(rectOn(area, notice), inTheWay)) return;
  notice.style.translate = '';
  const measure = (maxWidth: string) => {
    notice.style.maxWidth = maxWidth && `min(${maxWidth}, 100% - 1rem)`;
    return rectOn(area, notice);
  };
  const best = settle(area, inTheWay, measure);
  const bar = measure(best?.maxWidth ?? '');
  if (best) notice.style.translate = `${best.x - bar.x}px ${best.y - bar.y}px`;
}

/** Has a message on a table lie well when it comes, when it grows, and when other cards have landed or a panel has opened. */
export const lyingWell =
  (table: HTMLElement, board: () => Shown, panels: () => number) =>
  (notice: HTMLElement): (() => void) => {
    let size = '';
    const grown = new ResizeObserver(() => {
      // Not for the size that it has been given.
      const now = `${notice.offsetWidth} ${notice.offsetHeight}`;
      if (now === size) return;
      settleOn(board(), table, notice, true);
      size = `${notice.offsetWidth} ${notice.offsetHeight}`;
    });
    grown.observe(notice);
    watch(
      () => [board()?.lie.ply, panels()],
      () => {
        if (size !== '') settleOn(board(), table, notice, false);
      },
    );
    return () => grown.disconnect();
  };
