/**
 * Looks after a worker that has a module of the engine: starts it, reads its answers, notices that it has died, and
 * says so when it cannot be had at all. What is asked, and what becomes of it when the worker dies, is up to its two
 * users, `engine.ts` and `solver.ts`.
 */
import type { Answer, Failure } from './contract.ts';

/** Reasons why a worker has no module. */
export type FatalCode = 'no-worker' | 'no-wasm' | 'too-old' | 'not-loaded' | 'crashed';
export interface Fatal {
  fatal: FatalCode;
  detail: string;
}

/** The engine refused; the table is unchanged. */
export class Refused extends Error {
  readonly failure: Failure['error'];
  constructor(failure: Failure['error']) {
    super(failure.refusal?.text ?? failure.message);
    this.failure = failure;
  }
  /** why a move is refused or a text cannot be read; "" if the message is all there is */
  get code(): string {
    return this.failure.refusal?.code ?? this.failure.code;
  }
}

/** The worker died before it answered; the request is lost. */
export class Died extends Error {}

/** It has been closed: what was asked of it, or is now, has no answer. */
export class Closed extends Error {
  readonly code = 'closed';
  constructor() {
    super('it has been closed');
  }
}

/** The engine cannot run here at all. */
export class Unusable extends Error {
  readonly code: FatalCode;
  constructor(code: FatalCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The part of a Worker that a client needs. */
export interface Port<Order, Reply> {
  postMessage(order: Order): void;
  terminate(): void;
  /** @internal the package's types are for programs without a browser's, too */
  onmessage: ((event: MessageEvent<Reply | 'loaded' | Fatal>) => unknown) | null;
  /** @internal */
  onerror: ((event: ErrorEvent) => unknown) | null;
}

interface Use<Order, Reply> {
  start: () => Port<Order, Reply>;
  /** A module that could not be loaded may be had later. */
  later: boolean;
  /** ms without a word after which the worker counts as dead; null: nothing is awaited */
  patience: () => number | null;
  heard: (answer: Answer<object>, reply: Reply) => void;
  /** All requests to it are lost. */
  died: (reason: string) => void;
  /** After `died`, unless this happens too often. */
  again: (reason: string) => void;
  failed: (reason: Unusable) => void;
}

const restartsAllowed = 3;

export class Client<Order, Reply extends { answer: string }> {
  readonly #use: Use<Order, Reply>;
  #port: Port<Order, Reply> | null = null;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #deaths = 0;
  /** it has run before: if it dies now, a missing file is not the reason */
  #answered = false;
  #loaded = false;
  #unusable: Unusable | null = null;

  constructor(use: Use<Order, Reply>) {
    this.#use = use;
  }

  get running(): boolean {
    return this.#port !== null;
  }
  /** It has said that its module is there. */
  get loaded(): boolean {
    return this.#loaded;
  }
  /** Why it can never answer, if so. */
  get unusable(): Unusable | null {
    return this.#unusable;
  }

  start(): void {
    let port: Port<Order, Reply>;
    try {
      port = this.#use.start();
    } catch (error) {
      this.#fail(new Unusable('no-worker', String(error)));
      return;
    }
    this.#port = port;
    port.onmessage = ({ data }) => {
      if (port !== this.#port) return;
      this.#heard(data);
      this.#keepWatch();
    };
    port.onerror = (event) => {
      if (port === this.#port) this.#died(event.message || 'the worker did not start');
    };
  }

  say(order: Order): void {
    this.#port?.postMessage(order);
    this.#keepWatch();
  }

  stop(): void {
    clearTimeout(this.#watch);
    this.#port?.terminate();
    this.#port = null;
    this.#loaded = false;
  }

  /** It does what it should: earlier deaths do not count. */
  well(): void {
    this.#deaths = 0;
  }

  #keepWatch(): void {
    clearTimeout(this.#watch);
    const patience = this.#port && this.#use.patience();
    if (patience !== null) this.#watch = setTimeout(() => this.#died('no answer'), patience);
  }

  #heard(reply: Reply | 'loaded' | Fatal): void {
    if (reply === 'loaded') {
      this.#loaded = true;
      return;
    }
    if ('fatal' in reply) {
      if (reply.fatal === 'crashed') this.#died(reply.detail);
      else this.#fail(new Unusable(reply.fatal, reply.detail));
      return;
    }
    this.#answered = true;
    let answer: Answer<object>;
    try {
      answer = JSON.parse(reply.answer) as Answer<object>;
    } catch (error) {
      this.#died(`unreadable answer: ${String(error)}`);
      return;
    }
    this.#use.heard(answer, reply);
  }

  #died(reason: string): void {
    this.stop();
    this.#use.died(reason);
    if (++this.#deaths <= restartsAllowed) this.#use.again(reason);
    else this.#fail(new Unusable(this.#answered || this.#use.later ? 'crashed' : 'not-loaded', reason));
  }

  #fail(reason: Unusable): void {
    if (reason.code !== 'not-loaded' || !this.#use.later) this.#unusable = reason;
    this.stop();
    this.#use.failed(reason);
  }
}
