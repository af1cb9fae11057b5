/** What is to be seen and heard when the table has changed: cards on their way, their faces, and the show after a win. */
import { untrack } from 'svelte';
import { arrivals, backLoaded, tablePicture } from '../cards/images.svelte.ts';
import { afterFrame } from '../ui/frames.ts';
import { vibrate } from '../sound/haptics.ts';
import { settings } from '../store/settings.svelte.ts';
import { play as sound } from '../sound/sound.ts';
import { theme } from '../theme/theme.svelte.ts';
import type { Layout, Plan } from './layout.ts';
import { pace, schedule, type Step } from './motion.ts';
import type { Plane } from './plane.svelte.ts';
import { Stage } from './stage.ts';

/** What is shown of a card; nothing before it is first seen. */
interface Face {
  card: string | null;
  drawn: boolean;
  width: number;
}

/** how long the show after a win takes, ms */
const showTime = 6000;
/** A tap so soon after the last move belongs to that move, ms. */
const breath = 400;
/** A game that is opened again shows its cards with their faces; it does without them if they take this long, ms. */
const faceTime = 3000;
/** A deal waits this long for the backs of its cards, ms. */
const backTime = 300;

/** How long a card takes for its way, ms; 0 if nothing is to move. */
export const duration = (): number => pace(settings.animation);

/** when the last of these steps begins, ms */
const lastOf = (steps: readonly Step[]): number => Math.max(0, ...steps.map(({ delay }) => delay));

export class Show {
  readonly #plane: Plane;
  readonly stage: Stage;
  // The number of cards is the game's: a board is made for each game.
  readonly #faces: Face[];
  /** cards whose face is still being made: they show their back */
  readonly #faceless = new Set<number>();
  readonly #backThere: Promise<void>;
  /** the cards have their elements, and the table has been seen */
  #ready = $state(false);
  /** the buttons over the cards are there */
  listed = $state(false);
  /** so long the cards come from the pack, and nothing is said of piles that are not there yet, ms */
  dealTime = $state(0);
  /** Cards are hidden until they have their faces. */
  unseen = $state(false);
  /** the cards are all over the table */
  whirling = $state(false);
  /** foundations that have just got their last card, and when it is there, ms */
  glows: { pile: string; delay: number }[] = $state.raw([]);
  #complete = new Set<string>();
  #shown: { serial: number; layout: Layout | null; plan: Plan | null } = { serial: -1, layout: null, plan: null };
  #cheering: ReturnType<typeof setTimeout> | undefined;
  #wonAt = 0;
  #shaken = 0;

