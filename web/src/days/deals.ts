/** Asks for the deals of dates. */
import type { Solver } from '../engine/solver.ts';
import type { Entry } from '../store/entry.ts';
import { dayOfKind, gameOf } from '../store/names.ts';
import { dealOfDay, levelsOf, numberOf } from '../deals/requests.ts';
import { ahead, dailyOn, daysLater, knownOfDay, knownOn, noteDeals, type Daily, type DealsOn } from './known.ts';

export interface Range {
  first: string;
  last: string;
}

/** The dates that have deals. */
export async function rangeOf(solver: Solver, game: string): Promise<Range | null> {
  return (await levelsOf(solver, game))?.days ?? null;
}

export async function dealsOn(solver: Solver, games: readonly string[], date: string): Promise<DealsOn> {
  const known = knownOn(date);
  if (known && games.every((game) => game in known)) return known;
  const deals: DealsOn = {};
  for (const game of games) {
    const said = await levelsOf(solver, game);
    if (!said?.days || date < said.days.first || date > said.days.last) continue;
    const found = await dealOfDay(solver, game, date);
    if (found) deals[game] = { number: numberOf(found.deal), level: found.level, levels: said.levels };
  }
  return deals;
}

/** Whether the deal of a game is that of its day. */
export async function isOfDay(solver: Solver, { kind, deal }: Pick<Entry, 'kind' | 'deal'>): Promise<boolean> {
  const game = gameOf({ deal });
  return knownOfDay({ kind, deal }) ?? (await dealsOn(solver, [game], dayOfKind(kind)))[game]?.number === numberOf(deal);
}

/** Remembers the deals of today and of the days to come, in which the page may be opened without anything to ask. */
export async function lookAhead(solver: Solver, games: readonly Daily[], today: string): Promise<void> {
  for (let i = 0; i <= ahead; ++i) {
    const date = daysLater(today, i);
    if (knownOn(date)) continue;
    const ids = dailyOn(games, date);
    const deals = await dealsOn(solver, ids, date);
    if (ids.length === 0 || ids.some((game) => !(game in deals))) return;
    noteDeals(date, deals, today);
  }
}
