import { rankGlyph, rankWidth, ranks } from './glyphs.ts';
import type { Rank } from '../theme/suits.ts';
import { parseCard } from './parse.ts';
import { suitSign } from '../theme/svg.ts';
import { suits, type Suit } from '../theme/suits.ts';

/** Signs on empty places of the table, as SVG in a box of 240 × 336, in the current text color. */
export type PlaceKind = 'foundation' | 'tableau' | 'reserve' | 'waste' | 'stock';

const color = 'currentColor';
const x = 120;
const y = 168;
const weight = 13;

function rankSign(rank: Rank, top: number, size: number): string {
  return rankGlyph(rank, x - rankWidth(rank, size, weight) / 2, top, size, weight, color);
}

/** Two arrows in a circle: the waste may be turned over. */
function redealSign(times: number): string {
  const strokes = `fill="none" stroke="${color}" stroke-width="13"`;
  const half = `<path d="M71 150A52 52 0 0 1 166 144" ${strokes}/><path d="M179 114L172 160L131 137Z" fill="${color}"/>`;
  const digit = times > 1 && times < 10 ? rankSign(String(times) as Rank, 144, 48) : '';
  return `${half}<g transform="rotate(180 ${x} ${y})">${half}</g>${digit}`;
}

const emptySign = `<path d="M82 130L158 206M158 130L82 206" fill="none" stroke="${color}" stroke-width="13"/>`;

/**
 * The sign for an empty place. For a stock `label` is the number of redeals left ("" shows nothing, "0" a cross); for
 * others it is what may be placed there, as in the notation: a card "8H", a rank "A", a suit "H"; other text shows
 * nothing.
 */
export function placeSign(kind: PlaceKind, label: string): string {
  if (kind === 'stock') return label === '' ? '' : label === '0' ? emptySign : redealSign(Number(label));
  const card = parseCard(label);
  if (card) return rankSign(card.rank, 74, 88) + suitSign(card.suit, x, 222, 76, color);
  if (ranks.includes(label as Rank)) return rankSign(label as Rank, y - 52, 104);
  if (suits.includes(label as Suit)) return suitSign(label as Suit, x, y, 110, color);
  return '';
}
