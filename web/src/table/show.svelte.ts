/**
 * Everything to be seen, heard and felt when the table has changed: cards on their way, their faces, small moments, and the
 * show after a win.
 */
import { untrack } from 'svelte';
import { arrivals, backLoaded, decoded, tablePicture } from '../cards/images.svelte.ts';
import type { View } from '../engine/contract.ts';
import type { Moment, Shining } from './moments.ts';
import { afterFrame } from '../ground/frames.ts';
import { loaded } from '../ground/load.ts';
import { watch } from '../ground/watch.svelte.ts';
import { vibrate } from '../sound/haptics.ts';
import { settings } from '../store/settings.svelte.ts';
import { hush, play as sound } from '../sound/sound.ts';
import { theme } from '../theme/theme.svelte.ts';
import type { Layout } from './layout.ts';
import type { Plan } from './plan.ts';
import type { Game } from '../play/game.svelte.ts';
import { fades, pace, type Change } from '../play/pace.ts';
import { schedule, type Step } from './motion.ts';
import type { Plane } from './plane.svelte.ts';
import { Stage } from './stage.ts';

/** The face that a card shows; nothing before it is first seen. */
interface Face {
  card: string | null;
  drawn: boolean;
  width: number;
}

const parts = () => import('./late.ts');
/** It is loaded when the table has been dealt, ms. */
const feelTime = 1500;
/** So many moments shine at a time: of more, only the last are seen. */
const mostShining = 60;
/** The longest of them is over after this time, ms. All go at once, since each time costs a frame. */
const shineTime = 1100;

