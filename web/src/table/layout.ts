/**
 * Where everything lies on the table: a pure function of what the rules say (numbers of piles, how they grow), of
 * the size of the window and of the view. It never asks which game it is.
 *
 * First `plan` picks an arrangement of the blocks (foundations, stock and waste, cells, tableau, reserves) and the
 * card size: of all the ways to put the blocks beside and below each other, the one with the largest cards. The plan
 * depends on the rules and the window alone, so nothing jumps while playing. Then `place` puts the cards of a view
 * on the plan; piles that grow long are squeezed, and only when they cannot be squeezed more does the table grow
 * longer than its window.
 */
import type { GameInfo, PileView, View } from '../contract.ts';

export interface Size {
  width: number;
  height: number;
}
export interface Rect extends Size {
  x: number;
  y: number;
}

/** Height of a card in card widths. */
export const aspect = 1.4;
/** Smallest side of what a finger must hit, in px. */
export const touch = 24;

const largest = 190;
const gapUnits = 0.09;
const rowGapUnits = 0.13;
/** Steps of a fan in card heights: over a face-down card, over a face-up one. */
const stepDown = 0.12;
const stepUp = 0.28;

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
}

type Box =
  | { type: 'leaf'; block: Block }
  | { type: 'row' | 'column'; children: Box[]; spread: boolean };

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
  /** how the pile lies: one card on the other, fanned downwards, or spread as a grid of suits and ranks */
  lie: 'stack' | 'fan' | 'grid';
  /** for fans: the y that the pile should not pass */
  limit: number;
}

export interface Plan {
  size: Size;
  cardWidth: number;
  piles: Map<string, PlannedPile>;
  /** the open reserve's grid, all reserve piles together */
  grid: Rect | null;
  /** name of the arrangement, for tests */
  arrangement: string;
}

const leaf = (block: Block): Box => ({ type: 'leaf', block });
const row = (...children: (Box | null)[]): Box => ({ type: 'row', children: present(children), spread: true });
const tight = (...children: (Box | null)[]): Box => ({ type: 'row', children: present(children), spread: false });
const column = (...children: (Box | null)[]): Box => ({ type: 'column', children: present(children), spread: false });

function present(children: (Box | null)[]): Box[] {
  return children.filter((child): child is Box => child !== null);
}

