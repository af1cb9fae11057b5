/** Where a panel lies best on a table: over no card that it speaks of, and over as little else as possible. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 8;
const step = 8;

function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** `marked`: what must be seen; `cards`: what it is better to see as well. The lower edge is best, where thumbs are. */
export function placePanel(
  area: { width: number; height: number },
  panel: { width: number; height: number },
  marked: readonly Box[],
  cards: readonly Box[],
): { left: number; top: number } {
  const lowest = Math.max(gap, area.height - panel.height - gap);
  const middle = Math.max(gap, (area.width - panel.width) / 2);
  const right = Math.max(gap, area.width - panel.width - gap);
  const around = marked.map(({ left, top, width, height }) => ({ left: left - gap, top: top - gap, width: width + 2 * gap, height: height + 2 * gap }));
  let best = { left: middle, top: lowest };
  let least = Infinity;
  for (const left of [middle, gap, right]) {
    for (let top = lowest; top >= gap; top -= step) {
      const box = { left, top, ...panel };
      const covered = (boxes: readonly Box[]) => boxes.reduce((sum, one) => sum + shared(box, one), 0);
      // A card that it speaks of weighs more than all others together; then the nearest to the lower edge.
      const cost = covered(around) * 1e4 + covered(cards) + (lowest - top) / step + (left === middle ? 0 : 0.5);
      if (cost < least) {
        least = cost;
        best = { left, top };
      }
    }
  }
  return best;
}
