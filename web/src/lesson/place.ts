/** Where a panel lies best on a table: over no card that it speaks of, and over as little else as possible. */
import { covered, overlap, type Rect, type Size } from '../ground/rects.ts';

const gap = 8;
const step = 8;

/** less than this nobody can read in, px */
const least = 84;

/** The tallest part of a column of the table in which nothing lies. */
function tallest(height: number, boxes: readonly Rect[]): { top: number; height: number } {
  let best = { top: gap, height: 0 };
  let top = gap;
  for (const box of [...boxes].sort((a, b) => a.y - b.y)) {
    if (box.y - top > best.height) best = { top, height: box.y - top };
    top = Math.max(top, box.y + box.height);
  }
  return height - gap - top > best.height ? { top, height: height - gap - top } : best;
}

/**
 * `marked`: what must be seen; `cards`: what it is better to see as well. The lower edge is best, where thumbs are. If
 * there is no room, the panel gets lower, and scrolls.
 */
export function placePanel(
  area: Size,
  panel: Size,
  marked: readonly Rect[],
  cards: readonly Rect[],
): { left: number; top: number; height: number } {
  const around = marked.map(({ x, y, width, height }) => ({
    x: x - gap,
    y: y - gap,
    width: width + 2 * gap,
    height: height + 2 * gap,
  }));
  const middle = Math.max(gap, (area.width - panel.width) / 2);
  const right = Math.max(gap, area.width - panel.width - gap);
  const lefts = [middle, gap, right];
  const search = (height: number): { left: number; top: number; height: number; clear: boolean } => {
    const lowest = Math.max(gap, area.height - height - gap);
    let best = { left: middle, top: lowest, height, clear: false };
    let lowestCost = Infinity;
    for (const left of lefts) {
      for (let top = lowest; top >= gap; top -= step) {
        const box = { x: left, y: top, width: panel.width, height };
        const over = covered(box, around);
        // A card that it speaks of weighs more than all others together; then the nearest to the lower edge.
        const cost = over * 1e4 + covered(box, cards) + (lowest - top) / step + (left === middle ? 0 : 0.5);
        if (cost >= lowestCost) continue;
        lowestCost = cost;
        best = { left, top, height, clear: over === 0 };
      }
    }
    return best;
  };
  const whole = Math.min(panel.height, area.height - 2 * gap);
  const { clear, ...full } = search(whole);
  if (clear) return full;
  const bands = lefts.map((left) => {
    const column = { x: left, y: 0, width: panel.width, height: area.height };
    return {
      left,
      ...tallest(
        area.height,
        around.filter((box) => overlap(column, box) > 0),
      ),
    };
  });
  const band = bands.reduce((a, b) => (b.height > a.height ? b : a));
  if (band.height >= least) return { ...band, height: Math.min(whole, band.height) };
  const { clear: _, ...low } = search(Math.min(whole, least));
  return low;
}
