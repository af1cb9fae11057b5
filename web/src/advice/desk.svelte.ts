/**
 * What the page knows of the game on the table beyond what lies on it: the verdict, the odds, solutions that it shows,
 * and the analysis. Whatever is found is kept with the game. Searches for the position on the table end when the
 * position changes, and none takes longer than ten seconds.
 */
import type { Table } from '../engine/contract.ts';
import { t } from '../words/texts/advice.ts';
import { tell } from '../ui/notices.svelte.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Game } from '../table/game.svelte.ts';
import type { Session } from '../table/session.svelte.ts';
import { instantHint, longest, odds, solution } from './questions.ts';
import type { FairAdvice, Solution, Verdict } from './contract.ts';
import { chanceOf, placesOf, readFindings, withChance, type Chance, type Findings } from './findings.ts';
import { forbidden, helpOf, hidesCards, type Help } from './help.ts';
import { border, learn, lineFrom, nextToSolve, verdictAt } from './known.ts';
import { share } from '../words/advice.ts';
import type { Running, Solver } from '../engine/solver.ts';
import { error, muchWorse, thrownAway } from './tips.ts';

/** As many worlds as a share of one half is known to ten points with. */
const samples = 100;
/** Worlds for each position of an analysis, one pass after another. */
const passes = [12, 36, 100];
/** For how long an analysis refines its odds, ms. */
const refining = 60_000;
/** A move that costs less than this is not named. */
const leastCost = 0.1;

/** The name of the position after all of these moves. */
const placeAt = (moves: readonly string[]): string => placesOf(moves).at(-1)!;

const delays = { slow: 1600, normal: 800, fast: 300 } as const;

export interface Turning {
  /** of the position after the move */
  ply: number;
  move: string;
  before: number;
  after: number;
}

export interface Best {
  place: string;
  fair: FairAdvice | null;
  known: Solution | null;
}

export class Desk {
  readonly game: Game;
  readonly #session: Session;
  readonly #solver: Solver;
  /** a card can be hidden: then there are two kinds of help */
  readonly hides: boolean;
  findings: Findings = $state.raw() as Findings;
  /** a verdict on the position on the table is being looked for */
  judging = $state(false);
  estimating = $state(false);
  /** the solver does not answer */
  failed = $state(false);
  /** a solution is playing itself */
  film = $state(false);
  /** ten seconds were not enough for the position on the table */
  late = $state(false);
  /** what the latest wish to be shown a move came to */
  shown: '' | 'searching' | 'lost' | 'unknown' = $state('');
  analysis: { running: boolean; phase: 'verdicts' | 'odds'; share: number } | null = $state.raw(null);
  best: Best | null = $state.raw(null);
  /** verdicts on the choice before the first move, by move */
  choices: Record<string, Verdict | 'searching'> = $state.raw({});

  /** positions that ten seconds were not enough for */
  #undecided = new Set<string>();
  #judge: Running<Solution> | null = null;
  #estimate: Running<unknown> | null = null;
  #best: Running<unknown>[] = [];
  /** the position that a move of the player has just led to, and whether the move showed a card; a tip is given once */
  #fresh: { place: string; luck: boolean } | null = null;
  #filmNumber = 0;
  #analysisNumber = 0;
  #analysisRun: Running<unknown> | null = null;
  #closed = false;

  constructor(game: Game, session: Session, solver: Solver) {
    this.game = game;
    this.#session = session;
    this.#solver = solver;
    this.hides = hidesCards(game.info);
    this.findings = readFindings(session.findings);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    this.stopFilm();
    this.cancelAnalysis();
    // Nobody asks any more: the memory is free.
    this.#solver.close();
  }

  // ---- what is known -----------------------------------------------------------------------------------------

