/** A puzzle as an exercise: `solver.wasm` follows whoever solves it (docs/notation.md, "Requests for puzzles"). */
import type { GameInfo } from '../engine/contract.ts';
import { request } from '../engine/request.ts';
import type { Solver } from '../engine/solver.ts';
import type { Judged, Task } from '../exercise/exercise.svelte.ts';
import { endWith } from '../ground/turn.ts';
import type { PuzzleProgress } from '../engine/solver-contract.ts';
import { lostWords } from './words.ts';
import { plain } from '../words/table.ts';
import { t } from '../words/texts/puzzles.ts';
import type { Puzzle } from './data.ts';

interface Table {
  info: GameInfo;
  /** whether a move made at a ply changes nothing: then it is taken back */
  idle: (move: string, ply: number) => Promise<boolean>;
  takeBack: (ply: number) => Promise<unknown>;
  /** nothing was wrong, and there was no hint */
  clean: () => boolean;
  /** something has been counted, and is about to be seen */
  counted: () => void;
}

/** How far these moves lead in a puzzle; null if nobody can say, or wants to know any more. */
export async function followed(
  solver: Solver,
  { line, position }: Puzzle,
  moves: readonly string[],
  on?: AbortSignal,
): Promise<PuzzleProgress | null> {
  const made = ['made', ...moves].join(' ');
  const asked = request('puzzle', { lines: `solution ${line}\n${made}\n${position}` });
  const run = solver.run({ rank: 'hint', first: [asked] });
  if (on) endWith(on, () => run.cancel());
  return (await run.result)?.answer ?? null;
}

export class PuzzleTask implements Task {
  /** The table stands there. */
  readonly record = null;
  readonly #solver: Solver;
  readonly #puzzle: Puzzle;
  readonly #table: Table;
  /** the moves up to the one that was shown last, with it */
  #shown = '';

  constructor(solver: Solver, puzzle: Puzzle, table: Table) {
    this.#solver = solver;
    this.#puzzle = puzzle;
    this.#table = table;
  }

  counted(): void {
    this.#table.counted();
  }

  async judge(moves: readonly string[], on: AbortSignal): Promise<Judged | null> {
    const { info, idle, takeBack, clean } = this.#table;
    const ply = moves.length - 1;
    const changesNothing = await idle(moves[ply] ?? '', ply);
    if (on.aborted) return null;
    if (changesNothing) {
      await takeBack(ply);
      return null;
    }
    const answer = await followed(this.#solver, this.#puzzle, moves, on);
    if (!answer) return null;
    const { right, neutral, solved, play, why, decision, decisions } = answer;
    // The shown line may be a move that takes another one back.
    if (neutral) return { right, neutral, why: plain(moves.join(' ') === this.#shown ? t('free') : t('neutral')), then: [] };
    if (!right) return { right, why: lostWords(info, why), then: null };
    const said = solved ? (clean() ? t('solved') : t('solved-late')) : t('right', { count: decisions - decision });
    return { right, why: plain(said), then: solved ? null : play };
  }

  async solution(moves: readonly string[], on: AbortSignal): Promise<string | null> {
    const next = (await followed(this.#solver, this.#puzzle, moves, on))?.next ?? null;
    if (next !== null) this.#shown = [...moves, next].join(' ');
    return next;
  }
}
