/**
 * How the blocks of a table lie: of all the ways to put them beside and below each other that have room for the longest
 * piles, the one with the largest cards. It depends on the rules and the window alone, so cards keep their size while
 * playing. It never asks which game it is.
 */
import type { Print } from '../cards/detail.ts';
import type { GameInfo } from '../engine/contract.ts';
import { numbered } from '../engine/notation.ts';
import {
  blockHeight,
  column,
  gapUnits,
  gridGap,
  leaf,
  measure,
  needOf,
  row,
  tight,
  type Block,
  type BlockKind,
  type Box,
} from './blocks.ts';
import { aspect, leastDown, leastStrip, stepUp, stripOf, touch, usualFan } from './fans.ts';
import { gridRanks, gridSuits } from './grid.ts';
import type { Size } from '../ground/rects.ts';

/** The player's wishes about the layout. */
export interface Wishes {
  leftHanded: boolean;
  /** foundations, stock and waste below the tableau, near the thumb */
  bottom: boolean;
  print: Print;
  /** how large letters are, where ordinary ones are 1 */
  letters?: number;
}
export const noWishes: Wishes = { leftHanded: false, bottom: false, print: 'normal' };

/** The width of a card is no more, px. */
const largest = 190;
/** Piles of a few cards: one fixed step, in card heights. */
const stepSmall = 0.31;
/** From this height of the board on, the longest piles must have room; a lower one may scroll. */
const roomy = 560;
/**
 * A board that is lower still, as at 400 % zoom, scrolls: its cards would be too narrow for a finger. The first of these
 * heights at which they are not is taken, px.
 */
const leastHeights = [250, 330, 420] as const;
/** A pile without a limit is planned with at most that many cards, or with half as many again as all have on average. */
const plannedCards = 26;

export interface Plan {
  size: Size;
  cardWidth: number;
  /** name of the arrangement, for tests */
  arrangement: string;
  box: Box;
  gap: number;
  pad: number;
  /** height for the cards, and how much of it a choice before the first move takes */
  height: number;
  choice: number;
  leftHanded: boolean;
  print: Print;
}

function shapes(count: number): [number, number][] {
  const found: [number, number][] = [];
  for (let rows = 1; rows <= count; ++rows) if (count % rows === 0) found.push([count / rows, rows]);
  return found;
}

/** A pile that never holds more than a few cards: such piles lie in a grid. */
function isSmall(game: GameInfo): boolean {
  return game.tableauCapacity > 0 && mostOf(game, game.foundations, game.tableau) <= 3;
}

/** Reserve piles of several cards, fanned like the tableau. */
const isStacked = (game: GameInfo): boolean => game.reserve > 0 && !game.reserveOpen && mostOfReserve(game) > 1;

/** In the name of an arrangement: the tableau lies in two rows. */
const halved = ', in two rows';

interface Arrangement {
  /** for tests */
  name: string;
  box: Box;
}

function block(kind: BlockKind, piles: string[], cols: number, rows: number, rest: Partial<Block> = {}): Block {
  return { kind, piles, cols, rows, rowHeight: 1, scale: 1, grows: false, step: 1 + gridGap, most: 1, mostDown: 0, easy: false, ...rest };
}

/** The most cards that a pile of a kind can hold; `most` of the contract is in the order of a view's piles. */
function mostOf(game: GameInfo, first: number, count: number): number {
  const most = Math.max(1, ...game.most.slice(first, first + count));
  return most < game.cards ? most : Math.min(most, Math.max(plannedCards, Math.ceil((1.5 * game.cards) / count)));
}
const mostOfReserve = (game: GameInfo): number => mostOf(game, game.foundations + game.tableau, game.reserve);

