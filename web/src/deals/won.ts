/** Deals that the player has won in this browser, and in how many moves. */
import { readLocal, writeLocal } from '../local.ts';

const key = 'quincunx-won';
/** The oldest are forgotten when there are more. */
const most = 5000;

/** Fewest moves by deal, `carthage#12345`, the latest win last. */
export function wonDeals(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? '[]');
    const good = (one: unknown): one is [string, number] =>
      Array.isArray(one) && typeof one[0] === 'string' && Number.isInteger(one[1]) && one[1] >= 0;
    return new Map(Array.isArray(stored) ? stored.filter(good) : []);
  } catch {
    return new Map();
  }
}

/** Takes a win into account. Returns the fewest moves until now; null if it is the first win of this deal. */
export function noteWonDeal(deal: string, moves: number): number | null {
  const all = wonDeals();
  const before = all.get(deal) ?? null;
  all.delete(deal);
  all.set(deal, Math.min(moves, before ?? moves));
  writeLocal(key, JSON.stringify([...all].slice(-most)));
  return before;
}

/** Takes wins of another device into account: they count as older than those of this one. */
export function takeWins(found: ReadonlyMap<string, number>): void {
  const all = wonDeals();
  const both = new Map(found);
  for (const [deal, moves] of all) {
    both.delete(deal);
    both.set(deal, Math.min(moves, found.get(deal) ?? moves));
  }
  writeLocal(key, JSON.stringify([...both].slice(-most)));
}

export const forgetWins = (): boolean => writeLocal(key, null);
