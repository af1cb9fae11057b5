/** The typed client of the table engine, and the only part of the page that knows about the worker. */
import type { Answer, Failure, FieldAnswer, GameInfo, Hint, PositionCheck, Refusal, Table } from './contract.ts';
import type { FatalCode } from './host.ts';
import type { Ask, Reply } from './worker.ts';

/** The engine refused; the table is unchanged. */
export class Refused extends Error {
  readonly failure: Failure['error'];
  constructor(failure: Failure['error']) {
    super(failure.refusal?.text ?? failure.message);
    this.failure = failure;
  }
}

/** The worker died before it answered. The engine starts again with the last record; the request is lost. */
export class Died extends Error {}

/** The engine cannot run here at all. */
export class Unusable extends Error {
  readonly code: FatalCode;
  constructor(code: FatalCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export type Automatic = Table['automatic'];

/** What a client needs of a Worker. */
export interface Port<Said, Heard> {
  postMessage(said: Said): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Heard>) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
}
export type TablePort = Port<Ask, Reply>;

interface EngineOptions {
  start: () => TablePort;
  /** milliseconds without an answer after which the worker counts as dead */
  patience?: number;
  /** called after the worker died and the table was restored */
  onRestart?: (reason: string) => void;
  onUnusable?: (reason: Unusable) => void;
}

interface Waiting {
  text: string;
  settle: (answer: Answer<object>) => void;
  fail: (error: Error) => void;
}

const restartsAllowed = 3;

export class Engine {
  readonly #options: Required<EngineOptions>;
  #port: TablePort | null = null;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #watch: ReturnType<typeof setTimeout> | undefined;
  #record = '';
  #restarts = 0;
  #unusable: Unusable | null = null;
  /** it has run before: if it dies now, a missing file is not the reason */
  #answered = false;

  constructor(options: EngineOptions) {
    this.#options = { patience: 20_000, onRestart: () => {}, onUnusable: () => {}, ...options };
    this.#start();
  }

  games(): Promise<{ games: GameInfo[] }> {
    return this.#ask('games');
  }
  deal(text: string): Promise<Table> {
    return this.#table(`new ${text}`);
  }
  load(record: string): Promise<Table> {
    return this.#table(`load\n${record}`);
  }
  /** A game that starts from position lines. */
  setUp(lines: string): Promise<Table> {
    return this.#table(`setup\n${lines}`);
  }
  /** Reads and judges position lines, and leaves the table alone. */
  check(lines: string): Promise<PositionCheck> {
    return this.#ask(`check\n${lines}`);
  }
  table(): Promise<Table> {
    return this.#table('table');
  }
  play(move: string): Promise<Table> {
    return this.#table(`play ${move}`);
  }
  undo(): Promise<Table> {
    return this.#table('undo');
  }
  redo(): Promise<Table> {
    return this.#table('redo');
  }
  goto(ply: number): Promise<Table> {
    return this.#table(`goto ${ply}`);
  }
  automatic(level: Automatic): Promise<Table> {
    return this.#table(`automatic ${level}`);
  }
  finish(): Promise<Table> {
    return this.#table('finish');
  }
  mark(text: string): Promise<Table> {
    return this.#table(`mark ${oneLine(text)}`);
  }
  unmark(ply: number): Promise<Table> {
    return this.#table(`unmark ${ply}`);
  }
  meta(key: string, text: string): Promise<Table> {
    return this.#table(`meta ${key} ${oneLine(text)}`);
  }
  why(move: string): Promise<{ refusal: Refusal | null }> {
    return this.#ask(`why ${move}`);
  }
  hint(): Promise<{ hint: Hint | null }> {
    return this.#ask('hint');
  }
  async field(text: string): Promise<FieldAnswer> {
    const answer = await this.#ask<FieldAnswer>(`field ${oneLine(text)}`);
    if (answer.table) this.#record = answer.table.record;
    return answer;
  }

  /** No more requests will follow. */
  close(): void {
    this.#stop();
    this.#failAll(new Died('closed'));
  }

  async #table(text: string): Promise<Table> {
    const table = await this.#ask<Table>(text);
    this.#record = table.record;
    return table;
  }

  #ask<T extends object>(text: string): Promise<T> {
    if (this.#unusable) return Promise.reject(this.#unusable);
    return new Promise<T>((resolve, reject) => {
      this.#send({
        text,
        settle: (answer) => (answer.ok ? resolve(answer as unknown as T) : reject(new Refused(answer.error))),
        fail: reject,
      });
    });
  }

  #send(waiting: Waiting): void {
    const number = ++this.#number;
    this.#waiting.set(number, waiting);
    this.#port?.postMessage({ number, text: waiting.text });
    this.#keepWatch();
  }

  #keepWatch(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.size > 0) this.#watch = setTimeout(() => this.#died('no answer'), this.#options.patience);
  }

  #start(): void {
    let port: TablePort;
    try {
      port = this.#options.start();
    } catch (error) {
      this.#cannotRun(new Unusable('no-worker', String(error)));
      return;
    }
    this.#port = port;
    port.onmessage = ({ data }) => {
      if (port !== this.#port) return;
      if ('fatal' in data) {
        if (data.fatal === 'crashed') this.#died(data.detail);
        else this.#cannotRun(new Unusable(data.fatal, data.detail));
        return;
      }
      this.#answered = true;
      const waiting = this.#waiting.get(data.number);
      if (!waiting) return;
      this.#waiting.delete(data.number);
      this.#keepWatch();
      let answer: Answer<object>;
      try {
        answer = JSON.parse(data.answer) as Answer<object>;
      } catch (error) {
        waiting.fail(new Died(`unreadable answer: ${String(error)}`));
        return;
      }
      if (answer.ok) this.#restarts = 0;
      waiting.settle(answer);
    };
    port.onerror = (event) => {
      if (port === this.#port) this.#died(event.message || 'the worker did not start');
    };
  }

  #stop(): void {
    clearTimeout(this.#watch);
    this.#port?.terminate();
    this.#port = null;
  }

  #died(reason: string): void {
    this.#stop();
    this.#failAll(new Died(reason));
    if (++this.#restarts > restartsAllowed) {
      this.#cannotRun(new Unusable(this.#answered ? 'crashed' : 'not-loaded', reason));
      return;
    }
    this.#start();
    if (this.#record === '') {
      this.#options.onRestart(reason);
      return;
    }
    this.#send({
      text: `load\n${this.#record}`,
      settle: () => this.#options.onRestart(reason),
      fail: () => {},
    });
  }

  #cannotRun(reason: Unusable): void {
    this.#unusable = reason;
    this.#stop();
    this.#failAll(reason);
    this.#options.onUnusable(reason);
  }

  #failAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.fail(error);
  }
}

/** Requests are lines: a line break in what somebody typed would start a payload. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The worker that `start.js` has started, the first time; later, or if that one has failed, another. */
export function startWorker(): TablePort {
  const place = globalThis as { quincunxTable?: { worker: Worker; failed: boolean } | undefined };
  const early = place.quincunxTable;
  place.quincunxTable = undefined;
  if (early && !early.failed) return early.worker;
  early?.worker.terminate();
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'table' });
}
