/** Where panels lie over a wide table. */
import { covered, type Rect } from './rects.ts';

export type Side = 'left' | 'middle' | 'right';

/**
 * The side of the table's lower edge at which a panel of that size covers the least of the cards; the middle where the
 * table is too narrow for there to be sides.
 */
export function freeSide(table: Rect, cards: readonly Rect[], width: number, height: number): Side {
  if (table.width < 2.25 * width) return 'middle';
  const under = (x: number): number => covered({ x, y: table.y + table.height - height, width, height }, cards);
  return under(table.x) < under(table.x + table.width - width) ? 'left' : 'right';
}

/** The side for panels of that height, px, on the page as it is; they are 26rem wide at a side. */
export function panelSide(panels: HTMLElement, height: number): Side {
  const cards = [...document.querySelectorAll('.surface button[data-pile]')].map((card) => card.getBoundingClientRect());
  const width = 26 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return freeSide(panels.parentElement!.getBoundingClientRect(), cards, width, height);
}
