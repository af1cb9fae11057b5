import type { Size } from '../ground/rects.ts';

/** Height of the bars around the table in a window, px: the header, and below it or beside it the buttons. */
export function bars(window: Size): number {
  return window.width < 544 ? 92 : 48;
}

/** Sizes as they are written: "360x740 390x844". */
export const sizesOf = (text: string): Size[] =>
  text.split(' ').map((one) => {
    const [width = 0, height = 0] = one.split('x').map(Number);
    return { width, height };
  });
