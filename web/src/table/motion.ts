/** When each card starts to move: pure, from two layouts and the events of a request. */
import type { Event } from '../engine/contract.ts';
import type { Change } from '../play/pace.ts';
import type { Layout } from './layout.ts';

export interface Step {
  id: number;
  /** ms after the change */
  delay: number;
  /** when it turns over, if it does, ms after the change */
  turn: number;
}

/** The share of its way after which a card from the stock turns over. */
const landing = 0.7;

/** However much happens, it is over after about this many durations. */
const longest = 9;

function lastEventOf(events: readonly Event[]): Map<number, number> {
  const last = new Map<number, number>();
  events.forEach((event, i) => {
    if (event.type === 'move') for (const id of event.ids) last.set(id, i);
    else if (event.type === 'turn' || event.type === 'refill') last.set(event.id, i);
    else if (event.type === 'deal') for (const to of event.to) last.set(to.id, i);
  });
  return last;
}

/** Start of each event in durations. A turned card waits for the one that covered it, and so on. */
function startsOf(events: readonly Event[]): number[] {
  const weight = (event: Event) => (event.type === 'deal' ? 0.2 * event.to.length + 0.3 : event.type === 'turn' ? 0.35 : 0.5);
  const starts: number[] = [];
  let at = 0;
  for (const event of events) {
    starts.push(at);
    at += weight(event);
  }
  const squeeze = at > longest ? longest / at : 1;
  return starts.map((start) => start * squeeze);
}

export function schedule(before: Layout | null, after: Layout, events: readonly Event[], change: Change, duration: number): Step[] {
  const steps: Step[] = [];
  if (change === 'deal') {
    const each = Math.min(duration * 0.12, (duration * 4) / Math.max(1, after.cards.size));
    for (const card of after.cards.values()) {
      // Cards that stay in the stock are where they should be.
      if (card.pile !== 'S') steps.push({ id: card.id, delay: card.id * each, turn: card.id * each + duration * landing });
    }
    return steps;
  }
  const last = lastEventOf(events);
  const starts = startsOf(events);
  const dealt = new Map<number, number>();
  for (const event of events) if (event.type === 'deal') event.to.forEach((to, i) => dealt.set(to.id, i));
  // The cards of a run set out one after the other.
  const trail = new Map<number, number>();
  for (const event of events)
    if (event.type === 'move') event.ids.forEach((id, i) => trail.set(id, i * Math.min(0.07, 0.5 / event.ids.length)));
  for (const card of after.cards.values()) {
    const old = before?.cards.get(card.id);
    if (!old) continue;
    const moved =
      Math.abs(old.x - card.x) > 0.5 || Math.abs(old.y - card.y) > 0.5 || Math.abs(old.width - card.width) > 0.5 || old.pile !== card.pile;
    if (!moved && (old.card === null) === (card.card === null)) continue;
    const event = last.get(card.id);
    const start = event === undefined ? 0 : starts[event]!;
    const order = dealt.get(card.id) ?? 0;
    const most = dealt.size > 1 ? Math.min(0.2, 3 / dealt.size) : 0;
    const delay = (start + order * most + (trail.get(card.id) ?? 0)) * duration;
    // A card from the stock shows its face when it lands.
    steps.push({ id: card.id, delay, turn: delay + (moved && old.pile === 'S' ? landing * duration : 0) });
  }
  return steps;
}
