/**
 * Where everything is on the table: a pure function of what the rules say (numbers of piles, how they grow), of the
 * size of the window and of the view. It never asks which game it is.
 *
 * First `plan` picks an arrangement of the blocks (foundations, stock and waste, cells, tableau, reserves) and the
 * card size: of all the ways to put the blocks beside and below each other that have room for the longest piles, the
 * one with the largest cards. The plan depends on the rules and the window alone, so cards keep their size while
 * playing. Then `place` puts the cards of a view on the plan. Blocks that are one below the other share the height by
 * what their piles need now; the shares are kept as long as they will do, so that nothing jumps at every move. Fans
 * open while there is room and are squeezed when there is not, but never so far that a rank or a suit is hidden. If
 * that is not enough, the table becomes longer than its window.
 */
import { detailFor, stripShare } from '../cards/detail.ts';
import type { GameInfo, PileView, View } from '../engine/contract.ts';
import { kindOf, numbered } from '../engine/notation.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  x: number;
  y: number;
}

/** Height of a card in card widths. */
const aspect = 1.4;
/** Smallest side of anything that a finger must hit, in px. */
export const touch = 24;

/** What the player may choose about the layout. */
export interface Wishes {
  leftHanded: boolean;
  cardSize: 'small' | 'medium' | 'large';
  /** foundations, stock and waste below the tableau, near the thumb */
  bottom: boolean;
}
export const noWishes: Wishes = { leftHanded: false, cardSize: 'medium', bottom: false };

const largest = { small: 150, medium: 190, large: 240 };
const gapUnits = 0.09;
const rowGapUnits = 0.13;
/** Usual steps of a fan in card heights, over a face-down card and over a face-up one; and the most while there is room. */
const stepDown = 0.12;
const stepUp = 0.28;
const stepDownMost = 0.3;
const stepUpMost = 0.38;
/** Fans of small cards open further, if they have the room: to this step in card heights, but not to more px. */
const stepOpen = 0.76;
const stepOpenMost = 64;
/** The least step over a face-up card, px: its rank and suit must be seen, and read. */
const leastStrip = 15;
/** Piles of a few cards: one fixed step, in card heights. */
const stepSmall = 0.31;
/** The least step over a face-down card, px. */
const leastDown = 3;
/** From this height of the board on, the longest piles must have room; a lower one may scroll. */
const roomy = 560;
/**
 * A board that is lower still, as at 400 % zoom, scrolls: its cards would be too narrow for a finger. The first of these
 * heights at which they are not is taken, px.
 */
const leastHeights = [250, 330, 420] as const;
/** A pile without a limit is planned with at most that many cards. */
const plannedCards = 26;

/** The least step over a face-up card that is `width` wide, px. */
export function stripOf(width: number): number {
  return Math.max(leastStrip, stripShare[detailFor(width)] * width * aspect);
}

type BlockKind = 'foundation' | 'stock' | 'cells' | 'columns' | 'small' | 'stacks' | 'open';

interface Block {
  kind: BlockKind;
  /** pile ids in order, row by row */
  piles: string[];
  cols: number;
  rows: number;
  /** height of one row in card heights */
  rowHeight: number;
  /** card width of this block in card widths of the table */
  scale: number;
  /** takes up height that is left over */
  grows: boolean;
  /** of an open reserve: from one column to the next, in its card widths; below 1 the cards overlap */
  step: number;
  /** of blocks that grow: the most cards that a pile can hold, and how many of them are face down */
  most: number;
  mostDown: number;
  /** planned with the usual step over each face-up card of the longest piles, and not with the least one */
  easy: boolean;
}

/**
 * `even`: all children of a column are equally high, whatever they hold, so that none of them ever moves. `last`: what is
 * alone in a row lies at its end, where a thumb is.
 */
type Box = { type: 'leaf'; block: Block } | { type: 'row' | 'column'; children: Box[]; spread: boolean; even?: boolean; last?: boolean };

/** What a box needs of the height, px: to show all that must be seen, for fans as usual, and opened as far as they go. */
interface Need {
  least: number;
  usual: number;
  most: number;
}

interface Measure {
  /** widths and heights are linear: units of card width */
  w: number;
  h: number;
}

interface PlannedPile {
  id: string;
  kind: PileView['kind'];
  /** place of the first card */
  rect: Rect;
  /** how the pile is shown: one card on the other, fanned downwards, or spread as a grid of suits and ranks */
  lie: 'stack' | 'fan' | 'grid';
  /** for fans: the y that the pile should not pass */
  limit: number;
}

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
  /** how far right of the middle it lies, px */
  shift: number;
}

