/** Where panels lie over a wide table. */
import { covered, type Rect, type Side } from '../ground/rects.ts';

/**
 * The side of the table's lower edge at which a panel of that size covers the least of the cards; the middle where the
 * table is too narrow for there to be sides.
 */
export function freeSide(table: Rect, cards: readonly Rect[], width: number, height: number): Side {
  if (table.width < 2.25 * width) return 'middle';
  const under = (x: number): number => covered({ x, y: table.y + table.height - height, width, height }, cards);
  return under(table.x) < under(table.x + table.width - width) ? 'left' : 'right';
}
