/**
 * What the solver is asked: one task at a time, done in steps, so that it can be told to stop in between. This knows
 * nothing of games.
 */
import { answer, type Module } from './module.ts';

/** Requests to be made one after another; then, perhaps, one that is repeated until it is done or the time is up. */
export interface Task {
  number: number;
  first: string[];
  /** asked for with a number of nodes, "" if the answer to the last of `first` is all that is wanted */
  step: string;
  /** asked for when the time is up; another step, or what has been found so far */
  end: string;
  /** ms */
  time: number;
}
/**
 * What the page says: a task, which takes the place of the one before; that none is wanted any more; that the time of the
 * one under way is up.
 */
export type Order = Task | 'stop' | 'enough';

export interface Progress {
  number: number;
  answer: string;
  /** this is the task's last answer */
  over: boolean;
  /** the time was up before the task was done */
  late: boolean;
  /** of the module, in bytes; it never becomes less */
  memory: number;
}

/** Between two answers to a task that goes on, ms: the page shows no more than this, and knows that the worker lives. */
const pause = 100;
/** A step takes about this long, ms: so long may an order have to wait. */
const shortStep = 2;
const longStep = 10;
const mostNodes = 1 << 16;

export class Tasks {
  readonly #module: Module;
  readonly #say: (progress: Progress) => void;
  readonly #breath: () => Promise<void>;
  #current = 0;
  /** the task whose time is up */
  #enough = 0;

  /** `breath` lets orders come in. */
  constructor(module: Module, say: (progress: Progress) => void, breath: () => Promise<void>) {
    this.#module = module;
    this.#say = say;
    this.#breath = breath;
  }

  async take(order: Order): Promise<void> {
    if (order === 'enough') this.#enough = this.#current;
    else this.#current = order === 'stop' ? 0 : order.number;
    if (typeof order === 'object') await this.#work(order);
  }

  async #work({ number, first, step, end, time }: Task): Promise<void> {
    const say = (text: string, over: boolean, late = false) =>
      this.#say({ number, answer: text, over, late, memory: this.#module.memory.buffer.byteLength } satisfies Progress);
    const start = performance.now();
    let text = '';
    for (const request of first) {
      text = answer(this.#module, request);
      if (!(JSON.parse(text) as { ok: boolean }).ok) return say(text, true);
    }
    if (step === '') return say(text, true);
    let said = start;
    for (let nodes = 64, before = performance.now(); ;) {
      text = answer(this.#module, `${step} ${nodes}`);
      const now = performance.now();
      const took = now - before;
      if (took < shortStep) nodes = Math.min(2 * nodes, mostNodes);
      if (took > longStep) nodes = Math.max(nodes >> 1, 1);
      const { done } = JSON.parse(text) as { done?: boolean };
      if (done !== false) return say(text, true);
      if (this.#enough === number || now - start >= time) return say(end === step ? text : answer(this.#module, `${end} 0`), true, true);
      if (now - said >= pause) {
        said = now;
        say(text, false);
      }
      await this.#breath();
      if (this.#current !== number) return;
      before = performance.now();
    }
  }
}
