/**
 * A game's page. It owns which dialog and panels are open, and what is loaded for them; its bars, keys and dialogs do
 * everything through it. The game itself is the session's, what is known about it the desk's.
 */
import { onDestroy, untrack } from 'svelte';
import { useApp } from '../app/app.svelte.ts';
import type { Desk } from '../advice/desk.svelte.ts';
import { helpOf, hidesCards } from '../play/help.ts';
import { Ahead } from '../advice/ahead.svelte.ts';
import { knownOfDay } from '../days/known.ts';
import type { GameInfo } from '../engine/contract.ts';
import { lessonDeals } from '../lesson/deals.ts';
import { lessonSeen, noteLesson } from '../lesson/seen.ts';
import { t } from '../words/texts/table.ts';
import { today } from '../store/names.ts';
import { settings } from '../store/settings.svelte.ts';
import { volumes } from '../sound/sound.ts';
import type { Replay } from '../play/replay.svelte.ts';
import type { Action } from '../table/keys.ts';
import { randomDeal, Session } from '../play/session.svelte.ts';
import { letSleep, stayAwake } from '../ground/awake.ts';
import { loaded, preload } from '../ground/load.ts';
import { watch } from '../ground/watch.svelte.ts';
import { announce, notices, passBy, tell } from '../ui/notices.svelte.ts';
import { AtTable } from './at-table.svelte.ts';

export interface GamePage {
  info: GameInfo;
  deal: string;
  saved: string;
  /** how the deal was chosen */
  kind?: string;
  /** a guided first game */
  lesson?: boolean;
}

/** Sound is offered after so many moves, when no other has followed for this time, ms. */
const [soundMoves, soundPause] = [5, 1500];

const answers = () => import('../play/replies.ts');
const peek = () => import('../table/Peek.svelte');
const parts = () => import('../advice/late.ts');

/** So many moves, and then so long without one, ms, and somebody is asked where the stock should lie. */
const movesBefore = 3;
const rest = 1500;
const onPhone = (): boolean => matchMedia('(pointer: coarse)').matches && innerWidth < Math.min(700, innerHeight);

/** The parts that a page loads a little later, as it needs them. */
interface Extra {
  Replay: new (session: Session) => Replay;
  noteLeft: (session: Session) => unknown;
}

export class Playing<Parts extends Extra = Extra> extends AtTable {
  readonly #app = useApp();
  readonly info: GameInfo;
  readonly deal: string;
  readonly session: Session;
  readonly #props: GamePage;
  readonly #extras: () => Promise<{ late: Parts }>;
  /** the dialog that is open, "" for none; "again" is that of a new deal, which needs no more than what was asked for last */
  dialog: '' | 'new' | 'again' | 'thumb' | 'menu' | 'share' | 'keys' | 'rules' | 'settings' = $state('');
  /** of the game that is shared, if it is known */
  par: number | null = $state(null);
  history = $state(false);
  /** something has been offered in this game: one thing is enough */
  #asked = false;
  #advice = $state(false);
  /** the analysis begins as soon as it can */
  analyze = $state(false);
  #endSeen = $state('');
  /** a first game that teaches is offered, on the first visit */
  offer = $state(false);
  /** the dialogs and panels that are loaded a little later; null until then */
  extra: Parts | null = $state.raw(null);
  /** there once they are */
  replay: Replay | null = $state.raw(null);
  /** Knowledge of the game beyond the table is loaded when somebody wants it. */
  part: Awaited<ReturnType<typeof parts>>['advice'] | null = $state.raw(null);
  desk: Desk | null = $state.raw(null);

