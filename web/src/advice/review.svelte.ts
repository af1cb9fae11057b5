/**
 * The review of a game: the moves that cost most, and each of them as an exercise, on a table of its own that stands as
 * the game stood before the move. The game itself is not touched, and nothing that is tried out is saved.
 */
import { Exercise, type Task } from '../exercise/exercise.svelte.ts';
import { Engine } from '../engine/engine.ts';
import { startWorker } from '../engine/workers.ts';
import { Turn } from '../ground/turn.ts';
import { settings } from '../store/settings.svelte.ts';
import { failedWords } from '../words/failed.ts';
import { t } from '../words/texts/table.ts';
import { announce, tell } from '../ui/notices.svelte.ts';
import { movedCard } from '../engine/notation.ts';
import { askWords, triedWords } from './words.ts';
import type { Said } from '../words/table.ts';
import { Game } from '../play/game.svelte.ts';
import { triedOut } from '../play/within.ts';
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
  /** the game on the table of the exercise */
  game: Game | null = $state.raw(null);
  exercise: Exercise | null = $state.raw(null);
  /** what the exercise is about, and what it asks */
  moment: Turning | null = $state.raw(null);
  ask: Said | null = $state.raw(null);
  #engine: Engine | null = null;
  readonly #turn = new Turn();

  constructor(desk: Reviewed) {
    this.#desk = desk;
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
    this.end();
    const on = this.#turn.next();
    const { info, table } = this.#desk.game;
    const { record } = table;
    const engine = new Engine({ start: startWorker });
    try {
      await engine.load(record);
      const before = await engine.goto(moment.ply - 1);
      if (on.aborted) return engine.close();
      const game = new Game(engine, info, before, 'jump', settings, triedOut);
      this.#engine = engine;
      this.moment = moment;
      this.ask = askWords(info, moment, movedCard(info, game.view, moment.move));
      this.game = game;
      this.exercise = new Exercise(game, this.#task(record, moment));
      await this.exercise.begin();
    } catch (error) {
      engine.close();
      tell(failedWords(error), 'warning');
    }
  }

  /** Back to the game as it is. */
  end(): void {
    this.#turn.end();
    if (!this.game) return;
    this.exercise?.close();
    this.game.close();
    this.#engine?.close();
    this.exercise = this.moment = this.game = this.#engine = null;
    const { ply, plies } = this.#desk.game.table;
    announce(t('jump.at', { ply, plies }));
  }

  /** The moves tried out, as a record; after that the game is there again. */
  branch(): string {
    const { record } = this.game!.table;
    this.end();
    return record;
  }

  /** The worth of a move made after the first `at` moves; null if that cannot be found out, or its turn is over. */
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
    const moves = this.#desk.moves;
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
