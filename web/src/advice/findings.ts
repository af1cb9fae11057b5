/** All that has been found out about a game, as it is saved with it. */
import type { MoveAdvice, Odds } from '../engine/solver-contract.ts';
import { readKnown, type Known } from './known.ts';

/** A chance and its bounds, from 0 to 1. */
export interface Chance {
  fair: number;
  low: number;
  high: number;
  /** false: a share of worlds; absent in what was kept before */
  fitted?: boolean;
  worlds: number;
  /** every card is known to the player */
  complete: boolean;
}

/** The worth of a move, by what was known before it. */
export interface Weighed {
  /** it was not clearly worse than the best */
  right: boolean;
  /** the chances of whoever plays on by hints: after the best move, and after this one */
  before: number;
  after: number;
}

export interface Findings {
  known: Known;
  /** by the names of `placesOf` */
  chances: Record<string, Chance>;
  /** moves, by the names of the positions that they led to */
  weighed: Record<string, Weighed>;
}

const mostChances = 600;
const mostWeighed = 200;

/**
 * Names for the positions after 0, 1, … of some moves: short, and equal only for equal moves, but for chance (53 bits).
 */
export function placesOf(moves: readonly string[]): string[] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  const name = (ply: number): string => {
    let c = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    let d = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(c ^ (c >>> 13), 3266489909);
    c >>>= 0;
    d &= 2097151;
    return `${ply}.${(4294967296 * d + c).toString(36)}`;
  };
  const names = [name(0)];
  for (const [i, move] of moves.entries()) {
    for (const letter of `${move} `) {
      const code = letter.charCodeAt(0);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    names.push(name(i + 1));
  }
  return names;
}

/** The name of the position after all of these moves. */
export const placeAt = (moves: readonly string[]): string => placesOf(moves).at(-1)!;

/** Null as long as no world has been searched. */
export function chanceOf(odds: Odds): Chance | null {
  if (odds.chance === null) return null;
  const [low, high] = odds.bounds;
  return { fair: odds.chance, low, high, fitted: odds.fitted, worlds: odds.worlds, complete: odds.complete };
}

/** Adds a chance, unless a better founded one is there. */
export function withChance(findings: Findings, place: string, chance: Chance): Findings {
  const had = findings.chances[place];
  if (had && had.worlds >= chance.worlds) return findings;
  const { [place]: _, ...others } = findings.chances;
  const kept = Object.entries(others).slice(-mostChances);
  return { ...findings, chances: { ...Object.fromEntries(kept), [place]: chance } };
}

/** Null if nothing is known of the move. */
export function weighedBy({ judged, chance }: MoveAdvice): Weighed | null {
  if (!judged || judged.right === null || judged.after === null) return null;
  return { right: judged.right, before: chance ?? judged.after, after: judged.after };
}

export function withWeighed(findings: Findings, place: string, move: Weighed): Findings {
  const kept = Object.entries(findings.weighed).slice(-mostWeighed);
  return { ...findings, weighed: { ...Object.fromEntries(kept), [place]: move } };
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const entriesOf = <T>(value: unknown, good: (one: Partial<T>) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(objectOf(value)).filter(([, one]) => good(objectOf(one) as Partial<T>))) as Record<string, T>;

/** From what was saved: whatever does not look like it is dropped. */
export function readFindings(saved: unknown): Findings {
  const { known, chances, weighed } = objectOf(saved);
  return {
    known: readKnown(known),
    chances: entriesOf<Chance>(chances, ({ fair, low, high, worlds }) =>
      [fair, low, high, worlds].every((value) => typeof value === 'number'),
    ),
    weighed: entriesOf<Weighed>(
      weighed,
      ({ right, before, after }) => typeof right === 'boolean' && typeof before === 'number' && typeof after === 'number',
    ),
  };
}
