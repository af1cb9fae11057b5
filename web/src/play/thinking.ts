/**
 * Thinks about the position on the table while the player looks at it, so that the hint is there when it is wanted. It
 * counts in nodes, so the considered answer is the same on every device; a slower one only takes longer.
 */
import type { FairAdvice } from '../engine/solver-contract.ts';
import type { Running, Solver, Wish } from '../engine/solver.ts';
import { consideredHint } from './questions.ts';

/** How long somebody waits who has asked, ms. */
export const patience = 2000;
/** More, for the answer to come back: then there is no solver to be had. */
export const grace = 500;

export interface Idea {
  advice: FairAdvice;
  /** there was no time to consider it */
  quick: boolean;
}

export class Thinking {
  readonly #solver: Solver;
  /** the position thought about */
  #place = '';
  #run: Running<FairAdvice> | null = null;
  /** somebody waits for it */
  #wanted = false;
  /** what is known of it at the end, and what is known before */
  #ideas: Promise<Idea | null>[] = [];

  constructor(solver: Solver) {
    this.#solver = solver;
  }

  /** Goes on if it is the same position; null if there can be no solver. */
  about(place: string, record: string): Running<FairAdvice> | null {
    if (this.#solver.unusable) return null;
    if (this.#run && place === this.#place) return this.#run;
    this.stop();
    let decide: (idea: Idea) => void;
    const decided = new Promise<Idea>((resolve) => (decide = resolve));
    // The move is decided before its chance is known; what a few worlds say of it would change.
    const run = consideredHint(
      this.#solver,
      record,
      (advice) => advice.decided && decide({ advice: { ...advice, chance: null }, quick: false }),
    );
    const end = run.result.then(
      (found) => found && { advice: found.answer, quick: found.late && !found.answer.decided },
      () => null,
    );
    this.#place = place;
    this.#run = run;
    this.#wanted = false;
    this.#ideas = [end, decided];
    // A search that did not come to an end is thought about anew when it is wanted.
    void end.then((idea) => {
      if (this.#run === run && (idea === null || idea.quick)) this.#run = null;
    });
    return run;
  }

  /** The search for this position, for somebody who waits for it; null if there can be none. */
  want(place: string, record: string, rank: Wish['rank']): Running<FairAdvice> | null {
    const run = this.about(place, record);
    run?.raise(rank);
    this.#wanted = true;
    return run;
  }

  /** Thinks of nothing by itself; a search that somebody waits for in this position goes on. */
  rest(place: string): void {
    if (!this.#wanted || place !== this.#place) this.stop();
  }

  stop(): void {
    this.#run?.cancel();
    this.#run = null;
  }

  /** The considered move if it is there within two seconds, else the best so far; null if the solver has none. */
  async ask(place: string, record: string): Promise<Idea | null> {
    const run = this.want(place, record, 'hint');
    if (!run) return null;
    const timers = [setTimeout(() => run.enough(), patience)];
    const none = new Promise<null>((resolve) => timers.push(setTimeout(() => resolve(null), patience + grace)));
    const found = await Promise.race([...this.#ideas, none]);
    timers.forEach(clearTimeout);
    return found;
  }
}
