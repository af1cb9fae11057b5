/** Where panels lie over a wide table. */
import { covered, overlap, type Rect, type Sheet, type Side } from '../ground/rects.ts';

/**
 * The side of the table's lower edge at which a panel of that size covers the least of the cards; the middle where the
 * table is too narrow for there to be sides.
 */
export function freeSide(table: Rect, cards: readonly Rect[], width: number, height: number): Side {
  if (table.width < 2.25 * width) return 'middle';
  const under = (x: number): number => covered({ x, y: table.y + table.height - height, width, height }, cards);
  return under(table.x) < under(table.x + table.width - width) ? 'left' : 'right';
}

/**
 * The place of a sheet that covers no card that can be played, or the least of them if that leaves it less than `least`,
 * px; then the highest, up to what its content needs; then the one that covers least of all else, as low as possible.
 * `wide`: of one in the middle, `narrow`: of one at a side.
 */
export function freeSheet(
  { x, y, width, height }: Rect,
  { playable, other }: { playable: readonly Rect[]; other: readonly Rect[] },
  { wide, narrow, content, most, least }: { wide: number; narrow: number; content: number; most: number; least: number },
): Sheet {
  const middle = Math.min(wide, width);
  const columns: [Side, number, number][] = [['middle', x + (width - middle) / 2, middle]];
  if (width >= 1.25 * narrow) columns.push(['right', x + width - narrow, narrow], ['left', x, narrow]);
  const places = columns.flatMap(([side, left, across]) => {
    const column = { x: left, y, width: across, height };
    const inWay = playable.filter((card) => overlap(card, column) > 0).sort((a, b) => b.y - a.y);
    /** From below, the felt between cards, which may overlap. */
    return [...inWay, null].map((card, i) => {
      const end = Math.min(y + height, ...inWay.slice(0, i).map((one) => one.y));
      const start = card ? Math.max(...inWay.slice(i).map((one) => one.y + one.height)) : y;
      const room = Math.max(least, Math.min(most, end - start));
      const high = Math.min(room, content);
      const hangs = !card && i > 0;
      const top = hangs ? y : Math.max(y, end - high);
      const shown = { ...column, y: top, height: high };
      const place = { side, bottom: hangs ? 0 : y + height - top - high, hangs, height: room };
      return { place, bad: covered(shown, playable), high, over: covered(shown, other), top };
    });
  });
  return places.sort((a, b) => a.bad - b.bad || b.high - a.high || a.over - b.over || b.top - a.top)[0]!.place;
}
