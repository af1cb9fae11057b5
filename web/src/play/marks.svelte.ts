/** It owns which marks the player has asked for: on what can be played, and on where the cards lie that a foundation takes. */
import { t } from '../words/texts/table.ts';
import type { GameInfo, PileView, View } from '../engine/contract.ts';
import { announce } from '../ui/notices.svelte.ts';
import { plain, type Said } from '../words/table.ts';
import { movableWords, wanted, wantedWords } from './marks.ts';

/** A press that takes no longer is not meant as holding, ms. */
const shortPress = 400;

/** The table that is marked. */
interface Marked {
  readonly info: GameInfo;
  readonly view: View;
  pile: (id: string) => PileView | undefined;
  tell: (words: Said, kind: 'plain') => void;
  clear: () => void;
}

export class Marks {
  readonly #game: Marked;
  /** every card that can be played is marked */
  showing = $state(false);
  /** what a foundation takes next, "7H" or "7": where such cards lie is marked */
  sought = $state('');
  #heldSince = 0;
  #wasShowing = false;

  constructor(game: Marked) {
    this.#game = game;
  }

  /**
   * Marks what can be played while a key or a button is held. A short press leaves the marks until the next one, for
   * those who cannot hold.
   */
  hold(down: boolean): void {
    const now = performance.now();
    if (down) {
      this.#heldSince = now;
      this.#wasShowing = this.showing;
      this.show(true);
    } else this.show(now - this.#heldSince < shortPress && !this.#wasShowing);
  }

  /** Marks every card that can be played, or ends that. */
  show(on: boolean): void {
    if (on && !this.showing) announce(movableWords(this.#game.info, this.#game.view));
    this.showing = on;
  }

  /** Marks where the cards lie that a foundation takes next; of all of them, one after another. */
  seek(id = ''): void {
    const wants = new Map(this.#game.view.piles.filter((one) => one.wants).map((one) => [one.wants!, one]));
    const all = [...wants.keys()];
    const own = this.#game.pile(id);
    const next = own?.kind === 'foundation' ? own : wants.get(all[(all.indexOf(this.sought) + 1) % all.length] ?? '');
    if (next) this.seekFor(next);
  }

  seekFor({ wants = '', direction }: PileView): void {
    const { info, view } = this.#game;
    this.#game.clear();
    if (wants === '') {
      this.#game.tell(plain(direction === 0 ? t('refusal.choose-first') : t('refusal.foundation-complete')), 'plain');
      return;
    }
    const words = wantedWords(info, view, wants);
    // A pile in view is marked and needs no words.
    if (wanted(view, wants).some(({ exact }) => exact)) announce(words.spoken);
    else this.#game.tell(words, 'plain');
    this.sought = wants;
  }
}
