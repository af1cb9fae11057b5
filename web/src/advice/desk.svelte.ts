/**
 * What the page knows of the game on the table beyond what lies on it. It owns what has been found (the session keeps a
 * copy, to be saved), the film of a solution and the analysis. Searches for the position on the table end when the
 * position changes, and a verdict is looked for no longer than ten seconds.
 */
import type { Table } from '../engine/contract.ts';
import { movedCard, movesTo } from '../engine/notation.ts';
import { t } from '../words/texts/advice.ts';
import { tell } from '../ui/notices.svelte.ts';
import { settings } from '../store/settings.svelte.ts';
import { Film } from '../play/film.svelte.ts';
import type { Game } from '../play/game.svelte.ts';
import type { Session } from '../play/session.svelte.ts';
import { endWith, Turn } from '../ground/turn.ts';
import { longest, odds, mostWorlds, solution } from '../play/questions.ts';
import type { FairAdvice, Odds, Solution, Verdict } from '../engine/solver-contract.ts';
import { chanceOf, placeAt, placesOf, readFindings, withChance, type Chance, type Findings } from './findings.ts';
import { forbidden, helpOf, hidesCards, type Help } from '../play/help.ts';
import { border, learn, lineFrom, nextToSolve, verdictAt, verdictsOf } from './known.ts';
import { fellWords } from './words.ts';
import type { Running, Solver, Wish } from '../engine/solver.ts';
import { muchWorse, thrownAway } from './tips.ts';
import { fell, thrownMove, wellKnown, type Turning } from './turning.ts';
import type { Asking } from './asking.ts';
import { findChances, findVerdicts, type Phase } from './analyze.ts';
import { Review } from './review.svelte.ts';

const delays = { slow: 1600, normal: 700, fast: 150 } as const;

export interface Best {
  place: string;
  fair: FairAdvice | null;
  known: Solution | null;
}

export class Desk implements Asking {
  readonly game: Game;
  readonly #session: Session;
  readonly solver: Solver;
  /** a card can be hidden: then there are two kinds of help */
  readonly hides: boolean;
  findings: Findings = $state.raw() as Findings;
  /** the player has the advice open */
  open = $state(false);
  /** a verdict on the position on the table is being looked for */
  judging = $state(false);
  estimating = $state(false);
  /** the solver does not answer */
  failed = $state(false);
  readonly #film = new Film();
  /** where the film is to go at once */
  #wanted: number | null = null;
  /** ten seconds were not enough for the position on the table */
  late = $state(false);
  /** what the latest wish to be shown a move came to */
  shown: '' | 'searching' | 'lost' | 'unknown' = $state('');
  analysis: { running: boolean; phase: Phase; share: number } | null = $state.raw(null);
  readonly review: Review;
  best: Best | null = $state.raw(null);
  /** verdicts on the choice before the first move, by move */
  choices: Record<string, Verdict | 'searching'> = $state.raw({});
  /** positions that ten seconds were not enough for */
  #undecided = new Set<string>();
  /** the table shows the same position of this game */
  readonly #position = new Turn();
  #record = '';
  /** the searches for it, which also end when the player wishes for others */
  readonly #searches = new Turn();
  readonly #analyzing = new Turn();
  /** the position that a move of the player has just led to, as long as no tip has been given */
  #fresh = '';
  /** the same, if the move showed no card: what has become of the chance is then the move's doing */
  silent = $state('');
  /** what the table showed while an exercise was looked at */
  #tried: Game['update'] | null = null;
  #closed = false;

  constructor(game: Game, session: Session, solver: Solver) {
    this.game = game;
    this.#session = session;
    this.solver = solver;
    this.hides = hidesCards(game.info);
    this.findings = readFindings(session.findings);
    this.review = new Review(this);
    game.hints.lost = () => this.lost;
  }

  close(): void {
    this.#closed = true;
    this.game.hints.lost = () => false;
    this.review.end();
    this.#drop();
    this.#position.end();
    this.stopFilm();
    this.cancelAnalysis();
    // Nobody asks any more: the memory is free.
    this.solver.close();
  }

