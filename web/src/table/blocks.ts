/**
 * Blocks of piles that lie beside and below each other: how wide and high they are, and how they share a height. Widths
 * and heights are in card widths until a card's is known.
 */
import { aspect, type Need } from './fans.ts';
import type { Rect } from '../ground/rects.ts';

/** Where a card lies. */
export interface CardPlace extends Rect {
  id: number;
  card: string | null;
  /** `card` is known though it is face down */
  down: boolean;
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

export const gapUnits = 0.09;
export const rowGapUnits = 0.13;
/** Between the cards of an open reserve. */
export const gridGap = 0.05;

export type BlockKind = 'foundation' | 'stock' | 'cells' | 'columns' | 'small' | 'stacks' | 'open';

export interface Block {
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
 * alone in a row lies at its end, and a column that does not need its height at the lower end, where a thumb is.
 */
export type Box =
  { type: 'leaf'; block: Block } | { type: 'row' | 'column'; children: Box[]; spread: boolean; even?: boolean; last?: boolean };

interface Measure {
  /** widths and heights are linear: units of card width */
  w: number;
  h: number;
}

type Rows = Exclude<Box, { type: 'leaf' }>;
export const leaf = (block: Block): Box => ({ type: 'leaf', block });
export const row = (...children: (Box | null)[]): Rows => ({ type: 'row', children: present(children), spread: true });
export const tight = (...children: (Box | null)[]): Box => ({ type: 'row', children: present(children), spread: false });
export const column = (...children: (Box | null)[]): Rows => ({ type: 'column', children: present(children), spread: false });

function present(children: (Box | null)[]): Box[] {
  return children.filter((child): child is Box => child !== null);
}

function blockWidth(block: Block, gap: number): number {
  if (block.kind === 'open') return block.scale * (1 + (block.cols - 1) * block.step);
  const between = gap / block.scale;
  return block.scale * (block.cols + (block.cols - 1) * between);
}

export function blockHeight(block: Block): number {
  const between = block.kind === 'open' ? gridGap : rowGapUnits / block.scale;
  return block.scale * (block.rows * aspect * block.rowHeight + (block.rows - 1) * between);
}

export function measure(box: Box, gap: number): Measure {
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

export interface Placed {
  block: Block;
  rect: Rect;
}

export type Needs = (block: Block) => Need;

/** The height that a box needs. `needs` tells it of the blocks that can do with less; the others need what they measure. */
export function needOf(box: Box, cw: number, gap: number, needs: Needs): Need {
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

export interface Sharing {
  needs: Needs;
  /** the heights of each column's children, by the column's path in the tree */
  before: ReadonlyMap<string, readonly number[]>;
  now: Map<string, readonly number[]>;
}

/** Gives every leaf its rectangle in px. `cw`: card width; the box may use `rect`, of which height is shared out. */
export function arrange(box: Box, rect: Rect, cw: number, gap: number, sharing: Sharing, out: Placed[], path = '0'): void {
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
  let y = rect.y + (box.last ? Math.max(0, whole - heights.reduce((total, one) => total + one, 0)) : 0);
  box.children.forEach((child, i) => {
    arrange(child, { x: rect.x, y, width: rect.width, height: heights[i]! }, cw, gap, sharing, out, `${path}.${i}`);
    y += heights[i]! + rowGapUnits * cw;
  });
}