/** A tap so soon after the last move belongs to that move, ms. */
const breath = 400;
/** A game that is opened again shows its cards with their faces; it does without them if they take this long, ms. */
const faceTime = 3000;
/** A deal waits this long for the backs of its cards, a show for all faces, ms. */
const pictureTime = 300;
const within = (time: number, what: Promise<unknown>): Promise<unknown> =>
  Promise.race([what, new Promise((done) => setTimeout(done, time))]);

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
  /** cards that fade in when they are no longer hidden */
  #hidden: readonly number[] = [];
  readonly #backThere: Promise<unknown>;
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
  /** loaded a little later; null until then */
  feel: Awaited<ReturnType<typeof parts>>['feel'] | null = $state.raw(null);
  #loading: Promise<unknown> | undefined;
  /** what has just happened and shines for a moment */
  shining: Shining[] = $state.raw([]);
  #fading: ReturnType<typeof setTimeout> | undefined;
  #moments = 0;
  /** cards that have come home in a row */
  #run = 0;
  #view: View | null = null;
  #shown: { game: Game | null; serial: number; layout: Layout | null; plan: Plan | null } = {
    game: null,
    serial: -1,
    layout: null,
    plan: null,
  };
  #cheering: ReturnType<typeof setTimeout> | undefined;
  #wonAt = 0;
  readonly #shaken = new WeakSet();

  constructor(plane: Plane) {
    this.#plane = plane;
    this.#faces = untrack(() => Array.from({ length: plane.game.info.cards }, () => ({ card: null, drawn: false, width: 0 })));
    this.stage = new Stage((id, card) => {
      this.#faces[id]!.card = card;
      this.#paint(id);
    });
    // Backs are what is dealt.
    this.#backThere = untrack(() => within(pictureTime, backLoaded(theme)));
    watch(
      () => [plane.layout, plane.planned, this.#ready, plane.game.update] as const,
      ([layout, planned, ready]) => {
        if (layout && planned && ready) this.#update(layout, planned);
      },
    );
    // The player chose another back or face, or new pictures have come.
    watch(
      () => [theme.back, theme.deck, theme.paper, theme.print, arrivals.count],
      () => this.#paintAll(),
    );
    $effect(() => this.#shake(plane.game.refused));
    $effect(() => () => {
      clearTimeout(this.#fading);
      clearTimeout(this.#cheering);
      this.#cheering = undefined;
    });
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
    const later = setTimeout(() => void this.#load(), feelTime);
    return () => {
      clearTimeout(later);
      this.stage.empty();
    };
  }

  /** A table without it is played all the same. */
  #load(): Promise<unknown> {
    return (this.#loading ??= loaded(parts).then(
      ({ feel }) => (this.feel = feel),
      () => {},
    ));
  }

  #update(to: Layout, from: Plan): void {
    const { game } = this.#plane;
    const { serial, table } = game.update;
    const first = this.#shown.game === null;
    // Another game of the same cards lies there now: nothing has been played.
    const other = !first && game !== this.#shown.game;
    const [change, events] = other ? (['jump', []] as const) : [game.update.change, table.events];
    const dealing = change === 'deal' && first;
    const fresh = other || serial !== this.#shown.serial;
    if (this.#cheering && !game.festive) this.#endShow(); // taken back
    const moves = fresh && change !== 'same' && (dealing || this.#shown.plan === from);
    const speed = moves ? duration() : 0;
    const fade = moves && fades(settings.animation);
    const steps = speed > 0 || fade ? schedule(this.#shown.layout, to, events, dealing ? 'deal' : change, speed) : [];
    const deck = to.piles.get('S')?.rect ?? { x: to.width / 2 - to.cardWidth / 2, y: to.height };
    this.stage.show(to, steps, speed, dealing ? { x: deck.x, y: deck.y } : null);
    this.#draw(to, new Set(steps.map((step) => step.id)));
    if (dealing && speed > 0) this.dealTime = Math.max(0, ...steps.map(({ turn }) => turn)) + speed;
    if (first && speed === 0) this.#hideFaceless();
    if (fade) this.#fade(steps.map(({ id }) => id));
    if (fresh) {
      const moments = this.#momentsOf(change, steps, speed);
      if (change !== 'same') this.#sound(change, dealing, first, moments, lastOf(steps) + speed);
      if (speed > 0 || fade) this.#shine(moments);
      this.#view = game.view;
    }
    // Whatever else happens at the same time, the show begins: only its end lets the panel come.
    if (game.festive && !this.#cheering) this.#cheer(lastOf(steps) + speed);
    this.#shown = { game, serial, layout: to, plan: from };
  }

  #momentsOf(change: Change, steps: readonly Step[], speed: number): Moment[] {
    const { table } = this.#plane.game.update;
    if (change === 'same') return [];
    if (change !== 'play' || !this.feel || !this.#view) {
      this.#run = 0;
      return [];
    }
    const { moments, run } = this.feel.momentsOf(this.#view, table.view, table.events, steps, speed, this.#run);
    this.#run = run;
    return moments;
  }

  /** `end`: when the last card has landed, ms */
  #sound(change: Change, dealing: boolean, first: boolean, moments: readonly Moment[], end: number): void {
    const { game } = this.#plane;
    const { table } = game.update;
    const { events } = table;
    const has = (...types: string[]): boolean => events.some(({ type }) => types.includes(type));
    if (change === 'play' && events.length > 0) {
      if (this.feel && moments.length > 0) vibrate(this.feel.feltOf(moments));
      else vibrate('place');
    }
    if (dealing) sound('deal');
    else if (change === 'jump') {
      hush();
      if (!first) sound('slide');
    } else {
      for (const { kind, at, count } of moments) sound(kind, at, count);
      if (has('deal', 'redeal')) sound('slide');
      else if (events.length > 0 && !moments.some(({ kind }) => kind === 'home')) sound('place', end * 0.8);
      if (table.view.status === 'won' && !game.festive) sound('win', end);
    }
  }

  #shine(moments: readonly Moment[]): void {
    // The show is for all of them.
    const own = moments.filter(({ kind }) => kind !== 'complete' || !this.#plane.game.festive);
    if (own.length === 0) return;
    this.shining = [...this.shining, ...own.map((moment) => ({ ...moment, key: ++this.#moments }))].slice(-mostShining);
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => (this.shining = []), Math.max(...own.map(({ at }) => at)) + shineTime);
  }

  // ---- a win ------------------------------------------------------------------------------------------------

  /** The last cards fly home, then there is a show, and only then does a panel say what has happened. */
  #cheer(after: number): void {
    this.#wonAt = performance.now();
    clearTimeout(this.#cheering);
    const faces = within(after + pictureTime, decoded());
    this.#cheering = setTimeout(() => void Promise.all([this.#load(), faces]).then(() => this.#begin()), after);
  }

  #begin(): void {
    const { game, layout, width, height } = this.#plane;
    if (!this.#cheering || !game.festive) return;
    if (!layout || !this.feel) {
      this.#endShow();
      return;
    }
    for (const id of this.#faces.keys()) this.#reveal(id);
    sound('win');
    vibrate('win');
    this.whirling = true;
    this.stage.celebrate(this.feel.celebration(game.info, layout, width, height), this.feel.showTime);
    this.#cheering = setTimeout(() => this.#endShow(), this.feel.showTime);
  }

  #endShow(): void {
    clearTimeout(this.#cheering);
    this.#cheering = undefined;
    this.whirling = false;
    this.shining = [];
    this.stage.settle();
    this.#plane.game.celebrated();
  }

  /**
   * Whatever is pressed ends the show; on the table (`here`), and of keys that are no command for something else, that is
   * all it does. True if that was so.
   */
  skip(event: MouseEvent | KeyboardEvent, here: boolean): boolean {
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
    if (this.#faceless.size === 0) this.#unhide();
  }

  #hideFaceless(): void {
    if (this.#faceless.size === 0) return;
    this.unseen = true;
    setTimeout(() => this.#unhide(), faceTime);
  }

  #unhide(): void {
    if (!this.unseen) return;
    this.unseen = false;
    this.#fade(this.#hidden);
  }

  /** Cards fade in: at once, or when they are seen. */
  #fade(ids: readonly number[]): void {
    this.#hidden = this.unseen ? ids : [];
    if (!this.unseen) this.stage.fade(ids);
  }

  /** Cards in the hand go back to where they belong. */
  putBack(): void {
    const ids = this.stage.putBack(duration());
    if (fades(settings.animation)) this.stage.fade(ids);
  }

  /** Cards that cannot be moved say so. */
  #shake(refused: { ids: number[] }): void {
    const { ids } = refused;
    if (ids.length === 0 || this.#shaken.has(refused)) return;
    this.#shaken.add(refused);
    sound('refuse');
    vibrate('refuse');
    if (duration() > 0) this.stage.shake(ids);
    else if (fades(settings.animation)) this.stage.fade(ids.filter((id) => !this.stage.holds(id)));
  }
}
