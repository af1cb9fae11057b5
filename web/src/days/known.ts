/** The deals of today and of the days to come, kept so that Home knows them when it is drawn. */
import type { GameInfo } from '../engine/contract.ts';
import { isDealNumber } from '../app/routes.ts';
import { dayOfKind, gameOf } from '../store/names.ts';
import { readJson, writeLocal } from '../ground/local.ts';

interface KnownDeal {
  number: string;
  level: number | null;
  /** of the game */
  levels: number;
}
/** by game; games without a deal of the day are left out */
export type DealsOn = Record<string, KnownDeal>;

/** A deal of the day that is played next. */
export interface Next {
  game: string;
  number: string;
  kind: string;
}

export type Daily = Pick<GameInfo, 'id' | 'dailySince'>;

const key = 'quincunx-days';
/** So many days are kept beforehand. */
export const ahead = 10;

export const daysLater = (day: string, by: number): string => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

/** The games that have a deal of a date: those that were listed by then. */
export const dailyOn = (games: readonly Daily[], day: string): string[] =>
  games.filter(({ dailySince }) => dailySince !== '' && dailySince <= day).map(({ id }) => id);

function readAll(): Record<string, unknown> {
  const stored = readJson(key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** Null if it is not known. */
export function knownOn(date: string): DealsOn | null {
  const all = readAll();
  const said = Object.hasOwn(all, date) ? all[date] : null;
  if (typeof said !== 'object' || said === null) return null;
  const deals: DealsOn = {};
  for (const [game, one] of Object.entries(said)) {
    const [number, level, levels] = Array.isArray(one) ? (one as unknown[]) : [];
    if (!/^[a-z][a-z-]*$/.test(game) || typeof number !== 'string' || !isDealNumber(number) || typeof levels !== 'number') return null;
    deals[game] = { number, level: typeof level === 'number' ? level : null, levels };
  }
  return deals;
}

/** Whether a deal is that of the day which its kind names: an address may say so of any deal. Null if that is not known. */
export function knownOfDay({ kind, deal }: { kind: string; deal: string }): boolean | null {
  const known = knownOn(dayOfKind(kind));
  const game = gameOf({ deal });
  return known && known[game]?.number === deal.slice(game.length + 1);
}

/** Keeps the deals of a date that is near. */
export function noteDeals(date: string, deals: DealsOn, today: string): void {
  const kept = Object.entries(readAll()).filter(([day]) => day >= today && day <= daysLater(today, ahead));
  const said = Object.fromEntries(Object.entries(deals).map(([game, { number, level, levels }]) => [game, [number, level, levels]]));
  writeLocal(key, JSON.stringify({ ...Object.fromEntries(kept), [date]: said }));
}