type Rows = Exclude<Box, { type: 'leaf' }>;
const leaf = (block: Block): Box => ({ type: 'leaf', block });
const row = (...children: (Box | null)[]): Rows => ({ type: 'row', children: present(children), spread: true });
const tight = (...children: (Box | null)[]): Box => ({ type: 'row', children: present(children), spread: false });
const column = (...children: (Box | null)[]): Box => ({ type: 'column', children: present(children), spread: false });

function present(children: (Box | null)[]): Box[] {
  return children.filter((child): child is Box => child !== null);
}

/** Ranks and suits in the order of the open reserve's grid; for the eye only. */
export const gridRanks = 'A23456789TJQK';
export const gridSuits = 'SHCD';
const gridGap = 0.05;
/** Below its rank and suit, a card of which there are two says so, px. */
const countHeight = 16;

function blockWidth(block: Block, gap: number): number {
  if (block.kind === 'open') return block.scale * (1 + (block.cols - 1) * block.step);
  const between = gap / block.scale;
  return block.scale * (block.cols + (block.cols - 1) * between);
}

function blockHeight(block: Block): number {
  const between = block.kind === 'open' ? gridGap : rowGapUnits / block.scale;
  return block.scale * (block.rows * aspect * block.rowHeight + (block.rows - 1) * between);
}

function measure(box: Box, gap: number): Measure {
  if (box.type === 'leaf') return { w: blockWidth(box.block, gap), h: blockHeight(box.block) };
  const parts = box.children.map((child) => measure(child, gap));
  const sum = (key: 'w' | 'h') => parts.reduce((total, part) => total + part[key], 0);
  const most = (key: 'w' | 'h') => parts.reduce((total, part) => Math.max(total, part[key]), 0);
  const between = parts.length - 1;
  return box.type === 'row'
    ? { w: sum('w') + between * blockGap(gap), h: most('h') }
    : { w: most('w'), h: sum('h') + between * rowGapUnits };
}

/** Blocks beside each other stand further apart than piles, so that they read as groups. */
const blockGap = (gap: number): number => gap * 2.2;

function growsIn(box: Box): boolean {
  return box.type === 'leaf' ? box.block.grows : box.children.some(growsIn);
}

interface Placed {
  block: Block;
  rect: Rect;
}

type Needs = (block: Block) => Need;

/** What a box needs of the height. `needs` tells it of the blocks that can do with less; the others need what they measure. */
function needOf(box: Box, cw: number, gap: number, needs: Needs): Need {
  if (box.type === 'leaf') {
    const own = blockHeight(box.block) * cw;
    return box.block.grows || box.block.kind === 'open' ? needs(box.block) : { least: own, usual: own, most: own };
  }
  const parts = box.children.map((child) => needOf(child, cw, gap, needs));
  const between = box.type === 'column' ? (parts.length - 1) * rowGapUnits * cw : 0;
  const of = (key: keyof Need) => {
    const all = parts.map((part) => part[key]);
    if (box.type === 'row') return Math.max(...all);
    return between + (box.even ? all.length * Math.max(...all) : all.reduce((total, one) => total + one, 0));
  };
  return { least: of('least'), usual: of('usual'), most: of('most') };
}

/** A share of the height is kept until a box is this much of a card's height away from what it should have. */
const settle = 0.45;

/**
 * Divides a height among boxes that are one below the other. If there is enough, each gets all it can use and an equal
 * part of the rest; otherwise what it usually needs and a part of the rest, or at least what it must have. What does
 * not fit at all is not cut off: the sum is then larger than the height. The previous shares are kept if they show
 * everything and no fan would gain much from new ones.
 */
export function share(
  height: number,
  needs: readonly Need[],
  growing: readonly boolean[],
  before: readonly number[] | undefined,
  slack: number,
): number[] {
  const sum = (key: keyof Need) => needs.reduce((total, need) => total + need[key], 0);
  const growers = growing.filter(Boolean).length;
  const between = (low: keyof Need, high: keyof Need) => {
    const part = Math.max(0, (height - sum(low)) / Math.max(1, sum(high) - sum(low)));
    return needs.map((need) => need[low] + part * (need[high] - need[low]));
  };
  const free = height - sum('most');
  const fresh =
    free >= 0
      ? needs.map((need, i) => need.most + (growing[i] ? free / growers : 0))
      : height >= sum('usual')
        ? between('usual', 'most')
        : between('least', 'usual');
  if (!before || before.length !== needs.length) return fresh;
  const fits = Math.abs(before.reduce((total, one) => total + one, 0) - height) < 1;
  const serves = needs.every((need, i) => before[i]! >= Math.min(need.usual, fresh[i]!) - slack && before[i]! >= need.least - 0.5);
  return fits && serves ? [...before] : fresh;
}

