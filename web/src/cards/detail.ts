/** How much a card shows at a size: apart from the faces, since layouts need it before any face is drawn. */

/** Full face with court pictures; an index with one sign, somewhat larger or large; or the index alone. */
export type Detail = 'full' | 'middle' | 'large' | 'index';

/** The detail for a card that is shown `cssWidth` CSS pixels wide. */
export function detailFor(cssWidth: number): Detail {
  return cssWidth >= 72 ? 'full' : cssWidth >= 52 ? 'middle' : cssWidth >= 36 ? 'large' : 'index';
}

/** How much of the height a face needs to show its rank and suit, from the upper edge. */
export const stripShare: Record<Detail, number> = { full: 0.165, middle: 0.22, large: 0.29, index: 0.345 };
