import type { Rank } from '../theme/suits.ts';
import { boxAttributes } from '../theme/svg.ts';

/**
 * The thirteen rank signs, drawn by us so that they look the same everywhere: strokes of one width on a center line,
 * clipped to the sign's box (which cuts the feet of A and K level). The center line is 84 units high, so with a stroke
 * of 16 a sign is 100 high.
 */
export const ranks: readonly Rank[] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

/** center line height of every sign */
const height = 84;

interface Skeleton {
  /** width of the center line */
  width: number;
  path: string;
}

const six = 'M47 15C43 5 37 0 28 0C10 0 1 17 1 46C1 70 10 84 27 84C42 84 52 73 52 57C52 41 42 31 28 31C14 31 4 41 1 52';

const skeletons: Record<Rank, Skeleton> = {
  A: { width: 52, path: 'M-6 101L26-3L58 101M8 58H44' },
  '2': { width: 52, path: 'M1 26C1 9 11 0 26 0C41 0 51 9 51 24C51 45 22 56 1 84H60' },
  '3': {
    width: 52,
    path: 'M2 18C6 6 14 0 26 0C40 0 49 8 49 20C49 32 40 39 26 39H18M26 39C42 39 52 48 52 61C52 75 41 84 26 84C12 84 3 77 0 64',
  },
  '4': { width: 56, path: 'M42 100V-3L-1 62H64' },
  '5': { width: 52, path: 'M58 0H6V36.5C11 32 18 29 26 29C42 29 52 40 52 56C52 73 41 84 25 84C12 84 3 77 0 64' },
  '6': { width: 52, path: six },
  '7': { width: 50, path: 'M-8 0H50C35 26 23 54 20 100' },
  '8': {
    width: 52,
    path: 'M26 0C40 0 48 8 48 20S40 39 26 39S4 32 4 20S12 0 26 0ZM26 39C42 39 52 49 52 61S42 84 26 84S0 75 0 61S10 39 26 39Z',
  },
  '9': { width: 52, path: six },
  T: { width: 74, path: 'M-6 20H-3C6 20 13 13 13-8V100M56 0C68 0 74 13 74 42S68 84 56 84S38 71 38 42S44 0 56 0Z' },
  J: { width: 38, path: 'M38-8V59C38 75 31 84 19 84C8 84 1 77 0 62M14 0H38' },
  Q: { width: 52, path: 'M26 0C43 0 52 15 52 42S43 84 26 84S0 69 0 42S9 0 26 0ZM29 58L58 95' },
  K: { width: 49, path: 'M0-8V100M53-14L2 53M19 30L57 104' },
};

/** Width of a rank sign `size` high. */
export function rankWidth(rank: Rank, size: number, weight: number): number {
  return (size * (skeletons[rank].width + weight)) / (height + weight);
}

/**
 * A rank sign as SVG, `size` high, in the box whose left upper corner is (x, y); a sign wider than `limit` is squeezed.
 * `weight` is the stroke's width on the scale on which the center line is 84 high.
 */
export function rankGlyph(rank: Rank, x: number, y: number, size: number, weight: number, color: string, limit = size): string {
  const { width, path } = skeletons[rank];
  const half = weight / 2;
  const shown = Math.min(limit, rankWidth(rank, size, weight));
  const turned = rank === '9' ? ` transform="rotate(180 ${width / 2} ${height / 2})"` : '';
  return (
    `<svg ${boxAttributes({ x, y, width: shown, height: size })} ` +
    `viewBox="${-half} ${-half} ${width + weight} ${height + weight}" preserveAspectRatio="none">` +
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="${weight}" stroke-miterlimit="10"${turned}/></svg>`
  );
}
