/** Where a message lies best on a table: on free felt, and in any case not on what the player needs now. */
import { overlap, type Rect, type Size } from '../ground/rects.ts';

/** A place that a message should not cover, and how bad it is if it does, for each px. */
interface Taken {
  rect: Rect;
  weight: number;
}

/**
 * A message covers least of all what it speaks of, then the bar, with the game's name, number, moves and time, then what
 * can be played, which taps reach through it.
 */
const weights = { lit: 1e6, playable: 100, other: 1 };
const overBar = 1e7;

const costOf = (rect: Rect, taken: readonly Taken[]): number => taken.reduce((sum, one) => sum + one.weight * overlap(rect, one.rect), 0);

/** It covers nothing that is needed now. */
export const clear = (rect: Rect, taken: readonly Taken[]): boolean =>
  taken.every((one) => one.weight === weights.other || overlap(rect, one.rect) === 0);

export function taken(kinds: Partial<Record<keyof typeof weights, readonly Rect[]>>): Taken[] {
  return Object.entries(kinds).flatMap(([kind, rects]) => rects.map((rect) => ({ rect, weight: weights[kind as keyof typeof weights] })));
}

/** Cards that lie on each other in a column, as one. */
export function fans(cards: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const { x, y, width, height } of [...cards].sort((a, b) => a.x - b.x || a.y - b.y)) {
    const last = found.at(-1);
    if (last?.x === x && y <= last.y + last.height) last.height = Math.max(last.height, y + height - last.y);
    else found.push({ x, y, width, height });
  }
  return found;
}

/**
 * Where on an area a box of this size covers least, and then with some px around it: as low as possible, where thumbs are,
 * and then as near to the middle. `cost` is what it covers there, next to 0 if nothing.
 */
function freePlace(area: Size, size: Size, taken: readonly Taken[]): { x: number; y: number; cost: number } {
  const gap = 6;
  const step = 12;
  const middle = Math.max(gap, (area.width - size.width) / 2);
  const lefts = [middle];
  for (let far = step; far < middle - gap; far += step) lefts.push(middle - far, middle + far);
  const lowest = area.height - size.height - gap;
  // Steps, and right under what lies there: a row of felt may be hardly higher than the box.
  const tops = new Set(taken.map(({ rect, weight }) => (weight > weights.other ? Math.ceil(rect.y + rect.height) + 1 : lowest)));
  for (let y = lowest; y >= gap; y -= step) tops.add(y);
  let best = { x: middle, y: gap, cost: Infinity };
  for (const y of [...tops].sort((a, b) => b - a)) {
    if (y > lowest || y < gap) continue;
    for (const x of lefts) {
      const own = { ...size, x, y };
      const around = { x: x - gap, y: y - gap, width: size.width + 2 * gap, height: size.height + 2 * gap };
      let cost = 0;
      for (const { rect, weight } of taken) {
        if (cost >= best.cost) break;
        const near = overlap(around, rect);
        if (near > 0) cost += weight * (overlap(own, rect) + near / 1000);
      }
      if (cost < best.cost) best = { x, y, cost };
    }
    if (best.cost === 0) break;
  }
  return best;
}

/**
 * Where a message goes: how wide it is at most, and its place; null: it stays in the bar, where it is as wide as it likes.
 * `measure` says how it lies in the bar if it is at most so wide.
 */
export function settle(
  area: Size,
  weighed: readonly Taken[],
  measure: (maxWidth: string) => Rect,
): { maxWidth: string; x: number; y: number } | null {
  let least = costOf(measure(''), weighed) + overBar;
  let best = null;
  for (const maxWidth of ['', '17rem', '12rem']) {
    const { x, y, cost } = freePlace(area, measure(maxWidth), weighed);
    if (cost < least) [best, least] = [{ maxWidth, x, y }, cost];
    if (cost === 0) break;
  }
  return best;
}
