/** QR codes of links. */
import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/**
 * The longest link that becomes a code: one of 117 by 117 squares (version 25), which a phone still reads from a screen.
 * The standard has codes for 2,953 characters, of 177 squares a side.
 */
export const longestInCode = 1273;
/** Squares left white on each side, as the standard asks. */
export const margin = 4;

/** A code as the path of an SVG picture of `size` by `size` squares, without the margin. */
export function codeOf(link: string): { size: number; path: string } {
  const code = generate(link);
  return { size: code.size, path: toSvgPath(code) };
}
