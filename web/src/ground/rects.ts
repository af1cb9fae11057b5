/** Parts of the screen, in px of one plane. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Rect extends Point, Size {}

/** The size of the page's letters, px: what one rem is. */
export const rem = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize);

export function inside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
}

export function distance(rect: Rect, x: number, y: number): number {
  const dx = Math.max(rect.x - x, 0, x - rect.x - rect.width);
  const dy = Math.max(rect.y - y, 0, y - rect.y - rect.height);
  return Math.hypot(dx, dy);
}

/** The area that two of them share. */
export function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** How much one covers of others, each counted for itself. */
export const covered = (rect: Rect, others: readonly Rect[]): number => others.reduce((sum, one) => sum + overlap(rect, one), 0);

export type Side = 'left' | 'middle' | 'right';
