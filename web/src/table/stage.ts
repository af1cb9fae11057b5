/**
 * The cards on the screen: one element for each card for the whole game, put where the layout says. Moves
 * are shown with the Web Animations API, from where a card is seen to where it belongs. The elements themselves are in
 * their final places immediately, so nothing waits for an animation, and a change during one starts from what is seen.
 */
import type { Point } from '../ground/rects.ts';
import type { CardPlace } from './blocks.ts';
import type { Layout } from './layout.ts';
import type { Picture } from '../cards/images.svelte.ts';
import type { Step } from './motion.ts';

type Spot = Pick<CardPlace, 'x' | 'y' | 'width' | 'height' | 'z' | 'buried'>;

/** Levels of cards; those of all else are in app.css. */
const flying = 1000;
const dragging = 3000;
const easing = 'cubic-bezier(.25,.7,.3,1)';
/** what springs back goes past its place and returns */
const springy = 'cubic-bezier(.3,1.5,.5,1)';
/** More cards than these fly plainly: nobody sees how each of them leans, and a slow phone has enough to do. */
const mostLeaning = 16;
/** More cards than these are dealt with their faces up: two animations more for each are too much for a slow phone. */
const mostTurning = 80;
/** the share of its lean after which a card has landed; in the rest it settles */
const landed = 0.72;
/** how long cards take to fade in where nothing may move, ms */
const fadeTime = 150;
/** degrees that a held card tilts for each px/ms of its speed, and the most of it */
const [tiltBySpeed, mostTilt] = [5, 8];

/** A card in the hand: how far it is from its place, px, and how far it is turned, degrees. */
interface Held {
  id: number;
  dx: number;
  dy: number;
  tilt: number;
}

export class Stage {
  readonly #elements = new Map<number, HTMLElement>();
  readonly #spots = new Map<number, Spot>();
  readonly #flights = new Map<number, Animation>();
  readonly #turns = new Map<number, Animation>();
  /** what a card shows, "" for its back, and what it will show when it has turned */
  readonly #faces = new Map<number, { shown: string | null; goal: string }>();
  readonly #leans = new Map<number, Animation>();
  /** `loose`: the cards tilt and trail, in `frame`s of their own; `at` is the time of the last one */
  #drag: { cards: Held[]; dx: number; dy: number; loose: boolean; frame: number; at: number } | null = null;
  /** a card's face is to be shown: at once, or in the middle of its turn */
  readonly #showFace: (id: number, card: string | null) => void;

  constructor(showFace: (id: number, card: string | null) => void) {
    this.#showFace = showFace;
  }

