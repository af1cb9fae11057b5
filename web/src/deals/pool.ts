/** A few deals of each kind that were found while nobody waited for them. */
import type { Solver } from '../engine/solver.ts';
import { readJson, writeLocal } from '../ground/local.ts';
import { randomDeal } from '../play/session.svelte.ts';
import { findDeal, numberOf, type Kind } from './requests.ts';

const key = 'quincunx-pool';
/** The most that are kept of each game, whatever the kind. */
const most = 3;
/** How long after a deal the next ones are looked for, ms: the first moves come first. */
const after = 5000;

interface Pooled {
  kind: Kind;
  deal: string;
}

function readAll(): Record<string, Pooled[]> {
  const good = (one: Pooled): boolean => typeof one?.kind === 'string' && /^[1-9][0-9]{0,19}$/.test(one.deal);
  return Object.fromEntries(
    Object.entries(readJson(key) ?? {}).map(([game, deals]) => [
      game,
      Array.isArray(deals) ? (deals as Pooled[]).filter(good).slice(0, most) : [],
    ]),
  );
}

const pooled = (game: string): Pooled[] => {
  const all = readAll();
  return Object.hasOwn(all, game) ? all[game]! : [];
};

const write = (game: string, deals: Pooled[]): boolean => writeLocal(key, JSON.stringify({ ...readAll(), [game]: deals }));

/** Takes a deal of a kind out of the pool; null if there is none. */
export function take(game: string, kind: Kind): string | null {
  const deals = pooled(game);
  const found = deals.find((one) => one.kind === kind);
  if (!found) return null;
  return write(
    game,
    deals.filter((one) => one !== found),
  )
    ? found.deal
    : null;
}

/** Searches for deals of a kind until the pool is full; those of other kinds make room. */
export async function fill(solver: Solver, game: string, kind: Kind): Promise<void> {
  while (pooled(game).filter((one) => one.kind === kind).length < most) {
    const found = await findDeal(solver, game, kind, randomDeal(), false).result;
    const deal = found?.answer.deal;
    if (!deal) return;
    const others = pooled(game);
    const room = others.length < most ? others : others.filter((one, i) => i !== others.findIndex(({ kind: other }) => other !== kind));
    if (!write(game, [...room, { kind, deal: numberOf(deal) }].slice(-most))) return;
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;

/** The same in idle time. What keeps it from finding a deal keeps nobody from playing. */
export function fillLater(solver: Solver, game: string, kind: Kind): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
  clearTimeout(waiting);
  waiting = setTimeout(() => idle(() => void fill(solver, game, kind).catch(() => {})), after);
}
