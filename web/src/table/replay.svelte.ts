/** A game that is over, played again as a film. Whatever the player does stops it. */
import type { Game } from './game.svelte.ts';
import type { Session } from './session.svelte.ts';

/** The whole film takes at most so long, and each move at least and at most so long, ms. */
const longest = 40_000;
const shortestMove = 130;
const longestMove = 700;

export class Replay {
  readonly #session: Session;
  running = $state(false);
  #wake: (() => void) | null = null;

  constructor(session: Session) {
    this.#session = session;
  }

  async start(): Promise<void> {
    const game = this.#session.game;
    if (!game || this.running) return;
    const { plies } = game.table;
    this.running = true;
    // Who leaves in the middle has still won.
    this.#session.held = true;
    const pause = Math.max(shortestMove, Math.min(longestMove, longest / Math.max(1, plies)));
    let taken = false;
    for (let ply = 0; ply <= plies && this.running && !taken; ++ply) {
      taken = !(await this.#show(game, ply));
      if (taken) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ply === 0 ? 2 * longestMove : pause);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    // Stopped, it goes back to the end.
    if (!taken) await game.goto(plies, true);
    this.running = false;
    this.#session.held = false;
  }

  /** False if something else has happened on the table. */
  async #show(game: Game, ply: number): Promise<boolean> {
    const { serial } = game.update;
    return (await game.goto(ply, true)) && game.update.serial === serial + 1;
  }

  /** True if it was running. */
  stop(): boolean {
    if (!this.running) return false;
    this.running = false;
    this.#wake?.();
    return true;
  }
}