interface Sharing {
  needs: Needs;
  /** the heights of each column's children, by the column's path in the tree */
  before: ReadonlyMap<string, readonly number[]>;
  now: Map<string, readonly number[]>;
}

/** Gives every leaf its rectangle in px. `cw`: card width; the box may use `rect`, of which height is shared out. */
function arrange(box: Box, rect: Rect, cw: number, gap: number, sharing: Sharing, out: Placed[], path = '0'): void {
  if (box.type === 'leaf') {
    const w = blockWidth(box.block, gap) * cw;
    out.push({ block: box.block, rect: { x: rect.x + (rect.width - w) / 2, y: rect.y, width: w, height: rect.height } });
    return;
  }
  const parts = box.children.map((child) => measure(child, gap));
  if (box.type === 'row') {
    const used = parts.reduce((total, part) => total + part.w * cw, 0);
    const between = box.children.length - 1;
    const least = blockGap(gap) * cw;
    const free = rect.width - used - between * least;
    const each = box.spread && between > 0 ? least + free / between : least;
    let x = rect.x + (box.spread && between > 0 ? 0 : box.last ? free : free / 2);
    box.children.forEach((child, i) => {
      const width = parts[i]!.w * cw;
      arrange(child, { x, y: rect.y, width, height: rect.height }, cw, gap, sharing, out, `${path}.${i}`);
      x += width + each;
    });
    return;
  }
  const between = box.children.length - 1;
  const whole = rect.height - between * rowGapUnits * cw;
  const heights = box.even
    ? box.children.map(() => whole / box.children.length)
    : share(
        whole,
        box.children.map((child) => needOf(child, cw, gap, sharing.needs)),
        box.children.map(growsIn),
        sharing.before.get(path),
        settle * cw * aspect,
      );
  sharing.now.set(path, heights);
  let y = rect.y;
  box.children.forEach((child, i) => {
    arrange(child, { x: rect.x, y, width: rect.width, height: heights[i]! }, cw, gap, sharing, out, `${path}.${i}`);
    y += heights[i]! + rowGapUnits * cw;
  });
}

function shapes(count: number): [number, number][] {
  const found: [number, number][] = [];
  for (let rows = 1; rows <= count; ++rows) if (count % rows === 0) found.push([count / rows, rows]);
  return found;
}

/** A pile to which only a few cards can ever be added: such piles lie in a grid. */
function isSmall(game: GameInfo): boolean {
  return game.tableauCapacity > 0 && game.tableauCapacity <= 3;
}

/** Reserve piles of several cards, fanned like the tableau. */
const isStacked = (game: GameInfo): boolean => game.reserve > 0 && !game.reserveOpen && game.reserveDealt > 1;

/** In the name of an arrangement: the tableau lies in two rows. */
const halved = ', in two rows';

/** Height in card heights that a fan should have before it needs squeezing. */
function usualFan(cards: number, faceDown: number, grows: number): number {
  return 1 + faceDown * stepDown + Math.max(0, cards - 1 - faceDown + grows) * stepUp;
}

interface Tableau {
  box: Box;
  /** for the arrangement's name */
  suffix?: string;
}

interface Candidate {
  name: string;
  box: Box;
}

function block(kind: BlockKind, piles: string[], cols: number, rows: number, rest: Partial<Block> = {}): Block {
  return { kind, piles, cols, rows, rowHeight: 1, scale: 1, grows: false, step: 1 + gridGap, most: 1, mostDown: 0, easy: false, ...rest };
}

/** The most cards that a pile of a kind can hold; `most` of the contract is in the order of a view's piles. */
function mostOf(game: GameInfo, first: number, count: number): number {
  const most = Math.max(1, ...game.most.slice(first, first + count));
  return most < game.cards ? most : Math.min(most, plannedCards);
}