  constructor(plane: Plane) {
    this.#plane = plane;
    this.#faces = untrack(() => Array.from({ length: plane.game.info.cards }, () => ({ card: null, drawn: false, width: 0 })));
    this.stage = new Stage((id, card) => {
      this.#faces[id]!.card = card;
      this.#paint(id);
    });
    // Backs are what is dealt.
    this.#backThere = untrack(() => Promise.race([backLoaded(theme), new Promise<void>((resolve) => setTimeout(resolve, backTime))]));
    $effect(() => {
      const { layout, planned, game } = plane;
      void game.update;
      if (layout && planned && this.#ready) untrack(() => this.#update(layout, planned));
    });
    // The player chose another back, deck or paper, or new pictures have come.
    $effect(() => {
      void [theme.back, theme.deck, theme.paper, arrivals.count];
      untrack(() => this.#paintAll());
    });
    $effect(() => this.#shake(plane.game.refused));
    $effect(() => () => clearTimeout(this.#cheering));
  }

  /** Makes the cards' elements. */
  fill(element: HTMLElement): () => void {
    this.stage.fill(element, this.#faces.length);
    untrack(() => this.#paintAll());
    // Making a table, putting its cards in their places and making what is read and tapped is too much for one frame.
    void this.#backThere.then(() =>
      afterFrame(() => {
        this.#ready = true;
        afterFrame(() => (this.listed = true));
      }),
    );
    return () => this.stage.empty();
  }

  #update(to: Layout, from: Plan): void {
    const { game } = this.#plane;
    const { serial, change, table } = game.update;
    const first = this.#shown.serial < 0;
    const dealing = change === 'deal' && first;
    const fresh = serial !== this.#shown.serial;
    if (this.#cheering && !game.festive) this.#endShow(); // taken back
    const speed = fresh && change !== 'same' && (dealing || this.#shown.plan === from) ? duration() : 0;
    const steps = speed > 0 ? schedule(this.#shown.layout, to, table.events, dealing ? 'deal' : change, speed) : [];
    const deck = to.piles.get('S')?.rect ?? { x: to.width / 2 - to.cardWidth / 2, y: to.height };
    this.stage.show(to, steps, speed, dealing ? { x: deck.x, y: deck.y } : null);
    this.#draw(to, new Set(steps.map((step) => step.id)));
    if (dealing && speed > 0) this.dealTime = Math.max(0, ...steps.map(({ turn }) => turn)) + speed;
    if (first && speed === 0) this.#hideFaceless();
    if (fresh) {
      if (change !== 'same') this.#sound(dealing, first);
      this.#glow(steps, speed);
    }
    // Whatever else happens at the same time, the show begins: only its end lets the panel come.
    if (game.festive && !this.#cheering) this.#cheer(lastOf(steps) + speed);
    this.#shown = { serial, layout: to, plan: from };
  }

  #sound(dealing: boolean, first: boolean): void {
    const { game } = this.#plane;
    const { table, change } = game.update;
    if (change === 'play' && table.events.length > 0) vibrate('place');
    if (table.view.status === 'won' && change === 'play' && !game.festive) sound('win');
    else if (dealing) sound('deal');
    else if (change === 'jump' && !first) sound('slide');
    else if (table.events.some((event) => event.type === 'turn')) sound('turn');
    else if (table.events.some((event) => event.type === 'deal' || event.type === 'redeal')) sound('slide');
    else if (table.events.length > 0) sound('place');
  }

  /** A foundation that has got its last card says so when that has landed. */
  #glow(steps: readonly Step[], speed: number): void {
    const { game } = this.#plane;
    const filled = game.view.piles.filter(
      ({ kind, cards, wants, direction }) => kind === 'foundation' && cards.length > 0 && wants === '' && direction !== 0,
    );
    if (!game.festive && speed > 0 && game.update.change === 'play') {
      for (const { id, cards } of filled) {
        if (this.#complete.has(id)) continue;
        const ids = new Set(cards.map((card) => card.id));
        this.glows = [...this.glows, { pile: id, delay: lastOf(steps.filter((step) => ids.has(step.id))) + speed }];
      }
    }
    this.#complete = new Set(filled.map(({ id }) => id));
  }

  // ---- a win ------------------------------------------------------------------------------------------------

  /** The last cards fly home, then there is a show, and only then does a panel say what has happened. */
  #cheer(after: number): void {
    this.#wonAt = performance.now();
    clearTimeout(this.#cheering);
    this.#cheering = setTimeout(() => {
      const { game, layout, width, height } = this.#plane;
      if (!game.festive) return;
      if (!layout) {
        this.#endShow();
        return;
      }
      for (const id of this.#faces.keys()) this.#reveal(id);
      sound('win');
      vibrate('win');
      this.whirling = true;
      this.stage.celebrate(layout, width, height, showTime);
      this.#cheering = setTimeout(() => this.#endShow(), showTime);
    }, after);
  }

  #endShow(): void {
    clearTimeout(this.#cheering);
    this.#cheering = undefined;
    this.whirling = false;
    this.stage.settle();
    this.#plane.game.festive = false;
  }

  /**
   * Whatever is pressed ends the show; on the table (`here`), and of keys that are no command for something else, that is
   * all it does. True if that was so.
   */
  skip(event: PointerEvent | KeyboardEvent, here: boolean): boolean {
    if (!this.#cheering || !this.#plane.game.festive) return false;
    const key = event instanceof KeyboardEvent;
    if (key && ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return false;
    const mine = here && !(key && (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab'));
    if (mine) {
      event.stopPropagation();
      if (key) event.preventDefault();
    }
    if (performance.now() - this.#wonAt > breath || !mine) this.#endShow();
    return mine;
  }

  // ---- faces ------------------------------------------------------------------------------------------------

  /** Cards get their pictures when they are first seen. */
  #draw(to: Layout, moving: Set<number>): void {
    for (const card of to.cards.values()) {
      const face = this.#faces[card.id];
      if (!face) continue;
      const width = Math.round(card.width);
      if (width !== face.width) {
        face.width = width;
        this.#paint(card.id);
      }
      if (!card.buried || moving.has(card.id)) this.#reveal(card.id);
    }
  }

  #reveal(id: number): void {
    const face = this.#faces[id]!;
    if (face.drawn) return;
    face.drawn = true;
    this.#paint(id);
  }

  #paint(id: number): void {
    const face = this.#faces[id]!;
    if (!face.drawn) return;
    const picture = tablePicture(face.card, face.width, theme);
    if (picture) this.#faceless.delete(id);
    else this.#faceless.add(id);
    const shown = picture ?? tablePicture(null, face.width, theme);
    if (shown) this.stage.paint(id, shown);
  }

  #paintAll(): void {
    for (const id of this.#faces.keys()) this.#paint(id);
    if (this.#faceless.size === 0) this.unseen = false;
  }

  #hideFaceless(): void {
    if (this.#faceless.size === 0) return;
    this.unseen = true;
    setTimeout(() => (this.unseen = false), faceTime);
  }

  /** Cards that cannot be moved say so. */
  #shake({ ids, serial }: { ids: number[]; serial: number }): void {
    if (serial === this.#shaken) return;
    this.#shaken = serial;
    sound('refuse');
    vibrate('refuse');
    if (duration() > 0) this.stage.shake(ids);
  }
}