  readonly moves: string[] = $derived.by(() => this.game.table.moves.map((move) => move.text));
  /** names of the positions along the moves */
  readonly places: string[] = $derived.by(() => placesOf(this.moves));
  readonly ply: number = $derived.by(() => this.game.table.ply);
  readonly help: Help = $derived.by(() => helpOf(this.game.table.meta));
  readonly verdict: Verdict = $derived.by(() => verdictAt(this.findings.known, this.moves, this.ply));
  readonly border = $derived.by(() => border(this.findings.known, this.moves, this.ply));
  readonly chance: Chance | null = $derived.by(() => this.findings.chances[this.places[this.ply]!] ?? null);
  /** Verdicts are shown after each move. */
  readonly watches: boolean = $derived.by(() => settings.verdict && this.mayKnowAll && (!this.hides || this.help === 'all-known'));
  readonly weighs: boolean = $derived.by(() => settings.odds && this.hides && this.mayHelp);
  readonly mayHelp: boolean = $derived.by(() => forbidden('fair', this.game.info, this.game.table.meta, settings) === '');
  readonly mayKnowAll: boolean = $derived.by(() => forbidden('all-known', this.game.info, this.game.table.meta, settings) === '');
  /** What is known of all cards may be shown, for the player has asked for it before. */
  readonly opened: boolean = $derived.by(() => this.mayKnowAll && (!this.hides || this.help === 'all-known'));

  /** Verdicts after 0, 1, … of all moves. */
  readonly verdicts: Verdict[] = $derived.by(() => {
    const all = border(this.findings.known, this.moves, this.moves.length);
    return Array.from({ length: this.moves.length + 1 }, (_, ply) => {
      if (all.winnable !== null && ply <= all.winnable) return 'winnable';
      return all.lost !== null && ply >= all.lost ? 'unwinnable' : 'unknown';
    });
  });
  readonly chances: (Chance | null)[] = $derived.by(() => this.places.map((place) => this.findings.chances[place] ?? null));

  /** The move that threw the win away: its number, if it is known exactly. */
  readonly thrown: Turning | null = $derived.by(() => {
    const { winnable, lost } = border(this.findings.known, this.moves, this.moves.length);
    if (winnable === null || lost !== winnable + 1) return null;
    return { ply: lost, move: this.moves[winnable]!, before: 1, after: 0 };
  });
  /** The moves after which the fair chance was least of what it was before, the costliest first. */
  readonly costly: Turning[] = $derived.by(() => {
    const found: Turning[] = [];
    for (let ply = 1; ply <= this.moves.length; ++ply) {
      const before = this.chances[ply - 1];
      const after = this.chances[ply];
      // A difference that the number of worlds may account for is none.
      if (!before || !after || before.fair - after.fair < Math.max(leastCost, 2 * Math.hypot(error(before), error(after)))) continue;
      found.push({ ply, move: this.moves[ply - 1]!, before: before.fair, after: after.fair });
    }
    return found.sort((a, b) => b.before - b.after - (a.before - a.after)).slice(0, 3);
  });

