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

/** How much a box covers of others, each counted for itself. */
export const covered = (box: Box, others: readonly Box[]): number => others.reduce((sum, one) => sum + shared(box, one), 0);
