/**
 * A position in which the player looks for a good move: where a game took a bad turn, or in a puzzle. The move is made on
 * the table, by any input, and then judged. It owns the table while it lasts: what is played meanwhile is the player's to
 * try out, and whoever begins an exercise sees to it that nothing of that is saved.
 */
import { movesTo, readMove } from '../engine/notation.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Game } from '../play/game.svelte.ts';
import { pace } from '../play/pace.ts';
import { announce } from '../ui/notices.svelte.ts';
import { Turn } from '../ground/turn.ts';
import { hintSaid } from './words.ts';
import type { Said } from '../words/table.ts';

export interface Judged {
  right: boolean;
  /** nothing is lost or gained: the player goes on looking from there */
  neutral?: boolean;
  /** why, with cards and piles */
  why: Said;
  /** after a right move: what plays itself until the player chooses again; null if nothing is left to find */
  then: readonly string[] | null;
}

/** The move that is looked for, and who knows it. */
export interface Task {
  /** where it begins: the current position of this record; null: where the table stands */
  record: string | null;
  /** Judges the last of the moves that led to where the table stands; null if that cannot be said, or is not wanted any more. */
  judge(moves: readonly string[], on: AbortSignal): Promise<Judged | null>;
  /** A mistake, a hint or the end has been counted, and is about to be seen. */
  counted?(): void;
  /** A right move where the table stands, for hints and to be shown; null as with `judge`. */
  solution(moves: readonly string[], on: AbortSignal): Promise<string | null>;
}

/**
 * look: the player looks for a move; judging: it has been made; wrong: and was not good; right: it was, and what plays
 * itself is played; solved: nothing is left to find; unknown: nobody can say
 */
type State = 'look' | 'judging' | 'wrong' | 'right' | 'solved' | 'unknown';

/** How long what plays itself stays to be seen, ms. */
const pause = (): number => (pace(settings.animation) > 0 ? 500 : 0);

export class Exercise {
  readonly game: Game;
  readonly task: Task;
  state: State = $state('look');
  /** what was said of the last move, or to help with the next */
  said: Said | null = $state.raw(null);
  /** 1: which card; 2: where it goes as well */
  hinted: 0 | 1 | 2 = $state(0);
  /** a hint is being looked for */
  searching = $state(false);
  /** moves that were not good, over all decisions */
  mistakes = $state(0);
  /** moves that were right */
  found = $state(0);
  /** hints that were wanted, over all decisions */
  hints = $state(0);
  /** where the player looks for a move, and what goes before it is past */
  #at = 0;
  #since = 0;
  readonly #turn = new Turn();
  #over = false;
  #marked = '';

  constructor(game: Game, task: Task) {
    this.game = game;
    this.task = task;
  }

  async begin(): Promise<void> {
    if (this.task.record !== null) await this.game.load(this.task.record);
    if (this.#over) return;
    this.#look();
  }

  /** The moves up to where the table stands. */
  #moves(): string[] {
    return movesTo(this.game.table);
  }

  /** The player looks for a move where the table stands. */
  #look(at = this.game.table.ply): void {
    this.#since = at;
    this.#lookOn(at);
  }
  #lookOn(at = this.game.table.ply): void {
    this.#turn.next();
    this.#at = at;
    this.state = 'look';
    this.#mark('', 0);
  }

  #guide(moves: readonly string[] | null = null): void {
    if (this.#over) return;
    this.game.follow({
      moves,
      marked: this.#marked,
      cardOnly: this.hinted === 1,
      refuse: () => {},
      repeat: () => void this.hint(),
    });
  }
  #mark(move: string, hinted: 0 | 1 | 2): void {
    this.#marked = move;
    this.hinted = hinted;
    this.#guide();
  }

  /** To be called after each change of the table. */
  follow(): void {
    if (this.#over) return;
    const { ply } = this.game.table;
    if (ply < this.#since) void this.game.goto(this.#since);
    else if (ply < this.#at || (ply === this.#at && this.state !== 'look')) {
      // Taken back, by any input.
      this.said = null;
      this.#lookOn();
    } else if (ply > this.#at && this.state === 'look') void this.#judge();
  }

  async #judge(): Promise<void> {
    const on = this.#turn.next();
    this.state = 'judging';
    this.searching = false;
    this.said = null;
    this.#mark('', 0);
    const moves = this.#moves();
    // Automatic moves may have followed.
    const judged = await this.task.judge(moves.slice(0, this.#at + 1), on).catch(() => null);
    if (on.aborted) return;
    if (!judged) {
      this.state = 'unknown';
      return;
    }
    this.said = judged.why;
    announce(judged.why.spoken);
    const from = this.#at + 1;
    if (judged.neutral) {
      this.#lookOn(from);
      // Another move may have been made meanwhile.
      this.follow();
      return;
    }
    if (!judged.right) {
      this.mistakes += 1;
      this.state = 'wrong';
      this.task.counted?.();
      return;
    }
    this.found += 1;
    if (judged.then === null) {
      this.state = 'solved';
      this.task.counted?.();
      return;
    }
    this.state = 'right';
    await this.#playAlone(judged.then, from, on);
    if (on.aborted) return;
    this.#look(Math.min(from + judged.then.length, this.game.table.ply));
    this.follow();
  }

  /** Plays what plays itself from a ply on, unless it is made by hand; any other move made meanwhile is taken back. */
  async #playAlone(then: readonly string[], from: number, on: AbortSignal): Promise<void> {
    const next = () => {
      const made = this.#moves().slice(from);
      return then.findIndex((move, i) => move !== made[i]);
    };
    for (let i = next(); i >= 0; i = next()) {
      this.#guide([then[i]!]);
      await new Promise((resolve) => setTimeout(resolve, pause()));
      if (on.aborted) return;
      if (next() !== i) continue;
      if (this.game.table.ply > from + i) await this.game.goto(from + i, true);
      if (on.aborted || !(await this.game.play(then[i]!)) || on.aborted) return;
    }
  }

  /** First which card, then where it goes. */
  async hint(): Promise<void> {
    if (this.state !== 'look' || this.hinted === 2 || this.searching) return;
    const on = this.#turn.signal;
    if (this.hinted === 0) {
      this.searching = true;
      const move = await this.task.solution(this.#moves(), on).catch(() => null);
      if (on.aborted) return;
      this.searching = false;
      if (move === null) return;
      this.#marked = move;
    }
    this.hints += 1;
    this.task.counted?.();
    const { info, view } = this.game;
    const whole = this.hinted === 1 || readMove(this.#marked).from === '';
    this.said = hintSaid(info, view, this.#marked, whole);
    this.#mark(this.#marked, whole ? 2 : 1);
    announce(this.said.spoken);
  }

  /** Back to where the player looks for a move. */
  async again(): Promise<void> {
    if (this.game.table.ply !== this.#at) await this.game.goto(this.#at);
  }

  /** Takes back what was not good, or else the last move that changed nothing. */
  async undo(): Promise<void> {
    if (this.state === 'wrong' || this.state === 'unknown') await this.again();
    else if (this.state === 'look' && this.#at > this.#since) await this.game.goto(this.#at - 1);
  }

  /** Leaves the table as it stands. */
  close(): void {
    this.#over = true;
    this.#turn.end();
    this.game.follow(null);
  }
}