  #keep(findings: Findings): void {
    if (findings === this.findings) return;
    this.findings = findings;
    if (!this.#closed) this.#session.keepFindings(findings);
  }
  #learn(moves: readonly string[], { verdict, line }: Pick<Solution, 'verdict' | 'line'>): void {
    this.#keep({ ...this.findings, known: learn(this.findings.known, moves, verdict, line) });
  }

  // ---- after each change of the table --------------------------------------------------------------------------

  /** Looks at the position on the table; to be called when it or the player's wishes change. `rest`: the game is paused. */
  follow(rest = false): void {
    this.#drop();
    this.shown = '';
    if (this.#closed || rest) return;
    const { table } = this.game;
    const { change } = this.game.update;
    if (change === 'play' && table.ply > 0) {
      const luck = table.events.some(({ type }) => type === 'turn' || type === 'refill' || type === 'deal');
      this.#fresh = { place: placeAt(this.#prefix(table)), luck };
    } else if (change !== 'same') this.#fresh = null;
    this.late = this.#undecided.has(placeAt(this.#prefix(table)));
    if (table.view.status === 'won') this.#learn(this.#prefix(table), { verdict: 'winnable', line: [] });
    if (this.watches) void this.#watch(table);
    if (this.weighs) void this.#weigh(table);
    if (this.analysis) void this.#advise(table);
  }

  /** Ends the searches for a position that is gone. */
  #drop(): void {
    this.#judge?.cancel();
    this.#estimate?.cancel();
    for (const one of this.#best) one.cancel();
    this.#judge = this.#estimate = null;
    this.#best = [];
    this.judging = this.estimating = false;
  }

  #prefix({ moves, ply }: Table): string[] {
    return moves.slice(0, ply).map((move) => move.text);
  }

  async #watch(table: Table): Promise<void> {
    // Marked for all cards, or a game without hidden ones: what is shown counts as help.
    await this.#count();
    const until = performance.now() + longest;
    const verdict = await this.#decide(table, table.ply, until);
    this.#warn(table);
    if (verdict !== 'unwinnable') return;
    await this.#findBorder(table, until);
    this.#warn(table);
  }

  /** Says that the last move was a bad one, if that has turned out, and offers to take it back. */
  #warn(table: Table): void {
    const moves = this.#prefix(table);
    const [before, now] = [placeAt(moves.slice(0, -1)), placeAt(moves)];
    if (this.#fresh?.place !== now || !this.#here(table) || this.film) return;
    const { known, chances } = this.findings;
    const lost = this.watches && thrownAway(verdictAt(known, moves, moves.length - 1), verdictAt(known, moves, moves.length));
    const worse = this.weighs && muchWorse(chances[before], chances[now], this.#fresh.luck);
    if (!lost && !worse) return;
    this.#fresh = null;
    const words = lost ? t('tip.lost') : t('tip.worse', { before: share(chances[before]!.fair), after: share(chances[now]!.fair) });
    tell(words, 'plain', { label: t('tip.back'), run: () => void (placeAt(this.#prefix(this.game.table)) === now && this.game.undo()) });
  }

  /** The table still shows this position of this game. */
  #here(table: Table): boolean {
    return !this.#closed && this.game.table.record === table.record;
  }

  /** Has a position of the table's history solved, unless that is known or was tried in vain. */
  async #decide(table: Table, ply: number, until: number): Promise<Verdict> {
    const moves = table.moves.slice(0, ply).map((move) => move.text);
    const place = placeAt(moves);
    const known = verdictAt(this.findings.known, moves, ply);
    if (known !== 'unknown' || this.#undecided.has(place) || !this.#here(table)) return known;
    this.judging = true;
    const run = solution(this.#solver, table.record, { ply }, 'verdict', Math.max(0, until - performance.now()));
    this.#judge = run;
    const found = await this.#answer(run);
    if (found) this.#learn(moves, found.answer);
    if (found?.answer.verdict === 'unknown') {
      this.#undecided.add(place);
      if (ply === table.ply) this.late = true;
    }
    if (this.#judge === run) {
      this.#judge = null;
      this.judging = false;
    }
    return verdictAt(this.findings.known, moves, ply);
  }

  /** The result, null if it was cancelled or the solver failed. */
  async #answer<T>(run: Running<T>): Promise<{ answer: T; late: boolean } | null> {
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
    await this.game.useHelp('fair');
    const place = placeAt(this.#prefix(table));
    const had = this.findings.chances[place];
    if (table.view.status !== 'playing' || (had && (had.complete || had.worlds >= samples)) || !this.#here(table)) return;
    this.estimating = true;
    const note = (keep: boolean) => (answer: Parameters<typeof chanceOf>[0]) => {
      const chance = chanceOf(answer);
      if (!chance) return;
      const findings = withChance(this.findings, place, chance);
      if (keep) this.#keep(findings);
      else this.findings = findings;
    };
    const run = odds(this.#solver, table.record, samples, note(false), { ply: table.ply });
    this.#estimate = run;
    const found = await this.#answer(run);
    if (found) note(true)(found.answer);
    this.#warn(table);
    if (this.#estimate === run) {
      this.#estimate = null;
      this.estimating = false;
    }
  }

  /** The best moves from where an analysis is looked at. */
  async #advise(table: Table): Promise<void> {
    const moves = this.#prefix(table);
    const place = placeAt(moves);
    if (table.view.status !== 'playing') {
      this.best = null;
      return;
    }
    const best: Best = { place, fair: null, known: null };
    if (this.mayHelp && this.hides) {
      const run = instantHint(this.#solver, table.record, { ply: table.ply });
      this.#best.push(run);
      best.fair = (await this.#answer(run))?.answer ?? null;
    }
    if (!this.#here(table)) return;
    this.best = { ...best };
    if (!this.opened || verdictAt(this.findings.known, moves, table.ply) === 'unwinnable') return;
    const run = solution(this.#solver, table.record, { ply: table.ply }, 'verdict', longest);
    this.#best.push(run);
    best.known = (await this.#answer(run))?.answer ?? null;
    if (best.known) this.#learn(moves, best.known);
    if (this.#here(table)) this.best = { ...best };
  }

  // ---- what the player asks for --------------------------------------------------------------------------------

  /** Help that knows all cards was used, or in a game without hidden ones just help. */
  async #count(): Promise<void> {
    await this.game.useHelp(this.hides ? 'all-known' : 'fair');
  }

  /** Switches verdicts on; the caller has asked where cards are hidden. */
  async showVerdict(): Promise<void> {
    settings.verdict = true;
    await this.#count();
  }

  /** What wins from the position on the table; null if there is nothing or it was not found. */
  async #solve(): Promise<string[] | null> {
    await this.#count();
    const { table } = this.game;
    const moves = this.#prefix(table);
    const known = () => lineFrom(this.findings.known, moves, table.ply);
    if (known() === null && verdictAt(this.findings.known, moves, table.ply) === 'unknown') {
      this.#drop();
      this.#undecided.delete(placeAt(moves)); // the player asks: once more
      this.shown = 'searching';
      await this.#decide(table, table.ply, performance.now() + longest);
      if (!this.#here(table)) return null;
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
    const number = ++this.#filmNumber;
    this.film = true;
    try {
      // Automatic play might leave the solution.
      if (this.game.table.automatic !== 'never') await this.game.automatic('never');
      await this.#count();
      let expected = this.game.update.serial;
      const wait = async () => {
        await new Promise((resolve) => setTimeout(resolve, delays[settings.filmSpeed]));
        return number === this.#filmNumber && this.game.update.serial === expected && !this.#closed;
      };
      if (this.verdict === 'unknown') await this.#solve();
      if (number !== this.#filmNumber || this.game.update.serial !== expected) return;
      if (this.verdict === 'unwinnable') await this.#findBorder(this.game.table, performance.now() + longest);
      if (number !== this.#filmNumber || this.game.update.serial !== expected) return;
      const { winnable } = this.border;
      while (this.verdict === 'unwinnable' && winnable !== null && this.ply > winnable) {
        await this.game.goto(this.ply - 1);
        expected = this.game.update.serial;
        if (!(await wait())) return;
      }
      while (this.game.view.status === 'playing') {
        const line = await this.#solve();
        if (line?.[0] === undefined || number !== this.#filmNumber || this.game.update.serial !== expected) return;
        if (!(await this.game.play(line[0]))) return;
        expected = this.game.update.serial;
        if (this.game.view.status !== 'playing' || !(await wait())) return;
      }
    } finally {
      if (number === this.#filmNumber) this.stopFilm();
    }
  }

  stopFilm(): void {
    ++this.#filmNumber;
    if (!this.film) return;
    this.film = false;
    if (!this.#closed && settings.automatic !== 'never') void this.game.automatic(settings.automatic);
  }

  /** Looks for the move that threw the win away; `until` is when the time is up. */
  async #findBorder(table: Table, until: number): Promise<void> {
    const tried = new Set<number>();
    for (;;) {
      const ply = nextToSolve(this.findings.known, this.#prefix(table), table.ply, tried);
      if (ply === null || performance.now() >= until || !this.#here(table)) return;
      tried.add(ply);
      await this.#decide(table, ply, until);
    }
  }

  /** Says of each way to build whether the deal can be won with it. */
  async judgeChoices(): Promise<void> {
    await this.#count();
    const { table } = this.game;
    this.choices = Object.fromEntries(table.view.choices.map(({ move }) => [move, 'searching']));
    for (const { move } of table.view.choices) {
      const run = solution(this.#solver, table.record, { ply: table.ply, try: move });
      const found = await this.#answer(run);
      if (!this.#here(table)) return;
      if (found) this.#learn([...this.#prefix(table), move], found.answer);
      this.choices = { ...this.choices, [move]: found?.answer.verdict ?? 'unknown' };
    }
  }

  // ---- analysis ------------------------------------------------------------------------------------------------

  /** Verdicts first, then odds, which become narrower for at most a minute; `all`: with all cards known. */
  async analyze(all: boolean): Promise<void> {
    const number = ++this.#analysisNumber;
    if (all) await this.#count();
    else await this.game.useHelp('fair');
    const { table } = this.game;
    const moves = table.moves.map((move) => move.text);
    const on = () => number === this.#analysisNumber && !this.#closed;
    const report = (phase: 'verdicts' | 'odds', share: number) => {
      if (on()) this.analysis = { running: true, phase, share };
    };
    report('verdicts', 0);
    void this.#advise(table);
    if (all) await this.#findVerdicts(table, moves, on, report);
    if (this.hides && this.mayHelp) await this.#findChances(table, moves, on, report);
    if (on()) {
      this.analysis = { running: false, phase: 'odds', share: 1 };
      void this.#advise(this.game.table);
    }
  }

  async #findVerdicts(table: Table, moves: string[], on: () => boolean, report: (phase: 'verdicts', share: number) => void): Promise<void> {
    const plies = moves.length;
    const tried = new Set<number>();
    const undecided = () => {
      const { winnable, lost } = border(this.findings.known, moves, plies);
      return (lost ?? plies + 1) - (winnable ?? -1) - 1;
    };
    // The end first: if it can still be won, nothing was thrown away.
    for (let ply: number | null = plies; ply !== null && on(); ply = nextToSolve(this.findings.known, moves, plies, tried)) {
      if (tried.has(ply)) continue;
      tried.add(ply);
      if (verdictAt(this.findings.known, moves, ply) !== 'unknown') continue;
      const run = solution(this.#solver, table.record, { ply }, 'analysis', longest);
      this.#analysisRun = run;
      const found = await this.#answer(run);
      if (!found) {
        if (this.failed) return;
        continue;
      }
      this.#learn(moves.slice(0, ply), found.answer);
      report('verdicts', 1 - undecided() / (plies + 1));
    }
  }

  async #findChances(table: Table, moves: string[], on: () => boolean, report: (phase: 'odds', share: number) => void): Promise<void> {
    const until = performance.now() + refining;
    const plies = moves.length;
    const places = placesOf(moves);
    // Spread out, so that the graph is there early: 0, then in steps of a half, a quarter, …
    const order: number[] = [];
    for (let step = 1 << Math.ceil(Math.log2(plies + 2)); step >= 1; step >>= 1)
      for (let ply = 0; ply <= plies; ply += step) if (!order.includes(ply)) order.push(ply);
    const all = passes.length * order.length;
    let done = 0;
    for (const worlds of passes) {
      for (const ply of order) {
        report('odds', done++ / all);
        const place = places[ply]!;
        const had = this.findings.chances[place];
        if (had && (had.complete || had.worlds >= worlds)) continue;
        if (!on() || performance.now() >= until) return;
        const run = odds(this.#solver, table.record, worlds, () => {}, { ply }, 'refine');
        this.#analysisRun = run;
        const found = await this.#answer(run);
        const chance = found && chanceOf(found.answer);
        if (chance) this.#keep(withChance(this.findings, place, chance));
        if (this.failed) return;
      }
    }
  }

  /** What was found stays. */
  cancelAnalysis(): void {
    ++this.#analysisNumber;
    this.#analysisRun?.cancel();
    this.#analysisRun = null;
    if (this.analysis) this.analysis = { ...this.analysis, running: false };
  }
}
