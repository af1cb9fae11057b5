/** A puzzle on the table. It owns the game and the exercise, and writes down how it went: once, with the first mistake or hint. */
import type { App } from '../app/app.svelte.ts';
import { Exercise } from '../exercise/exercise.svelte.ts';
import { settings } from '../store/settings.svelte.ts';
import { Game } from '../play/game.svelte.ts';
import { triedOut } from '../play/within.ts';
import type { GameInfo, Table } from '../engine/contract.ts';
import { movesTo } from '../engine/notation.ts';
import { handedOver } from '../ground/local.ts';
import { tell } from '../ui/notices.svelte.ts';
import { failedWords } from '../words/failed.ts';
import { t } from '../words/texts/puzzles.ts';
import type { Puzzle } from './data.ts';
import { note, type Rated } from './kept.ts';
import { leaveMoves, type LeftMoves } from './left.ts';
import { openedBy } from './open.ts';
import { PuzzleTask } from './task.ts';

/** A table that is left open all night does not count, ms. */
const longest = 60 * 60 * 1000;

interface Events {
  /** how it went is known */
  ended: (solved: boolean) => void;
  /** it is written down, and has changed the rating */
  rated: (game: string, rated: Rated) => void;
}

export class Solving {
  readonly #app: App;
  readonly info: GameInfo;
  readonly puzzle: Puzzle;
  /** it may count for the rating */
  readonly counts: boolean;
  exercise: Exercise | null = $state.raw(null);
  trouble = $state('');
  /** null: not yet known */
  solved: boolean | null = $state(null);
  readonly #events: Events;
  readonly #begun = performance.now();
  #over = false;

  constructor(app: App, info: GameInfo, puzzle: Puzzle, counts: boolean, events: Events) {
    this.#app = app;
    this.info = info;
    this.puzzle = puzzle;
    this.counts = counts;
    this.#events = events;
    void this.#open().catch((error: unknown) => (this.trouble = failedWords(error)));
  }

  get game(): Game | undefined {
    return this.exercise?.game;
  }

  async #open(): Promise<void> {
    const { engine, solver } = this.#app;
    solver.warm();
    let table = await engine.setUp(this.puzzle.position);
    if (table.automatic !== 'never') table = await engine.automatic('never');
    if (this.#over) return;
    const game = new Game(engine, this.info, table, 'deal', settings, {
      ...triedOut,
      seen: openedBy(this.puzzle.position, table),
      // Whether a move is right is known a moment after it is seen, and by then the page may be gone.
      leave: async (next) => {
        if (this.solved === null) leaveMoves(this.info.id, this.puzzle.key, this.#left(next));
        await handedOver();
      },
    });
    const task = new PuzzleTask(solver, this.puzzle, {
      info: this.info,
      idle: async (move, ply) => {
        const { sources } = await game.viewAt(ply);
        return sources.some(({ targets }) => targets.some((one) => one.move === move && one.standIn === ''));
      },
      takeBack: (ply) => game.goto(ply, true).then(() => tell(t('nothing'))),
      clean: () => exercise.mistakes === 0 && exercise.hints === 0,
      counted: () => this.follow(),
    });
    const exercise: Exercise = new Exercise(game, task);
    await exercise.begin();
    this.exercise = exercise;
  }

  get #time(): number {
    return Math.min(longest, performance.now() - this.#begun);
  }
  #left(table: Table): LeftMoves | null {
    return table.ply > 0 ? { made: movesTo(table), counts: this.counts, time: Math.round(this.#time) } : null;
  }

  /** To be called when the exercise has gone on. */
  follow(): void {
    const { exercise } = this;
    if (!exercise || this.solved !== null) return;
    const { mistakes, hints, state, game } = exercise;
    if (mistakes === 0 && hints === 0 && state !== 'solved') return;
    const solved = mistakes === 0 && hints === 0;
    this.solved = solved;
    const time = this.#time;
    this.#events.ended(solved);
    const one = { solved, hint: hints > 0, counts: this.counts, moves: game.table.ply, time };
    const { id } = this.info;
    void note(id, this.puzzle, one).then((rated) => rated && this.#events.rated(id, rated));
    leaveMoves(id, this.puzzle.key, null);
  }

  undo(): void {
    void this.exercise?.undo();
  }

  close(): void {
    this.#over = true;
    this.exercise?.close();
    this.game?.close();
  }
}
