/**
 * The engine and the solver as a library: the page's own client, with the modules in this thread in place of workers.
 * Where a thread must not be held up for some milliseconds at a time, import this in a worker of yours.
 */
import { Closed, Refused, type Port } from '../src/engine/client.ts';
import type { Answer, GameInfo } from '../src/engine/contract.ts';
import { Engine, type Ask, type Reply } from '../src/engine/engine.ts';
import { answer, begin, type Module } from '../src/engine/module.ts';
import { request, type Asked } from '../src/engine/request.ts';
import { formOf, forms, Solver, type Wish } from '../src/engine/solver.ts';
import type { FairAdvice, Odds, Solution } from '../src/engine/solver-contract.ts';
import { Tasks, type Order, type Progress } from '../src/engine/tasks.ts';

export { Closed, Died, Refused, Unusable } from '../src/engine/client.ts';
export type * from '../src/engine/contract.ts';
export type * from '../src/engine/solver-contract.ts';
export type { Engine } from '../src/engine/engine.ts';
export { request, type Asked } from '../src/engine/request.ts';

/** The needed part of an AbortSignal, whose type not every program has. */
export interface Signal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Patience<T> {
  /** ms; when they are over, the answer is what has been found so far */
  time?: number;
  signal?: Signal;
  onProgress?: (answer: T) => void;
}

