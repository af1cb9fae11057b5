/**
 * When a deal of the day was finished on its day, in the field `finished` of its game (docs/games-file.md): won, no move
 * left, or given up after at least twenty moves. Every date is one of the player's own calendar.
 */
import type { Entry } from '../store/entry.ts';
import { dayOfKind, today } from '../store/names.ts';
import type { Finish } from './streak.ts';

/** A player who gives up earlier has not played it. */
export const leastMoves = 20;
const field = 'finished';

/** This moment, as the player's clock and calendar have it. */
export function moment(date = new Date()): Finish {
  return { day: today(date), at: Math.floor(date.getTime() / 1000), zone: -60 * date.getTimezoneOffset() };
}

/** The day is over everywhere, west of the date line, too. */
export const over = (day: string, { at }: Pick<Finish, 'at'>): boolean => at >= Date.parse(day) / 1000 + 36 * 3600;

/** Null unless it was finished on its day. Help that was used later, to see what went wrong, changes nothing. */
export function finishOf({ kind, more }: Pick<Entry, 'kind' | 'more'>): (Finish & { unaided: boolean }) | null {
  const [, at, zone, help] = /^(0|[1-9]\d{0,11})([+-](?:0|[1-9]\d{0,4}))(,help)?$/.exec(more?.[field] ?? '') ?? [];
  if (at === undefined || zone === undefined) return null;
  const finish = { day: dayOfKind(kind), at: Number(at), zone: Number(zone), unaided: help === undefined };
  const there = new Date((finish.at + finish.zone) * 1000);
  return !Number.isNaN(there.getTime()) && there.toISOString().slice(0, 10) === finish.day ? finish : null;
}

/** The entry, with what it says of its day if it is finished now. `stuck`: no move is left. */
export function withFinish(entry: Entry, stuck: boolean, { day, at, zone } = moment()): Entry {
  const { kind, state, ply, help, more } = entry;
  const finished = state === 'won' || stuck || (state === 'given-up' && ply >= leastMoves);
  if (!finished || dayOfKind(kind) !== day || finishOf(entry)) return entry;
  return { ...entry, more: { ...more, [field]: `${at}${zone < 0 ? '' : '+'}${zone}${help === 'none' ? '' : ',help'}` } };
}
