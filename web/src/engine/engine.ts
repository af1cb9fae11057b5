/** The table engine: its requests as functions. It keeps the last record and rules that last, with which a new worker begins. */
import { Client, Closed, Died, Refused, type Port, type Unusable } from './client.ts';
import type { Answer, FieldAnswer, GameInfo, Hint, PositionCheck, Refusal, SentTable, Table, View } from './contract.ts';
import { withMoves } from './notation.ts';
import { request } from './request.ts';

export type Automatic = Table['automatic'];

export interface Ask {
  number: number;
  text: string;
}
export interface Reply {
  number: number;
  answer: string;
}
export type TablePort = Port<Ask, Reply>;

interface EngineOptions {
  start: () => TablePort;
  /** milliseconds without an answer after which the worker counts as dead */
  patience?: number;
  /** called after the worker died and the record was restored */
  onRestart?: (reason: string) => void;
  onUnusable?: (reason: Unusable) => void;
}

interface Waiting {
  text: string;
  settle: (answer: Answer<object>) => void;
  fail: (error: Error) => void;
}

export class Engine {
  /** @internal called then, too, for whoever shows its table */
  onRestored: () => void = () => {};
  readonly #options: EngineOptions;
  readonly #client: Client<Ask, Reply>;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #record = '';
  readonly #rules = new Set<string>();
  #closed = false;

  constructor(options: EngineOptions) {
    const { start, patience = 20_000, onUnusable } = options;
    this.#options = options;
    this.#client = new Client({
      start,
      later: false,
      patience: () => (this.#waiting.size > 0 ? patience : null),
      heard: (answer, { number }) => {
        const waiting = this.#waiting.get(number);
        this.#waiting.delete(number);
        if (waiting && answer.ok) this.#client.well();
        waiting?.settle(answer);
      },
      died: (reason) => this.#failAll(new Died(reason)),
      again: (reason) => this.#again(reason),
      failed: (reason) => {
        this.#failAll(reason);
        onUnusable?.(reason);
      },
    });
    this.#client.start();
  }

  games(): Promise<{ games: GameInfo[] }> {
    return this.#ask(request('games'));
  }
  deal(text: string): Promise<Table> {
    return this.#table(request('new', text));
  }
  load(record: string): Promise<Table> {
    return this.#table(request('load', { lines: record }));
  }
  /** A game that starts from position lines. */
  setUp(lines: string): Promise<Table> {
    return this.#table(request('setup', { lines }));
  }
  /** The game with rules of somebody's own, whose deals can be asked for from now on; `lasting`: of a new worker, too. */
  async rules(text: string, lasting = true): Promise<{ game: GameInfo; form: string; text: string }> {
    const asked = request('rules', { lines: text });
    const answer = await this.#ask<{ game: GameInfo; form: string; text: string }>(asked);
    if (lasting) this.#rules.add(asked);
    return answer;
  }
  /** Reads and judges position lines, and leaves the table alone. */
  check(lines: string): Promise<PositionCheck> {
    return this.#ask(request('check', { lines }));
  }
  table(): Promise<Table> {
    return this.#table(request('table'));
  }
  /** How the table lay at a ply, or will lie, while it stays where it is. */
  view(ply: number): Promise<{ view: View }> {
    return this.#ask(request('view', ply));
  }
  play(move: string): Promise<Table> {
    return this.#table(request('play', move));
  }
  undo(): Promise<Table> {
    return this.#table(request('undo'));
  }
  redo(): Promise<Table> {
    return this.#table(request('redo'));
  }
  goto(ply: number): Promise<Table> {
    return this.#table(request('goto', ply));
  }
  automatic(level: Automatic): Promise<Table> {
    return this.#table(request('automatic', level));
  }
  finish(): Promise<Table> {
    return this.#table(request('finish'));
  }
  mark(text: string): Promise<Table> {
    return this.#table(request('mark', text));
  }
  unmark(ply: number): Promise<Table> {
    return this.#table(request('unmark', ply));
  }
  meta(key: string, text: string): Promise<Table> {
    return this.#table(request('meta', key, text));
  }
  why(move: string): Promise<{ refusal: Refusal | null }> {
    return this.#ask(request('why', move));
  }
  hint(): Promise<{ hint: Hint | null }> {
    return this.#ask(request('hint'));
  }
  async field(text: string): Promise<FieldAnswer & { table: Table | null }> {
    const answer = await this.#ask<FieldAnswer>(request('field', text));
    return { ...answer, table: answer.table && this.#taken(answer.table) };
  }

  /** Ends it: requests are rejected with `Closed`, also those that wait for an answer. */
  close(): void {
    this.#closed = true;
    this.#client.stop();
    this.#failAll(new Closed());
  }

  async #table(text: string): Promise<Table> {
    return this.#taken(await this.#ask<SentTable>(text));
  }
  #taken(table: SentTable): Table {
    this.#record = table.record;
    return withMoves(table);
  }

  #ask<T extends object>(text: string): Promise<T> {
    if (this.#closed) return Promise.reject(new Closed());
    if (this.#client.unusable) return Promise.reject(this.#client.unusable);
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
    this.#client.say({ number, text: waiting.text });
  }

  #again(reason: string): void {
    this.#client.start();
    const restarted = () => {
      this.#options.onRestart?.(reason);
      this.onRestored();
    };
    for (const text of this.#rules) this.#send({ text, settle: () => {}, fail: () => {} });
    if (this.#record === '') restarted();
    else this.#send({ text: request('load', { lines: this.#record }), settle: restarted, fail: () => {} });
  }

  #failAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.fail(error);
  }
}
