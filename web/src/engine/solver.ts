/**
 * The client of the solver's worker, which starts with the first wish. One wish is worked on at a time, the most urgent
 * first; one that is pushed aside begins again later. When nothing has been wished for some time, the worker is let go,
 * with all its memory.
 */
import { Client, Died, Refused, type Port, type Unusable } from './client.ts';
import type { Answer } from './contract.ts';
import type { Asked } from './request.ts';
import type { Order, Progress } from './tasks.ts';

/** Most urgent first. */
const ranks = ['hint', 'search', 'verdict', 'odds', 'analysis', 'refine', 'think'] as const;

export interface Wish<T = unknown> {
  rank: (typeof ranks)[number];
  /** requests, of which the last may begin a search, and has the answer that is wished for */
  first: readonly [...string[], Asked<T>];
  /** ms for that, from when it is begun */
  time?: number;
}

interface Result<T> {
  answer: T;
  /** the time was up before it was done */
  late: boolean;
}

export interface Running<T> {
  /** null if it was cancelled */
  result: Promise<Result<T> | null>;
  cancel(): void;
  /** Somebody waits for it now. */
  raise(rank: Wish['rank']): void;
  /** The time is up: what has been found so far will do. */
  enough(): void;
}

export type SolverPort = Port<Order, Progress>;

interface SolverOptions {
  start: () => SolverPort;
  /** ms without a word, once it is loaded, after which the worker counts as dead */
  patience?: number;
  /** ms that loading may take */
  loading?: number;
  /** ms without a wish after which the worker is let go; null: it never is */
  rest?: number | null;
  /** bytes above which the worker is replaced as soon as it has nothing to do */
  memory?: number;
}

interface Waiting {
  wish: Wish;
  number: number;
  deaths: number;
  progress: (answer: never) => void;
  settle: (result: Result<never> | null) => void;
  fail: (error: Error) => void;
}

export class Solver {
  readonly #options: Required<SolverOptions>;
  readonly #client: Client<Order, Progress>;
  #number = 0;
  #queue: Waiting[] = [];
  #current: Waiting | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #memory = 0;

  constructor(options: SolverOptions) {
    this.#options = { patience: 8000, loading: 60_000, rest: 60_000, memory: 60 << 20, ...options };
    this.#client = new Client({
      start: options.start,
      // Perhaps there is a connection again when the next wish comes.
      later: true,
      patience: () => this.#current && (this.ready ? this.#options.patience : this.#options.loading),
      heard: (answer, progress) => this.#heard(answer, progress),
      died: (reason) => this.#died(reason),
      again: () => this.#next(),
      failed: (reason) => {
        for (const waiting of this.#takeAll()) waiting.fail(reason);
      },
    });
  }

  /** It answers at once: the worker is there. */
  get ready(): boolean {
    return this.#client.loaded;
  }
  /** Why it can never answer, if so. */
  get unusable(): Unusable | null {
    return this.#client.unusable;
  }
  /** bytes that the worker's module had with its last answer; 0 without a worker */
  get memory(): number {
    return this.#memory;
  }

  /** Starts the worker, so that the first answer comes sooner. */
  warm(): void {
    if (!this.#client.running && !this.unusable) this.#client.start();
    this.#restLater();
  }

  run<T extends object>(wish: Wish<T>, onProgress: (answer: T) => void = () => {}): Running<T> {
    if (this.unusable) return { result: Promise.reject(this.unusable), cancel: () => {}, raise: () => {}, enough: () => {} };
    let waiting: Waiting;
    const result = new Promise<Result<T> | null>((settle, fail) => {
      waiting = { wish, number: ++this.#number, deaths: 0, progress: onProgress, settle, fail };
    });
    this.#queue.push(waiting!);
    this.#next();
    return {
      result,
      cancel: () => this.#cancel(waiting),
      raise: (rank) => {
        waiting.wish = { ...waiting.wish, rank };
        this.#next();
      },
      enough: () => {
        if (this.#current === waiting) this.#client.say('enough');
        else this.#cancel(waiting);
      },
    };
  }

  /** Lets the worker go; whatever was wished for is cancelled. */
  close(): void {
    for (const waiting of this.#takeAll()) waiting.settle(null);
  }

  #cancel(waiting: Waiting): void {
    waiting.settle(null);
    this.#queue = this.#queue.filter((one) => one !== waiting);
    if (this.#current !== waiting) return;
    this.#current = null;
    this.#client.say('stop');
    this.#next();
  }

  #next(): void {
    const rank = (one: Waiting) => ranks.indexOf(one.wish.rank);
    const first = this.#queue.reduce<Waiting | null>((best, one) => (best !== null && rank(best) <= rank(one) ? best : one), null);
    if (!first) {
      if (!this.#current) this.#idle();
      return;
    }
    if (this.#current) {
      if (rank(this.#current) <= rank(first)) return;
      // It begins again as another task, so that its late answers are known.
      this.#current.number = ++this.#number;
      this.#queue.unshift(this.#current);
      this.#current = null;
    }
    this.#queue = this.#queue.filter((one) => one !== first);
    clearTimeout(this.#resting);
    this.#begin(first);
  }

  #begin(waiting: Waiting): void {
    this.#current = waiting;
    if (!this.#client.running) this.#client.start();
    const { first, time = 0 } = waiting.wish;
    this.#client.say({ number: waiting.number, first, time });
  }

  #idle(): void {
    // WebAssembly cannot give memory back: only a new worker has less.
    if (this.#memory > this.#options.memory) this.#stop();
    else this.#restLater();
  }

  #restLater(): void {
    clearTimeout(this.#resting);
    const { rest } = this.#options;
    if (!this.#current && rest !== null) this.#resting = setTimeout(() => this.#stop(), rest);
  }

  #heard(answer: Answer<object>, reply: Progress): void {
    this.#memory = reply.memory;
    const waiting = this.#current;
    if (waiting?.number !== reply.number) return;
    if (!reply.over) {
      if (answer.ok) waiting.progress(answer as never);
      return;
    }
    this.#current = null;
    this.#client.well();
    if (answer.ok) waiting.settle({ answer: answer as never, late: reply.late });
    else waiting.fail(new Refused(answer.error));
    this.#next();
  }

  #stop(): void {
    clearTimeout(this.#resting);
    this.#client.stop();
    this.#current = null;
    this.#memory = 0;
  }

  #died(reason: string): void {
    const waiting = this.#current;
    this.#stop();
    if (!waiting) return;
    // Once more in a new worker; then it is given up, for it may be what kills them.
    if (waiting.deaths === 0) {
      waiting.number = ++this.#number;
      waiting.deaths = 1;
      this.#queue.unshift(waiting);
    } else waiting.fail(new Died(reason));
  }

  /** Stops the worker, and takes back everything that was wished for. */
  #takeAll(): Waiting[] {
    const all = [...(this.#current ? [this.#current] : []), ...this.#queue];
    this.#queue = [];
    this.#stop();
    return all;
  }
}

/** The answer to a single request; null if the solver was let go meanwhile. */
export async function asked<T extends object>(solver: Solver, request: Asked<T>): Promise<T | null> {
  return (await solver.run({ rank: 'search', first: [request] }).result)?.answer ?? null;
}

/** Rules of somebody's own as the solver takes them, by the id of their game: the table's module has answered them. */
export const forms = new Map<string, string>();

/** The form for a record or position lines; none of a listed game. */
export const formOf = (text: string): { rules?: string } => {
  const rules = forms.get(/^game (\S+)/m.exec(text)?.[1] ?? '');
  return rules === undefined ? {} : { rules };
};
