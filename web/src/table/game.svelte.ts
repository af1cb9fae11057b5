/**
 * One game on the table: what is shown, what is selected, and everything the player asks for. Whatever the input, it
 * ends as one request to the engine. Requests wait for each other, so a tap made while an answer is on its way acts on
 * the table that the answer brings.
 */
import { instantHint, searchedHint } from '../advice/questions.ts';
import type { FairAdvice } from '../advice/contract.ts';
import type { Running, Solver } from '../engine/solver.ts';
import type { Sure } from '../words/replies.ts';
import { forbidden, helpKey, helpOf, hidesCards, withHelp, wonKey } from '../advice/help.ts';
import type { FieldAnswer, GameInfo, Hint, PileView, Refusal, Source, Table, Target } from '../engine/contract.ts';
import { Died, Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { aimedMove, lifted, pileOf, readMove, sourceIndex } from '../engine/notation.ts';
import { announce, dismiss, notices, passBy, tell } from '../ui/notices.svelte.ts';
import { failedWords } from '../words/failed.ts';
import type { Settings } from '../store/settings.svelte.ts';
import { listed } from '../words/i18n.ts';
import { loaded } from '../ui/load.ts';
import { t } from '../words/texts/table.ts';
import { cardName, cardSign } from '../words/names.ts';
import { capital, ending, happened, pilePhrase, type Said } from '../words/table.ts';
import { movableWords, wanted, wantedWords } from './marks.ts';
import { readTable } from './semantics.ts';
import { pace, type Change } from './motion.ts';

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

/** What a first game lets the player do next. */
interface Guide {
  /** the moves that it accepts; the first is the one that is marked */
  moves: readonly string[];
  /** says that another move has to wait */
  refuse: () => void;
  /** says again what to do */
  repeat: () => void;
}

interface GameEvents {
  /** before a change is shown; what it resolves with is waited for */
  leave: (table: Table) => Promise<unknown>;
  /** after every change of the record */
  changed: () => void;
  /** played so far, ms */
  time: () => number;
}

/** How long after a tap another target may still be chosen, ms. */
const secondChoice = 4000;

/** How long the solver has for an instant answer, ms: it may have to be loaded first. */
const hintPatience = 700;

/** A press that takes no longer is not meant as holding, ms. */
const shortPress = 400;

/** From this many piles on, a tap does not choose for the player. */
const many = 4;

/** Whether the card could go to many piles that are as good as each other, and to no foundation. */
function manyEqual(source: Source): boolean {
  const listed = source.targets.filter((target) => target.standIn === null);
  return (
    listed.length >= many &&
    listed.every((target) => target.pile.startsWith('T')) &&
    new Set(listed.map((target) => target.pile)).size >= many
  );
}

/** Reasons that concern the lifted cards or the whole game, not where the cards would go. */
const togetherCodes = new Set(['one-at-a-time', 'not-a-run', 'too-many-cards', 'choose-first']);

const plain = (text: string): Said => ({ seen: text, spoken: text });

const parts = () => import('./answers.ts');
/** Words for the engine's answers; null while they cannot be loaded. */
const answers = () => loaded(parts).catch(() => null);

export class Game {
  readonly engine: Engine;
  /** null: hints are the engine's rule of thumb */
  readonly solver: Solver | null;
  readonly info: GameInfo;
  readonly #settings: Settings;
  readonly #events: GameEvents;
  /** what is on the table, and how it got there */
  update: Update = $state.raw() as Update;
  selected: Spot | null = $state.raw(null);
  hint: Hint | null = $state.raw(null);
  /** other targets of the card that a tap has just moved */
  others: Target[] = $state.raw([]);
  answer: FieldAnswer | null = $state.raw(null);
  /** null: everything is allowed that the engine allows */
  guide: Guide | null = $state.raw(null);
  /** every card that can be played is marked */
  showing = $state(false);
  /** what a foundation takes next, "7H" or "7": where such cards lie is marked */
  sought = $state('');
  busy = $state(false);
  /** counts the taps made before the choice that the game needs first */
  askedToChoose = $state(0);
  /** the game was won on this table, not opened as a win */
  wonHere = $state(false);
  /** a win is being shown: no panel says so yet */
  festive = $state(false);
  /** cards that could not be moved: the board shakes them */
  refused: { ids: number[]; serial: number } = $state.raw({ ids: [], serial: 0 });
  #queue: Promise<unknown> = Promise.resolve();
  #othersTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** the search for a better hint than the one that is shown */
  #search: Running<FairAdvice> | null = null;
  /** number of the latest message about this game */
  #notice: number | null = null;
  /** the ply that a slider asked for last, until it is gone to */
  #wanted: number | null = null;
  #sliding = false;

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
    this.solver = solver;
    this.info = info;
    this.#settings = settings;
    this.#events = events;
    this.update = { table, change, serial: 0 };
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
    this.#endSearch();
    clearTimeout(this.#othersTimer);
    if (this.#notice !== null) dismiss(this.#notice);
  }

  #tell({ seen, spoken }: Said, kind: 'plain' | 'refusal'): void {
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
    return this.#wish(() => this.#play(move));
  }

  /** A tap, a click or Enter on a card or an empty place. */
  tap(spot: Spot): Promise<boolean> {
    return this.#wish(() => this.#tap(spot));
  }

  /** Selects a card, or puts it down again. */
  pick(spot: Spot): Promise<boolean> {
    return this.#wish(async () => {
      if (this.selected) return this.#choose(spot);
      if (spot.pile === 'S') return this.#tapStock();
      return this.#select(spot);
    });
  }

  /** Handles cards that were lifted and dropped on a pile. */
  drop(from: Spot, to: string): Promise<boolean> {
    return this.#wish(async () => {
      const target = this.source(from.pile, from.index)?.targets.find((candidate) => candidate.pile === to);
      return this.#play(target?.move ?? aimedMove(this.info, this.view, from.pile, from.index, to));
    });
  }

  /** Moves the card to a foundation if it fits one, whatever a tap would do. */
  home(spot: Spot): Promise<boolean> {
    return this.#wish(async () => {
      const source = this.source(spot.pile, spot.index);
      const target = source?.targets.find((candidate) => candidate.pile.startsWith('F'));
      if (target) return this.#play(target.move);
      return source && source.preferred !== '' ? this.#play(source.preferred) : false;
    });
  }

  draw(): Promise<boolean> {
    return this.#wish(() => this.#tapStock());
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
      ? this.#wish(async () => this.#show(await this.engine.goto(ply), 'jump', false))
      : this.#jump(() => this.engine.goto(ply), '');
  }
  /** As `goto`, for a slider: while it is dragged, it asks for many plies, and only the last one matters. */
  async slideTo(ply: number): Promise<void> {
    this.#wanted = ply;
    if (this.#sliding) return;
    this.#sliding = true;
    while (this.#wanted !== null) {
      const next: number = this.#wanted;
      this.#wanted = null;
      if (next !== this.table.ply) await this.goto(next);
    }
    this.#sliding = false;
  }
  /** The record of another state of this game. The help that was used stays with the game. */
  async load(record: string): Promise<boolean> {
    const had = helpOf(this.table.meta);
    const loaded = await this.#jump(() => this.engine.load(record), '');
    if (had === 'none') await this.wantHelp(false);
    else if (had !== '') await this.useHelp(had);
    return loaded;
  }
  finish(): Promise<boolean> {
    return this.#wish(async () => this.#show(await this.engine.finish(), 'play'));
  }
  automatic(level: Table['automatic']): Promise<boolean> {
    return this.#wish(async () => this.#show(await this.engine.automatic(level), 'same', false));
  }
  mark(text: string): Promise<boolean> {
    return this.#wish(async () => this.#show(await this.engine.mark(text), 'same', false));
  }
  unmark(ply: number): Promise<boolean> {
    return this.#wish(async () => this.#show(await this.engine.unmark(ply), 'same', false));
  }
  meta(key: string, text: string): Promise<boolean> {
    return this.#wish(async () => this.#show(await this.engine.meta(key, text), 'same', false));
  }

  showHint(): Promise<boolean> {
    return this.#wish(async () => {
      if (this.guide) {
        this.guide.repeat();
        return true;
      }
      const refused = this.#refusedHelp();
      if (refused) {
        this.#tell(refused, 'refusal');
        return false;
      }
      await this.#use('fair');
      const advice = await this.#instantAdvice();
      const words = await this.#adviceWords(advice);
      this.selected = null;
      this.#forgetOthers();
      this.hint = advice.hint;
      this.#tell(words, 'plain');
      if (advice.basis === 'one-world' || advice.basis === 'rule') void this.#searchOn(advice);
      return advice.hint !== null;
    });
  }

  /** Why the player gets no fair help; null if it may be given. */
  #refusedHelp(): Said | null {
    const why = forbidden('fair', this.info, this.table.meta, this.#settings);
    if (why === '') return null;
    const words = why === 'game' ? t('help.none-here') : t('help.off');
    return plain(words);
  }

  async #hintInField(): Promise<Said> {
    const refused = this.#refusedHelp();
    if (refused) return refused;
    await this.#use('fair');
    return this.#adviceWords(await this.#instantAdvice());
  }

  /** A hint in words; in the engine's own English while they cannot be loaded. */
  async #adviceWords(advice: Sure): Promise<Said> {
    const words = await answers();
    return words ? words.adviceWords(this.info, advice, this.table.sawMore) : plain(advice.hint?.text ?? t('bar.advice-failed'));
  }
  async #refusalWords(refusal: Refusal): Promise<Said> {
    const words = await answers();
    return words ? words.refusalWords(this.info, refusal) : plain(refusal.text);
  }

  /** Help was used: that stays with the game. */
  async #use(kind: 'fair' | 'all-known'): Promise<void> {
    const had = helpOf(this.table.meta);
    const has = withHelp(had, kind);
    if (has !== had) await this.#show(await this.engine.meta(helpKey, has), 'same', false);
  }
  useHelp(kind: 'fair' | 'all-known'): Promise<boolean> {
    return this.#wish(async () => {
      await this.#use(kind);
      return true;
    });
  }
  /** The player wants no help in this game, or wants it back; not after help has been used. */
  wantHelp(on: boolean): Promise<boolean> {
    return this.#wish(async () => {
      const had = helpOf(this.table.meta);
      if (had !== '' && had !== 'none') return false;
      return this.#show(await this.engine.meta(helpKey, on ? '' : 'none'), 'same', false);
    });
  }

  /** What the solver says at once; the engine's rule of thumb if it cannot, or is not there in time. */
  async #instantAdvice(): Promise<Pick<FairAdvice, 'hint' | 'basis' | 'wins' | 'trials' | 'otherWins' | 'otherTrials'>> {
    if (this.solver && !this.solver.unusable) {
      const asked = instantHint(this.solver, this.table.record);
      const timer = setTimeout(() => asked.cancel(), hintPatience);
      const found = await asked.result.catch(() => null);
      clearTimeout(timer);
      if (found) return found.answer;
    }
    const { hint } = await this.engine.hint();
    return { hint, basis: hint ? 'rule' : 'none', wins: 0, trials: 0, otherWins: 0, otherTrials: 0 };
  }

  /** Looks for a better move than the hint's, and shows it unless the game has gone on. */
  async #searchOn(shown: Pick<FairAdvice, 'hint'>): Promise<void> {
    if (!this.solver || this.solver.unusable) return;
    this.#endSearch();
    const search = searchedHint(this.solver, this.table.record);
    this.#search = search;
    const found = await search.result.catch(() => null);
    const words = await answers();
    if (this.#search !== search) return;
    this.#search = null;
    // Cut off by time, it would depend on the machine.
    const advice = found?.late === false ? found.answer : null;
    if (!words || !advice?.hint || this.hint !== shown.hint || advice.basis === 'rule') return;
    const same = advice.hint.move === this.hint?.move;
    const { seen, spoken } = words.adviceWords(this.info, advice, this.table.sawMore);
    this.hint = advice.hint;
    this.#tell({ seen, spoken: same ? words.sureWords(advice, !hidesCards(this.info)) : spoken }, 'plain');
  }

  #endSearch(): void {
    this.#search?.cancel();
    this.#search = null;
  }

  /** Plays the hint's move. */
  playHint(): Promise<boolean> {
    return this.#wish(async () => (this.hint ? this.#play(this.hint.move) : false));
  }

  field(text: string): Promise<boolean> {
    return this.#wish(async () => {
      const before = this.table.record;
      const answer = await this.engine.field(text);
      const made = answer.code === 'moved' ? (answer.table?.moves[answer.table.ply - 1]?.text ?? '') : '';
      if (made !== '' && this.guide && !this.guide.moves.includes(made)) {
        await this.engine.load(before);
        this.answer = null;
        this.guide.refuse();
        return false;
      }
      if (answer.table) await this.#show(answer.table, 'play', false);
      const done = answer.table ? this.#happened(answer.table) : '';
      const state = answer.code === 'state' ? readTable(this.info, this.view) : '';
      const asked = answer.code === 'hint' || answer.code === 'no-hint';
      const inWords = asked ? null : await answers();
      const words = asked
        ? await this.#hintInField()
        : (inWords?.fieldWords(this.info, this.view, answer, done, state) ?? plain(answer.text));
      this.answer = { ...answer, text: words.seen };
      announce(words.spoken);
      return answer.kind === 'moved' || answer.kind === 'answer';
    });
  }

  // ---- what can be played, and where what is needed lies -----------------------------------------------------

  #heldSince = 0;
  #wasShowing = false;

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
    if (on && !this.showing) announce(movableWords(this.info, this.view));
    this.showing = on;
  }

  /** Marks where the cards lie that a foundation takes next; of all of them, one after another. */
  seek(pile = ''): void {
    const wants = new Map(this.view.piles.filter((one) => one.wants).map((one) => [one.wants!, one]));
    const all = [...wants.keys()];
    const own = this.pile(pile);
    const next = own?.kind === 'foundation' ? own : wants.get(all[(all.indexOf(this.sought) + 1) % all.length] ?? '');
    if (next) this.#seek(next);
  }

  #seek({ wants = '', direction }: PileView): boolean {
    this.clear();
    if (wants === '') {
      const words = direction === 0 ? t('refusal.choose-first') : t('refusal.foundation-complete');
      this.#tell({ seen: words, spoken: words }, 'plain');
      return false;
    }
    const { seen, spoken } = wantedWords(this.info, this.view, wants);
    // What is in view is marked and needs no words.
    if (wanted(this.view, wants).some(({ exact }) => exact)) announce(spoken);
    else this.#tell({ seen, spoken }, 'plain');
    this.sought = wants;
    return false;
  }

  clear(): void {
    this.selected = null;
    this.hint = null;
    this.sought = '';
    this.#endSearch();
    this.#forgetOthers();
  }

  #forgetOthers(): void {
    clearTimeout(this.#othersTimer);
    this.others = [];
  }

  /** Shows the table again after the engine was restarted. */
  restored(): void {
    void this.#wish(async () => this.#show(await this.engine.table(), 'jump', false));
  }

  // ---- how they are met --------------------------------------------------------------------------------------

  #wish(job: () => Promise<boolean>): Promise<boolean> {
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
      this.#tell(error.failure.refusal ? await this.#refusalWords(error.failure.refusal) : plain(capital(failedWords(error))), 'refusal');
    } else if (!(error instanceof Died)) {
      tell(failedWords(error), 'warning');
    }
  }

  async #play(move: string): Promise<boolean> {
    if (move === '') return false;
    if (this.guide && !this.guide.moves.includes(move) && (await this.engine.why(move)).refusal === null) {
      this.clear();
      this.#shake(move);
      this.guide.refuse();
      return false;
    }
    try {
      return await this.#show(await this.engine.play(move), 'play');
    } catch (error) {
      if (error instanceof Refused) this.#shake(move);
      throw error;
    }
  }

  #shake(move: string): void {
    const { from } = readMove(move);
    const pile = this.pile(from);
    const index = sourceIndex(this.info, this.view, move);
    if (!pile || index < 0) return;
    const ids = pile.cards.slice(index, index + lifted(this.info, pile, index)).map((card) => card.id);
    this.refused = { ids, serial: this.refused.serial + 1 };
  }

  #happened(table: Table): string {
    return happened(this.info, table, { time: this.#events.time(), brief: this.#settings.briefSpeech });
  }

  /** Shows what the engine has answered, once it is kept: a page that ends now loses no move that can be seen. */
  async #show(table: Table, change: Change, say = true): Promise<boolean> {
    if (this.#closed) return false;
    await this.#events.leave(table);
    if (this.#closed) return false;
    this.clear();
    passBy();
    const wins = change === 'play' && table.view.status === 'won' && this.view.status !== 'won';
    if (wins) this.wonHere = true;
    if (change !== 'same') this.festive = wins && pace(this.#settings.animation) > 0;
    this.update = { table, change, serial: this.update.serial + 1 };
    this.#events.changed();
    if (say) announce(this.#happened(table));
    if (table.view.status === 'won' && !(wonKey in table.meta)) void this.meta(wonKey, helpOf(table.meta) || 'unaided');
    return true;
  }

  async #jump(request: () => Promise<Table>, word: string): Promise<boolean> {
    return this.#wish(async () => {
      const shown = await this.#show(await request(), 'jump', false);
      const { ply, plies } = this.table;
      const end = ending(this.table);
      announce([word, t('jump.at', { ply, plies }), end].filter((part) => part !== '').join('; '));
      return shown;
    });
  }

  async #tapStock(): Promise<boolean> {
    const control = ['draw', 'redeal'].find((name) => this.view.controls.includes(name));
    this.selected = null;
    return this.#play(control ?? 'draw');
  }

  #select(spot: Spot): boolean {
    const source = this.source(spot.pile, spot.index);
    const card = this.pile(spot.pile)?.cards[spot.index]?.card;
    if (!source || !card) return false;
    this.#forgetOthers();
    this.hint = null;
    this.selected = spot;
    const places = new Map(source.targets.map((target) => pilePhrase(this.info, target.pile)).map((phrase) => [phrase(), phrase]));
    const lifted = cardName(card);
    announce(
      capital(
        places.size > 0
          ? t('lift.to', { card: lifted, places: listed([...places.values()], 'disjunction') })
          : t('lift.nowhere', { card: lifted }),
      ),
    );
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
    if (target) return this.#play(target.move);
    if (spot.pile === 'S') return this.#tapStock();
    // A different card that can move: select that one instead.
    if (this.source(spot.pile, spot.index)?.targets.length) return this.#select(spot);
    return this.#play(aimedMove(this.info, this.view, from.pile, from.index, spot.pile));
  }

  async #tap(spot: Spot): Promise<boolean> {
    passBy();
    this.sought = '';
    if (this.selected) {
      const same = this.selected.pile === spot.pile && this.selected.index === spot.index;
      const preferred = this.#preferred(this.source(spot.pile, spot.index));
      if (same && preferred !== '') return this.#play(preferred);
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
    const moved = await this.#play(preferred);
    if (moved && free && !this.table.events.some((event) => event.type === 'move' && event.automatic)) {
      this.others = targets.filter((target) => target.move !== preferred && target.standIn === null);
      this.#othersTimer = setTimeout(() => (this.others = []), secondChoice);
    }
    return moved;
  }

  /** The move that a tap makes: the one of a first game, if it is one of the card's. */
  #preferred(source: Source | null): string {
    return source?.targets.find((target) => this.guide?.moves.includes(target.move))?.move ?? source?.preferred ?? '';
  }

  /** Moves the tapped card again, because the player wanted a different target. */
  async #aimAgain(target: Target): Promise<boolean> {
    this.#forgetOthers();
    const undone = await this.engine.undo();
    try {
      return await this.#show(await this.engine.play(target.move), 'play');
    } catch (error) {
      await this.#show(undone, 'jump', false);
      throw error;
    }
  }

  /** Says why a card cannot be moved now; nothing for an empty place or a foundation. */
  async #explain(spot: Spot): Promise<boolean> {
    const pile = this.pile(spot.pile);
    const card = pile?.cards[spot.index];
    if (pile?.kind === 'foundation') return this.#seek(pile);
    if (!pile || !card || card.card === null) return false;
    const count = lifted(this.info, pile, spot.index);
    this.refused = { ids: pile.cards.slice(spot.index, spot.index + count).map((other) => other.id), serial: this.refused.serial + 1 };
    const { card: name } = card;
    const nowhere: Said = { seen: t('refused.nowhere', { card: cardSign(name) }), spoken: t('refused.nowhere', { card: cardName(name) }) };
    // Any target will do: with several cards, the engine first says whether they can be lifted together.
    const elsewhere = this.view.piles.find((other) => other.kind === 'tableau' && other.id !== pile.id);
    // Nothing moves until the game's choice has been made, and that is the reason.
    const asked = this.view.choices.length > 0 || count > 1;
    if (!asked || !elsewhere) {
      this.#tell(nowhere, 'refusal');
      return false;
    }
    const { refusal } = await this.engine.why(aimedMove(this.info, this.view, spot.pile, spot.index, elsewhere.id));
    if (refusal?.code === 'choose-first') this.askedToChoose += 1;
    this.#tell(refusal && togetherCodes.has(refusal.code) ? await this.#refusalWords(refusal) : nowhere, 'refusal');
    return false;
  }
}
