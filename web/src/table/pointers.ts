/**
 * Fingers, pens and the mouse on the table: press, drag, tap, look. There is no page in here: whoever has one says
 * what a pointer does, and does what follows from it.
 */
import type { Spot } from '../play/marks.ts';

export type Pointer = Pick<
  PointerEvent,
  'pointerId' | 'pointerType' | 'isPrimary' | 'button' | 'buttons' | 'clientX' | 'clientY' | 'timeStamp'
>;

/** The state of a press: nothing yet, cards in the hand, or a pile shown enlarged. */
type State = 'pressed' | 'dragging' | 'looking';

/** Cards shown enlarged. */
export interface Look {
  /** stays until one of the cards is chosen, or something else is pressed */
  readonly choosing: boolean;
  /** A card, or its whole pile; false if there is nothing to see. */
  show: (spot: Spot, whole: boolean) => boolean;
  hide: () => void;
  /** Does a job after this time, ms, in place of the one that was waiting. */
  wait: (time: number, job: () => void) => void;
  stop: () => void;
}

export interface Surface {
  /** whether the player may touch the table */
  open: () => boolean;
  under: (pointer: Pointer) => Spot | null;
  /** the cards that are lifted with this one; none if it stays where it is */
  lifted: (spot: Spot) => number[];
  /** The pointer's events come here, wherever it goes; or no longer. */
  capture: (pointer: number, on: boolean) => void;
  /** how far the table is scrolled, px */
  scrolled: () => number;
  /** One step, if a pointer at this height of the window is near an edge; true if the table has moved. */
  scroll: (y: number) => boolean;
  nextFrame: (job: () => void) => void;
  look: Look;
  /** Nothing is picked up, or marked, any more. */
  clear: () => void;
  lift: (spot: Spot, cards: number[]) => void;
  follow: (dx: number, dy: number) => void;
  putBack: () => void;
  drop: (spot: Spot, dx: number, dy: number) => Promise<void>;
  /** Whether a tap only picks cards up, and one is. */
  picking: () => boolean;
  /** The card goes home; else it does what a tap does, and true if that has moved it away at once. */
  home: (spot: Spot) => Promise<unknown>;
  tap: (spot: Spot, pointer: Pointer) => Promise<boolean>;
  /** A finger has tapped: it moves no focus, but keys go on from there. */
  touched: (spot: Spot) => void;
}

interface Press {
  pointer: number;
  state: State;
  spot: Spot;
  cards: number[];
  from: Point;
  /** farther than this the cards are lifted, px */
  reach: number;
}

/** In the window, px, and how far the table is scrolled there. */
interface Point {
  x: number;
  y: number;
  scroll: number;
}

export const longPress = 450;
export const hoverTime = 650;
/** A second click within this time at the same point is part of a double click, ms. */
export const doubleTime = 260;
/** A click that comes so soon after a pointer was made by it, ms. */
const echo = 700;
/** A tap may slip so far on its way, px. */
const slip = 12;

export class Pointers {
  readonly #on: Surface;
  #press: Press | null = null;
  /** where the pointer of a drag is now */
  #dragged: Pointer | null = null;
  #scrolling = false;
  #hovered = '';
  #last = -Infinity;
  #tapped = { at: -Infinity, from: { x: 0, y: 0, scroll: 0 }, moved: false };

  constructor(on: Surface) {
    this.#on = on;
  }

  get state(): State | 'idle' {
    return this.#press?.state ?? 'idle';
  }

  /** Whatever happened at this time was a pointer's doing. */
  note(time: number): void {
    this.#last = time;
  }
  /** Whether a click is only what a browser adds to a press. */
  made(time: number): boolean {
    return time - this.#last < echo;
  }