/** Gives way to whatever waits: timers would wait for 4 ms, and a channel would keep Node running. */
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate } = globalThis as { setImmediate?: (then: () => void) => void };
    if (setImmediate) return setImmediate(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** In place of a worker: `work` gets what is asked, and says what it has found. */
function port<O, R>(module: WebAssembly.Module, work: (module: Module, say: (reply: R) => void) => (order: O) => unknown): Port<O, R> {
  let open = true;
  const made: Port<O, R> = {
    onmessage: null,
    onerror: null,
    terminate: () => (open = false),
    postMessage: (order) =>
      void take
        .then((taken) => taken(order))
        .catch((error: unknown) => tell({ fatal: 'crashed', detail: error instanceof Error ? error.message : String(error) })),
  };
  const tell = (data: Parameters<NonNullable<typeof made.onmessage>>[0]['data']) => {
    if (open) made.onmessage?.({ data } as Parameters<NonNullable<typeof made.onmessage>>[0]);
  };
  const take = WebAssembly.instantiate(module, {}).then(({ exports }) => work(begin(exports), tell));
  return made;
}

/** A question about a deal, a record or the lines of a position, as the solver takes it. `own`: the game of that name. */
function subject(text: string, own: string): string {
  const record = (lines: string) => request('record', formOf(lines), { lines });
  if (/^\s*quincunx-record\b/.test(text)) return record(text);
  const [, said, dealt] = /^\s*([a-z-]+)([#:][0-9A-Z]+)\s*$/.exec(text) ?? [];
  if (said === undefined) return request('position', formOf(text), { lines: text.replace(/^rules .*$/m, '#') });
  const game = said === 'own' && own !== '' ? own : said;
  return record(`quincunx-record 1\ngame ${game}\ndeal ${game}${dealt!}\nmoves\nend\n`);
}

/** Rules as an object or a text. */
export type RulesText = string | object;
const linesOf = (rules: RulesText) => ({ lines: typeof rules === 'string' ? rules : JSON.stringify(rules) });

/** The solver's findings. `about` is a deal (`carthage#12345`), the text of a record, or the lines of a position. */
export class Advice {
  readonly #solver: Solver;
  readonly #learn: (rules: RulesText) => Promise<string>;
  readonly #own: string;
  #closed = false;

  /** @internal `own`: the game that can be called own */
  constructor(solver: Solver, learn: (rules: RulesText) => Promise<string>, own: string) {
    this.#solver = solver;
    this.#learn = learn;
    this.#own = own;
  }

  async #about<T extends object>(about: string, then: Asked<T>, patience?: Patience<T>): Promise<T> {
    const rules = /^rules (.*)$/m.exec(about)?.[1];
    if (rules !== undefined) await this.#learn(rules);
    return this.#ask([subject(about, this.#own), then], patience);
  }

  /** Whether it can be won by somebody who knows all cards, and by which moves. */
  solution(about: string, patience: Patience<Solution> = {}): Promise<Solution> {
    return this.#about(about, request('start-solve'), patience);
  }
  /** The move at once for somebody who knows only what the moves have shown. */
  instantHint(about: string): Promise<FairAdvice> {
    return this.#about(about, request('hint'));
  }
  /** The same after trying many orders of the unseen cards. */
  consideredHint(about: string, patience: Patience<FairAdvice> = {}): Promise<FairAdvice> {
    return this.#about(about, request('start-hint'), patience);
  }
  /** How likely that somebody is to win. */
  odds(about: string, patience: Patience<Odds> = {}): Promise<Odds> {
    return this.#about(about, request('start-odds'), patience);
  }
  /** Any requests, such as `request('levels', 'carthage')`; the answer to the last, or what the search has found that it begins. */
  ask<T extends object>(...requests: [...string[], Asked<T>]): Promise<T> {
    return this.#ask(requests);
  }

  async #ask<T extends object>(first: Wish<T>['first'], { time = 10_000, signal, onProgress }: Patience<T> = {}): Promise<T> {
    if (this.#closed) throw new Closed();
    signal?.throwIfAborted();
    const running = this.#solver.run({ rank: 'hint', first, time }, onProgress);
    const cancel = () => running.cancel();
    signal?.addEventListener('abort', cancel);
    const result = await running.result.finally(() => signal?.removeEventListener('abort', cancel));
    if (!result) throw this.#closed ? new Closed() : (signal?.reason as Error);
    return result.answer;
  }

  /** Ends it: questions are rejected with `Closed`, also those that wait for an answer. */
  close(): void {
    this.#closed = true;
    this.#solver.close();
  }
}

/** @internal The modules of the package. */
export type Name = 'table' | 'own-table' | 'solver';

/** @internal */
export function library(load: (name: Name) => Promise<WebAssembly.Module>) {
  /** Has rules judged, so that the solver takes them; returns the id of their game. */
  const learn = async (rules: RulesText): Promise<string> => {
    const table = begin((await WebAssembly.instantiate(await load('own-table'), {})).exports);
    const told = JSON.parse(answer(table, request('rules', linesOf(rules)))) as Answer<{ game: GameInfo; form: string }>;
    if (!told.ok) throw new Refused(told.error);
    if (told.game.id.startsWith('own-')) forms.set(told.game.id, told.form);
    return told.game.id;
  };
  return {
    /**
     * A table with one game at a time: it deals, plays, takes back, reads and writes records. With rules of one's own (as a text, or
     * as what `JSON.parse` makes of it) it deals them as `own#12345`, and reads records that have such rules.
     */
    openTable: async ({ rules }: { rules?: RulesText } = {}): Promise<Engine> => {
      if (rules !== undefined) await learn(rules);
      const module = await load(rules === undefined ? 'table' : 'own-table');
      return new Engine({
        start: () =>
          port<Ask, Reply>(module, (table, say) => {
            if (rules !== undefined) answer(table, request('rules', linesOf(rules)));
            return ({ number, text }) => say({ number, answer: answer(table, text) });
          }),
      });
    },
    /** The solver. It reads records and positions with rules of one's own; with `rules` it also takes deals such as `own#12345`. */
    openSolver: async ({ rules }: { rules?: RulesText } = {}): Promise<Advice> => {
      const own = rules === undefined ? '' : await learn(rules);
      const module = await load('solver');
      const start = () =>
        port<Order, Progress>(module, (solver, say) => {
          const tasks = new Tasks(solver, say, breath);
          return (order) => tasks.take(order);
        });
      return new Advice(new Solver({ start, rest: null }), learn, own);
    },
  };
}