  /** Only while a component begins: it ends with it. */
  constructor(props: GamePage, extras: () => Promise<{ late: Parts }>) {
    super();
    this.#extras = extras;
    const app = this.#app;
    const { info, deal, saved } = props;
    const said = props.kind ?? '';
    const kind = knownOfDay({ kind: said, deal: `${info.id}#${deal}` }) === false ? '' : said;
    this.#props = props;
    this.info = info;
    this.deal = deal;
    this.offer = !this.lesson && info.variantOf === '' && info.id in lessonDeals && !lessonSeen(info.id);
    const session = (this.session = new Session({ info, deal, saved, kind }, app.engine, app.store, settings, app.solver));
    const opened = session.open();
    // A deal of a past day says so before the first move.
    if (kind.startsWith('day-') && kind < `day-${today()}`)
      void opened.then(() => session.state === 'playing' && !this.begun && tell(t('do.later')));
    onDestroy(() => this.replay?.stop());
    this.#thinkAhead(new Ahead(opened));
    onDestroy(() => {
      session.close();
      // A game that is left before its keeper has been loaded counts, too; if it never is, when the game is opened again.
      if (this.begun && !this.extra && !this.lesson)
        void loaded(extras).then(
          ({ late }) => late.noteLeft(session),
          () => {},
        );
    });
    this.#watchScreen();
    this.#offerThumb();
    this.#load();
    this.#keepDesk();
    watch(
      () => this.dialog !== '' || Boolean(this.desk?.review.game),
      (away) => session.rest(away),
    );
    $effect(() => {
      if (!this.table) return;
      if (this.lesson || (this.offer && this.table.plies === 0)) untrack(() => noteLesson(this.#taught));
      if (this.table.plies > 0) this.offer = false;
    });
    // Automatic play is one setting for all games; it is the engine that plays.
    let level = settings.automatic;
    $effect(() => {
      const wanted = settings.automatic;
      if (wanted === level) return;
      level = wanted;
      for (const game of [this.session.game, this.desk?.review.game]) void game?.automatic(wanted);
    });
  }

  /** It is played on as an ordinary game. */
  get lesson(): boolean {
    return this.#props.lesson === true;
  }
  /** The game on the table: the player's, or one that is tried out in an exercise. */
  get game() {
    return this.#trying ?? this.session.game;
  }
  get #trying() {
    return this.desk?.review.game ?? null;
  }
  get table() {
    return this.game?.table;
  }
  get view() {
    return this.table?.view;
  }
  readonly playing: boolean = $derived.by(() => this.session.state === 'playing');
  readonly active: boolean = $derived.by(() => this.playing && !this.session.paused);
  readonly begun: boolean = $derived.by(() => (this.table?.plies ?? 0) > 0);
  readonly canUndo: boolean = $derived.by(
    () =>
      this.active &&
      (this.#trying ? this.#trying.table.ply > 0 : this.session.canUndo || (this.#app.previous !== '' && this.table?.plies === 0)),
  );
  readonly canRedo: boolean = $derived.by(() => this.active && this.table !== undefined && this.table.ply < this.table.plies);
  /** how many changes the game had had when somebody wanted to give it up */
  #gaveUp = $state(-1);
  readonly #ended: string = $derived.by(() =>
    this.view && this.playing && (this.view.status !== 'playing' || this.#gaveUp === this.game?.update.serial)
      ? `${this.view.status} ${this.table?.ply} ${this.game?.wins} ${this.#gaveUp}`
      : '',
  );
  /** the end that something is said of, "" if there is none */
  readonly over: string = $derived.by(() => (this.#ended === this.#endSeen ? '' : this.#ended));
  readonly showEnd: boolean = $derived.by(
    () => this.over !== '' && !this.game?.festive && !this.replay?.running && !this.desk?.review.game,
  );
  /** Verdicts or odds are shown after each move. */
  readonly watches: boolean = $derived.by(() => {
    const help = this.table ? helpOf(this.table.meta) : '';
    const hides = hidesCards(this.info);
    return help !== 'none' && ((settings.verdict && (!hides || help === 'all-known')) || (settings.odds && hides));
  });
  readonly #advised: boolean = $derived.by(() => this.playing && (this.advice || this.watches));
  /** The advice is open. */
  readonly advised: boolean = $derived.by(() => this.advice && this.active);
  get #taught(): string {
    return this.info.variantOf === '' ? this.info.id : this.info.variantOf;
  }
  get advice(): boolean {
    return this.#advice;
  }
  set advice(on: boolean) {
    this.#advice = on;
    // The message about the end gives way.
    if (on) this.closeEnd();
  }

  #watchScreen(): void {
    onDestroy(letSleep);
    $effect(() => {
      void this.table?.ply;
      if (this.active && this.view?.status === 'playing') stayAwake();
      else letSleep();
    });
    // Sound is off until somebody wants it: a good moment to ask, once, is when the first moves have been made and the
    // next one is thought about; whoever is too quick for that is asked after the first win.
    let made = 0;
    $effect(() => {
      if (volumes[settings.sound] > 0 || settings.soundOffered || this.lesson || !this.game) return;
      const { change } = this.game.update;
      const won = this.showEnd && this.game.wins > 0;
      if (change === 'play') ++made;
      if (!won && (made < soundMoves || this.view?.status !== 'playing' || !this.active)) return;
      const offer = () => {
        if (!won && (notices.shown || this.#asked || (this.#mayOfferThumb && onPhone()))) return;
        settings.soundOffered = true;
        tell(t('sound.offer'), 'plain', { label: t('sound.on'), run: () => (settings.sound = 'medium') });
      };
      const timer = setTimeout(offer, won ? 0 : soundPause);
      return () => clearTimeout(timer);
    });
  }

  get #mayOfferThumb(): boolean {
    return !settings.thumbOffered && this.info.hasStock && !this.lesson;
  }

  /** On a phone, once: after a few moves, when nobody is about to tap. */
  #offerThumb(): void {
    $effect(() => {
      const plies = this.table?.plies ?? 0;
      // Nobody is asked over a hint.
      if (plies < movesBefore || !this.#mayOfferThumb || !this.active || this.dialog !== '' || this.game?.hints.shown) return;
      const timer = setTimeout(() => {
        // How large the window is, a browser says only after a layout: nobody asks after each move.
        if (!onPhone()) return;
        settings.thumbOffered = true;
        this.#asked = true;
        if (!settings.bottom) this.dialog = 'thumb';
      }, rest);
      return () => clearTimeout(timer);
    });
  }

  #thinkAhead(ahead: Ahead): void {
    onDestroy(() => ahead.end());
    $effect(() => {
      if (ahead.warm) this.#app.solver.warm();
    });
    const may = $derived(ahead.may && this.active && !this.replay?.running && !this.desk?.film);
    watch(
      () => [this.game, may, this.game?.update.serial, this.game?.guide, settings.help] as const,
      ([game, may]) => (may ? game?.hints.think() : game?.hints.rest()),
    );
  }

  #load(): void {
    // They keep nobody waiting for the table, however slow it comes.
    $effect(() => {
      if (!this.game) return;
      const warm = setTimeout(() => preload(answers, this.#extras, peek), 2500);
      return () => clearTimeout(warm);
    });
    $effect(() => {
      const opens = this.dialog !== '' || this.history || settings.field || this.advice || this.over !== '';
      if (opens || this.begun || this.session.two || notices.shown) void this.need();
    });
  }

  protected async need(): Promise<void> {
    if (this.extra) return;
    try {
      const { late: extra } = await loaded(this.#extras);
      this.replay ??= new extra.Replay(this.session);
      this.extra = extra;
    } catch {
      this.dialog = '';
      this.history = settings.field = false;
      tell(t('bar.advice-failed'), 'warning');
    }
  }

  #keepDesk(): void {
    $effect(() => {
      if (!this.#advised || this.part) return;
      loaded(parts).then(
        ({ advice }) => (this.part = advice),
        () => {
          this.advice = false;
          tell(t('bar.advice-failed'), 'warning');
        },
      );
    });
    $effect(() => {
      const { part } = this;
      const { game } = this.session;
      if (!this.#advised || !part || !game) return;
      const own = untrack(() => new part.Desk(game, this.session, this.#app.solver));
      this.desk = own;
      return () => {
        this.desk = null;
        own.close();
      };
    });
    const changes = (desk: Desk) => [desk.game.update.serial, desk.watches, desk.weighs, desk.review.game];
    watch(
      () => [this.desk, this.advised, this.session.paused, this.desk && changes(this.desk)] as const,
      ([desk, open, rest]) => {
        if (!desk) return;
        desk.open = open;
        desk.follow(rest);
      },
    );
    watch(
      () => [this.desk, this.analyze] as const,
      ([desk, wanted]) => {
        if (!desk || !wanted) return;
        this.analyze = false;
        if (desk.mayHelp) void desk.analyze(desk.opened);
      },
    );
  }

  // ---- what bars, keys and dialogs do --------------------------------------------------------------------------

  newDeal(of: GameInfo = this.info, number: string = randomDeal(), kind = ''): void {
    this.#app.goFrom(this.begun ? location.hash : '', { page: 'play', game: of.id, deal: number, saved: '', kind });
    if (this.begun && this.view?.status !== 'won') tell(t('do.new-deal'), 'plain', { label: t('do.return'), run: () => this.#goBack() });
  }

  #goBack(): void {
    const before = this.#app.previous;
    this.#app.isBack(before);
    if (before !== '') location.hash = before;
  }

  override keyed(action: Action | null): boolean {
    return this.dialog === '' && (action === null || (this.playing && (!this.session.paused || action === 'pause')));
  }

  override escape(): void {
    if (this.desk?.film) this.desk.stopFilm();
    else if (this.advice) this.closeAdvice();
    else if (this.history) this.history = false;
  }

  undo(): void {
    if (!this.canUndo) announce(t('do.nothing-to-undo'));
    else if (this.#trying) void this.#trying.undo();
    else if (this.session.canUndo) this.session.undo();
    else this.#goBack();
  }

  restart(): void {
    if (this.session.canUndo && !this.#trying) this.session.restart();
  }

  override redo(): void {
    if (this.canRedo) void (this.#trying ?? this.session).redo();
    else announce(t('do.nothing-to-redo'));
  }

  finish(): void {
    if (this.view?.finishable) void this.game?.finish();
    else announce(t('do.no-finish'));
  }

  hint(): void {
    if (this.game?.hints.shown) void this.game.hints.play();
    else void this.game?.hints.show();
  }

  share(par: number | null): void {
    this.par = par;
    this.dialog = 'share';
  }

  choose(which: number): void {
    const choice = this.view?.choices[which];
    if (choice) void this.game?.play(choice.move).then(() => this.board?.focus());
  }

  /** A first game: this deal again, or the page of the one that there is. */
  get learn(): (() => void) | null {
    const deal = lessonDeals[this.#taught];
    if (deal === undefined) return null;
    return () => {
      this.offer = false;
      this.dialog = '';
      if (this.lesson || this.deal === lessonDeals[this.info.id]) this.session.restart();
      if (!this.lesson) this.#app.go({ page: 'play', game: this.#taught, deal, saved: '', lesson: true });
      this.board?.rest();
    };
  }

  /** The first game is over. */
  playOn(): void {
    this.#app.go({ page: 'play', game: this.info.id, deal: this.deal, saved: this.#props.saved }, true);
    this.board?.focus();
  }

  /** After a press with a pointer the focus is on the table, where keys are shortcuts. */
  readonly rest = (event: MouseEvent): void => {
    if (event.detail > 0) this.board?.rest();
  };

  closeAdvice(): void {
    this.desk?.stopFilm();
    this.advice = false;
    this.board?.focus();
  }
  closeEnd(): void {
    this.#endSeen = this.#ended;
  }
  /** Where was it lost, once more, or on? Only another deal in its place gives a game up. */
  giveUp(): void {
    passBy();
    this.#endSeen = '';
    this.#gaveUp = this.game?.update.serial ?? -1;
  }
  /** The move that led to the end. */
  analyzeEnd(): void {
    this.advice = this.analyze = true;
  }
}