  /** Makes the cards' elements, in order of their ids. */
  fill(parent: HTMLElement, count: number): void {
    for (let id = 0; id < count; ++id) {
      const element = document.createElement('div');
      element.className = 'card on-felt';
      element.dataset['card'] = String(id);
      const inner = document.createElement('div');
      inner.className = 'inner';
      element.append(inner);
      this.#elements.set(id, element);
      const spot = this.#spots.get(id);
      if (spot) this.#put(element, spot, null);
    }
    parent.append(...this.#elements.values());
  }

  /** The elements are gone. */
  empty(): void {
    this.#elements.clear();
    this.#flights.clear();
    this.#turns.clear();
    this.#leans.clear();
    this.#faces.clear();
    this.#stopSwing();
  }

  /** Shows a picture on a card. */
  paint(id: number, { url, size, position }: Picture): void {
    const inner = this.#elements.get(id)?.firstElementChild;
    if (!inner) return;
    let face = inner.firstElementChild as HTMLElement | null;
    if (!face) {
      face = document.createElement('div');
      face.className = 'card-face';
      inner.append(face);
    }
    face.style.backgroundImage = `url("${url}")`;
    face.style.backgroundSize = size;
    face.style.backgroundPosition = position;
  }

  /** Shows a layout; cards of `steps` go there from where they are seen now, or face down from the pack at `start`. */
  show(layout: Layout, steps: readonly Step[], duration: number, start: Point | null = null): void {
    const delays = new Map(duration > 0 ? steps.map((step) => [step.id, step]) : []);
    const origins = new Map<number, Point>();
    // Read styles before writing them.
    for (const id of delays.keys()) {
      const seen = start ? null : this.#seen(id);
      if (start) origins.set(id, start);
      else if (seen) origins.set(id, seen);
    }
    const old = new Map(this.#spots);
    // A card that was in hand is not where its spot says.
    const tilts = new Map((this.#drag?.cards ?? []).map(({ id, tilt }) => [id, tilt]));
    for (const id of tilts.keys()) old.delete(id);
    this.#putDown();
    const leaning = !start && delays.size <= mostLeaning;
    const turning = start !== null && delays.size <= mostTurning;
    for (const card of layout.cards.values()) {
      const element = this.#elements.get(card.id);
      const before = old.get(card.id) ?? null;
      const spot: Spot = card;
      this.#spots.set(card.id, spot);
      if (!element) continue;
      element.classList.toggle('down', card.down);
      const step = delays.get(card.id);
      const origin = origins.get(card.id);
      if (step === undefined || origin === undefined) {
        // Not part of this change: a flight in progress runs to its end if the goal is the same.
        if (!before || !same(before, spot)) {
          this.#flights.get(card.id)?.cancel();
          this.#flights.delete(card.id);
          this.#put(element, spot, before);
        }
        this.#face(card, 0, 0, element, false);
        continue;
      }
      this.#put(element, spot, before);
      const { delay } = step;
      if (translate(origin) !== translate(spot)) {
        const width = before?.width ?? spot.width;
        this.#fly(card.id, element, spot, { ...origin, width }, { delay, duration, share: leaning ? landed : 1 });
        if (leaning) this.#lean(card.id, element, spot.x - origin.x, delay, duration, tilts.get(card.id));
      }
      this.#face(card, step.turn, duration, element, turning);
    }
    this.#bury();
  }

  /** `share`: of its time, after which it is there. */
  #fly(
    id: number,
    element: HTMLElement,
    spot: Spot,
    start: Point & { width: number },
    { delay, duration, share = 1, how = easing }: { delay: number; duration: number; share?: number; how?: string },
  ): void {
    this.#flights.get(id)?.cancel();
    const ratio = start.width / spot.width;
    const from = Math.abs(ratio - 1) > 0.01 ? `${translate(start)} scale(${ratio})` : translate(start);
    const goal = translate(spot);
    element.style.zIndex = String(flying + spot.z);
    element.style.visibility = '';
    // A leaning card ends its lean with its flight, at one time: each end is a frame.
    const frames = [{ transform: from, easing: how }, { transform: goal, offset: share }, { transform: goal }];
    const flight = element.animate(share < 1 ? frames : frames.slice(0, 2), { duration: duration / share, delay, fill: 'backwards' });
    this.#land(id, element, flight);
  }

  /** On its way a card is nearer to the eye and leans to where it goes; when it has landed, it settles. */
  #lean(id: number, element: HTMLElement, way: number, delay: number, duration: number, tilt = 0): void {
    const inner = element.firstElementChild;
    if (!inner) return;
    const angle = Math.max(-5, Math.min(5, way / 50));
    const at = (offset: number, degrees: number, scale: number) => ({ offset, rotate: `${round(degrees)}deg`, scale: String(scale) });
    const frames = [at(0, tilt, 1), at(0.3, angle, 1.05), at(landed, 0, 1.01), at(0.86, -angle / 4, 0.985), at(1, 0, 1)];
    this.#leans.get(id)?.cancel();
    this.#leans.set(id, inner.animate(frames, { duration: duration / landed, delay, easing: 'ease-out', fill: 'backwards' }));
  }

  /** Where nothing may move, cards fade in at their new places. */
  fade(ids: Iterable<number>): void {
    for (const id of ids) this.#elements.get(id)?.animate({ opacity: [0.15, 1] }, { duration: fadeTime, easing: 'ease-out' });
  }

  /** When a flight ends, its card is stacked like the others. */
  #land(id: number, element: HTMLElement, flight: Animation): void {
    this.#flights.set(id, flight);
    const land = () => {
      if (this.#flights.get(id) !== flight) return;
      this.#flights.delete(id);
      const now = this.#spots.get(id);
      if (!now) return;
      this.#rest(element, now);
      this.#bury(now);
    };
    flight.onfinish = land;
    flight.oncancel = land;
  }

  /** `dealt`: it was face down until now, though nobody has seen it. */
  #face(card: CardPlace, delay: number, duration: number, element: HTMLElement, dealt: boolean): void {
    const wanted = card.card ?? '';
    const face = this.#faces.get(card.id) ?? { shown: null, goal: '' };
    this.#faces.set(card.id, face);
    const turning = this.#turns.get(card.id);
    if (face.goal === wanted && (turning || face.shown === wanted)) return;
    if (dealt && face.shown === null) {
      face.shown = '';
      this.#showFace(card.id, null);
    }
    face.goal = wanted;
    turning?.cancel();
    this.#turns.delete(card.id);
    const inner = element.firstElementChild;
    const show = () => {
      face.shown = wanted;
      this.#showFace(card.id, card.card);
    };
    if (duration <= 0 || face.shown === wanted || face.shown === null || !inner || element.style.visibility === 'hidden') {
      show();
      return;
    }
    const half = duration / 2;
    const away = inner.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], {
      duration: half,
      delay,
      easing: 'ease-in',
      fill: 'forwards',
    });
    this.#turns.set(card.id, away);
    away.onfinish = () => {
      if (this.#turns.get(card.id) !== away) return;
      show();
      const back = inner.animate([{ transform: 'scaleX(0)' }, { transform: 'scaleX(1)' }], { duration: half, easing: 'ease-out' });
      this.#turns.set(card.id, back);
      away.cancel();
      back.onfinish = () => {
        if (this.#turns.get(card.id) === back) this.#turns.delete(card.id);
      };
    };
  }

  /** Where a card is seen at this moment. */
  #seen(id: number): Point | null {
    const spot = this.#spots.get(id);
    if (!spot) return null;
    const held = this.#held(id);
    if (held) return { x: spot.x + held.dx, y: spot.y + held.dy };
    const element = this.#elements.get(id);
    if (element && this.#flights.has(id)) {
      const now = new DOMMatrixReadOnly(getComputedStyle(element).transform);
      return { x: now.e, y: now.f };
    }
    return spot;
  }