  /** a solution is playing itself */
  get film(): boolean {
    return this.#film.running;
  }

  // ---- what is known -----------------------------------------------------------------------------------------

  readonly moves: string[] = $derived.by(() => movesTo(this.game.table, this.game.table.plies));
  /** names of the positions along the moves */
  readonly places: string[] = $derived.by(() => placesOf(this.moves));
  readonly ply: number = $derived.by(() => (this.review.moment ? this.review.moment.ply - 1 : this.game.table.ply));
  /** the ply after the player's last move: others may have followed by themselves */
  readonly own: number = $derived.by(() => this.game.table.moves.slice(0, this.ply).findLastIndex((one) => !one.automatic) + 1);
  readonly help: Help = $derived.by(() => helpOf(this.game.table.meta));
  readonly verdict: Verdict = $derived.by(() => verdictAt(this.findings.known, this.moves, this.ply));
  readonly border = $derived.by(() => border(this.findings.known, this.moves, this.ply));
  readonly chance: Chance | null = $derived.by(() => this.findings.chances[this.places[this.ply]!] ?? null);
  /** It is known, and may be shown, that the game can no longer be won. */
  readonly lost: boolean = $derived.by(() => this.opened && this.verdict === 'unwinnable');
  /** The chance as it may be said: what a review has of few worlds is for its graph alone, and what is lost has none. */
  readonly said: Chance | null = $derived.by(() => (!this.lost && (this.estimating || wellKnown(this.chance)) ? this.chance : null));
  /** The advice is open, and the game counts as one with help: what can be said is said unasked. */
  readonly asks: boolean = $derived.by(() => this.open && (this.help === 'fair' || this.help === 'all-known'));
  /** Verdicts are shown after each move. */
  readonly watches: boolean = $derived.by(
    () => (settings.verdict || this.asks) && this.mayKnowAll && (!this.hides || this.help === 'all-known'),
  );
  readonly weighs: boolean = $derived.by(() => (settings.odds || this.asks) && this.hides && this.mayHelp);
  readonly mayHelp: boolean = $derived.by(() => forbidden('fair', this.game.info, this.game.table.meta, settings) === '');
  readonly mayKnowAll: boolean = $derived.by(() => forbidden('all-known', this.game.info, this.game.table.meta, settings) === '');
  /** Verdicts with all cards known may be shown, for the player has asked for one before. */
  readonly opened: boolean = $derived.by(() => this.mayKnowAll && (!this.hides || this.help === 'all-known'));

  /** Verdicts after 0, 1, … of all moves. */
  readonly verdicts: Verdict[] = $derived.by(() => verdictsOf(this.findings.known, this.moves));
  readonly chances: (Chance | null)[] = $derived.by(() => this.places.map((place) => this.findings.chances[place] ?? null));

  /** The move that threw the win away: its number, if it is known exactly. */
  readonly thrown: Turning | null = $derived.by(() => thrownMove(this.findings.known, this.moves));

  /** The card that was moved to a ply. */
  async cardAt(ply: number): Promise<string> {
    return movedCard(this.game.info, await this.game.viewAt(ply - 1), this.moves[ply - 1]!);
  }

