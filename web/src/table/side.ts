/** Where panels lie over a wide table. */

export type Side = 'left' | 'middle' | 'right';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The side of the table's lower edge at which a panel of that size covers the least of the cards; the middle where the
 * table is too narrow for there to be sides. All boxes are in px of the same plane.
 */
export function freeSide(table: Box, cards: readonly Box[], width: number, height: number): Side {
  if (table.right - table.left < 2.25 * width) return 'middle';
  const top = table.bottom - height;
  const covered = (left: number): number =>
    cards.reduce((sum, card) => {
      const across = Math.min(card.right, left + width) - Math.max(card.left, left);
      const down = Math.min(card.bottom, table.bottom) - Math.max(card.top, top);
      return sum + Math.max(0, across) * Math.max(0, down);
    }, 0);
  const [right, left] = [covered(table.right - width), covered(table.left)];
  return left < right ? 'left' : 'right';
}

/** The side for panels of that height, px, on the page as it is; they are 26rem wide at a side. */
export function panelSide(panels: HTMLElement, height: number): Side {
  const cards = [...document.querySelectorAll('.surface button[data-pile]')].map((card) => card.getBoundingClientRect());
  const width = 26 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  return freeSide(panels.parentElement!.getBoundingClientRect(), cards, width, height);
}