function candidates(game: GameInfo, bottom: boolean, size: Size): Candidate[] {
  const tableaus: Tableau[] = [];
  const piles = numbered('T', game.tableau);
  if (isSmall(game)) {
    for (const [cols, rows] of shapes(game.tableau)) {
      if (cols >= 4)
        tableaus.push({ box: leaf(block('small', piles, cols, rows, { rowHeight: 1 + (game.tableauCapacity - 1) * stepSmall })) });
    }
  } else {
    const hidden = game.hasFaceDown ? game.tableauDealt - 1 : 0;
    const grows = game.tableauBuilt ? 4 : 0;
    const rowHeight = usualFan(game.tableauDealt, hidden, grows);
    const most = mostOf(game, game.foundations, game.tableau);
    const columns = (own: string[], cols: number, easy = false): Box =>
      leaf(block('columns', own, cols, 1, { rowHeight, grows: true, most, mostDown: hidden, easy }));
    tableaus.push({ box: columns(piles, game.tableau) });
    // In a window that is higher than it is wide, half of the piles may lie below the others, if the longest ones leave
    // a finger's width of each card.
    const half = Math.ceil(game.tableau / 2);
    const stacked = isStacked(game) ? mostOf(game, game.foundations + game.tableau, game.reserve) * leastStrip : 0;
    if (size.height > size.width && 2 * (most - hidden) * touch + stacked < size.height) {
      const children = [piles.slice(0, half), piles.slice(half)].map((own) => columns(own, half, true));
      tableaus.push({ box: { type: 'column', children, spread: false, even: true }, suffix: halved });
    }
  }

  const stock = [...(game.hasStock ? ['S'] : []), ...(game.hasWaste ? ['W'] : [])];
  // The stock lies outermost.
  const stocks =
    stock.length === 0 ? [null] : shapes(stock.length).map(([c, r]) => block('stock', r > 1 ? stock : [...stock].reverse(), c, r));

  const isCells = game.reserve > 0 && !game.reserveOpen && !isStacked(game);
  const cellBlocks = isCells ? shapes(game.reserve).map(([c, r]) => block('cells', numbered('R', game.reserve), c, r)) : [null];

  const reserves: (Block | null)[] = [];
  if (game.reserve > 0 && game.reserveOpen) {
    for (const scale of [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]) {
      for (const step of [1 + gridGap, 0.75, 0.6, 0.5]) {
        reserves.push(block('open', numbered('R', game.reserve), gridRanks.length, gridSuits.length, { scale, step }));
      }
    }
  } else if (isStacked(game)) {
    const rowHeight = usualFan(game.reserveDealt, 0, 0);
    const most = mostOf(game, game.foundations + game.tableau, game.reserve);
    reserves.push(block('stacks', numbered('R', game.reserve), game.reserve, 1, { rowHeight, grows: true, most }));
  } else reserves.push(null);

  const found: Candidate[] = [];
  for (const [fc, fr] of shapes(game.foundations)) {
    // Beside the tableau the piles of one group stand below each other.
    const order = numbered('F', game.foundations);
    const standing = fr > fc ? Array.from(order, (_, i) => order[(i % fc) * fr + Math.floor(i / fc)]!) : order;
    const f = leaf(block('foundation', standing, fc, fr));
    for (const { box: t, suffix = '' } of tableaus) {
      for (const s of stocks.map((b) => b && leaf(b))) {
        for (const c of cellBlocks.map((b) => b && leaf(b))) {
          for (const r of reserves.map((b) => b && leaf(b))) {
            const add = (name: string, box: Box) => found.push({ name: name + suffix, box });
            if (bottom) {
              add('bottom', column(t, r, row(f, c, s)));
              if (c || s) add('bottom, two rows', column(t, r, f, { ...row(c, s), last: true }));
              if (r) add('bottom, reserve right', column(tight(t, r), row(f, c, s)));
              continue;
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
          }
        }
      }
    }
  }
  return found;
}

/** How good a plan is: by the size of its cards, including the smaller ones of an open reserve. */
function worth(cardWidth: number, gridWidth: number): number {
  return gridWidth === 0 ? cardWidth : 0.55 * cardWidth + 0.45 * Math.min(gridWidth, cardWidth) * 1.1;
}

function openBlock(box: Box): Block | null {
  if (box.type === 'leaf') return box.block.kind === 'open' ? box.block : null;
  return box.children.map(openBlock).find((found) => found !== null) ?? null;
}

/** From this width on, the left half of a card is enough to recognize it. */
const overlapFrom = 72;

const edge = (size: Size): number => (size.width < 500 ? 4 : Math.min(16, size.width / 80));

/** The height that the longest piles need at least with cards `cw` wide, px. */
function longestHeight(box: Box, cw: number): number {
  return needOf(box, cw, gapUnits, (block) => {
    const { most, mostDown, scale, easy } = block;
    const height = cw * scale * aspect;
    const strip = easy ? Math.max(touch, stepUp * height) : stripOf(cw * scale);
    const least = block.grows ? height + mostDown * leastDown + Math.max(0, most - 1 - mostDown) * strip : blockHeight(block) * cw;
    return { least, usual: least, most: least };
  }).least;
}

const sizeFactor = { small: 0.8, medium: 1, large: 1 };

export function plan(game: GameInfo, size: Size, wishes: Wishes = noWishes): Plan {
  let found: { plan: Plan; narrow: boolean } | null = null;
  for (const least of leastHeights) {
    found = planAt(game, size, wishes, least);
    if (!found.narrow || size.height > least) break;
  }
  return found!.plan;
}

/** The plan for a board at least `least` high, and whether something on it is too narrow for a finger. */
function planAt(game: GameInfo, size: Size, { leftHanded, cardSize, bottom }: Wishes, least: number): { plan: Plan; narrow: boolean } {
  const pad = edge(size);
  const width = Math.max(160, size.width - 2 * pad);
  // A choice before the first move is offered below the cards.
  const choice = game.increments.length === 0 ? 0 : size.height >= 600 ? 150 : size.width < 544 ? 40 : 0;
  const height = Math.max(least, size.height - 2 * pad);
  let best: { candidate: Candidate; cw: number; value: number; narrow: number } | null = null;
  for (const candidate of candidates(game, bottom, size)) {
    const need = measure(candidate.box, gapUnits);
    let cw = Math.min(
      largest[cardSize],
      width / need.w,
      (cardSize === 'large' ? 1.15 : 1) * ((height - (size.height >= 600 ? choice : 0)) / need.h),
    );
    cw *= sizeFactor[cardSize];
    // It cannot be the best.
    if (best && cw * 1.1 < best.value) continue;
    // Smaller cards, if the longest piles have no room; a low board may scroll.
    const smallest = height >= roomy ? cw * 0.4 : cw;
    while (longestHeight(candidate.box, cw) > height && cw > smallest) cw *= 0.98;
    const open = openBlock(candidate.box);
    const gridWidth = cw * (open?.scale ?? 0);
    let value = worth(cw, gridWidth) * Math.min(1, height / longestHeight(candidate.box, cw));
    // The ordinary arrangement wins unless another one is clearly better.
    if (candidate.name === 'top') value *= 1.04;
    if (candidate.name === 'tableau left') value *= 1.02;
    if (candidate.name.endsWith(halved)) value *= 0.93;
    // What is too narrow for a finger is worth little.
    const narrow = Math.min(cw * (1 + gapUnits), open ? gridWidth * open.step : Infinity) / touch;
    if (narrow < 1) value *= 0.8 * narrow ** 4;
    if (open && open.step < 1 && gridWidth < overlapFrom) value *= 0.5;
    if (!best || value > best.value) best = { candidate, cw, value, narrow };
  }
  if (!best) throw new Error('no arrangement');
  const { candidate } = best;
  // Whole pixels keep lines and letters crisp.
  const cw = best.cw > 40 ? Math.floor(best.cw) : best.cw;
  // The rest of the width goes between the piles.
  let gap = gapUnits;
  const at = (g: number) => measure(candidate.box, g).w * cw;
  while (gap < 0.3 && at(gap + 0.02) <= width) gap += 0.02;
  return {
    plan: { size, cardWidth: cw, arrangement: candidate.name, box: candidate.box, gap, pad, height, choice, leftHanded, shift: 0 },
    // Half a pixel less makes no difference to a finger.
    narrow: best.narrow < 0.995,
  };
}

/** The same table in a narrower window, if its piles leave so much room, and as near its place as it can be; else null. */
export function squeezed(whole: Plan, width: number): Plan | null {
  const room = width - 2 * whole.pad;
  const at = (gap: number) => measure(whole.box, gap).w * whole.cardWidth;
  if (at(gapUnits) > room) return null;
  let { gap } = whole;
  while (at(gap) > room) gap = Math.max(gapUnits, gap - 0.02);
  return { ...whole, size: { ...whole.size, width }, gap, shift: Math.min(whole.size.width - width, room - at(gap)) / 2 };
}

interface PlacedPiles {
  piles: Map<string, PlannedPile>;
  /** the open reserve's grid, all reserve piles together */
  grid: Rect | null;
  shares: Map<string, readonly number[]>;
}

/** Where the piles of a view are on a plan. */
function placePiles(planned: Plan, view: View, before: Layout | null, choice: number): PlacedPiles {
  const { size, cardWidth: cw, box, gap, pad, leftHanded, shift } = planned;
  const height = planned.height - choice;
  const views = new Map(view.piles.map((pile) => [pile.id, pile]));
  const lowest = lowestSources(view);
  const needs: Needs = (b) => {
    // The rows of an open reserve lie over each other as far as a finger allows, if long piles need the height.
    if (b.kind === 'open') {
      const whole = blockHeight(b) * cw;
      const w = cw * b.scale;
      return { least: Math.min(whole, w * aspect + (b.rows - 1) * Math.max(touch, stripOf(w) + countHeight)), usual: whole, most: whole };
    }
    const need = { least: 0, usual: 0, most: 0 };
    for (const id of b.piles) {
      const pile = views.get(id);
      if (!pile) continue;
      const own = fanNeed(pile.cards, lowest.get(id) ?? pile.cards.length, pile.run ?? 0, cw * b.scale);
      need.least = Math.max(need.least, own.least);
      need.usual = Math.max(need.usual, own.usual);
      need.most = Math.max(need.most, own.most);
    }
    return need;
  };
  const used = Math.min(size.width - 2 * pad, measure(box, gap).w * cw);
  const sharing: Sharing = { needs, before: before?.plan.box === planned.box ? before.shares : new Map(), now: new Map() };
  const top = needOf(box, cw, gap, needs);
  const placed: Placed[] = [];
  arrange(
    box,
    { x: pad + (size.width - 2 * pad - used) / 2 + shift, y: pad, width: used, height: Math.max(height, top.least) },
    cw,
    gap,
    sharing,
    placed,
  );

  const piles = new Map<string, PlannedPile>();
  let grid: Rect | null = null;
  for (const { block: b, rect } of placed) {
    const x0 = leftHanded ? size.width - rect.x - rect.width : rect.x;
    const w = cw * b.scale;
    if (b.kind === 'open') {
      grid = { x: x0, y: rect.y, width: rect.width, height: Math.min(rect.height, blockHeight(b) * cw) };
      for (const id of b.piles) {
        piles.set(id, { id, kind: 'reserve', rect: { x: x0, y: rect.y, width: w, height: w * aspect }, lie: 'grid', limit: 0 });
      }
      continue;
    }
    // Mirrored, the stock stays outermost; the tableau and the rest keep their order.
    const order = leftHanded && b.kind === 'stock' && b.rows === 1 ? [...b.piles].reverse() : b.piles;
    order.forEach((id, i) => {
      const x = x0 + (i % b.cols) * (w + gap * cw);
      const y = rect.y + Math.floor(i / b.cols) * (b.rowHeight * aspect + rowGapUnits) * w;
      const fan = b.kind === 'columns' || b.kind === 'stacks' || b.kind === 'small';
      const limit = b.kind === 'small' ? y + b.rowHeight * w * aspect : rect.y + rect.height;
      piles.set(id, { id, kind: kindOf(id), rect: { x, y, width: w, height: w * aspect }, lie: fan ? 'fan' : 'stack', limit });
    });
  }
  return { piles, grid, shares: sharing.now };
}

export interface CardPlace extends Rect {
  id: number;
  card: string | null;
  pile: string;
  index: number;
  /** stacking order */
  z: number;
  /** covered so far that it need not be drawn */
  buried: boolean;
  /** in the middle of a run of which only both ends are shown */
  folded: boolean;
  /** what can be seen and hit of it */
  strip: Rect;
}

export interface PilePlace {
  id: string;
  kind: PileView['kind'];
  number: number;
  /** place of the first card */
  rect: Rect;
  /** everything that belongs to the pile: where a card may be dropped */
  reach: Rect;
  /** where the next card would lie */
  next: Rect;
}

export interface Layout {
  width: number;
  /** of everything; larger than the window only if a pile cannot be squeezed into it */
  height: number;
  cardWidth: number;
  cards: Map<number, CardPlace>;
  piles: Map<string, PilePlace>;
  /** what it was made from, and how heights were shared: the next layout keeps to it where it can */
  plan: Plan;
  /** the cards left out of each long run: from which index, and how many */
  folds: ReadonlyMap<string, { first: number; count: number }>;
  /** the open reserve's grid: every card has its place there; empty without one */
  cells: Cell[];
  shares: ReadonlyMap<string, readonly number[]>;
}

/** Cards of a stack that are drawn: a card in flight must not show a hole below it. */
const drawnOfStack = 3;

/** The lowest index that may be lifted from each pile: cards from there on need room for a finger. */
function lowestSources(view: View): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const { pile, index } of view.sources) lowest.set(pile, Math.min(index, lowest.get(pile) ?? Infinity));
  return lowest;
}