  keep(findings: Findings): void {
    if (findings === this.findings) return;
    this.findings = findings;
    if (!this.#closed) this.#session.keepFindings(findings);
  }
  learn(moves: readonly string[], { verdict, line }: Pick<Solution, 'verdict' | 'line'>): void {
    this.keep({ ...this.findings, known: learn(this.findings.known, moves, verdict, line) });
  }

  // ---- after each change of the table --------------------------------------------------------------------------

  /** Looks at the position on the table; to be called when it or the player's wishes change. `rest`: the game is paused. */
  follow(rest = false): void {
    this.#drop();
    this.shown = '';
    const { table } = this.game;
    if (table.record !== this.#record) this.#position.next();
    this.#record = table.record;
    if (this.review.game) {
      this.#tried = this.game.update;
      this.#fresh = '';
    }
    if (this.#closed || rest || this.review.game) return;
    const { change } = this.game.update;
    // After an exercise the player has not just played.
    if (change !== 'same' && this.game.update !== this.#tried) {
      this.#fresh = change === 'play' && table.ply > 0 ? placeAt(movesTo(table)) : '';
      this.silent = table.events.some(({ type }) => type === 'turn' || type === 'refill' || type === 'deal') ? '' : this.#fresh;
    }
    this.late = this.#undecided.has(placeAt(movesTo(table)));
    if (table.view.status === 'won') this.learn(movesTo(table), { verdict: 'winnable', line: [] });
    if (this.watches) void this.#watch(table);
    if (this.weighs) void this.#weigh(table);
    if (this.analysis) void this.#advise(table);
  }

  /** Ends the searches for a position that is gone. */
  #drop(): void {
    this.#searches.next();
    this.judging = this.estimating = false;
  }

  async #watch(table: Table): Promise<void> {
    const here = this.#position.signal;
    // Marked for all cards, or a game without hidden ones: what is shown counts as help.
    await this.#count();
    const until = performance.now() + longest;
    const verdict = await this.#decide(table, table.ply, until, here);
    this.#warn(table, here);
    if (verdict !== 'unwinnable') return;
    await this.#findBorder(table, until, here);
    this.#warn(table, here);
  }

  /** Says that the last move was a bad one, if that has turned out, and offers to take it back. */
  #warn(table: Table, here: AbortSignal): void {
    const moves = movesTo(table);
    const now = placeAt(moves);
    if (this.#fresh !== now || here.aborted || this.film) return;
    const { known, weighed } = this.findings;
    const found = weighed[this.places[this.own]!];
    const lost = this.watches && thrownAway(verdictAt(known, moves, moves.length - 1), verdictAt(known, moves, moves.length));
    const worse = this.weighs && muchWorse(found, this.silent !== now);
    if (!lost && !worse) return;
    this.#fresh = '';
    const words = lost ? t('tip.lost') : fellWords(found!);
    tell(words, 'plain', { label: t('tip.back'), run: () => void (placeAt(movesTo(this.game.table)) === now && this.game.undo()) });
  }

  /** Has a position of the table's history solved, unless that is known or was tried in vain. */
  async #decide(table: Table, ply: number, until: number, here: AbortSignal): Promise<Verdict> {
    const moves = movesTo(table, ply);
    const place = placeAt(moves);
    const known = verdictAt(this.findings.known, moves, ply);
    if (known !== 'unknown' || this.#undecided.has(place) || here.aborted) return known;
    this.judging = true;
    const on = this.#searches.signal;
    const run = solution(this.solver, table.record, { ply }, 'verdict', Math.max(0, until - performance.now()));
    const found = await this.answer(run, on);
    if (found) this.learn(moves, found.answer);
    if (found?.answer.verdict === 'unknown') {
      this.#undecided.add(place);
      if (ply === table.ply) this.late = true;
    }
    if (!on.aborted) this.judging = false;
    return verdictAt(this.findings.known, moves, ply);
  }

  async answer<T>(run: Running<T>, on: AbortSignal): Promise<{ answer: T; late: boolean } | null> {
    endWith(on, () => run.cancel());
    try {
      const result = await run.result;
      if (result) this.failed = false;
      return result;
    } catch {
      this.failed = true;
      return null;
    }
  }

  async #weigh(table: Table): Promise<void> {
    const here = this.#position.signal;
    await this.game.hints.use('fair');
    const place = placeAt(movesTo(table));
    const had = this.findings.chances[place];
    if (table.view.status !== 'playing' || (had && (had.complete || had.worlds >= mostWorlds)) || here.aborted) return;
    this.estimating = true;
    const on = this.#searches.signal;
    const withAnswer = (answer: Odds): Findings => {
      const chance = chanceOf(answer);
      return chance ? withChance(this.findings, place, chance) : this.findings;
    };
    const progress = (answer: Odds) => (this.findings = withAnswer(answer));
    const found = await this.answer(odds(this.solver, table.record, mostWorlds, progress, { ply: table.ply }), on);
    if (found) this.keep(withAnswer(found.answer));
    // Was it the move, or the card?
    if (this.#fresh === place && fell(this.chances[this.own - 1], this.chance)) await this.weighLast();
    this.#warn(table, here);
    if (!on.aborted) this.estimating = false;
  }

  /** The best moves from where an analysis is looked at. */
  async #advise(table: Table): Promise<void> {
    const [here, on] = [this.#position.signal, this.#searches.signal];
    const moves = movesTo(table);
    const place = placeAt(moves);
    if (table.view.status !== 'playing') {
      this.best = null;
      return;
    }
    const best: Best = { place, fair: null, known: null };
    if (this.mayHelp && this.hides) best.fair = await this.#considered('verdict');
    if (here.aborted) return;
    this.best = { ...best };
    if (!this.opened || verdictAt(this.findings.known, moves, table.ply) === 'unwinnable') return;
    const run = solution(this.solver, table.record, { ply: table.ply }, 'verdict', longest);
    best.known = (await this.answer(run, on))?.answer ?? null;
    if (best.known) this.learn(moves, best.known);
    if (!here.aborted) this.best = { ...best };
  }

  // ---- what the player asks for --------------------------------------------------------------------------------

  /** Help that knows all cards was used, or in a game without hidden ones just help. */
  #count(): Promise<boolean> {
    return this.game.hints.use(this.hides ? 'all-known' : 'fair');
  }

