/** The open reserve: a row for each suit, a column for each rank, equal cards one behind the other. For the eye only. */
import type { Print } from '../cards/detail.ts';
import type { PileView } from '../engine/contract.ts';
import { blockHeight, type Block, type CardPlace } from './blocks.ts';
import { aspect, stripOf, touch, type Need } from './fans.ts';
import type { Rect, Size } from '../ground/rects.ts';

export const gridRanks = 'A23456789TJQK';
export const gridSuits = 'SHCD';
/** Below its rank and suit, a card of which there are two says so, px. */
const countHeight = 16;

/** A place in the open reserve's grid. */
export interface Cell {
  card: string;
  rect: Rect;
  /** how much of it the next column and the next row leave visible, px */
  seen: Size;
  /** how many of the card are there; 0: its place is empty */
  copies: number;
}

/** Its rows lie over each other as far as a finger allows, if long piles need the height. */
export function leastGrid(block: Block, cw: number, print?: Print): Need {
  const whole = blockHeight(block) * cw;
  const width = cw * block.scale;
  const least = width * aspect + (block.rows - 1) * Math.max(touch, stripOf(width, print) + countHeight);
  return { least: Math.min(whole, least), usual: whole, most: whole };
}

export function cellsOf(grid: Rect, first: Rect): Map<string, Cell> {
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

/** Puts the cards of a pile of the reserve in their places. */
export function placeGrid(pile: PileView, grid: Rect, first: Rect, cells: Map<string, Cell>, cards: Map<number, CardPlace>): void {
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
      down: false,
      pile: pile.id,
      index,
      z: 2 * (gridSuits.indexOf(card.card[1]!) * gridRanks.length + rank) + 1 - copies,
      buried: false,
      folded: false,
      strip,
    });
  });
}