/** Of each card but the last, the steps to the next: the most, the usual and the least, and those for fingers. */
function fanLimits(cards: readonly { card: string | null }[], from: number, width: number) {
  const height = width * aspect;
  const strip = stripOf(width);
  const usual = Math.max(stepUp * height, strip);
  return cards.slice(0, -1).map(({ card }, i) =>
    card === null
      ? {
          most: stepDownMost * height,
          usual: stepDown * height,
          firm: Math.min(leastDown, stepDown * height),
          least: Math.min(leastDown, stepDown * height),
        }
      : {
          most: Math.max(stepUpMost * height, Math.min(stepOpen * height, stepOpenMost), usual),
          usual: i >= from ? Math.max(usual, touch) : usual,
          firm: i >= from ? Math.max(touch, strip) : strip,
          least: strip,
        },
  );
}

type Limit = ReturnType<typeof fanLimits>[number];
const sumOf = (limits: readonly Limit[], key: keyof Limit): number => limits.reduce((total, limit) => total + limit[key], 0);

function fanNeed(cards: readonly { card: string | null }[], from: number, run: number, width: number): Need {
  const limits = fanLimits(cards, from, width);
  // One more card than there is, so that the next move does not change the shares.
  const next = stepUp * width * aspect;
  const folded = run >= foldFrom ? limits.length - run + 3 : Infinity;
  const least = folded < limits.length ? sumOf(limits.slice(0, folded), 'least') : sumOf(limits, 'least');
  const height = width * aspect;
  return { least: height + least, usual: height + sumOf(limits, 'usual') + next, most: height + sumOf(limits, 'most') + next };
}