  /** Switches verdicts on; the caller has asked where cards are hidden. */
  async showVerdict(): Promise<void> {
    settings.verdict = true;
    await this.#count();
  }

  /** The best moves by what the player can see; null if the position is gone before, or the solver does not answer. */
  async bestMoves(): Promise<FairAdvice | null> {
    await this.game.hints.use('fair');
    return this.#considered('hint');
  }

  /** Finds out what the player's last move was worth. */
  async weighLast(): Promise<void> {
    const { own, moves } = this;
    if (own > 0) await this.review.weigh(this.game.table.record, moves, own - 1, moves[own - 1]!, this.#position.signal);
  }

  /** The fair player's advice here: the page thinks about it once, whoever asks. */
  async #considered(rank: Wish['rank']): Promise<FairAdvice | null> {
    const run = this.game.hints.consider(rank);
    if (!run) this.failed = true;
    return (run && (await this.answer(run, this.#position.signal)))?.answer ?? null;
  }

  /** Asked once: whether the position on the table can be won, or how likely; the caller has asked where cards are hidden. */
  async ask(what: 'verdict' | 'chance'): Promise<void> {
    await (what === 'verdict' ? this.#count() : this.game.hints.use('fair'));
    this.#undecided.delete(placeAt(movesTo(this.game.table)));
    await (what === 'verdict' ? this.#watch(this.game.table) : this.#weigh(this.game.table));
  }

  /** A solution of the position on the table; null if there is none or it was not found. */
  async #solve(): Promise<string[] | null> {
    await this.#count();
    const { table } = this.game;
    const moves = movesTo(table);
    const known = () => lineFrom(this.findings.known, moves, table.ply);
    if (known() === null && verdictAt(this.findings.known, moves, table.ply) === 'unknown') {
      this.#drop();
      this.#undecided.delete(placeAt(moves)); // the player asks: once more
      this.shown = 'searching';
      const here = this.#position.signal;
      await this.#decide(table, table.ply, performance.now() + longest, here);
      if (here.aborted) return null;
    }
    const line = known();
    if (line !== null) this.shown = '';
    else this.shown = verdictAt(this.findings.known, moves, table.ply) === 'unwinnable' ? 'lost' : 'unknown';
    return line;
  }

  /** Plays the next move of a solution. */
  async showNext(): Promise<void> {
    const line = await this.#solve();
    if (line?.[0] !== undefined) await this.game.play(line[0]);
  }

  /** Goes back to the last position from which the game can be won. */
  async goBack(): Promise<void> {
    const { winnable } = this.border;
    if (winnable !== null) await this.game.goto(winnable);
  }

  /** Plays a solution to the end; from a lost position, goes back first. Stops when the player does anything. */
  async startFilm(): Promise<void> {
    if (this.film) return;
    this.#wanted = null;
    const { game } = this;
    const pause = () => (game.view.status === 'playing' ? delays[settings.filmSpeed] : 0);
    const end = await this.#film.run(game, async (move, alone) => {
      // Automatic play might leave the solution.
      if (game.table.automatic !== 'never' && !(await move(() => game.automatic('never')))) return;
      if (!(await move(() => this.#count()))) return;
      if (this.verdict === 'unknown') await this.#solve();
      if (!alone()) return;
      if (this.verdict === 'unwinnable') await this.#findBorder(game.table, performance.now() + longest, this.#position.signal);
      const { winnable } = this.border;
      while (this.verdict === 'unwinnable' && winnable !== null && this.ply > winnable)
        if (!(await move(() => game.goto(this.ply - 1), pause))) return;
      while (game.view.status === 'playing' || this.#wanted !== null) {
        const wanted = this.#wanted;
        if (wanted === null || wanted > this.ply) {
          const line = await this.#solve();
          if (
            line?.[0] === undefined ||
            !(await move(
              () => game.play(line[0]!),
              () => (this.#wanted !== null && this.#wanted > this.ply ? 0 : pause()),
            ))
          )
            return;
        } else if (wanted < this.ply && !(await move(() => game.goto(wanted, true), pause))) return;
        if (this.#wanted === this.ply) this.#wanted = null;
      }
    });
    if (end !== 'stopped') this.#filmed();
  }

  /** after so many moves the film is over, as far as is known */
  get filmEnd(): number {
    return this.ply + (lineFrom(this.findings.known, this.moves.slice(0, this.ply), this.ply)?.length ?? 0);
  }
  filmTo(ply: number): void {
    this.#wanted = ply;
    this.#film.goOn();
  }

  stopFilm(): void {
    if (this.#film.stop()) this.#filmed();
  }

  #filmed(): void {
    if (!this.#closed && settings.automatic !== this.game.table.automatic) void this.game.automatic(settings.automatic);
  }

  /** Looks for the move that threw the win away; `until` is when the time is up. */
  async #findBorder(table: Table, until: number, here: AbortSignal): Promise<void> {
    const tried = new Set<number>();
    for (;;) {
      const ply = nextToSolve(this.findings.known, movesTo(table), table.ply, tried);
      if (ply === null || performance.now() >= until || here.aborted) return;
      tried.add(ply);
      await this.#decide(table, ply, until, here);
    }
  }

  /** Says of each way to build whether the deal can be won with it. */
  async judgeChoices(): Promise<void> {
    await this.#count();
    const { table } = this.game;
    const here = this.#position.signal;
    this.choices = Object.fromEntries(table.view.choices.map(({ move }) => [move, 'searching']));
    for (const { move } of table.view.choices) {
      const run = solution(this.solver, table.record, { ply: table.ply, try: move });
      const found = await this.answer(run, here);
      if (here.aborted) return;
      if (found) this.learn([...movesTo(table), move], found.answer);
      this.choices = { ...this.choices, [move]: found?.answer.verdict ?? 'unknown' };
    }
  }

  /** Verdicts first, then odds, for at most a minute; `all`: with all cards known. */
  async analyze(all: boolean): Promise<void> {
    const on = this.#analyzing.next();
    if (all) await this.#count();
    else await this.game.hints.use('fair');
    const { table } = this.game;
    const moves = movesTo(table, table.plies);
    const report = (phase: Phase, share: number) => {
      if (!on.aborted) this.analysis = { running: true, phase, share };
    };
    report('verdicts', 0);
    void this.#advise(table);
    if (all) await findVerdicts(this, { table, moves, on, report });
    if (this.hides && this.mayHelp) await findChances(this, { table, moves, on, report }, (...asked) => this.review.weigh(...asked));
    if (!on.aborted) {
      this.analysis = { running: false, phase: 'odds', share: 1 };
      void this.#advise(this.game.table);
    }
  }

  /** All that was found stays. */
  cancelAnalysis(): void {
    this.#analyzing.end();
    if (this.analysis) this.analysis = { ...this.analysis, running: false };
  }
}