/** The ways to lay out the tableau; the name is what one adds to the name of the whole. */
function tableaus(game: GameInfo, size: Size): Arrangement[] {
  const piles = numbered('T', game.tableau);
  if (isSmall(game)) {
    const rowHeight = 1 + (mostOf(game, game.foundations, game.tableau) - 1) * stepSmall;
    return shapes(game.tableau)
      .filter(([cols]) => cols >= Math.min(4, game.tableau))
      .map(([cols, rows]) => ({ name: '', box: leaf(block('small', piles, cols, rows, { rowHeight })) }));
  }
  const hidden = game.hasFaceDown ? game.tableauDealt - 1 : 0;
  const rowHeight = usualFan(game.tableauDealt, hidden, game.tableauBuilt ? 4 : 0);
  const most = mostOf(game, game.foundations, game.tableau);
  const columns = (own: string[], cols: number, easy = false): Box =>
    leaf(block('columns', own, cols, 1, { rowHeight, grows: true, most, mostDown: hidden, easy }));
  const found: Arrangement[] = [{ name: '', box: columns(piles, game.tableau) }];
  // In a window that is higher than it is wide, half of the piles may lie below the others, if the longest ones leave
  // a finger's width of each card. Piles with hidden cards grow longer than that on most phones: on all they lie in a row.
  const { width, height } = asOnPhones(size);
  const stacked = isStacked(game) ? mostOfReserve(game) * leastStrip : 0;
  const even = hidden === 0 && height > width && 2 * most * touch + stacked < height;
  if (even || isMany(game.tableau, size)) {
    const half = Math.ceil(game.tableau / 2);
    const children = [piles.slice(0, half), piles.slice(half)].map((own) => columns(own, half, even));
    found.push({ name: halved, box: { type: 'column', children, spread: false, even } });
  }
  return found;
}

/** So many piles that they are narrower than a finger in one row. */
const isMany = (piles: number, size: Size): boolean => piles * touch * (1 + gapUnits) > asOnPhones(size).width;

/** A game lies in as many rows on one phone as on another, so the smallest that is common decides for all of them. */
const asOnPhones = ({ width, height }: Size): Size =>
  width < 500 && width < height ? { width: Math.min(width, 360), height: Math.min(height, 648) } : { width, height };

/** The ways to lay out the reserve, cells apart. */
function reserves(game: GameInfo, size: Size): (Box | null)[] {
  const piles = numbered('R', game.reserve);
  if (isStacked(game)) {
    const rowHeight = usualFan(game.reserveDealt, 0, 0);
    const stacks = (own: string[], cols: number): Box =>
      leaf(block('stacks', own, cols, 1, { rowHeight, grows: true, most: mostOfReserve(game) }));
    const half = Math.ceil(game.reserve / 2);
    const halves = () => column(stacks(piles.slice(0, half), half), stacks(piles.slice(half), half));
    return [stacks(piles, game.reserve), ...(isMany(game.reserve, size) ? [halves()] : [])];
  }
  if (game.reserve === 0 || !game.reserveOpen) return [null];
  return [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5].flatMap((scale) =>
    [1 + gridGap, 0.75, 0.6, 0.5].map((step) => leaf(block('open', piles, gridRanks.length, gridSuits.length, { scale, step }))),
  );
}

/** The foundations. Beside the tableau the piles of one group stand below each other. */
function foundations(game: GameInfo, cols: number, rows: number): Box {
  const order = numbered('F', game.foundations);
  const standing = order.map((_, i) => order[(i % cols) * rows + Math.floor(i / cols)]!);
  return leaf(block('foundation', rows > cols ? standing : order, cols, rows));
}

/** Stock and waste; the stock lies outermost. */
function stocks(game: GameInfo): (Box | null)[] {
  const piles = [...(game.hasStock ? ['S'] : []), ...(game.hasWaste ? ['W'] : [])];
  if (piles.length === 0) return [null];
  return shapes(piles.length).map(([cols, rows]) => leaf(block('stock', rows > 1 ? piles : [...piles].reverse(), cols, rows)));
}