  #put(element: HTMLElement, spot: Spot, before: Spot | null): void {
    if (!before) {
      // The first time, all at once.
      element.style.cssText = `transform: ${translate(spot)}; width: ${spot.width}px; height: ${spot.height}px; z-index: ${spot.z}${spot.buried ? '; visibility: hidden' : ''}`;
      return;
    }
    if (before.x !== spot.x || before.y !== spot.y) element.style.transform = translate(spot);
    if (before.width !== spot.width || before.height !== spot.height) {
      element.style.width = `${spot.width}px`;
      element.style.height = `${spot.height}px`;
    }
    this.#rest(element, spot);
  }

  #rest(element: HTMLElement, spot: Spot): void {
    element.style.zIndex = String(spot.z);
    if (!spot.buried) element.style.visibility = '';
  }

  /** Hides cards on which others lie: those under one that has `landed`, or, if none is on its way, all. */
  #bury(landed?: Spot): void {
    for (const [id, spot] of this.#spots) {
      if (!spot.buried || this.#flights.has(id)) continue;
      const under = landed && spot.x === landed.x && spot.y === landed.y && spot.z < landed.z;
      if (!under && this.#flights.size > 0) continue;
      const element = this.#elements.get(id);
      if (element && element.style.visibility !== 'hidden') element.style.visibility = 'hidden';
    }
  }

  /** Cards that follow the pointer from now on. `loose`: they tilt with their speed, and a run trails. */
  lift(ids: number[], loose: boolean): void {
    for (const id of ids) {
      this.#flights.get(id)?.cancel();
      this.#flights.delete(id);
      this.#leans.get(id)?.cancel();
      const element = this.#elements.get(id);
      const spot = this.#spots.get(id);
      if (element && spot) element.style.zIndex = String(dragging + spot.z);
      element?.classList.add('lifted');
    }
    this.#drag = { cards: ids.map((id) => ({ id, dx: 0, dy: 0, tilt: 0 })), dx: 0, dy: 0, loose, frame: 0, at: 0 };
  }

  drag(dx: number, dy: number): void {
    const drag = this.#drag;
    if (!drag) return;
    drag.dx = dx;
    drag.dy = dy;
    if (!drag.loose) {
      for (const card of drag.cards) this.#hold(card, dx, dy, 0);
      return;
    }
    if (drag.frame !== 0) return;
    drag.at = performance.now();
    drag.frame = requestAnimationFrame((now) => this.#swing(now));
  }

  /** One frame of a drag: the first card is where the pointer is, each of the others comes after the one before it. */
  #swing(now: number): void {
    const drag = this.#drag;
    if (!drag) return;
    const time = Math.max(1, Math.min(50, now - drag.at));
    drag.at = now;
    const [first] = drag.cards;
    const speed = first ? (drag.dx - first.dx) / time : 0;
    const many = drag.cards.length;
    const goal = Math.max(-mostTilt, Math.min(mostTilt, speed * tiltBySpeed)) / (1 + (many - 1) / 4);
    const near = 1 - Math.exp(-time / Math.min(25, 110 / many));
    const calm = 1 - Math.exp(-time / 70);
    let [x, y] = [drag.dx, drag.dy];
    let still = true;
    for (const card of drag.cards) {
      const share = card === first ? 1 : near;
      const tilt = card.tilt + (goal - card.tilt) * calm;
      const there = Math.abs(x - card.dx) + Math.abs(y - card.dy) < 0.5 && Math.abs(tilt) < 0.1;
      this.#hold(card, there ? x : card.dx + (x - card.dx) * share, there ? y : card.dy + (y - card.dy) * share, there ? 0 : tilt);
      still &&= there;
      [x, y] = [card.dx, card.dy];
    }
    drag.frame = still ? 0 : requestAnimationFrame((next) => this.#swing(next));
  }

  #hold(card: Held, dx: number, dy: number, tilt: number): void {
    const element = this.#elements.get(card.id);
    const spot = this.#spots.get(card.id);
    if (!element || !spot) return;
    if (dx !== card.dx || dy !== card.dy) element.style.transform = translate({ x: spot.x + dx, y: spot.y + dy });
    if (tilt !== card.tilt) (element.firstElementChild as HTMLElement).style.rotate = tilt === 0 ? '' : `${round(tilt)}deg`;
    Object.assign(card, { dx, dy, tilt });
  }

  #stopSwing(): void {
    if (this.#drag) cancelAnimationFrame(this.#drag.frame);
  }

  #held(id: number): Held | undefined {
    return this.#drag?.cards.find((card) => card.id === id);
  }

  /** Whether a card is in the hand. */
  holds(id: number): boolean {
    return this.#held(id) !== undefined;
  }

  /** Lifted cards spring back to where they belong, one after the other; which they were. */
  putBack(duration: number): number[] {
    const drag = this.#drag;
    if (!drag) return [];
    const later = Math.min(0.06, 0.4 / drag.cards.length) * duration;
    drag.cards.forEach(({ id, dx, dy }, i) => {
      const spot = this.#spots.get(id);
      const element = this.#elements.get(id);
      if (!spot || !element) return;
      element.style.transform = translate(spot);
      const start = { x: spot.x + dx, y: spot.y + dy, width: spot.width };
      if (duration > 0) this.#fly(id, element, spot, start, { delay: i * later, duration: duration * 1.4, how: springy });
      else this.#rest(element, spot);
    });
    this.#putDown();
    return drag.cards.map(({ id }) => id);
  }

  #putDown(): void {
    this.#stopSwing();
    for (const { id } of this.#drag?.cards ?? []) {
      const element = this.#elements.get(id);
      element?.classList.remove('lifted');
      (element?.firstElementChild as HTMLElement | null | undefined)?.style.removeProperty('rotate');
    }
    this.#drag = null;
  }

  /** A card that cannot be moved says so. */
  shake(ids: number[]): void {
    for (const id of ids) {
      const inner = this.#elements.get(id)?.firstElementChild;
      inner?.animate(
        [0, -4, 4, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
        { duration: 260, easing: 'ease-in-out' },
      );
    }
  }

  /** A win: every card goes its way above the table, and comes back. `time` is what it takes in all, ms. */
  celebrate(ways: ReadonlyMap<number, Keyframe[]>, time: number): void {
    for (const [id, frames] of ways) {
      const element = this.#elements.get(id);
      const spot = this.#spots.get(id);
      if (!element || !spot) continue;
      element.style.visibility = '';
      element.style.zIndex = String(flying + spot.z);
      this.#land(id, element, element.animate(frames, { duration: time, fill: 'backwards' }));
    }
  }

  /** Every animation ends now. */
  settle(): void {
    for (const flight of [...this.#flights.values()]) flight.cancel();
  }
}

const translate = ({ x, y }: Point): string => `translate(${round(x)}px, ${round(y)}px)`;
const round = (value: number): number => Math.round(value * 100) / 100;

function same(a: Spot, b: Spot): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.z === b.z && a.buried === b.buried;
}
