/**
 * What the solver is asked: one task at a time, done in steps, so that it can be told to stop in between. This knows
 * nothing of games.
 */
import { answer, type Module } from './module.ts';

/** Requests to be made one after another. If the last of them begins a search, that goes on until it is done or the time is up. */
export interface Task {
  number: number;
  first: readonly string[];
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

  async #work({ number, first, time }: Task): Promise<void> {
    const say = (text: string, over: boolean, late = false) =>
      this.#say({ number, answer: text, over, late, memory: this.#module.memory.buffer.byteLength } satisfies Progress);
    const ask = (request: string) => {
      const text = answer(this.#module, request);
      return { ...(JSON.parse(text) as { ok: boolean; done?: boolean }), text };
    };
    const start = performance.now();
    for (const [i, request] of first.entries()) {
      const { ok, done, text } = ask(request);
      if (!ok || (i === first.length - 1 && done !== false)) return say(text, true);
    }
    let said = start;
    let nodes = 64;
    while (this.#current === number) {
      const before = performance.now();
      const { ok, done, text } = ask(`step ${nodes}`);
      if (!ok) return say(text, true);
      const now = performance.now();
      if (now - before < shortStep) nodes = Math.min(2 * nodes, mostNodes);
      if (now - before > longStep) nodes = Math.max(nodes >> 1, 1);
      if (done) return say(ask('found').text, true);
      if (this.#enough === number || now - start >= time) {
        ask('stop');
        return say(ask('found').text, true, true);
      }
      if (now - said >= pause) {
        said = now;
        say(ask('found').text, false);
      }
      await this.#breath();
    }
  }
}
