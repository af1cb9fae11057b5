/**
 * Fingers on the table that mean more than a card: a swipe across the felt to the left takes a move back, one to the right
 * makes it again; so do a tap with two fingers and one with three. Each has a button and a key as well.
 */

/** A swipe is at least so long, px, */
const length = 64;
/** at least so many times as wide as it is high, */
const slant = 2;
/** and takes at most so long, ms. */
const swipeTime = 600;
/** A tap with several fingers takes at most so long, ms, */
const tapTime = 400;
/** and each of them stays within so many px; beyond, the page is being enlarged. */
const slack = 16;

interface Gestures {
  undo: () => void;
  redo: () => void;
  /** whether a finger that goes down there touches nothing that could be pressed */
  free: (event: PointerEvent) => boolean;
  /** A second finger came down; false if it does not count, as while a card is dragged. */
  several: () => boolean;
}

/** Touches only. */
export function gestures(on: Gestures): (element: HTMLElement) => () => void {
  return (element) => {
    const over = new AbortController();
    const { signal } = over;
    const down = new Map<number, { x: number; y: number }>();
    let began = 0;
    let most = 0;
    let free = false;
    let spoiled = false;
    const start = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return;
      if (event.isPrimary || down.size === 0) {
        down.clear();
        began = event.timeStamp;
        most = 0;
        free = on.free(event);
        spoiled = false;
      }
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
      most = Math.max(most, down.size);
      if (down.size === 2 && !on.several()) spoiled = true;
    };
    const move = (event: PointerEvent) => {
      const from = down.get(event.pointerId);
      if (from && most > 1 && Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) spoiled = true;
    };
    const end = (event: PointerEvent) => {
      const from = down.get(event.pointerId);
      if (!from) return;
      down.delete(event.pointerId);
      spoiled ||= event.type === 'pointercancel';
      if (down.size > 0 || spoiled) return;
      const time = event.timeStamp - began;
      if (most > 1) {
        if (time <= tapTime && most <= 3) (most === 2 ? on.undo : on.redo)();
        return;
      }
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      if (free && time <= swipeTime && Math.abs(dx) >= length && Math.abs(dx) >= slant * Math.abs(dy)) (dx < 0 ? on.undo : on.redo)();
    };
    element.addEventListener('pointerdown', start, { signal });
    element.addEventListener('pointermove', move, { signal });
    // A finger may be lifted outside.
    for (const type of ['pointerup', 'pointercancel'] as const) addEventListener(type, end, { signal });
    return () => over.abort();
  };
}
