/**
 * What has been found out about a game, with all its cards known: solutions, and positions that were proved lost. It is
 * saved with the game, so that what was said once is never unsaid. Moves are those from the start of the game.
 *
 * A position is winnable if a solution passes through it, and lost if it comes after one that is. Both follow from the
 * moves alone, so that undo, another try and a new start of the page need no new search.
 */
import type { Verdict } from '../engine/solver-contract.ts';

export interface Known {
  /** solutions from the start of the game */
  lines: string[][];
  /** moves that lead to positions proved lost */
  lost: string[][];
}

/** So many of each are kept, the newest first: a game of a few hundred moves takes some kilobytes each. */
const most = 40;

function startsWith(moves: readonly string[], start: readonly string[], length = start.length): boolean {
  if (moves.length < length) return false;
  for (let i = length - 1; i >= 0; --i) if (moves[i] !== start[i]) return false;
  return true;
}

/** A solution from the position after the first `ply` of the moves; null if none is known. */
export function lineFrom(known: Known, moves: readonly string[], ply: number): string[] | null {
  const line = known.lines.find((one) => startsWith(one, moves, ply));
  return line ? line.slice(ply) : null;
}

/** The last ply up to `ply` that is known to be winnable, and the first that is known to be lost; null if there is none. */
export function border(known: Known, moves: readonly string[], ply: number): { winnable: number | null; lost: number | null } {
  let winnable: number | null = null;
  for (const line of known.lines) {
    let same = 0;
    while (same < ply && same < line.length && line[same] === moves[same]) ++same;
    winnable = Math.max(winnable ?? 0, same);
  }
  const lengths = known.lost.filter((one) => one.length <= ply && startsWith(moves, one)).map((one) => one.length);
  return { winnable, lost: lengths.length === 0 ? null : Math.min(...lengths) };
}

export function verdictAt(known: Known, moves: readonly string[], ply: number): Verdict {
  const { winnable, lost } = border(known, moves, ply);
  if (winnable === ply) return 'winnable';
  return lost === null ? 'unknown' : 'unwinnable';
}

/** After 0, 1, … of all moves. */
export function verdictsOf(known: Known, moves: readonly string[]): Verdict[] {
  const { winnable, lost } = border(known, moves, moves.length);
  return Array.from({ length: moves.length + 1 }, (_, ply) => {
    if (winnable !== null && ply <= winnable) return 'winnable';
    return lost !== null && ply >= lost ? 'unwinnable' : 'unknown';
  });
}

/**
 * The ply to solve next in search of the move that threw the win away, if the position at `ply` is lost: the middle one
 * of those undecided. Null if the move is known or there was no win to throw away; `tried`: undecided for good.
 */
export function nextToSolve(known: Known, moves: readonly string[], ply: number, tried: ReadonlySet<number>): number | null {
  const { winnable, lost } = border(known, moves, ply);
  const open: number[] = [];
  for (let at = winnable === null ? 0 : winnable + 1; at < (lost ?? ply + 1); ++at) if (!tried.has(at)) open.push(at);
  return open[open.length >> 1] ?? null;
}

/** Adds what a search has found about the position after these moves; `line`: what wins from there. */
export function learn(known: Known, moves: readonly string[], verdict: Verdict, line: readonly string[]): Known {
  const ply = moves.length;
  if (verdict === 'unknown' || verdictAt(known, moves, ply) !== 'unknown') return known;
  if (verdict === 'winnable') return { ...known, lines: [[...moves, ...line], ...known.lines].slice(0, most) };
  // Positions after this one are lost as well.
  const others = known.lost.filter((one) => !startsWith(one, moves));
  return { ...known, lost: [[...moves], ...others].slice(0, most) };
}

/** From what was saved: whatever does not look like it is dropped. */
export function readKnown(saved: unknown): Known {
  const lists = (value: unknown): string[][] =>
    Array.isArray(value) ? value.filter((one): one is string[] => Array.isArray(one) && one.every((move) => typeof move === 'string')) : [];
  const { lines, lost } = (typeof saved === 'object' && saved !== null ? saved : {}) as { lines?: unknown; lost?: unknown };
  return { lines: lists(lines), lost: lists(lost) };
}
