/** The player's best wins of each game, in this browser. */
import { readLocal, writeLocal } from './local.ts';

export interface Best {
  moves: number;
  /** ms */
  time: number;
}

const key = 'quincunx-best';

function readAll(): Record<string, Best> {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? '{}');
    const good = (one: unknown): one is Best =>
      typeof one === 'object' && one !== null && ['moves', 'time'].every((name) => Number.isFinite((one as Record<string, unknown>)[name]));
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, one]) => good(one)));
  } catch {
    return {};
  }
}

/** Takes a win into account. Returns what was the best until now; null if it is the first. */
export function noteWin(game: string, { moves, time }: Best): Best | null {
  const all = readAll();
  const before = Object.hasOwn(all, game) ? all[game]! : null;
  all[game] = { moves: Math.min(moves, before?.moves ?? moves), time: Math.min(time, before?.time ?? time) };
  writeLocal(key, JSON.stringify(all));
  return before;
}

/** All of them, by game. */
export const bestWins = readAll;

/** Takes the bests of another device into account. */
export function takeBests(found: ReadonlyMap<string, Best>): void {
  const all = readAll();
  for (const [game, { moves, time }] of found) {
    const before = Object.hasOwn(all, game) ? all[game] : undefined;
    all[game] = { moves: Math.min(moves, before?.moves ?? moves), time: Math.min(time, before?.time ?? time) };
  }
  writeLocal(key, JSON.stringify(all));
}

export const forgetBests = (): boolean => writeLocal(key, null);
