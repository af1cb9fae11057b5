import type { Size } from '../ground/rects.ts';

/** Height of the bars around the table in a window, px: the header, and below it or beside it the buttons. */
export function bars(window: Size): number {
  return window.width < 544 ? 92 : 48;
}
