/** A game that is over, played again as a film. Whatever the player does stops it. */
import { Film } from './film.svelte.ts';
import type { Session } from './session.svelte.ts';

/** The whole film takes at most so long, and each move at least and at most so long, ms. */
const longest = 40_000;
const shortestMove = 130;
const longestMove = 700;

export class Replay extends Film {
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  /** A player who leaves in the middle has still won: nothing of it is saved. */
  start(): Promise<void> {
    return this.#session.onlyShow(async (game) => {
      const { plies } = game.table;
      const pause = Math.max(shortestMove, Math.min(longestMove, longest / Math.max(1, plies)));
      const end = await this.run(game, async (move) => {
        for (let ply = 0; ply <= plies; ++ply)
          if (
            !(await move(
              () => game.goto(ply, true),
              () => (ply === 0 ? 2 * longestMove : pause),
            ))
          )
            return;
      });
      // Stopped, it goes back to the end.
      if (end !== 'taken') await game.goto(plies, true);
    });
  }
}
