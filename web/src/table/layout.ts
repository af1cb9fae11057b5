/**
 * Where everything is on the table: a pure function of a plan, of the view and of the layout before it. Blocks that are
 * one below the other share the height by what their piles need now; the shares are kept as long as they will do, so
 * that nothing jumps at every move. Fans open while there is room and are squeezed when there is not, but never so far
 * that a rank or a suit is hidden. If that is not enough, the table becomes longer than its window.
 */
import type { Print } from '../cards/detail.ts';
import type { PileView, View } from '../engine/contract.ts';
import {
  arrange,
  blockHeight,
  measure,
  needOf,
  rowGapUnits,
  type Block,
  type CardPlace,
  type Needs,
  type Placed,
  type Sharing,
} from './blocks.ts';
import { aspect, fanNeed, fanSteps, foldOf, stepUp, touch } from './fans.ts';
import { cellsOf, leastGrid, placeGrid, type Cell } from './grid.ts';
import { edge, type Plan } from './plan.ts';
import { distance, inside, type Rect } from '../ground/rects.ts';

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

/** The cards left out of a long run: from which index, and how many. */
interface Fold {
  first: number;
  count: number;
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
  /** of each pile that has one */
  folds: ReadonlyMap<string, Fold>;
  /** the open reserve's grid: every card has its place there; empty without one */
  cells: Cell[];
  shares: ReadonlyMap<string, readonly number[]>;
}

interface PlannedPile {
  /** place of the first card */
  rect: Rect;
  /** how the pile is shown: one card on the other, fanned downwards, or spread as a grid of suits and ranks */
  lie: 'stack' | 'fan' | 'grid';
  /** for fans: the y that the pile should not pass */
  limit: number;
}

interface PlacedPiles {
  piles: Map<string, PlannedPile>;
  /** the open reserve's grid, all reserve piles together */
  grid: Rect | null;
  shares: Map<string, readonly number[]>;
}

/** Cards of a stack that are drawn: a card in flight must not show a hole below it. */
const drawnOfStack = 3;

/** The lowest index that may be lifted from each pile: cards from there on need room for a finger. */
function lowestSources(view: View): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const { pile, index } of view.sources) lowest.set(pile, Math.min(index, lowest.get(pile) ?? Infinity));
  return lowest;
}

/** The needs of the blocks whose piles are fanned, with cards `cw` wide. */
function needsOf(view: View, lowest: ReadonlyMap<string, number>, cw: number, print: Print): Needs {
  const views = new Map(view.piles.map((pile) => [pile.id, pile]));
  return (block) => {
    if (block.kind === 'open') return leastGrid(block, cw, print);
    const need = { least: 0, usual: 0, most: 0 };
    for (const id of block.piles) {
      const pile = views.get(id);
      if (!pile) continue;
      const own = fanNeed(pile.cards, lowest.get(id) ?? pile.cards.length, pile.run ?? 0, cw * block.scale, print);
      need.least = Math.max(need.least, own.least);
      need.usual = Math.max(need.usual, own.usual);
      need.most = Math.max(need.most, own.most);
    }
    return need;
  };
}

const fanned: ReadonlySet<Block['kind']> = new Set(['columns', 'stacks', 'small']);

/** The plan with the largest cards for which a lowered table has room, but none that are much smaller. */
export function fitted(planned: Plan, view: View): Plan {
  const { box, gap, height, cardWidth, print } = planned;
  const lowest = lowestSources(view);
  const fits = (cw: number) => needOf(box, cw, gap, needsOf(view, lowest, cw, print)).least <= height;
  let cw = cardWidth;
  while (cw > 0.75 * cardWidth && !fits(cw)) cw = cw > 40 ? Math.floor(cw * 0.98) : cw * 0.98;
  return { ...planned, cardWidth: cw };
}

/** Where the piles of a view are on a plan. */
function placePiles(planned: Plan, needs: Needs, before: Layout | null, choice: number): PlacedPiles {
  const { size, cardWidth: cw, box, gap, pad, leftHanded } = planned;
  const used = Math.min(size.width - 2 * pad, measure(box, gap).w * cw);
  const sharing: Sharing = { needs, before: before?.plan.box === box ? before.shares : new Map(), now: new Map() };
  const height = Math.max(planned.height - choice, needOf(box, cw, gap, needs).least);
  const placed: Placed[] = [];
  arrange(box, { x: pad + (size.width - 2 * pad - used) / 2, y: pad, width: used, height }, cw, gap, sharing, placed);

  const piles = new Map<string, PlannedPile>();
  let grid: Rect | null = null;
  for (const { block, rect } of placed) {
    const x0 = leftHanded ? size.width - rect.x - rect.width : rect.x;
    const width = cw * block.scale;
    if (block.kind === 'open') {
      grid = { x: x0, y: rect.y, width: rect.width, height: Math.min(rect.height, blockHeight(block) * cw) };
      for (const id of block.piles) piles.set(id, { rect: { x: x0, y: rect.y, width, height: width * aspect }, lie: 'grid', limit: 0 });
      continue;
    }
    // Mirrored, the stock stays outermost; the tableau and the rest keep their order.
    const order = leftHanded && block.kind === 'stock' && block.rows === 1 ? [...block.piles].reverse() : block.piles;
    order.forEach((id, i) => {
      const x = x0 + (i % block.cols) * (width + gap * cw);
      const y = rect.y + Math.floor(i / block.cols) * (block.rowHeight * aspect + rowGapUnits) * width;
      const limit = block.kind === 'small' ? y + block.rowHeight * width * aspect : rect.y + rect.height;
      piles.set(id, { rect: { x, y, width, height: width * aspect }, lie: fanned.has(block.kind) ? 'fan' : 'stack', limit });
    });
  }
  return { piles, grid, shares: sharing.now };
}

