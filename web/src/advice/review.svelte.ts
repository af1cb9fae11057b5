/**
 * The review of a game: the moves that cost most, and each of them as an exercise, for which the table stands as it stood
 * before the move. The game as it was is kept: while an exercise lasts nothing is saved, and after it the table is as before.
 */
import { Exercise, type Task } from '../exercise/exercise.svelte.ts';
import type { Session } from '../play/session.svelte.ts';
import { movedCard } from '../engine/notation.ts';
import { askWords, triedWords } from './words.ts';
import type { Said } from '../words/table.ts';
import type { Game } from '../play/game.svelte.ts';
import type { Asking } from './asking.ts';
import { placeAt, weighedBy, withWeighed, type Weighed } from './findings.ts';
import { lineFrom, verdictAt } from './known.ts';
import { consideredHint, judged, longest, solution } from '../play/questions.ts';
import { lookedAtAll, moments, type Turning } from './turning.ts';

/** The game, and what is known of it. */
interface Reviewed extends Asking {
  readonly game: Game;
  readonly moves: readonly string[];
  readonly hides: boolean;
  readonly opened: boolean;
  readonly thrown: Turning | null;
}

export class Review {
  readonly #desk: Reviewed;
  readonly #session: Session;
  exercise: Exercise | null = $state.raw(null);
  /** what the exercise is about, and what it asks */
  moment: Turning | null = $state.raw(null);
  ask: Said | null = $state.raw(null);
  /** the game as it was */
  #before: { record: string; moves: string[]; ply: number } | null = $state.raw(null);

  constructor(desk: Reviewed, session: Session) {
    this.#desk = desk;
    this.#session = session;
  }

  /** The game that is reviewed, while the table shows something else; null if it shows that game. */
  get frozen(): { moves: string[]; ply: number } | null {
    return this.#before;
  }

  readonly moments: Turning[] = $derived.by(() => {
    const { hides, opened, thrown, findings, moves } = this.#desk;
    if (hides) return moments(findings, moves);
    return opened && thrown ? [thrown] : [];
  });

  /** Whether no mistake can have been missed. */
  readonly complete: boolean = $derived.by(() => lookedAtAll(this.#desk.findings, this.#desk.moves));

  /** The table stands before the move; the player looks for a better one. */
  async begin(moment: Turning): Promise<void> {
    const { game } = this.#desk;
    await this.end();
    const { record, moves } = game.table;
    this.#session.held = true;
    this.#before = { record, moves: moves.map(({ text }) => text), ply: moment.ply - 1 };
    this.moment = moment;
    const exercise = new Exercise(game, this.#task(record, moment));
    await game.goto(moment.ply - 1, true);
    this.ask = askWords(game.info, moment, movedCard(game.info, game.view, moment.move));
    this.exercise = exercise;
    await exercise.begin();
  }

  /** Back to the game as it was. */
  async end(): Promise<void> {
    const before = this.#before;
    if (!before) return;
    this.exercise?.close();
    this.exercise = this.moment = null;
    // What cannot be put back is not saved, either: the store has the game as it was.
    if (await this.#desk.game.load(before.record)) this.#session.held = false;
    this.#before = null;
  }

  /** What was tried out, as a record; after that the game is as it was. */
  async branch(): Promise<string> {
    const { record } = this.#desk.game.table;
    await this.end();
    return record;
  }

  /** What a move made after the first `at` moves is worth; null if that cannot be found out, or its turn is over. */
  async weigh(record: string, moves: readonly string[], at: number, move: string, on: AbortSignal): Promise<Weighed | null> {
    const desk = this.#desk;
    const place = placeAt([...moves.slice(0, at), move]);
    const had = desk.findings.weighed[place];
    if (had || on.aborted) return had ?? null;
    const found = await desk.answer(judged(desk.solver, record, at, move, this.exercise ? 'hint' : 'refine'), on);
    const weighed = found && weighedBy(found.answer);
    if (weighed) desk.keep(withWeighed(desk.findings, place, weighed));
    return weighed;
  }

  #task(record: string, { ply, move: made }: Turning): Task {
    const desk = this.#desk;
    const at = ply - 1;
    const moves = this.#before!.moves;
    let best: Promise<string | null> | null = null;
    const find = async (on: AbortSignal): Promise<string | null> => {
      if (desk.hides)
        return (
          (
            await desk.answer(
              consideredHint(desk.solver, record, () => {}, { ply: at }),
              on,
            )
          )?.answer.hint?.move ?? null
        );
      const known = lineFrom(desk.findings.known, moves, at);
      if (known) return known[0] ?? null;
      const found = await desk.answer(solution(desk.solver, record, { ply: at }, 'hint', longest), on);
      if (found) desk.learn(moves.slice(0, at), found.answer);
      return found?.answer.line[0] ?? null;
    };
    return {
      record: null,
      solution: (_, on) => (best ??= find(on)),
      judge: async (all, on) => {
        const move = all.at(-1)!;
        const again = move === made;
        if (desk.hides) {
          const found = await this.weigh(record, moves, at, move, on);
          return found && { right: found.right, why: triedWords(found, again), then: null };
        }
        const line = [...moves.slice(0, at), move];
        if (verdictAt(desk.findings.known, line, line.length) === 'unknown') {
          const found = await desk.answer(solution(desk.solver, record, { ply: at, try: move }, 'hint', longest), on);
          if (found) desk.learn(line, found.answer);
        }
        const verdict = verdictAt(desk.findings.known, line, line.length);
        return verdict === 'unknown' ? null : { right: verdict === 'winnable', why: triedWords(verdict, again), then: null };
      },
    };
  }
}
