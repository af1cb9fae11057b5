/** All that has been found out about a game, as it is saved with it. */
import type { Odds } from './contract.ts';
import { readKnown, type Known } from './known.ts';

/** A chance and its bounds, from 0 to 1. */
export interface Chance {
  fair: number;
  low: number;
  high: number;
  /** of the share of worlds that can be won with all cards known */
  allLow: number;
  allHigh: number;
  worlds: number;
  /** every card is known to the player */
  complete: boolean;
}

export interface Findings {
  known: Known;
  /** by the names of `placesOf` */
  chances: Record<string, Chance>;
}

const mostChances = 600;

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

/** Null as long as no world has been searched. */
export function chanceOf(odds: Odds): Chance | null {
  if (odds.fair === null) return null;
  const [low, high] = odds.fairBounds;
  const [allLow, allHigh] = odds.allKnown;
  return { fair: odds.fair, low, high, allLow, allHigh, worlds: odds.worlds, complete: odds.complete };
}

/** Adds a chance, unless a better founded one is there. */
export function withChance(findings: Findings, place: string, chance: Chance): Findings {
  const had = findings.chances[place];
  if (had && had.worlds >= chance.worlds) return findings;
  const { [place]: _, ...others } = findings.chances;
  const kept = Object.entries(others).slice(-mostChances);
  return { ...findings, chances: { ...Object.fromEntries(kept), [place]: chance } };
}

/** From what was saved: whatever does not look like it is dropped. */
export function readFindings(saved: unknown): Findings {
  const { known, chances } = (typeof saved === 'object' && saved !== null ? saved : {}) as { known?: unknown; chances?: unknown };
  const good = Object.entries(typeof chances === 'object' && chances !== null ? (chances as Record<string, Chance>) : {}).filter(
    ([, chance]) =>
      typeof chance === 'object' &&
      chance !== null &&
      [chance.fair, chance.low, chance.high, chance.allLow, chance.allHigh, chance.worlds].every((value) => typeof value === 'number'),
  );
  return { known: readKnown(known), chances: Object.fromEntries(good) };
}