/** Runs of fewer cards are never folded. */
const foldFrom = 5;

/**
 * Which cards of a fan are left out so that it fits into `room`: the middle of the ordered run of `run` cards at its
 * top, if even the smallest steps are too large. Its first card and at least its last are shown, and in place of the
 * others a strip that says how many they are.
 */
export function foldOf(
  cards: readonly { card: string | null }[],
  run: number,
  width: number,
  room: number,
): { first: number; count: number } {
  const none = { first: 0, count: 0 };
  const limits = fanLimits(cards, cards.length, width);
  const over = sumOf(limits, 'least') - (room - width * aspect);
  if (over <= 0.5 || run < foldFrom) return none;
  return { first: cards.length - run + 1, count: Math.min(run - 2, Math.ceil(over / stripOf(width)) + 1) };
}

/**
 * Steps of a fan from each card to the next, opened or squeezed so that the fan just fits into `room`, if it can. Cards
 * from `from` on can be lifted: they keep room for a finger as long as possible.
 */
export function fanSteps(cards: readonly { card: string | null }[], from: number, width: number, room: number): number[] {
  const limits = fanLimits(cards, from, width);
  const free = room - width * aspect;
  const between = (low: keyof Limit, high: keyof Limit) => {
    const [small, large] = [sumOf(limits, low), sumOf(limits, high)];
    const part = large > small ? Math.min(1, Math.max(0, (free - small) / (large - small))) : 0;
    return limits.map((limit) => limit[low] + part * (limit[high] - limit[low]));
  };
  if (sumOf(limits, 'usual') <= free) return between('usual', 'most');
  return sumOf(limits, 'firm') <= free ? between('firm', 'usual') : between('least', 'firm');
}

