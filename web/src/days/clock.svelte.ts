/** This moment for pages that stay open: their day ends at midnight, after a journey, and when somebody moves the clock. */
import { onDestroy } from 'svelte';
import { moment } from './finish.ts';

/** A clock that was moved is noticed by then, ms. */
const often = 20_000;

/** Until the player's date changes, ms. */
export function untilMidnight(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime();
}

/** Calls `look` whenever the day may be another one. Returns the end of it. */
export function followClock(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const turn = (): void => {
    clearTimeout(timer);
    timer = setTimeout(turn, Math.min(often, untilMidnight() + 50));
    look();
  };
  turn();
  document.addEventListener('visibilitychange', turn);
  addEventListener('pageshow', turn);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', turn);
    removeEventListener('pageshow', turn);
  };
}

export class Clock {
  now = $state.raw(moment());
  readonly day: string = $derived.by(() => this.now.day);

  /** Only while a component begins: it ends with it. */
  constructor() {
    onDestroy(followClock(() => (this.now = moment())));
  }
}