function cells(game: GameInfo): (Box | null)[] {
  if (game.reserve === 0 || game.reserveOpen || isStacked(game)) return [null];
  return shapes(game.reserve).map(([cols, rows]) => leaf(block('cells', numbered('R', game.reserve), cols, rows)));
}

/** All ways to put foundations, tableau, stock, cells and reserve beside and below each other. */
function arrangements(f: Box, t: Box, s: Box | null, c: Box | null, r: Box | null, bottom: false | 'upright' | 'wide'): Arrangement[] {
  const found: Arrangement[] = [];
  const add = (name: string, box: Box) => found.push({ name, box });
  if (bottom) {
    add('bottom', column(t, r, row(f, c, s)));
    if (c || s) add('bottom, two rows', column(t, r, f, { ...row(c, s), last: true }));
    if (s && !r && bottom === 'upright') add('bottom, beside', tight(t, { ...column(f, c, s), last: true }));
    if (r) add('bottom, reserve right', column(tight(t, r), row(f, c, s)));
    return found;
  }
  add('top', column(row(f, c, s), t, r));
  if (c || s) add('two rows', column(f, row(c, s), t, r));
  if (c || s) add('sides', column(tight(f, t, column(s, c)), r));
  add('left', column(tight(column(f, c, s), t), r));
  if (r) {
    add('reserve right', tight(column(row(f, c, s), t), r));
    add('reserve beside', column(row(f, c, s), tight(t, r)));
    add('tableau left', tight(t, column(row(f, c, s), r)));
    if (s) add('stock with reserve', column(row(f, c), t, row(r, s)));
  }
  return found;
}

function* candidates(game: GameInfo, bottom: boolean, size: Size): Generator<Arrangement> {
  for (const shape of shapes(game.foundations)) {
    const f = foundations(game, ...shape);
    for (const { name: suffix, box: t } of tableaus(game, size))
      for (const s of stocks(game))
        for (const c of cells(game))
          for (const r of reserves(game, size))
            for (const { name, box } of arrangements(f, t, s, c, r, bottom && (size.height > size.width ? 'upright' : 'wide')))
              yield { name: name + suffix, box };
  }
}

/** How good a plan is: by the size of its cards, including the smaller ones of an open reserve. */
function worth(cardWidth: number, gridWidth: number): number {
  return gridWidth === 0 ? cardWidth : 0.55 * cardWidth + 0.45 * Math.min(gridWidth, cardWidth) * 1.1;
}

/** The ordinary arrangement wins unless another one is clearly better. */
const ordinary = 1.04;
/** More than that no arrangement is worth whose cards are so wide. */
const mostValue = (cardWidth: number, openScale: number): number => ordinary * worth(cardWidth, cardWidth * openScale);

function openBlock(box: Box): Block | null {
  if (box.type === 'leaf') return box.block.kind === 'open' ? box.block : null;
  return box.children.map(openBlock).find((found) => found !== null) ?? null;
}

/** From this width on, the left half of a card is enough to recognize it. */
const overlapFrom = 72;

export const edge = (size: Size): number => (size.width < 500 ? 4 : Math.min(16, size.width / 80));

/** The height that the longest piles need at least with cards `cw` wide, px. */
function longestHeight(box: Box, cw: number, print: Print): number {
  return needOf(box, cw, gapUnits, (block) => {
    const { most, mostDown, scale, easy } = block;
    const height = cw * scale * aspect;
    const strip = easy ? Math.max(touch, stepUp * height) : stripOf(cw * scale, print);
    const least = block.grows ? height + mostDown * leastDown + Math.max(0, most - 1 - mostDown) * strip : blockHeight(block) * cw;
    return { least, usual: least, most: least };
  }).least;
}

export function plan(game: GameInfo, size: Size, wishes: Wishes = noWishes): Plan {
  let found: { plan: Plan; narrow: boolean } | null = null;
  for (const least of leastHeights) {
    found = planAt(game, size, wishes, least);
    if (!found.narrow || size.height > least) break;
  }
  return found!.plan;
}

