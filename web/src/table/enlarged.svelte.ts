/** Looking at covered cards: one of them, or its whole pile, is shown enlarged. */
import type { CardView } from '../engine/contract.ts';
import { t } from '../words/texts/table.ts';
import { cardName } from '../words/names.ts';
import { pileTitle } from '../words/table.ts';
import type { Spot } from '../play/marks.ts';
import type { Plane } from './plane.svelte.ts';
import type { Look } from './pointers.ts';

interface Shown {
  spot: Spot;
  whole: boolean;
  /** stays until one of its cards is chosen, or something else is pressed */
  choosing: boolean;
  /** as long as a card in the middle of a folded run has the focus */
  focused: boolean;
}

export class Enlarged implements Look {
  readonly #plane: Plane;
  shown: Shown | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(plane: Plane) {
    this.#plane = plane;
  }

  get choosing(): boolean {
    return this.shown?.choosing === true;
  }

  show(spot: Spot, whole: boolean): boolean {
    const pile = this.#plane.pile(spot.pile);
    const card = pile?.cards[spot.index];
    if (!pile || pile.kind === 'stock' || !pile.cards.some((other) => other.card !== null)) return false;
    const covered = card && spot.index < pile.cards.length - 1 && !this.#plane.open(pile.id);
    const stacked = pile.cards.length > 1 && (pile.kind === 'waste' || pile.kind === 'reserve' || pile.kind === 'foundation');
    if (!covered && !(whole && stacked) && !(whole && (card?.card ?? null) !== null)) return false;
    if (!whole && card?.card === null) return false;
    this.stop(); // a pointer that rested elsewhere before
    this.shown = { spot, whole, choosing: whole && this.choices(pile.id).length > 1, focused: false };
    return true;
  }

  /** The pile of a card in the middle of a folded run is shown while that card has the focus. */
  focus(spot: Spot | null): void {
    if (spot && this.#plane.card(spot)?.folded) this.shown = { spot, whole: true, choosing: false, focused: true };
    else if (this.shown?.focused) this.hide();
  }

  hide(): void {
    this.stop();
    if (this.shown) this.shown = null;
  }

  wait(time: number, job: () => void): void {
    this.stop();
    this.#timer = setTimeout(job, time);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** The cards of a pile that can be lifted: in a squeezed fan they may be too low for a finger. */
  choices(pile: string): number[] {
    const { sources } = this.#plane.game.view;
    return pile.startsWith('T') ? sources.filter((source) => source.pile === pile).map((source) => source.index) : [];
  }

  /** In an open reserve the card and its equals; otherwise the card, or its pile. */
  cards({ spot, whole }: Shown): CardView[] {
    const cards = this.#plane.pile(spot.pile)?.cards ?? [];
    const card = cards[spot.index]?.card;
    if (this.#plane.open(spot.pile) && card) {
      const { piles } = this.#plane.game.view;
      return piles.filter((pile) => pile.kind === 'reserve').flatMap((pile) => pile.cards.filter((other) => other.card === card));
    }
    return whole ? cards : cards.slice(spot.index, spot.index + 1);
  }

  title({ spot }: Shown, cards: CardView[]): string {
    const number = cards.length;
    return this.#plane.open(spot.pile)
      ? t('read.copies', { card: cardName(cards[0]?.card ?? ''), number })
      : t('peek.pile', { pile: pileTitle(this.#plane.game.info, spot.pile), count: number });
  }
}