/** The steps of a fan, 0 over what is folded away, and what that is. */
function openFan({ rect, limit }: PlannedPile, pile: PileView, from: number, print: Print): { steps: number[]; fold: Fold } {
  const room = limit - rect.y;
  const fold = foldOf(pile.cards, pile.run ?? 0, rect.width, room, print);
  const { first, count } = fold;
  // The first folded card has the strip of them all; the others are behind the card after them.
  const hidden = Math.max(0, count - 1);
  const seen = pile.cards.filter((_, i) => i <= first || i > first + hidden);
  const steps = fanSteps(seen, from > first ? from - hidden : from, rect.width, room, print);
  steps.splice(first + 1, 0, ...Array.from({ length: hidden }, () => 0));
  return { steps, fold };
}

/** Puts the cards of a pile that lies as a stack or a fan, and says where the pile is. */
function placeCards(where: PlannedPile, pile: PileView, steps: readonly number[], fold: Fold, cards: Map<number, CardPlace>): PilePlace {
  const { rect } = where;
  const { x, width, height } = rect;
  const stack = where.lie === 'stack';
  const last = pile.cards.length - 1;
  let { y } = rect;
  let next = { ...rect };
  pile.cards.forEach(({ id, card, down = false }, index) => {
    const step = steps[index] ?? 0;
    const folded = index >= fold.first && index < fold.first + fold.count;
    const strip = { x, y, width, height: index === last ? height : step };
    const buried = folded || (stack && index <= last - drawnOfStack);
    cards.set(id, { id, card, down, pile: pile.id, index, x, y, width, height, z: index, buried, folded, strip });
    next = { x, y, width, height };
    y += step;
  });
  let reach = { ...rect };
  if (!stack) {
    reach = { ...rect, height: Math.max(next.y + height, where.limit) - rect.y };
    if (last >= 0) next = { ...next, y: next.y + Math.min(stepUp * height, touch) };
  }
  return { id: pile.id, kind: pile.kind, number: pile.number, rect, reach, next };
}

const unfolded: Fold = { first: 0, count: 0 };

/**
 * Puts the cards of a view on a plan. `before` is the layout that is shown, if there is one; `shownChoice` the height
 * that the choice before the first move takes, px, if it is known already.
 */
export function place(planned: Plan, view: View, before: Layout | null = null, shownChoice: number | null = null): Layout {
  const choice = view.choices.length === 0 ? 0 : (shownChoice ?? planned.choice);
  const cards = new Map<number, CardPlace>();
  const piles = new Map<string, PilePlace>();
  const folds = new Map<string, Fold>();
  const lowest = lowestSources(view);
  const { piles: places, grid, shares } = placePiles(planned, needsOf(view, lowest, planned.cardWidth, planned.print), before, choice);
  let cells = new Map<string, Cell>();
  let bottom = 0;
  for (const pile of view.piles) {
    const where = places.get(pile.id);
    if (!where) continue;
    const { rect } = where;
    if (where.lie === 'grid' && grid) {
      if (cells.size === 0) cells = cellsOf(grid, rect);
      placeGrid(pile, grid, rect, cells, cards);
      piles.set(pile.id, { id: pile.id, kind: pile.kind, number: pile.number, rect, reach: grid, next: { ...rect } });
      bottom = Math.max(bottom, grid.y + grid.height);
      continue;
    }
    const { steps, fold } =
      where.lie === 'fan' ? openFan(where, pile, lowest.get(pile.id) ?? pile.cards.length, planned.print) : { steps: [], fold: unfolded };
    if (fold.count > 0) folds.set(pile.id, fold);
    piles.set(pile.id, placeCards(where, pile, steps, fold, cards));
    bottom = Math.max(bottom, (cards.get(pile.cards.at(-1)?.id ?? -1)?.y ?? rect.y) + rect.height);
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
