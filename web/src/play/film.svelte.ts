/** A game that plays itself: it ends when somebody stops it, and when anything else happens on the table. */
import { endWith, Turn } from '../ground/turn.ts';
import type { Game } from './game.svelte.ts';

/** Makes a move, and shows it for so long, ms; false if the film is over. */
type Move = (job: () => Promise<boolean>, pause?: () => number) => Promise<boolean>;

export class Film {
  running = $state(false);
  readonly #turn = new Turn();
  /** ends the pause after a move */
  goOn: () => void = () => {};

  /** `alone` says whether it still goes on. It is taken when something else has happened on the table. */
  async run(game: Game, script: (move: Move, alone: () => boolean) => Promise<void>): Promise<'over' | 'stopped' | 'taken'> {
    const on = this.#turn.next();
    this.running = true;
    let { serial } = game.update;
    let taken = false;
    const alone = (): boolean => {
      taken ||= game.update.serial !== serial;
      return !taken && !on.aborted;
    };
    const move: Move = async (job, pause = () => 0) => {
      if (!alone()) return false;
      taken = !(await job()) || game.update.serial > serial + 1;
      serial = game.update.serial;
      if (alone() && pause() > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pause());
          this.goOn = () => {
            clearTimeout(timer);
            resolve();
          };
          endWith(on, this.goOn);
        });
      return alone();
    };
    await script(move, alone);
    const stopped = on.aborted;
    if (!stopped) this.stop();
    return taken ? 'taken' : stopped ? 'stopped' : 'over';
  }

  /** True if it was running. */
  stop(): boolean {
    const { running } = this;
    this.running = false;
    this.#turn.end();
    return running;
  }
}