  #point({ clientX, clientY }: Pointer): Point {
    return { x: clientX, y: clientY, scroll: this.#on.scrolled() };
  }
  /** How far it is on the table from a point to a pointer. */
  #way(pointer: Pointer, from: Point): { dx: number; dy: number } {
    const { x, y, scroll } = this.#point(pointer);
    return { dx: x - from.x, dy: y - from.y + scroll - from.scroll };
  }

  down(pointer: Pointer): void {
    if (pointer.button !== 0 || this.#press || !this.#on.open() || !pointer.isPrimary) return;
    this.note(pointer.timeStamp);
    this.#on.look.hide();
    const spot = this.#on.under(pointer);
    if (!spot) {
      this.#on.clear();
      return;
    }
    const mouse = pointer.pointerType === 'mouse';
    const press: Press = {
      pointer: pointer.pointerId,
      state: 'pressed',
      spot,
      cards: this.#on.lifted(spot),
      from: this.#point(pointer),
      reach: mouse ? 5 : 9,
    };
    this.#press = press;
    this.#on.capture(press.pointer, true);
    if (mouse) return;
    // Whatever ends the press, or makes it a drag, ends this as well.
    this.#on.look.wait(longPress, () => {
      if (this.#on.look.show(spot, true)) press.state = 'looking';
    });
  }

  move(pointer: Pointer): void {
    const press = this.#press;
    if (!press) {
      this.#hover(pointer);
      return;
    }
    if (pointer.pointerId !== press.pointer) return;
    // A second button of the mouse.
    if (pointer.pointerType === 'mouse' && (pointer.buttons & ~1) !== 0) {
      this.end();
      return;
    }
    if (press.state !== 'dragging') {
      if (Math.hypot(pointer.clientX - press.from.x, pointer.clientY - press.from.y) < press.reach) return;
      this.#on.look.stop();
      if (press.cards.length === 0) return;
      this.#on.look.hide();
      press.state = 'dragging';
      this.#on.clear();
      this.#on.lift(press.spot, press.cards);
    }
    this.#dragged = pointer;
    this.#follow(press, pointer);
    if (!this.#scrolling) this.#scrollAlong();
  }

  /** The held cards follow the pointer, on a table that may have been scrolled meanwhile. */
  #follow(press: Press, pointer: Pointer): void {
    const { dx, dy } = this.#way(pointer, press.from);
    this.#on.follow(dx, dy);
  }

  /** Near its upper and lower edge, a table that is longer than its window follows a drag. */
  #scrollAlong(): void {
    this.#scrolling = false;
    if (this.#press?.state !== 'dragging' || !this.#dragged || !this.#on.scroll(this.#dragged.clientY)) return;
    this.#follow(this.#press, this.#dragged);
    this.#scrolling = true;
    this.#on.nextFrame(() => this.#scrollAlong());
  }

  async up(pointer: Pointer): Promise<void> {
    const press = this.#press;
    if (pointer.pointerId !== press?.pointer) return;
    this.note(pointer.timeStamp);
    this.#on.look.stop();
    this.#press = null;
    const { dx, dy } = this.#way(pointer, press.from);
    if (press.state === 'dragging') await this.#on.drop(press.spot, dx, dy);
    else if (press.state === 'looking') {
      // The finger only wanted to look, unless there is something to choose.
      if (!this.#on.look.choosing) this.#on.look.hide();
    } else if (Math.hypot(dx, dy) < slip) await this.#tap(pointer, press.spot);
  }

  async #tap(pointer: Pointer, spot: Spot): Promise<void> {
    const { timeStamp: at, pointerType } = pointer;
    const { dx, dy } = this.#way(pointer, this.#tapped.from);
    const twice = at - this.#tapped.at < doubleTime && Math.hypot(dx, dy) < 6;
    // The card that the second half of a double click was meant for has gone already.
    const late = twice && this.#tapped.moved && pointerType === 'mouse';
    if (late || (twice && this.#on.picking())) {
      this.#tapped.at = -Infinity;
      if (!late) await this.#on.home(spot);
      return;
    }
    this.#tapped = { at, from: this.#point(pointer), moved: false };
    if (pointerType === 'touch') this.#on.touched(spot);
    this.#tapped.moved = await this.#on.tap(spot, pointer);
  }

  /** A pointer that comes to nothing, as when the page takes it for scrolling. */
  cancel({ pointerId }: Pick<Pointer, 'pointerId'>): void {
    if (pointerId === this.#press?.pointer) this.end();
  }

  /** Ends a press or a drag without a move: the cards go back. True if there was one. */
  end(): boolean {
    const press = this.#press;
    if (!press) return false;
    this.#press = null;
    this.#on.look.hide();
    if (press.state === 'dragging') this.#on.putBack();
    this.#on.capture(press.pointer, false);
    return true;
  }

  /** A second finger comes down: a gesture, if no card is in the hand. */
  several(): boolean {
    if (!this.#on.open() || this.state === 'dragging') return false;
    this.end();
    return true;
  }

  #hover(pointer: Pointer): void {
    // What there is to choose from stays while the pointer goes to it.
    if (pointer.pointerType !== 'mouse' || this.#on.look.choosing) return;
    const spot = this.#on.under(pointer);
    const name = spot ? `${spot.pile}:${spot.index}` : '';
    if (name === this.#hovered) return;
    this.#hovered = name;
    this.#on.look.hide();
    if (spot && spot.index >= 0) this.#on.look.wait(hoverTime, () => this.#on.look.show(spot, false));
  }

  leave(): void {
    this.#hovered = '';
    if (!this.#press && !this.#on.look.choosing) this.#on.look.hide();
  }
}
