/**
 * One game on the table, and the only way in to it: a tap, a drag, a key, a typed move, a hint that is played, a lesson
 * and a film all end here as one request to the engine. Requests wait for each other, so a tap made while an answer is on
 * its way acts on the table that the answer brings.
 *
 * It owns the table that is shown, what is selected, and what a tap has just offered; `hints` owns the hint and the help
 * that was used, `marks` what is marked, `field` the answer to a typed command.
 */
import { helpOf } from './help.ts';
import { answers, Hints } from './hints.svelte.ts';
import type { Solver } from '../engine/solver.ts';
import type { GameInfo, PileView, Refusal, Source, Table, Target, View } from '../engine/contract.ts';
import { Died, Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { aimedMove, lifted, pileOf, readMove, sourceIndex } from '../engine/notation.ts';
import { announce, dismiss, notices, passBy, tell } from '../ui/notices.svelte.ts';
import { latest } from '../ground/latest.ts';
import { failedWords } from '../words/failed.ts';
import type { Settings } from '../store/settings.svelte.ts';
import { t } from '../words/texts/table.ts';
import { both, capital, cardAs, ending, happened, plain, type Said } from '../words/table.ts';
import type { Field } from './field.svelte.ts';
import { Marks } from './marks.svelte.ts';
import { accepted, liftedWords, manyEqual, togetherCodes, type Guide } from './taps.ts';
import { pace, type Change } from '../table/motion.ts';

export interface Spot {
  pile: string;
  /** -1: the empty place */
  index: number;
}

interface Update {
  table: Table;
  change: Change;
  /** a running number: one more with every update */
  serial: number;
}

interface GameEvents {
  /** before a change is shown; what it resolves with is waited for */
  leave: (table: Table) => Promise<unknown>;
  /** after every change of the record */
  changed: () => void;
  /** played so far, ms */
  time: () => number;
  /** the table as it is to be seen */
  seen?: (table: Table) => Table;
}

/** How long after a tap another target may still be chosen, ms. */
const secondChoice = 4000;

export class Game {
  readonly engine: Engine;
  readonly info: GameInfo;
  readonly hints: Hints;
  readonly marks = new Marks(this);
  /** once somebody types */
  field: Field | null = null;
  readonly #settings: Settings;
  readonly #events: GameEvents;
  /** what is on the table, and how it got there */
  update: Update = $state.raw() as Update;
  selected: Spot | null = $state.raw(null);
  /** other targets of the card that a tap has just moved */
  others: Target[] = $state.raw([]);
  /** null: everything is allowed that the engine allows */
  guide: Guide | null = $state.raw(null);
  busy = $state(false);
  /** counts the taps made before the choice that the game needs first */
  askedToChoose = $state(0);
  /** how often it was won on this table: a win that is opened is none */
  wins = $state(0);
  /** a win is being shown: no panel says so yet */
  festive = $state(false);
  /** cards that could not be moved: the board shakes them */
  refused: { ids: number[]; serial: number } = $state.raw({ ids: [], serial: 0 });
  #queue: Promise<unknown> = Promise.resolve();
  #othersTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** number of the latest message about this game */
  #notice: number | null = null;

  constructor(
    engine: Engine,
    info: GameInfo,
    table: Table,
    change: Change,
    settings: Settings,
    events: GameEvents,
    solver: Solver | null = null,
  ) {
    this.engine = engine;
    this.hints = new Hints(this, solver, settings);
    this.info = info;
    this.#settings = settings;
    this.#events = events;
    this.update = { table: events.seen?.(table) ?? table, change, serial: 0 };
  }

  get table(): Table {
    return this.update.table;
  }
  get view() {
    return this.update.table.view;
  }

  /** Ends all activity here: late answers are dropped, and the last message about this game is dismissed. */
  close(): void {
    this.#closed = true;
    this.hints.clear();
    clearTimeout(this.#othersTimer);
    if (this.#notice !== null) dismiss(this.#notice);
  }

  tell({ seen, spoken }: Said, kind: 'plain' | 'refusal'): void {
    tell(seen, kind, null, spoken);
    this.#notice = notices.shown?.number ?? null;
  }

  pile(id: string): PileView | undefined {
    return pileOf(this.view, id);
  }

  source(pile: string, index: number): Source | null {
    return this.view.sources.find((source) => source.pile === pile && source.index === index) ?? null;
  }

  /** The targets of what is selected. */
  get targets(): Target[] {
    return this.selected ? (this.source(this.selected.pile, this.selected.index)?.targets ?? []) : [];
  }

  // ---- requests ---------------------------------------------------------------------------------------------

  /** Plays a move given by its text. Returns whether it was accepted. */
  play(move: string): Promise<boolean> {
    return this.wish(() => this.make(move));
  }

  /** A tap, a click or Enter on a card or an empty place. */
  tap(spot: Spot): Promise<boolean> {
    return this.wish(() => this.#tap(spot));
  }

  /** Selects a card, or puts it down again. */
  pick(spot: Spot): Promise<boolean> {
    return this.wish(async () => {
      if (this.selected) return this.#choose(spot);
      if (spot.pile === 'S') return this.#tapStock();
      return this.#select(spot);
    });
  }

  /** Handles cards that were lifted and dropped on a pile. */
  drop(from: Spot, to: string): Promise<boolean> {
    return this.wish(async () => {
      const target = this.source(from.pile, from.index)?.targets.find((candidate) => candidate.pile === to);
      return this.make(target?.move ?? aimedMove(this.info, this.view, from.pile, from.index, to));
    });
  }

  /** Moves the card to a foundation if it fits one, whatever a tap would do. */
  home(spot: Spot): Promise<boolean> {
    return this.wish(async () => {
      const source = this.source(spot.pile, spot.index);
      const target = source?.targets.find((candidate) => candidate.pile.startsWith('F'));
      if (target) return this.make(target.move);
      return source && source.preferred !== '' ? this.make(source.preferred) : false;
    });
  }

  draw(): Promise<boolean> {
    return this.wish(() => this.#tapStock());
  }

  undo(): Promise<boolean> {
    return this.#jump(() => this.engine.undo(), t('jump.undone'));
  }
  redo(): Promise<boolean> {
    return this.#jump(() => this.engine.redo(), t('jump.redone'));
  }
  /** `quiet`: one of many, of which none is spoken */
  goto(ply: number, quiet = false): Promise<boolean> {
    return quiet
      ? this.wish(async () => this.set(await this.engine.goto(ply), 'jump', false))
      : this.#jump(() => this.engine.goto(ply), '');
  }
  /** How the table lay at a ply; it is not shown. */
  async viewAt(ply: number): Promise<View> {
    let { view } = this;
    await this.wish(async () => {
      ({ view } = await this.engine.view(ply));
      return true;
    });
    return view;
  }
  /** As `goto`, for a slider. */
  readonly slideTo = latest(async (ply: number) => ply !== this.table.ply && this.goto(ply));
  /** The record of another state of this game. The help that was used stays with the game. */
  async load(record: string): Promise<boolean> {
    const had = helpOf(this.table.meta);
    const loaded = await this.#jump(() => this.engine.load(record), '');
    await this.hints.keep(had);
    return loaded;
  }
  finish(): Promise<boolean> {
    return this.wish(async () => this.set(await this.engine.finish(), 'play'));
  }
  automatic(level: Table['automatic']): Promise<boolean> {
    return this.wish(async () => this.set(await this.engine.automatic(level), 'same', false));
  }
  mark(text: string): Promise<boolean> {
    return this.wish(async () => this.set(await this.engine.mark(text), 'same', false));
  }
  unmark(ply: number): Promise<boolean> {
    return this.wish(async () => this.set(await this.engine.unmark(ply), 'same', false));
  }
  meta(key: string, text: string): Promise<boolean> {
    return this.wish(() => this.note(key, text));
  }
  /** Within a wish: writes something into the record. */
  async note(key: string, text: string): Promise<boolean> {
    return this.set(await this.engine.meta(key, text), 'same', false);
  }

  async #refusalWords(refusal: Refusal): Promise<Said> {
    const words = await answers();
    return words ? words.refusalWords(this.info, refusal) : plain(refusal.text);
  }

  clear(): void {
    this.hints.clear();
    this.marks.sought = '';
    this.putDown();
  }

  /** Nothing is selected, and nothing lit for a second choice. */
  putDown(): void {
    this.selected = null;
    this.#forgetOthers();
  }

  #forgetOthers(): void {
    clearTimeout(this.#othersTimer);
    this.others = [];
  }

  /** Shows the table again after the engine was restarted. */
  restored(): void {
    void this.wish(async () => this.set(await this.engine.table(), 'jump', false));
  }

  // ---- how they are met --------------------------------------------------------------------------------------

  /** Does a job when those before it are done. */
  wish(job: () => Promise<boolean>): Promise<boolean> {
    const run = async (): Promise<boolean> => {
      if (this.#closed) return false;
      this.busy = true;
      try {
        return await job();
      } catch (error) {
        await this.#failed(error);
        return false;
      } finally {
        this.busy = false;
      }
    };
    const result = this.#queue.then(run);
    this.#queue = result;
    return result;
  }

  async #failed(error: unknown): Promise<void> {
    if (this.#closed) return;
    if (error instanceof Refused) {
      this.#forgetOthers();
      this.tell(error.failure.refusal ? await this.#refusalWords(error.failure.refusal) : plain(capital(failedWords(error))), 'refusal');
    } else if (!(error instanceof Died)) {
      tell(failedWords(error), 'warning');
    }
  }

  /** Within a wish: plays a move. */
  async make(move: string): Promise<boolean> {
    if (move === '') return false;
    if (!accepted(this.guide, move) && (await this.engine.why(move)).refusal === null) {
      this.clear();
      this.#shake(move);
      this.guide?.refuse();
      return false;
    }
    try {
      return await this.set(await this.engine.play(move), 'play');
    } catch (error) {
      if (error instanceof Refused) this.#shake(move);
      throw error;
    }
  }

  #shake(move: string): void {
    const pile = this.pile(readMove(move).from);
    const index = sourceIndex(this.info, this.view, move);
    if (pile && index >= 0) this.#shakeFrom(pile, index);
  }
  #shakeFrom(pile: PileView, index: number): number {
    const cards = pile.cards.slice(index, index + lifted(this.info, pile, index));
    this.refused = { ids: cards.map(({ id }) => id), serial: this.refused.serial + 1 };
    return cards.length;
  }

  happened(table: Table): string {
    return happened(this.info, table, { time: this.#events.time(), brief: this.#settings.briefSpeech });
  }

  /** Within a wish: shows what the engine has answered, once it is kept: a page that ends now loses no move that can be seen. */
  async set(table: Table, change: Change, say = true): Promise<boolean> {
    if (this.#closed) return false;
    await this.#events.leave(table);
    if (this.#closed) return false;
    this.clear();
    passBy();
    const wins = change === 'play' && table.view.status === 'won' && this.view.status !== 'won';
    if (wins) this.wins += 1;
    if (change !== 'same') this.festive = wins && pace(this.#settings.animation) > 0;
    this.update = { table: this.#events.seen?.(table) ?? table, change, serial: this.update.serial + 1 };
    this.#events.changed();
    if (say) announce(this.happened(table));
    if (table.view.status === 'won') this.hints.noteWin(table, wins);
    return true;
  }

  async #jump(request: () => Promise<Table>, word: string): Promise<boolean> {
    return this.wish(async () => {
      const shown = await this.set(await request(), 'jump', false);
      const { ply, plies } = this.table;
      const end = ending(this.table);
      announce([word, t('jump.at', { ply, plies }), end].filter((part) => part !== '').join('; '));
      return shown;
    });
  }

  async #tapStock(): Promise<boolean> {
    const control = ['draw', 'redeal'].find((name) => this.view.controls.includes(name));
    this.selected = null;
    return this.make(control ?? 'draw');
  }

  #select(spot: Spot): boolean {
    const source = this.source(spot.pile, spot.index);
    const card = this.pile(spot.pile)?.cards[spot.index]?.card;
    if (!source || !card) return false;
    this.#forgetOthers();
    this.hints.clear();
    this.selected = spot;
    announce(liftedWords(this.info, source, card));
    return true;
  }

  /** Handles the choice of a target for what is selected. */
  async #choose(spot: Spot): Promise<boolean> {
    const from = this.selected!;
    const source = this.source(from.pile, from.index);
    this.selected = null;
    if (spot.pile === from.pile) {
      if (spot.index === from.index) {
        announce(t('lift.cancelled'));
        return false;
      }
      return this.#select(spot);
    }
    const target = source?.targets.find((candidate) => candidate.pile === spot.pile);
    if (target) return this.make(target.move);
    if (spot.pile === 'S') return this.#tapStock();
    // A different card that can move: select that one instead.
    if (this.source(spot.pile, spot.index)?.targets.length) return this.#select(spot);
    return this.make(aimedMove(this.info, this.view, from.pile, from.index, spot.pile));
  }

  async #tap(spot: Spot): Promise<boolean> {
    passBy();
    this.marks.sought = '';
    if (this.selected) {
      const same = this.selected.pile === spot.pile && this.selected.index === spot.index;
      const preferred = this.#preferred(this.source(spot.pile, spot.index));
      if (same && preferred !== '') return this.make(preferred);
      return this.#choose(spot);
    }
    if (spot.pile === 'S') return this.#tapStock();
    const source = this.source(spot.pile, spot.index);
    // A lit target takes the card.
    const other = this.others.find((target) => target.pile === spot.pile);
    if (other) return this.#aimAgain(other);
    this.#forgetOthers();
    if (!source) return this.#explain(spot);
    const preferred = this.#preferred(source);
    if (this.#settings.tap === 'select' || preferred === '' || manyEqual(source)) {
      if (source.targets.length === 0) return this.#explain(spot);
      return this.#select(spot);
    }
    const { targets } = source;
    const free = this.guide === null;
    const moved = await this.make(preferred);
    if (moved && free && !this.table.events.some((event) => event.type === 'move' && event.automatic)) {
      this.others = targets.filter((target) => target.move !== preferred && target.standIn === null);
      this.#othersTimer = setTimeout(() => (this.others = []), secondChoice);
    }
    return moved;
  }

  /** The move that a tap makes: the one of a first game, if it is one of the card's. */
  #preferred(source: Source | null): string {
    return source?.targets.find((target) => this.guide?.moves?.includes(target.move))?.move ?? source?.preferred ?? '';
  }

  /** Moves the tapped card again, because the player wanted a different target. */
  async #aimAgain(target: Target): Promise<boolean> {
    this.#forgetOthers();
    const undone = await this.engine.undo();
    try {
      return await this.set(await this.engine.play(target.move), 'play');
    } catch (error) {
      await this.set(undone, 'jump', false);
      throw error;
    }
  }

  /** Says why a card cannot be moved now; nothing for an empty place or a foundation. */
  async #explain(spot: Spot): Promise<boolean> {
    const pile = this.pile(spot.pile);
    const card = pile?.cards[spot.index];
    if (pile?.kind === 'foundation') this.marks.seekFor(pile);
    if (!pile || pile.kind === 'foundation' || !card || card.card === null || card.down) return false;
    const count = this.#shakeFrom(pile, spot.index);
    const nowhere = both((how) => t('refused.nowhere', { card: cardAs(how, card.card!) }));
    // Any target will do: with several cards, the engine first says whether they can be lifted together.
    const elsewhere = this.view.piles.find((other) => other.kind === 'tableau' && other.id !== pile.id);
    // Nothing moves until the game's choice has been made, and that is the reason.
    const asked = this.view.choices.length > 0 || count > 1;
    const aimed = asked && elsewhere ? aimedMove(this.info, this.view, spot.pile, spot.index, elsewhere.id) : '';
    const refusal = aimed === '' ? null : (await this.engine.why(aimed)).refusal;
    if (refusal?.code === 'choose-first') this.askedToChoose += 1;
    this.tell(refusal && togetherCodes.has(refusal.code) ? await this.#refusalWords(refusal) : nowhere, 'refusal');
    return false;
  }
}
