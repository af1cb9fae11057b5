/** How much a card shows at a size: apart from the faces, since layouts need it before any face is drawn. */
import type { themeChoices } from '../theme/settings.ts';

/** Full face with court pictures; an index with one sign, somewhat larger or large; or the index alone. */
export type Detail = 'full' | 'middle' | 'large' | 'index';

export type Print = (typeof themeChoices.print)[number];
const details = ['index', 'large', 'middle', 'full'] as const;

/** The detail for a card that is shown `cssWidth` CSS pixels wide; in large print, that of cards of the next smaller size. */
export function detailFor(cssWidth: number, print: Print = 'normal'): Detail {
  const size = [36, 52, 72].filter((from) => cssWidth >= from).length;
  return details[Math.max(0, print === 'large' ? size - 1 : size)]!;
}

/** How much of the height a face needs to show its rank and suit, from the upper edge. */
export const stripShare: Record<Detail, number> = { full: 0.165, middle: 0.22, large: 0.29, index: 0.345 };