/**
 * Puts the cards of a view on a plan. `before` is the layout that is shown, if there is one; `shownChoice` the height
 * that the choice before the first move takes, px, if it is known already.
 */
export function place(planned: Plan, view: View, before: Layout | null = null, shownChoice: number | null = null): Layout {
  const choice = view.choices.length === 0 ? 0 : (shownChoice ?? planned.choice);
  const cards = new Map<number, CardPlace>();
  const piles = new Map<string, PilePlace>();
  const lowest = lowestSources(view);
  const { piles: places, grid: gridRect, shares } = placePiles(planned, view, before, choice);
  const steps = new Map<string, number[]>();
  const folds = new Map<string, { first: number; count: number }>();
  for (const pile of view.piles) {
    const where = places.get(pile.id);
    if (where?.lie !== 'fan') continue;
    const { rect, limit } = where;
    const room = limit - rect.y;
    const { first, count } = foldOf(pile.cards, pile.run ?? 0, rect.width, room);
    // The first folded card has the strip of them all; the others are behind the card after them.
    const hidden = Math.max(0, count - 1);
    const seen = pile.cards.filter((_, i) => i <= first || i > first + hidden);
    const from = lowest.get(pile.id) ?? pile.cards.length;
    const own = fanSteps(seen, from > first ? from - hidden : from, rect.width, room);
    own.splice(first + 1, 0, ...Array.from({ length: hidden }, () => 0));
    steps.set(pile.id, own);
    if (count > 0) folds.set(pile.id, { first, count });
  }

  let cells = new Map<string, Cell>();
  let bottom = 0;
  for (const pile of view.piles) {
    const where = places.get(pile.id);
    if (!where) continue;
    const { rect } = where;
    const { width, height } = rect;
    let next = { ...rect };
    let reach = { ...rect };
    if (where.lie === 'grid' && gridRect) {
      reach = gridRect;
      if (cells.size === 0) cells = cellsOf(gridRect, rect);
      placeGrid(pile, gridRect, rect, cells, cards);
      bottom = Math.max(bottom, gridRect.y + gridRect.height);
    } else {
      const own = steps.get(pile.id) ?? [];
      const fold = folds.get(pile.id);
      let y = rect.y;
      pile.cards.forEach((card, index) => {
        const last = index === pile.cards.length - 1;
        const step = own[index] ?? 0;
        const folded = fold !== undefined && index >= fold.first && index < fold.first + fold.count;
        cards.set(card.id, {
          id: card.id,
          card: card.card,
          pile: pile.id,
          index,
          x: rect.x,
          y,
          width,
          height,
          z: index,
          buried: folded || (where.lie === 'stack' && index < pile.cards.length - drawnOfStack),
          folded,
          strip: { x: rect.x, y, width, height: last ? height : where.lie === 'fan' ? step : 0 },
        });
        next = { x: rect.x, y, width, height };
        y += step;
      });
      if (where.lie === 'fan') {
        const end = pile.cards.length > 0 ? next.y + height : rect.y + height;
        next = { ...next, y: pile.cards.length > 0 ? next.y + Math.min(stepUp * height, touch) : rect.y };
        reach = { ...rect, height: Math.max(end, where.limit) - rect.y };
        bottom = Math.max(bottom, end);
      } else bottom = Math.max(bottom, rect.y + height);
    }
    piles.set(pile.id, { id: pile.id, kind: pile.kind, number: pile.number, rect, reach, next });
  }
  return {
    width: planned.size.width,
    height: Math.max(planned.size.height, Math.ceil(bottom + choice + edge(planned.size) - 0.01)),
    cardWidth: planned.cardWidth,
    cards,
    piles,
    plan: planned,
    folds,
    cells: [...cells.values()],
    shares,
  };
}