const names = (letter: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

/** Ranks and suits in the order of the open reserve's grid; for the eye only. */
export const gridRanks = 'A23456789TJQK';
export const gridSuits = 'SHCD';
const gridGap = 0.05;

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

/** Gives every leaf its rectangle in px. `cw`: card width; the box may use `rect`, of which height is shared out. */
function arrange(box: Box, rect: Rect, cw: number, gap: number, out: Placed[]): void {
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
    let x = rect.x + (box.spread && between > 0 ? 0 : free / 2);
    box.children.forEach((child, i) => {
      const width = parts[i]!.w * cw;
      arrange(child, { x, y: rect.y, width, height: rect.height }, cw, gap, out);
      x += width + each;
    });
    return;
  }
  const between = box.children.length - 1;
  const used = parts.reduce((total, part) => total + part.h * cw, 0) + between * rowGapUnits * cw;
  const growing = box.children.map(growsIn);
  const growingHeight = parts.reduce((total, part, i) => total + (growing[i] ? part.h : 0), 0);
  const free = Math.max(0, rect.height - used);
  let y = rect.y;
  box.children.forEach((child, i) => {
    const own = parts[i]!.h * cw;
    const height = growing[i] && growingHeight > 0 ? own + (free * parts[i]!.h) / growingHeight : own;
    arrange(child, { x: rect.x, y, width: rect.width, height }, cw, gap, out);
    y += height + rowGapUnits * cw;
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

/** Height in card heights that a fan should have before it needs squeezing. */
function usualFan(cards: number, faceDown: number, grows: number): number {
  return 1 + faceDown * stepDown + Math.max(0, cards - 1 - faceDown + grows) * stepUp;
}

interface Candidate {
  name: string;
  box: Box;
}

function block(kind: BlockKind, piles: string[], cols: number, rows: number, rest: Partial<Block> = {}): Block {
  return { kind, piles, cols, rows, rowHeight: 1, scale: 1, grows: false, step: 1 + gridGap, ...rest };
}

function candidates(game: GameInfo): Candidate[] {
  const tableaus: Block[] = [];
  const piles = names('T', game.tableau);
  if (isSmall(game)) {
    for (const [cols, rows] of shapes(game.tableau)) {
      if (cols >= 4) tableaus.push(block('small', piles, cols, rows, { rowHeight: 1 + (game.tableauCapacity - 1) * stepUp }));
    }
  } else {
    const hidden = game.hasFaceDown ? game.tableauDealt - 1 : 0;
    const grows = game.tableauBuilt ? 4 : 0;
    const rowHeight = usualFan(game.tableauDealt, hidden, grows);
    tableaus.push(block('columns', piles, game.tableau, 1, { rowHeight, grows: true }));
  }

  const stock = [...(game.hasStock ? ['S'] : []), ...(game.hasWaste ? ['W'] : [])];
  // The stock lies outermost.
  const stocks = stock.length === 0 ? [null] : shapes(stock.length).map(([c, r]) => block('stock', r > 1 ? stock : [...stock].reverse(), c, r));

  const isCells = game.reserve > 0 && !game.reserveOpen && game.reserveDealt <= 1;
  const cellBlocks = isCells ? shapes(game.reserve).map(([c, r]) => block('cells', names('R', game.reserve), c, r)) : [null];

  const reserves: (Block | null)[] = [];
  if (game.reserve > 0 && game.reserveOpen) {
    for (const scale of [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]) {
      for (const step of [1 + gridGap, 0.75, 0.6, 0.5]) {
        reserves.push(block('open', names('R', game.reserve), gridRanks.length, gridSuits.length, { scale, step }));
      }
    }
  } else if (game.reserve > 0 && !isCells) {
    const rowHeight = usualFan(game.reserveDealt, 0, 0);
    reserves.push(block('stacks', names('R', game.reserve), game.reserve, 1, { rowHeight, grows: true }));
  } else reserves.push(null);

  const found: Candidate[] = [];
  for (const [fc, fr] of shapes(game.foundations)) {
    // Beside the tableau the piles of one group stand below each other.
    const order = names('F', game.foundations);
    const upright = fr > fc ? Array.from(order, (_, i) => order[(i % fc) * fr + Math.floor(i / fc)]!) : order;
    const f = leaf(block('foundation', upright, fc, fr));
    for (const t of tableaus.map(leaf)) {
      for (const s of stocks.map((b) => b && leaf(b))) {
        for (const c of cellBlocks.map((b) => b && leaf(b))) {
          for (const r of reserves.map((b) => b && leaf(b))) {
            const add = (name: string, box: Box) => found.push({ name, box });
            add('top', column(row(f, c, s), t, r));
            if (c || s) add('two rows', column(f, row(c, s), t, r));
            if (c || s) add('sides', column(tight(f, t, column(s, c)), r));
            add('left', column(tight(column(f, c, s), t), r));
            if (r) {
              add('reserve right', tight(column(row(f, c, s), t), r));
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

/** What a plan is worth: large cards, the smaller ones of an open reserve counted too. */
function worth(cardWidth: number, gridWidth: number): number {
  return gridWidth === 0 ? cardWidth : 0.55 * cardWidth + 0.45 * Math.min(gridWidth, cardWidth) * 1.1;
}

function openBlock(box: Box): Block | null {
  if (box.type === 'leaf') return box.block.kind === 'open' ? box.block : null;
  return box.children.map(openBlock).find((found) => found !== null) ?? null;
}

/** From this width on a card's left half tells which card it is. */
const overlapFrom = 72;

const edge = (size: Size): number => (size.width < 500 ? 4 : Math.min(16, size.width / 80));

export function plan(game: GameInfo, size: Size, leftHanded = false): Plan {
  const pad = edge(size);
  const width = Math.max(160, size.width - 2 * pad);
  // A choice before the first move is offered below the cards.
  const choice = game.increments.length > 0 && size.height >= 600 ? 150 : 0;
  const height = Math.max(120, size.height - 2 * pad - choice);
  let best: { candidate: Candidate; cw: number; value: number } | null = null;
  for (const candidate of candidates(game)) {
    const need = measure(candidate.box, gapUnits);
    const cw = Math.min(largest, width / need.w, height / (need.h));
    const open = openBlock(candidate.box);
    const gridWidth = cw * (open?.scale ?? 0);
    let value = worth(cw, gridWidth);
    // The ordinary arrangement wins unless another one is clearly better.
    if (candidate.name === 'top') value *= 1.04;
    if (candidate.name === 'tableau left') value *= 1.02;
    // What is too narrow for a finger is worth little.
    const narrow = Math.min(cw * (1 + gapUnits), open ? gridWidth * open.step : Infinity) / touch;
    if (narrow < 1) value *= 0.8 * narrow ** 4;
    if (open && open.step < 1 && gridWidth < overlapFrom) value *= 0.5;
    if (!best || value > best.value) best = { candidate, cw, value };
  }
  if (!best) throw new Error('no arrangement');
  const { candidate } = best;
  // Whole pixels keep lines and letters crisp.
  const cw = best.cw > 40 ? Math.floor(best.cw) : best.cw;
  // What is left of the width goes between the piles.
  let gap = gapUnits;
  const at = (g: number) => measure(candidate.box, g).w * cw;
  while (gap < 0.3 && at(gap + 0.02) <= width) gap += 0.02;

  const placed: Placed[] = [];
  const used = Math.min(width, at(gap));
  arrange(candidate.box, { x: pad + (width - used) / 2, y: pad, width: used, height }, cw, gap, placed);

  const piles = new Map<string, PlannedPile>();
  let grid: Rect | null = null;
  for (const { block: b, rect } of placed) {
    const x0 = leftHanded ? size.width - rect.x - rect.width : rect.x;
    const w = cw * b.scale;
    if (b.kind === 'open') {
      grid = { x: x0, y: rect.y, width: rect.width, height: blockHeight(b) * cw };
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
  return { size, cardWidth: cw, piles, grid, arrangement: candidate.name };
}

function kindOf(id: string): PileView['kind'] {
  switch (id[0]) {
    case 'F':
      return 'foundation';
    case 'T':
      return 'tableau';
    case 'R':
      return 'reserve';
    case 'W':
      return 'waste';
    default:
      return 'stock';
  }
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
  /** what can be seen and hit of it */
  strip: Rect;
}

interface PilePlace {
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
  /** of everything; more than the window's only if a pile cannot be squeezed into it */
  height: number;
  cardWidth: number;
  cards: Map<number, CardPlace>;
  piles: Map<string, PilePlace>;
}

/** Cards of a stack that are drawn: a card in flight must not show a hole below it. */
const drawnOfStack = 3;

/** The lowest index that may be lifted from each pile: cards from there on need room for a finger. */
function lowestSources(view: View): Map<string, number> {
  const lowest = new Map<string, number>();
  for (const { pile, index } of view.sources) lowest.set(pile, Math.min(index, lowest.get(pile) ?? Infinity));
  return lowest;
}

/** Steps of a fan from each card to the next, squeezed so that the fan ends above `room` if it can. */
export function fanSteps(cards: readonly { card: string | null }[], from: number, height: number, room: number): number[] {
  const natural: number[] = [];
  const least: number[] = [];
  const up = Math.max(stepUp * height, Math.min(touch + 2, 0.6 * height));
  for (let i = 0; i + 1 < cards.length; ++i) {
    if (cards[i]!.card === null) {
      natural.push(stepDown * height);
      least.push(Math.min(3, stepDown * height));
    } else {
      natural.push(up);
      least.push(Math.min(up, i >= from ? touch : Math.max(11, 0.14 * height)));
    }
  }
  const sum = (steps: number[]) => steps.reduce((total, step) => total + step, 0);
  const free = room - height;
  const most = sum(natural);
  if (most <= free) return natural;
  const small = sum(least);
  if (small >= free) return least;
  const share = (free - small) / (most - small);
  return natural.map((step, i) => least[i]! + share * (step - least[i]!));
}

export function place(planned: Plan, view: View): Layout {
  const cards = new Map<number, CardPlace>();
  const piles = new Map<string, PilePlace>();
  const lowest = lowestSources(view);

  // Fans that cannot be squeezed enough push down what lies below them.
  const overflow: { limit: number; by: number }[] = [];
  const steps = new Map<string, number[]>();
  for (const pile of view.piles) {
    const where = planned.piles.get(pile.id);
    if (where?.lie !== 'fan') continue;
    const { rect, limit } = where;
    const own = fanSteps(pile.cards, lowest.get(pile.id) ?? pile.cards.length, rect.height, limit - rect.y);
    steps.set(pile.id, own);
    const end = rect.y + own.reduce((total, step) => total + step, 0) + rect.height;
    if (end > limit + 0.5) overflow.push({ limit, by: end - limit });
  }
  const pushed = (y: number): number => overflow.reduce((most, { limit, by }) => (y >= limit - 1 ? Math.max(most, by) : most), 0);

  let bottom = 0;
  for (const pile of view.piles) {
    const where = planned.piles.get(pile.id);
    if (!where) continue;
    const down = pushed(where.rect.y);
    const rect = { ...where.rect, y: where.rect.y + down };
    const { width, height } = rect;
    let next = { ...rect };
    let reach = { ...rect };
    if (where.lie === 'grid' && planned.grid) {
      const grid = { ...planned.grid, y: planned.grid.y + pushed(planned.grid.y) };
      reach = grid;
      placeGrid(pile, grid, rect, cards);
      bottom = Math.max(bottom, grid.y + grid.height);
    } else {
      const own = steps.get(pile.id) ?? [];
      let y = rect.y;
      pile.cards.forEach((card, index) => {
        const last = index === pile.cards.length - 1;
        const step = own[index] ?? 0;
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
          buried: where.lie === 'stack' && index < pile.cards.length - drawnOfStack,
          strip: { x: rect.x, y, width, height: last ? height : where.lie === 'fan' ? step : 0 },
        });
        next = { x: rect.x, y, width, height };
        y += step;
      });
      if (where.lie === 'fan') {
        const end = pile.cards.length > 0 ? next.y + height : rect.y + height;
        next = { ...next, y: pile.cards.length > 0 ? next.y + Math.min(stepUp * height, touch) : rect.y };
        reach = { ...rect, height: Math.max(end, where.limit + down) - rect.y };
        bottom = Math.max(bottom, end);
      } else bottom = Math.max(bottom, rect.y + height);
    }
    piles.set(pile.id, { id: pile.id, kind: pile.kind, number: pile.number, rect, reach, next });
  }
  return {
    width: planned.size.width,
    height: Math.max(planned.size.height, Math.ceil(bottom + edge(planned.size) - 0.01)),
    cardWidth: planned.cardWidth,
    cards,
    piles,
  };
}

/** The open reserve: a row for each suit, a column for each rank, equal cards one behind the other. */
function placeGrid(pile: PileView, grid: Rect, first: Rect, cards: Map<number, CardPlace>): void {
  const stepX = (grid.width - first.width) / (gridRanks.length - 1);
  const overlapping = stepX < first.width;
  const stepY = (grid.height - first.height) / (gridSuits.length - 1);
  pile.cards.forEach((card, index) => {
    if (card.card === null) return;
    const rank = gridRanks.indexOf(card.card[0]!);
    const x = grid.x + rank * stepX;
    const y = grid.y + gridSuits.indexOf(card.card[1]!) * stepY;
    // The second copy lies behind, a little up and to the side.
    const copies = [...cards.values()].filter((other) => other.card === card.card && other.pile[0] === pile.id[0]).length;
    const shift = copies * Math.max(3, first.width * 0.09);
    const rect = { x: x + (overlapping ? 0 : shift), y: y - shift, width: first.width, height: first.height };
    // Where the next card lies over this one, less of it can be pressed; a narrow one takes the gap beside it, too.
    const strip = { ...rect, width: Math.min(stepX, Math.max(rect.width, touch)) };
    cards.set(card.id, { ...rect, id: card.id, card: card.card, pile: pile.id, index, z: 2 * rank + 1 - copies, buried: false, strip });
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
