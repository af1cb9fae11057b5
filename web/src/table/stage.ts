/**
 * The cards on the screen: one element for each card for the whole game, put where the layout says. Moves
 * are shown with the Web Animations API, from where a card is seen to where it belongs. The elements themselves are in
 * their final places immediately, so nothing waits for an animation, and a change during one starts from what is seen.
 */
import type { CardPlace, Layout } from './layout.ts';
import type { Picture } from '../cards/images.svelte.ts';
import type { Step } from './motion.ts';

type Spot = Pick<CardPlace, 'x' | 'y' | 'width' | 'height' | 'z' | 'buried'>;

/** Levels of cards; those of all else are in app.css. */
const flying = 1000;
const dragging = 3000;
const easing = 'cubic-bezier(.25,.7,.3,1)';

export class Stage {
  readonly #elements = new Map<number, HTMLElement>();
  readonly #spots = new Map<number, Spot>();
  readonly #flights = new Map<number, Animation>();
  readonly #turns = new Map<number, Animation>();
  /** what a card shows, "" for its back, and what it will show when it has turned */
  readonly #faces = new Map<number, { shown: string | null; goal: string }>();
  #drag: { ids: number[]; dx: number; dy: number } | null = null;
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
    this.#faces.clear();
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
  show(layout: Layout, steps: readonly Step[], duration: number, start: { x: number; y: number } | null = null): void {
    const delays = new Map(duration > 0 ? steps.map((step) => [step.id, step]) : []);
    const origins = new Map<number, string>();
    // Read styles before writing them.
    for (const id of delays.keys()) {
      const seen = start ? null : this.#seen(id);
      if (start) origins.set(id, `translate(${start.x}px, ${start.y}px)`);
      else if (seen) origins.set(id, seen);
    }
    const old = new Map(this.#spots);
    // A card that was in hand is not where its spot says.
    for (const id of this.#drag?.ids ?? []) old.delete(id);
    this.#putDown();
    for (const card of layout.cards.values()) {
      const element = this.#elements.get(card.id);
      const before = old.get(card.id) ?? null;
      const spot: Spot = card;
      this.#spots.set(card.id, spot);
      if (!element) continue;
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
      const goal = translate(spot.x, spot.y);
      if (origin !== goal) this.#fly(card.id, element, spot, origin, goal, step.delay, duration, before);
      this.#face(card, step.turn, duration, element, start !== null);
    }
  }

  #fly(
    id: number,
    element: HTMLElement,
    spot: Spot,
    origin: string,
    goal: string,
    delay: number,
    duration: number,
    before: Spot | null,
  ): void {
    this.#flights.get(id)?.cancel();
    const ratio = before ? before.width / spot.width : 1;
    const from = Math.abs(ratio - 1) > 0.01 ? `${origin} scale(${ratio})` : origin;
    element.style.zIndex = String(flying + spot.z);
    element.style.visibility = '';
    const flight = element.animate([{ transform: from }, { transform: goal }], { duration, delay, easing, fill: 'backwards' });
    this.#land(id, element, flight);
  }

  /** When a flight ends, its card is stacked like the others. */
  #land(id: number, element: HTMLElement, flight: Animation): void {
    this.#flights.set(id, flight);
    const land = () => {
      if (this.#flights.get(id) !== flight) return;
      this.#flights.delete(id);
      const now = this.#spots.get(id);
      if (now) this.#rest(element, now);
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

  /** Transform with which a card is seen at this moment. */
  #seen(id: number): string | null {
    const spot = this.#spots.get(id);
    if (!spot) return null;
    if (this.#drag?.ids.includes(id)) return translate(spot.x + this.#drag.dx, spot.y + this.#drag.dy);
    const element = this.#elements.get(id);
    if (element && this.#flights.has(id)) {
      const now = new DOMMatrixReadOnly(getComputedStyle(element).transform);
      return translate(now.e, now.f);
    }
    return translate(spot.x, spot.y);
  }

  #put(element: HTMLElement, spot: Spot, before: Spot | null): void {
    if (!before) {
      // The first time, all at once.
      element.style.cssText = `transform: ${translate(spot.x, spot.y)}; width: ${spot.width}px; height: ${spot.height}px; z-index: ${spot.z}${spot.buried ? '; visibility: hidden' : ''}`;
      return;
    }
    if (before.x !== spot.x || before.y !== spot.y) element.style.transform = translate(spot.x, spot.y);
    if (before.width !== spot.width || before.height !== spot.height) {
      element.style.width = `${spot.width}px`;
      element.style.height = `${spot.height}px`;
    }
    this.#rest(element, spot);
  }

  #rest(element: HTMLElement, spot: Spot): void {
    element.style.zIndex = String(spot.z);
    element.style.visibility = spot.buried ? 'hidden' : '';
  }

  /** Cards that follow the pointer from now on. */
  lift(ids: number[]): void {
    for (const id of ids) {
      this.#flights.get(id)?.cancel();
      this.#flights.delete(id);
      const element = this.#elements.get(id);
      const spot = this.#spots.get(id);
      if (element && spot) element.style.zIndex = String(dragging + spot.z);
      element?.classList.add('lifted');
    }
    this.#drag = { ids, dx: 0, dy: 0 };
  }

  drag(dx: number, dy: number): void {
    if (!this.#drag) return;
    this.#drag.dx = dx;
    this.#drag.dy = dy;
    for (const id of this.#drag.ids) {
      const spot = this.#spots.get(id);
      const element = this.#elements.get(id);
      if (spot && element) element.style.transform = translate(spot.x + dx, spot.y + dy);
    }
  }

  /** Lifted cards glide back to where they belong. */
  putBack(duration: number): void {
    const drag = this.#drag;
    if (!drag) return;
    for (const id of drag.ids) {
      const spot = this.#spots.get(id);
      const element = this.#elements.get(id);
      if (!spot || !element) continue;
      const goal = translate(spot.x, spot.y);
      element.style.transform = goal;
      if (duration > 0) this.#fly(id, element, spot, translate(spot.x + drag.dx, spot.y + drag.dy), goal, 0, duration, spot);
      else this.#rest(element, spot);
    }
    this.#putDown();
  }

  #putDown(): void {
    for (const id of this.#drag?.ids ?? []) this.#elements.get(id)?.classList.remove('lifted');
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

  /**
   * A win: the cards leave their foundations, go round in five rings laid out as on a die (a quincunx), and return, those
   * on top first and last. On their foundations each lies over the card before it. `time` is what it takes in all, ms.
   */
  celebrate(layout: Layout, width: number, height: number, time: number): void {
    const cards = [...layout.cards.values()].sort((a, b) => b.index - a.index || a.x - b.x);
    const radius = Math.min(width, height) / 6.5;
    const middles = [
      [0.5, 0.5],
      [0.22, 0.25],
      [0.78, 0.25],
      [0.22, 0.75],
      [0.78, 0.75],
    ];
    const inRing = cards.length / middles.length;
    const full = 2 * Math.PI;
    /** shares of the time: until the last card sets out, and for the way from or to a foundation */
    const [spread, way] = [0.14, 0.14];
    const turns = 1.5;
    cards.forEach((card, i) => {
      const element = this.#elements.get(card.id);
      const spot = this.#spots.get(card.id);
      if (!element || !spot) return;
      const [mx, my] = middles[i % middles.length]!;
      const scale = Math.min(1, (radius * 0.8) / spot.height);
      const out = (i / cards.length) * spread;
      // A ring turns as a whole, whenever its cards come and go.
      const turned = (share: number) => (Math.floor(i / middles.length) / inRing + share * turns) * full;
      const [first, last] = [turned(out + way), turned(1 - out - way)];
      const at = (x: number, y: number, angle: number, far: number, size: number) =>
        `translate(${round(x)}px, ${round(y)}px) rotate(${round(angle)}rad) translateY(${round(-far)}px) scale(${round(size)}) translate(-50%, -50%)`;
      const around = (angle: number) => at(mx! * width, my! * height, angle, radius, scale);
      const rest = (angle: number) => at(spot.x + spot.width / 2, spot.y + spot.height / 2, Math.round(angle / full) * full, 0, 1);
      const frames: Keyframe[] = [
        { transform: rest(first), offset: 0 },
        { transform: rest(first), offset: out, easing: 'ease-in-out' },
        { transform: around(first), offset: out + way },
        { transform: around(last), offset: 1 - out - way, easing: 'ease-in-out' },
        { transform: rest(last), offset: 1 - out },
        { transform: rest(last), offset: 1 },
      ];
      element.style.visibility = '';
      element.style.zIndex = String(flying + card.index);
      this.#land(card.id, element, element.animate(frames, { duration: time, fill: 'backwards' }));
    });
  }

  /** Every animation ends now. */
  settle(): void {
    for (const flight of [...this.#flights.values()]) flight.cancel();
  }
}

const translate = (x: number, y: number): string => `translate(${round(x)}px, ${round(y)}px)`;
const round = (value: number): number => Math.round(value * 100) / 100;

function same(a: Spot, b: Spot): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.z === b.z && a.buried === b.buried;
}