/** How good an arrangement is whose cards are `cw` wide, and in fingers how wide its narrowest place is. */
function judge({ name, box }: Arrangement, cw: number, height: number, print: Print): { value: number; fingers: number } {
  const open = openBlock(box);
  const gridWidth = cw * (open?.scale ?? 0);
  let value = worth(cw, gridWidth) * Math.min(1, height / longestHeight(box, cw, print));
  if (name === 'top') value *= ordinary;
  if (name === 'tableau left') value *= 1.02;
  if (name.endsWith(halved)) value *= 0.93;
  // Foundations beside the tableau are further from the thumb.
  if (name.startsWith('bottom, beside')) value *= 0.93;
  // Cards too narrow for a finger are worth little.
  const fingers = Math.min(cw * (1 + gapUnits), open ? gridWidth * open.step : Infinity) / touch;
  if (fingers < 1) value *= 0.8 * fingers ** 4;
  if (open && open.step < 1 && gridWidth < overlapFrom) value *= 0.5;
  return { value, fingers };
}

/** The plan for a board at least `lowest` high, and whether something on it is too narrow for a finger. */
function planAt(
  game: GameInfo,
  size: Size,
  { leftHanded, bottom, print, letters = 1 }: Wishes,
  lowest: number,
): { plan: Plan; narrow: boolean } {
  const pad = edge(size);
  const width = Math.max(160, size.width - 2 * pad);
  // A choice before the first move is offered below the cards, up to 496 px in one row (31em in ChoicePanel), and in a line
  // of large letters where they have little room (14em there).
  const tall = size.height >= (letters > 1 ? 400 : 600);
  const line = size.width <= 224 * letters ? 66 * letters : size.width <= 496 * letters ? 80 * letters : 150;
  const choice = game.increments.length === 0 ? 0 : tall ? line : size.width < 544 ? 40 : 0;
  const height = Math.max(lowest, size.height - 2 * pad);
  let best: { candidate: Arrangement; cw: number; value: number; fingers: number } | null = null;
  for (const candidate of candidates(game, bottom, size)) {
    const need = measure(candidate.box, gapUnits);
    let cw = Math.min(largest, width / need.w, (height - (tall ? choice : 0)) / need.h);
    // Smaller cards, if the longest piles have no room, but none too narrow for a finger; a low board may scroll.
    const smallest = height >= roomy ? Math.max(cw * 0.4, Math.min(cw, touch)) : cw;
    const scale = openBlock(candidate.box)?.scale ?? 0;
    const least = best?.value ?? 0;
    while (mostValue(cw, scale) >= least && longestHeight(candidate.box, cw, print) > height && cw > smallest) cw *= 0.98;
    // It cannot be the best.
    if (mostValue(cw, scale) < least) continue;
    const judged = judge(candidate, cw, height, print);
    if (!best || judged.value > best.value) best = { candidate, cw, ...judged };
  }
  if (!best) throw new Error('no arrangement');
  const { name: arrangement, box } = best.candidate;
  // Whole pixels keep lines and letters crisp.
  const cardWidth = best.cw > 40 ? Math.floor(best.cw) : best.cw;
  // The rest of the width goes between the piles.
  let gap = gapUnits;
  while (gap < 0.3 && measure(box, gap + 0.02).w * cardWidth <= width) gap += 0.02;
  return {
    plan: { size, cardWidth, arrangement, box, gap, pad, height, choice, leftHanded, print },
    // Half a pixel less makes no difference to a finger.
    narrow: best.fingers < 0.995,
  };
}

/** The same table with less height: cards and piles keep their size and their places, fans close as far as they must. */
export const lowered = (whole: Plan, height: number): Plan => ({
  ...whole,
  size: { ...whole.size, height },
  height: whole.height - (whole.size.height - height),
});
