/** Where a game took a turn, and in which order its positions are looked at. */
import { placesOf, type Chance, type Findings } from './findings.ts';
import { border, type Known } from './known.ts';
import { mostWorlds } from '../play/questions.ts';

export interface Turning {
  /** of the position after the move */
  ply: number;
  move: string;
  before: number;
  after: number;
}

/** The move that threw the win away, if it is known exactly. */
export function thrownMove(known: Known, moves: readonly string[]): Turning | null {
  const { winnable, lost } = border(known, moves, moves.length);
  if (winnable === null || lost !== winnable + 1) return null;
  return { ply: lost, move: moves[winnable]!, before: 1, after: 0 };
}

/** So many moves are looked at closely at most, and so many are named. */
const mostSuspects = 8;
const mostMoments = 3;
/** Below this fall of the chance a move is not looked at. */
const leastFall = 0.05;

/**
 * The moves that were mistakes by what was known before them, the costliest first. A card that turned out badly is none:
 * of the moves after which the chance fell (`suspects`), these are the ones that were clearly worse than the best.
 */
export function moments({ weighed }: Findings, moves: readonly string[]): Turning[] {
  const places = placesOf(moves);
  return moves
    .flatMap((move, i): Turning[] => {
      const found = weighed[places[i + 1]!];
      return found && !found.right ? [{ ply: i + 1, move, before: found.before, after: found.after }] : [];
    })
    .sort((a, b) => b.before - b.after - (a.before - a.after))
    .slice(0, mostMoments);
}

/** Whether no mistake can have been missed: every position has a chance, and every suspect has been looked at closely. */
export function lookedAtAll({ chances, weighed }: Findings, moves: readonly string[]): boolean {
  const places = placesOf(moves);
  const known = places.map((place) => chances[place] ?? null);
  return !known.includes(null) && suspects(known).every((ply) => places[ply]! in weighed);
}

/** Whether a chance fell by so much that a move may have been at fault. */
export const fell = (before: Chance | null | undefined, after: Chance | null | undefined): boolean =>
  (before?.fair ?? 0) - (after?.fair ?? 1) >= leastFall;

/** Plies after which the chance was lower than before, the deepest fall first. */
export function suspects(chances: readonly (Chance | null)[]): number[] {
  const fall = (ply: number) => (chances[ply - 1]?.fair ?? 0) - (chances[ply]?.fair ?? 1);
  return Array.from({ length: chances.length - 1 }, (_, i) => i + 1)
    .filter((ply) => fell(chances[ply - 1], chances[ply]))
    .sort((a, b) => fall(b) - fall(a))
    .slice(0, mostSuspects);
}

export const wellKnown = (chance: Chance | null | undefined): chance is Chance =>
  !!chance && (chance.complete || chance.worlds >= mostWorlds);

/** A smaller difference between two positions is not looked into. */
const leastStep = 0.1;

/** Where the well known chances fell most, the ply in the middle of those between; null if no move between two costs anything. */
export function steepest(chances: readonly (Chance | null | undefined)[]): number | null {
  let best: number | null = null;
  let most = leastStep;
  let last = 0;
  for (const [ply, chance] of chances.entries()) {
    if (!wellKnown(chance)) continue;
    const cost = (chances[last]?.fair ?? 0) - chance.fair;
    if (ply > last + 1 && cost > most) [most, best] = [cost, (last + ply) >> 1];
    last = ply;
  }
  return best;
}

/** All plies, so that a graph of them is there early: 0, then in steps of a half, a quarter, … */
export function spread(plies: number): number[] {
  const order: number[] = [];
  for (let step = 1 << Math.ceil(Math.log2(plies + 2)); step >= 1; step >>= 1)
    for (let ply = 0; ply <= plies; ply += step) if (!order.includes(ply)) order.push(ply);
  return order;
}