/** A place in the open reserve's grid. */
interface Cell {
  card: string;
  rect: Rect;
  /** how much of it the next column and the next row leave visible, px */
  seen: Size;
  /** how many of the card are there; 0: its place is empty */
  copies: number;
}

function cellsOf(grid: Rect, first: Rect): Map<string, Cell> {
  const { width, height } = first;
  const stepX = (grid.width - first.width) / (gridRanks.length - 1);
  const stepY = (grid.height - first.height) / (gridSuits.length - 1);
  const cells = new Map<string, Cell>();
  for (const [row, suit] of [...gridSuits].entries()) {
    for (const [column, rank] of [...gridRanks].entries()) {
      const rect = { x: grid.x + column * stepX, y: grid.y + row * stepY, width, height };
      const seen = { width: Math.min(width, stepX), height: row === gridSuits.length - 1 ? height : Math.min(height, stepY) };
      cells.set(rank + suit, { card: rank + suit, rect, seen, copies: 0 });
    }
  }
  return cells;
}

/** The open reserve: a row for each suit, a column for each rank, equal cards one behind the other. */
function placeGrid(pile: PileView, grid: Rect, first: Rect, cells: Map<string, Cell>, cards: Map<number, CardPlace>): void {
  const stepX = (grid.width - first.width) / (gridRanks.length - 1);
  pile.cards.forEach((card, index) => {
    if (card.card === null) return;
    const cell = cells.get(card.card);
    if (!cell) return;
    const { rect, seen } = cell;
    const rank = gridRanks.indexOf(card.card[0]!);
    const { copies } = cell;
    cell.copies += 1;
    // Where the next card overlaps this one, less of this one can be pressed; a narrow card also gets the gap beside
    // it.
    const strip = { ...rect, width: Math.min(stepX, Math.max(rect.width, touch)), height: seen.height };
    cards.set(card.id, {
      ...rect,
      id: card.id,
      card: card.card,
      pile: pile.id,
      index,
      z: 2 * (gridSuits.indexOf(card.card[1]!) * gridRanks.length + rank) + 1 - copies,
      buried: false,
      folded: false,
      strip,
    });
  });
}

/** The card or the empty place at a point, the topmost first; `near` px around count where nothing is hit. */
export function hit(layout: Layout, x: number, y: number, near = 0): { pile: string; index: number } | null {
  let best: CardPlace | null = null;
  for (const card of layout.cards.values()) {
    if (card.buried || !inside(card, x, y)) continue;
    if (!best || card.z > best.z) best = card;
  }
  if (best) return { pile: best.pile, index: best.index };
  for (const pile of layout.piles.values()) if (inside(pile.rect, x, y)) return { pile: pile.id, index: -1 };
  if (near <= 0) return null;
  let nearest: { pile: string; index: number } | null = null;
  let least = near;
  for (const card of layout.cards.values()) {
    const far = card.buried ? Infinity : distance(card, x, y);
    if (far < least) [least, nearest] = [far, { pile: card.pile, index: card.index }];
  }
  for (const pile of layout.piles.values()) {
    const far = distance(pile.rect, x, y);
    if (far < least) [least, nearest] = [far, { pile: pile.id, index: -1 }];
  }
  return nearest;
}

export function inside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height;
}

export function distance(rect: Rect, x: number, y: number): number {
  const dx = Math.max(rect.x - x, 0, x - rect.x - rect.width);
  const dy = Math.max(rect.y - y, 0, y - rect.y - rect.height);
  return Math.hypot(dx, dy);
}

export function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}
