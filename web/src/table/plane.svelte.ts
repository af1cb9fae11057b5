/** Where everything on the table of a game is at this moment; all that draws it, and all that hits it, asks here. */
import type { PileView } from '../engine/contract.ts';
import { readMove, sourceIndex } from '../engine/notation.ts';
import { settings } from '../store/settings.svelte.ts';
import { theme } from '../theme/theme.svelte.ts';
import type { Game } from '../play/game.svelte.ts';
import type { Spot } from '../play/marks.ts';
import type { CardPlace } from './blocks.ts';
import { fitted, place, type Layout } from './layout.ts';
import { lowered, plan, type Plan, type Wishes } from './plan.ts';
import { rem, inside, type Rect } from '../ground/rects.ts';

interface Shown {
  game: Game;
  /** how much of the table the choice before the first move takes, px, if that is known */
  choice: number | null;
  /** piles show their names, for those who type */
  named: boolean;
  /** how high the table is without what stands under it, px; 0 if that is not known */
  whole: number;
  /** Until then nothing lies anywhere. */
  begun: boolean;
}

/** The player's choices of the layout. */
export const wishes = ({ leftHanded, bottom } = settings): Wishes => ({ leftHanded, bottom, print: theme.print, letters: rem() / 16 });

export class Plane {
  readonly #shown: () => Shown;
  width = $state(0);
  height = $state(0);
  /** the piles that take the cards in the hand; null if there are none */
  targets: string[] | null = $state.raw(null);
  readonly game: Game = $derived.by(() => this.#shown().game);
  // One for each game and size: with another box, layouts share their heights anew, and piles jump.
  readonly #begun = $derived.by(() => this.#shown().begun);
  readonly #whole = $derived.by(() => Math.max(this.#shown().whole, this.height));
  readonly #planned: Plan | null = $derived.by(() => this.#plan());
  readonly planned: Plan | null = $derived.by(() =>
    this.#planned && this.height < this.#planned.size.height ? lowered(this.#planned, this.height) : this.#planned,
  );
  #before: Layout | null = null;
  /** the last one while something stands under the table: all is as before when it goes */
  #low: Layout | null = null;
  readonly layout: Layout | null = $derived.by(() => {
    const { planned } = this;
    const { view } = this.game;
    const { choice } = this.#shown();
    if (!planned || planned === this.#planned) {
      this.#low = null;
      return (this.#before = planned ? place(planned, view, this.#before, choice) : null);
    }
    const low = fitted(planned, view);
    const last = this.#low?.plan;
    // Cards that had to become smaller stay so.
    if (last?.box === low.box && last.height === low.height) low.cardWidth = Math.min(low.cardWidth, last.cardWidth);
    return (this.#low = place(low, view, this.#low ?? this.#before, choice));
  });

  constructor(shown: () => Shown) {
    this.#shown = shown;
  }

  /** The move that a hint or a first game points at, "" if there is none. */
  get pointed(): string {
    const { hints, guide } = this.game;
    return hints.held || (hints.shown?.move ?? guide?.marked ?? '');
  }

  /** Whether an exercise points at the move: then only the card is told. */
  #cardOnly(move: string): boolean {
    const { guide } = this.game;
    return guide?.cardOnly === true && guide.marked === move;
  }

  /** The lit places of a move: its cards, and where they go; null for what is not on the table, or not told. */
  lit(move: string): { from: Rect | null; to: Rect | null } {
    const { from, to } = readMove(move);
    const { info, view } = this.game;
    if (from === '') return { from: view.controls.includes(move) ? this.topOf('S') : null, to: null };
    return { from: this.unit({ pile: from, index: sourceIndex(info, view, move) }), to: this.#cardOnly(move) ? null : this.topOf(to) };
  }

  /**
   * The move that is pointed at, if a tap on this card or place means it: whatever lies in a lit ring belongs to its
   * move. `at` is the tapped point, if a pointer did it. A card that is picked up goes where the player says.
   */
  pointedBy({ pile, index }: Spot, at: { x: number; y: number } | null = null): string {
    const move = this.pointed;
    const { from, to } = readMove(move);
    if (from === '' || this.game.selected || this.#cardOnly(move)) return '';
    const { info, view } = this.game;
    const first = sourceIndex(info, view, move);
    const last = (this.pile(to)?.cards.length ?? 0) - 1;
    if (pile === from ? (this.open(from) ? index === first : index >= first) : pile === to && index === last) return move;
    const rings = this.lit(move);
    return at && [rings.from, rings.to].some((ring) => ring && inside(ring, at.x, at.y)) ? move : '';
  }

  #plan(): Plan | null {
    const [width, height] = [this.width, this.#whole];
    return this.#begun && width > 0 && height > 0 ? plan(this.game.info, { width, height }, wishes()) : null;
  }

  /** Whether a pile is part of the open reserve, in which cards stand for themselves. */
  open(pile: string): boolean {
    return pile.startsWith('R') && this.game.info.reserveOpen;
  }

  pile(id: string): PileView | undefined {
    return this.game.pile(id);
  }

  card({ pile, index }: Spot): CardPlace | undefined {
    return this.layout?.cards.get(this.pile(pile)?.cards[index]?.id ?? -1);
  }

  /** Everything that moves when the card at `index` is lifted. */
  unit(spot: Spot): Rect | null {
    const cards = this.pile(spot.pile)?.cards;
    if (!this.layout || !cards) return null;
    const first = this.card(spot);
    if (!first) return this.layout.piles.get(spot.pile)?.rect ?? null;
    const last = this.open(first.pile) ? first : this.layout.cards.get(cards.at(-1)!.id)!;
    return { x: first.x, y: first.y, width: first.width, height: last.y + last.height - first.y };
  }

  /** The visible part of one card. */
  seen(spot: Spot): Rect | null {
    return this.card(spot)?.strip ?? this.layout?.piles.get(spot.pile)?.rect ?? null;
  }

  topOf(pile: string): Rect | null {
    return this.unit({ pile, index: (this.pile(pile)?.cards.length ?? 0) - 1 });
  }

  /** The name that a pile shows; in an open reserve cards have names, and not its piles. */
  name(id: string): string {
    return !this.open(id) && this.#shown().named ? id : '';
  }
}
