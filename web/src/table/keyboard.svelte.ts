/** The keyboard on the table: one button is reached by Tab, the arrow keys go on from there, and the focus is never lost. */
import { flushSync } from 'svelte';
import { t } from '../words/texts/table.ts';
import { afterFrame } from '../ground/frames.ts';
import type { Enlarged } from './enlarged.svelte.ts';
import type { Spot } from '../play/marks.ts';
import type { Plane } from './plane.svelte.ts';
import { keepUnchanged, neighbour, semantics, type Direction, type Item, type ItemList } from './semantics.ts';

const arrows: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export class Keyboard {
  readonly #plane: Plane;
  readonly #enlarged: Enlarged;
  readonly #surface: () => HTMLElement | undefined;
  /** what Enter does, as a tap */
  readonly #press: (spot: Spot) => Promise<boolean>;
  /** The lists that are read and pressed, as they were when the last frame was done: nobody waits for them to see a move. */
  lists: ItemList[] = $state.raw([]);
  /** of the table that they tell of */
  ply = $state(0);
  #listing = false;
  #over = false;
  readonly #buttons = $derived(this.lists.flatMap((list) => list.items.filter((item) => item.button)));
  #current = $state('');
  #hadFocus = false;
  /** The one button that Tab reaches. If its card has gone, the top of the same pile takes its place. */
  readonly stop: Item | undefined = $derived.by(() => {
    const buttons = this.#buttons;
    const same = buttons.find((item) => item.key === this.#current);
    if (same) return same;
    const pile = this.#current.split(':')[0];
    return buttons.findLast((item) => item.pile === pile) ?? buttons.find((item) => item.pile.startsWith('T') && item.source) ?? buttons[0];
  });

  constructor(plane: Plane, enlarged: Enlarged, surface: () => HTMLElement | undefined, press: (spot: Spot) => Promise<boolean>) {
    this.#press = press;
    this.#plane = plane;
    this.#enlarged = enlarged;
    this.#surface = surface;
    $effect(() => {
      const { layout, game } = plane;
      void [layout, game.view, game.table.ply, game.targets];
      if (this.#listing) return;
      this.#listing = true;
      afterFrame(() => this.#list());
    });
    // A table that is gone lists nothing.
    $effect(() => () => (this.#over = true));
    // A played card takes its focused button with it: keep the focus where it was.
    $effect(() => {
      const item = this.stop;
      if (!item || !surface()) return;
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost && this.#hadFocus) this.focus(item);
    });
  }

  /** Without an item it goes where Tab would, as the table is now. */
  focus(item?: Item | null): void {
    if (item === undefined) {
      flushSync();
      this.#list();
      flushSync();
      item = this.stop;
    }
    const surface = this.#surface();
    if (!item || !surface) return;
    this.#current = item.key;
    surface.querySelector<HTMLElement>(`[data-key="${item.key}"]`)?.focus();
  }

  /** Keys go on from this card. */
  goOnFrom(spot: Spot): void {
    this.#current = `${spot.pile}:${this.#plane.pile(spot.pile)?.cards[spot.index]?.id ?? -1}`;
  }

  #list(): void {
    if (!this.#listing || this.#over) return;
    this.#listing = false;
    const { layout, game } = this.#plane;
    if (!layout) return;
    const places = new Set(game.targets.map(({ pile }) => `${pile}:${(game.pile(pile)?.cards.length ?? 0) - 1}`));
    const lists = semantics(game.info, game.view, layout);
    for (const item of lists.flatMap(({ items }) => items)) {
      item.picked = item.pile === game.selected?.pile && item.index === game.selected.index;
      if (places.has(`${item.pile}:${item.index}`)) item.label = t('read.put-here', { card: item.label });
    }
    this.lists = keepUnchanged(this.lists, lists);
    this.ply = game.table.ply;
  }

  /** The pile that has the focus. */
  get pile(): string | undefined {
    return this.#itemOf({ target: document.activeElement })?.pile;
  }

  async down(event: KeyboardEvent): Promise<void> {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = this.#itemOf(event);
    if (!item) return;
    const direction = arrows[event.key];
    if (direction || event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      if (direction) this.focus(neighbour(this.lists, item, direction));
      else this.focus(event.key === 'Home' ? this.#buttons[0] : this.#buttons.at(-1));
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#current = item.key;
      this.#enlarged.hide();
      const { pile, index } = item;
      await (event.key === 'Enter' ? this.#press({ pile, index }) : this.#plane.game.pick({ pile, index }));
    }
  }

  #itemOf({ target }: Pick<Event, 'target'>): Item | undefined {
    const key = (target as HTMLElement | null)?.dataset['key'];
    return this.#buttons.find((button) => button.key === key);
  }

  focusIn(event: FocusEvent): void {
    const key = (event.target as HTMLElement).dataset['key'];
    if (key !== undefined) this.#current = key;
    this.#hadFocus = true;
    this.#enlarged.focus(this.#itemOf(event) ?? null);
  }

  focusOut(event: FocusEvent): void {
    this.#enlarged.focus(null);
    // Removed elements lose the focus to nothing; a player takes it somewhere.
    if (event.relatedTarget !== null) this.#hadFocus = false;
  }
}
