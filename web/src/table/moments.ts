/**
 * Moments of a change of the table, to be shown, heard and felt: a card that came home, one that was turned,
 * a pile that was emptied, a foundation that is complete. Pure, from two views and the events between them.
 */
import type { Event, PileView, View } from '../engine/contract.ts';
import type { Step } from './motion.ts';

export interface Moment {
  kind: 'home' | 'turned' | 'emptied' | 'complete';
  pile: string;
  /** when its card has landed, ms after the change */
  at: number;
  /** home: the how-manieth card in a row; complete: the how-manieth foundation; else 1 */
  count: number;
}

/** One that is seen just now. */
export type Shining = Moment & { key: number };

/** A foundation that has all its cards. */
const full = ({ kind, cards, wants, direction }: PileView): boolean =>
  kind === 'foundation' && cards.length > 0 && wants === '' && direction !== 0;

/** `run`: how many cards in a row had come home before; a card that goes elsewhere ends a row. */
export function momentsOf(
  before: View,
  after: View,
  events: readonly Event[],
  steps: readonly Step[],
  duration: number,
  run: number,
): { moments: Moment[]; run: number } {
  const moments: Moment[] = [];
  const starts = new Map(steps.map(({ id, delay, turn }) => [id, { delay, turn }]));
  const landing = (ids: readonly number[]): number => Math.max(0, ...ids.map((id) => starts.get(id)?.delay ?? 0)) + duration;
  const piles = new Map(before.piles.map((pile) => [pile.id, pile]));
  for (const event of events) {
    if (event.type === 'move' && event.to.startsWith('F')) {
      for (const id of event.ids) moments.push({ kind: 'home', pile: event.to, at: landing([id]), count: ++run });
    } else if (event.type === 'turn')
      moments.push({ kind: 'turned', pile: event.pile, at: (starts.get(event.id)?.turn ?? 0) + duration / 2, count: 1 });
    else run = 0;
  }
  const kept = after.piles.filter(full).filter(({ id }) => piles.has(id) && full(piles.get(id)!)).length;
  let complete = kept;
  for (const pile of after.piles) {
    const had = piles.get(pile.id);
    if (!had) continue;
    if (full(pile) && !full(had))
      moments.push({ kind: 'complete', pile: pile.id, at: landing(pile.cards.map(({ id }) => id)), count: ++complete });
    if (pile.kind === 'tableau' && pile.cards.length === 0 && had.cards.length > 0)
      moments.push({ kind: 'emptied', pile: pile.id, at: Math.max(0, landing(had.cards.map(({ id }) => id)) - duration * 0.6), count: 1 });
  }
  return { moments: moments.sort((one, other) => one.at - other.at), run };
}

/** So much longer the n-th card of a row is felt, ms, and how long the others are. */
const felt = { home: 7, turned: 5, emptied: 14, complete: 32 } as const;
const mostFelt = 20;

/** The vibration of a phone, ms by turns of motion and of rest. */
export function feltOf(moments: readonly Moment[]): number[] {
  const pattern = [0];
  let now = 0;
  for (const { kind, at, count } of moments) {
    const long = kind === 'home' ? Math.min(mostFelt, felt.home + count - 1) : felt[kind];
    const rest = Math.round(at - now);
    // Two at a time are one, the longer.
    if (rest < 12 && pattern.length > 1) {
      const more = Math.max(0, long - pattern.at(-1)!);
      pattern[pattern.length - 1]! += more;
      now += more;
    } else {
      pattern.push(Math.max(0, rest), long);
      now += Math.max(0, rest) + long;
    }
  }
  return pattern;
}
