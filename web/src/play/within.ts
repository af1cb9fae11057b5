/**
 * What may be done on the table while one wish is met: by the engine's answers alone. Nothing here can wish in turn, which
 * would wait for itself; whoever holds a `Game` names what is to be done when it is their turn.
 */
import type { FieldAnswer, PileView, Refusal, Source, Table, Target, View } from '../engine/contract.ts';
import { Died, Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { aimedMove, lifted, readMove, sourceIndex } from '../engine/notation.ts';
import { announce, passBy, tell } from '../ui/notices.svelte.ts';
import { failedWords } from '../words/failed.ts';
import type { Settings } from '../store/settings.svelte.ts';
import { t } from '../words/texts/table.ts';
import { both, capital, cardAs, ending, happened, plain, type Said } from '../words/table.ts';
import { answers, whyRefused } from './answers.ts';
import { helpKey, helpOf, withHelp } from './help.ts';
import type { Spot } from './marks.ts';
import type { Shown } from './shown.svelte.ts';
import { accepted, liftedWords, manyEqual, togetherCodes } from './taps.ts';
import { pace, type Change } from './pace.ts';

export interface GameEvents {
  /** before a change is shown; what it resolves with is waited for */
  leave: (table: Table) => Promise<unknown>;
  /** after every change of the record */
  changed: () => void;
  /** played so far, ms */
  time: () => number;
  /** the table as it is to be seen */
  seen?: (table: Table) => Table;
}

/** A game that is only tried out: nothing of it is kept. */
export const triedOut: GameEvents = { leave: async () => {}, changed: () => {}, time: () => 0 };

type Job = { [Name in keyof Within]: Within[Name] extends (...given: never[]) => Promise<unknown> ? Name : never }[keyof Within];
export type Done<Name extends Job> = Awaited<ReturnType<Within[Name]>>;
/**
 * Does a job of `Within` when those before it are done; false if it cannot. Since a job is one by its name, none can be
 * written that wishes in turn: `now` takes a job that waits for nothing.
 */
export type Wish = <Name extends Job>(job: Name, ...given: Parameters<Within[Name]>) => Promise<Done<Name> | false>;

export class Within {
  readonly #engine: Engine;
  readonly #shown: Shown;
  readonly #settings: Settings;
  readonly #events: GameEvents & { won: (table: Table, anew: boolean) => void };

  constructor(engine: Engine, shown: Shown, settings: Settings, events: GameEvents & { won: (table: Table, anew: boolean) => void }) {
    this.#engine = engine;
    this.#shown = shown;
    this.#settings = settings;
    this.#events = events;
  }

  async now(job: () => boolean): Promise<boolean> {
    return job();
  }

  /** Plays the move that is pointed at by then. */
  async makeOf(move: () => string): Promise<boolean> {
    return this.make(move());
  }

  /** Plays a move. */
  async make(move: string): Promise<boolean> {
    if (move === '') return false;
    if (!accepted(this.#shown.guide, move) && (await this.#engine.why(move)).refusal === null) {
      this.#shown.clear();
      this.#shake(move);
      this.#shown.guide?.refuse();
      return false;
    }
    try {
      return await this.set(await this.#engine.play(move), 'play');
    } catch (error) {
      if (error instanceof Refused) this.#shake(move);
      throw error;
    }
  }

  #shake(move: string): void {
    const pile = this.#shown.pile(readMove(move).from);
    const index = sourceIndex(this.#shown.info, this.#shown.view, move);
    if (pile && index >= 0) this.#shakeFrom(pile, index);
  }
  #shakeFrom(pile: PileView, index: number): number {
    const cards = pile.cards.slice(index, index + lifted(this.#shown.info, pile, index));
    this.#shown.refused = { ids: cards.map(({ id }) => id), serial: this.#shown.refused.serial + 1 };
    return cards.length;
  }

  /** Shows what the engine has answered, once it is kept: a page that ends now loses no move that can be seen. */
  async set(table: Table, change: Change, say = true): Promise<boolean> {
    if (this.#shown.closed) return false;
    await this.#events.leave(table);
    if (this.#shown.closed) return false;
    this.#shown.clear();
    passBy();
    const wins = change === 'play' && table.view.status === 'won' && this.#shown.view.status !== 'won';
    if (wins) this.#shown.wins += 1;
    if (change !== 'same') this.#shown.festive = wins && pace(this.#settings.animation) > 0;
    this.#shown.update = { table: this.#events.seen?.(table) ?? table, change, serial: this.#shown.update.serial + 1 };
    this.#events.changed();
    if (say) announce(this.#happened(table));
    if (table.view.status === 'won') this.#events.won(table, wins);
    return true;
  }

  /** Selects a card, or puts it down again. */
  async pick(spot: Spot): Promise<boolean> {
    if (this.#shown.selected) return this.#choose(spot);
    if (spot.pile === 'S') return this.draw();
    return this.#select(spot);
  }

  /** Handles cards that were lifted and dropped on a pile. */
  async drop(from: Spot, to: string): Promise<boolean> {
    const { info, view } = this.#shown;
    const target = this.#shown.source(from.pile, from.index)?.targets.find((candidate) => candidate.pile === to);
    return this.make(target?.move ?? aimedMove(info, view, from.pile, from.index, to));
  }

  /** Moves the card to a foundation if it fits one, whatever a tap would do. */
  async home(spot: Spot): Promise<boolean> {
    const source = this.#shown.source(spot.pile, spot.index);
    const target = source?.targets.find((candidate) => candidate.pile.startsWith('F'));
    if (target) return this.make(target.move);
    return source && source.preferred !== '' ? this.make(source.preferred) : false;
  }

  #happened(table: Table): string {
    return happened(this.#shown.info, table, { time: this.#events.time() });
  }

  async undo(): Promise<boolean> {
    return this.jump(await this.#engine.undo(), t('jump.undone'));
  }
  async redo(): Promise<boolean> {
    return this.jump(await this.#engine.redo(), t('jump.redone'));
  }
  async goto(ply: number, quiet: boolean): Promise<boolean> {
    const table = await this.#engine.goto(ply);
    return quiet ? this.set(table, 'jump', false) : this.jump(table, '');
  }
  async load(record: string): Promise<boolean> {
    return this.jump(await this.#engine.load(record), '');
  }
  /** How the table lay at a ply; it is not shown. */
  async viewAt(ply: number): Promise<View> {
    return (await this.#engine.view(ply)).view;
  }
  async finish(): Promise<boolean> {
    return this.set(await this.#engine.finish(), 'play');
  }
  async automatic(level: Table['automatic']): Promise<boolean> {
    return this.set(await this.#engine.automatic(level), 'same', false);
  }
  async mark(text: string): Promise<boolean> {
    return this.set(await this.#engine.mark(text), 'same', false);
  }
  async unmark(ply: number): Promise<boolean> {
    return this.set(await this.#engine.unmark(ply), 'same', false);
  }
  /** Shows the table as the engine has it. */
  async again(): Promise<boolean> {
    return this.set(await this.#engine.table(), 'jump', false);
  }

  /** Does what somebody has typed, and says what happened then; null if a first game does not want it. */
  async typed(text: string): Promise<{ answer: FieldAnswer; done: string; view: View } | null> {
    const { guide, table } = this.#shown;
    const answer = await this.#engine.field(text);
    const made = answer.code === 'moved' ? (answer.table?.moves[answer.table.ply - 1]?.text ?? '') : '';
    if (made !== '' && !accepted(guide, made)) {
      await this.#engine.load(table.record);
      guide?.refuse();
      return null;
    }
    if (answer.table) await this.set(answer.table, 'play', false);
    return { answer, done: answer.table ? this.#happened(answer.table) : '', view: this.#shown.view };
  }

  /** Help was used: that stays with the game. */
  async use(kind: 'fair' | 'all-known'): Promise<boolean> {
    const had = helpOf(this.#shown.table.meta);
    const has = withHelp(had, kind);
    return has === had || this.note(helpKey, has);
  }
  /** The player wants no help in this game, or wants it back; not after help has been used. */
  async want(help: boolean): Promise<boolean> {
    const had = helpOf(this.#shown.table.meta);
    return (had === '' || had === 'none') && this.note(helpKey, help ? '' : 'none');
  }

  /** Writes something into the record. */
  async note(key: string, text: string): Promise<boolean> {
    return this.set(await this.#engine.meta(key, text), 'same', false);
  }

  /** Shows another state of the game, and says which. */
  async jump(table: Table, word: string): Promise<boolean> {
    const shown = await this.set(table, 'jump', false);
    const { ply, plies } = this.#shown.table;
    const end = ending(this.#shown.table);
    announce([word, t('jump.at', { ply, plies }), end].filter((part) => part !== '').join('; '));
    return shown;
  }

  /** Says why something was not done. */
  async failed(error: unknown): Promise<void> {
    if (this.#shown.closed) return;
    if (error instanceof Refused) {
      this.#shown.forgetOthers();
      const { refusal } = error.failure;
      this.#shown.tell(refusal ? await this.#refusalWords(refusal) : plain(capital(await whyRefused(this.#engine, error))), 'refusal');
    } else if (!(error instanceof Died)) {
      tell(failedWords(error), 'warning');
    }
  }

  async #refusalWords(refusal: Refusal): Promise<Said> {
    const words = await answers();
    return words ? words.refusalWords(this.#shown.info, refusal) : plain(refusal.text);
  }

  async draw(): Promise<boolean> {
    const control = ['draw', 'redeal'].find((name) => this.#shown.view.controls.includes(name));
    this.#shown.selected = null;
    return this.make(control ?? 'draw');
  }

  #select(spot: Spot): boolean {
    const source = this.#shown.source(spot.pile, spot.index);
    const card = this.#shown.pile(spot.pile)?.cards[spot.index]?.card;
    if (!source || !card) return false;
    this.#shown.lift(spot);
    announce(liftedWords(this.#shown.info, source, card));
    return true;
  }

  /** Handles the choice of a target for what is selected. */
  async #choose(spot: Spot): Promise<boolean> {
    const from = this.#shown.selected!;
    const source = this.#shown.source(from.pile, from.index);
    this.#shown.selected = null;
    if (spot.pile === from.pile) {
      if (spot.index === from.index) {
        announce(t('lift.cancelled'));
        return false;
      }
      return this.#select(spot);
    }
    const target = source?.targets.find((candidate) => candidate.pile === spot.pile);
    if (target) return this.make(target.move);
    if (spot.pile === 'S') return this.draw();
    // A different card that can move: select that one instead.
    if (this.#shown.source(spot.pile, spot.index)?.targets.length) return this.#select(spot);
    return this.make(aimedMove(this.#shown.info, this.#shown.view, from.pile, from.index, spot.pile));
  }

  async tap(spot: Spot): Promise<boolean> {
    passBy();
    this.#shown.marks.sought = '';
    if (this.#shown.selected) {
      const same = this.#shown.selected.pile === spot.pile && this.#shown.selected.index === spot.index;
      const preferred = this.#preferred(this.#shown.source(spot.pile, spot.index));
      if (same && preferred !== '') return this.make(preferred);
      return this.#choose(spot);
    }
    if (spot.pile === 'S') return this.draw();
    const source = this.#shown.source(spot.pile, spot.index);
    // A lit target takes the card.
    const other = this.#shown.others.find((target) => target.pile === spot.pile);
    if (other) return this.#aimAgain(other);
    this.#shown.forgetOthers();
    if (!source) return this.#explain(spot);
    const preferred = this.#preferred(source);
    if (this.#settings.tap === 'select' || preferred === '' || manyEqual(source)) {
      if (source.targets.length === 0) return this.#explain(spot);
      return this.#select(spot);
    }
    const { targets } = source;
    const free = this.#shown.guide === null;
    const moved = await this.make(preferred);
    if (moved && free && !this.#shown.table.events.some((event) => event.type === 'move' && event.automatic)) {
      this.#shown.offer(targets.filter((target) => target.move !== preferred && target.standIn === null));
    }
    return moved;
  }

  /** The move that a tap makes: the one of a first game, if it is one of the card's. */
  #preferred(source: Source | null): string {
    return source?.targets.find((target) => this.#shown.guide?.moves?.includes(target.move))?.move ?? source?.preferred ?? '';
  }

  /** Moves the tapped card again, because the player wanted a different target. */
  async #aimAgain(target: Target): Promise<boolean> {
    this.#shown.forgetOthers();
    const undone = await this.#engine.undo();
    try {
      return await this.set(await this.#engine.play(target.move), 'play');
    } catch (error) {
      await this.set(undone, 'jump', false);
      throw error;
    }
  }

  /** Says why a card cannot be moved now; nothing for an empty place or a foundation. */
  async #explain(spot: Spot): Promise<boolean> {
    const pile = this.#shown.pile(spot.pile);
    const card = pile?.cards[spot.index];
    if (pile?.kind === 'foundation') this.#shown.marks.seekFor(pile);
    if (!pile || pile.kind === 'foundation' || !card || card.card === null || card.down) return false;
    const count = this.#shakeFrom(pile, spot.index);
    const nowhere = both((how) => t('refused.nowhere', { card: cardAs(how, card.card!) }));
    // Any target will do: with several cards, the engine first says whether they can be lifted together.
    const elsewhere = this.#shown.view.piles.find((other) => other.kind === 'tableau' && other.id !== pile.id);
    // Nothing moves until the game's choice has been made, and that is the reason.
    const asked = this.#shown.view.choices.length > 0 || count > 1;
    const aimed = asked && elsewhere ? aimedMove(this.#shown.info, this.#shown.view, spot.pile, spot.index, elsewhere.id) : '';
    const refusal = aimed === '' ? null : (await this.#engine.why(aimed)).refusal;
    if (refusal?.code === 'choose-first') this.#shown.askedToChoose += 1;
    this.#shown.tell(refusal && togetherCodes.has(refusal.code) ? await this.#refusalWords(refusal) : nowhere, 'refusal');
    return false;
  }
}
