/** Parts of the screen, in px of one plane, and how much of one lies under another. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The area that two boxes share. */
export function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/**
 * Where on an area a box of this size covers least of what has a weight, with some px around it: as low as possible, where
 * thumbs are, and then as near to the middle. `cost` is what it covers there, 0 if nothing.
 */
export function freePlace(
  area: { width: number; height: number },
  size: { width: number; height: number },
  taken: readonly { box: Box; weight: number }[],
): { left: number; top: number; cost: number } {
  const gap = 6;
  const step = 12;
  const middle = Math.max(gap, (area.width - size.width) / 2);
  const lefts = [middle];
  for (let far = step; far < middle - gap; far += step) lefts.push(middle - far, middle + far);
  let best = { left: middle, top: gap, cost: Infinity };
  for (let top = area.height - size.height - gap; top >= gap && best.cost > 0; top -= step) {
    for (const left of lefts) {
      const own = { left: left - gap, top: top - gap, width: size.width + 2 * gap, height: size.height + 2 * gap };
      let cost = 0;
      for (const { box, weight } of taken) if (cost < best.cost) cost += weight * shared(own, box);
      if (cost < best.cost) best = { left, top, cost };
    }
  }
  return best;
}

/** How much a box covers of others, each counted for itself. */
export const covered = (box: Box, others: readonly Box[]): number => others.reduce((sum, one) => sum + shared(box, one), 0);
