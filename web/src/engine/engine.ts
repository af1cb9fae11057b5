/** The table engine: its requests as functions. It keeps the last record and rules that last, with which a new worker begins. */
import { Client, Closed, Died, Refused, type Port, type Unusable } from './client.ts';
import type { Answer, FieldAnswer, OwnTableQuestions, PositionCheck, SentTable, Table, TableQuestions } from './contract.ts';
import { withMoves } from './notation.ts';
import { request, written } from './request.ts';

type Questions = TableQuestions & OwnTableQuestions;
type Moving = { [Q in keyof TableQuestions]: ReturnType<TableQuestions[Q]> extends SentTable ? Q : never }[keyof TableQuestions];

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

  readonly games = this.#asks('games');
  readonly deal = this.#tables('new');
  load(record: string): Promise<Table> {
    return this.#tables('load')({ lines: record });
  }
  /** A game that starts from position lines. */
  setUp(lines: string): Promise<Table> {
    return this.#tables('setup')({ lines });
  }
  /** The game with rules of somebody's own, whose deals can be asked for from now on; `lasting`: of a new worker, too. */
  async rules(text: string, lasting = true): Promise<ReturnType<Questions['rules']>> {
    const answer = await this.#asks('rules')({ lines: text });
    if (lasting) this.#rules.add(text);
    return answer;
  }
  /** Reads and judges position lines, and leaves the table alone. */
  check(lines: string): Promise<PositionCheck> {
    return this.#asks('check')({ lines });
  }
  readonly table = this.#tables('table');
  /** How the table lay at a ply, or will lie, while it stays where it is. */
  readonly view = this.#asks('view');
  readonly play = this.#tables('play');
  readonly undo = this.#tables('undo');
  readonly redo = this.#tables('redo');
  readonly goto = this.#tables('goto');
  readonly automatic = this.#tables('automatic');
  readonly finish = this.#tables('finish');
  readonly mark = this.#tables('mark');
  readonly unmark = this.#tables('unmark');
  readonly meta = this.#tables('meta');
  readonly why = this.#asks('why');
  readonly hint = this.#asks('hint');
  async field(text: string): Promise<FieldAnswer & { table: Table | null }> {
    const answer = await this.#asks('field')(text);
    return { ...answer, table: answer.table && this.#taken(answer.table) };
  }

  /** Ends it: requests are rejected with `Closed`, also those that wait for an answer. */
  close(): void {
    this.#closed = true;
    this.#client.stop();
    this.#failAll(new Closed());
  }

  /** A question as a function. */
  #asks<Q extends keyof Questions>(question: Q) {
    return (...takes: Parameters<Questions[Q]>) => this.#ask<ReturnType<Questions[Q]>>(written(question, takes));
  }
  /** The same of one that is answered by the table. */
  #tables<Q extends Moving>(question: Q) {
    return async (...takes: Parameters<Questions[Q]>) => this.#taken(await this.#ask<SentTable>(written(question, takes)));
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
    for (const lines of this.#rules) this.#send({ text: request('rules', { lines }), settle: () => {}, fail: () => {} });
    if (this.#record === '') restarted();
    else this.#send({ text: request('load', { lines: this.#record }), settle: restarted, fail: () => {} });
  }

  #failAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.fail(error);
  }
}
