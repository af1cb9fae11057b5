/** Asks the service, if the server of this page has one: static hosts and `quincunx serve --no-service` have none. */
import type { Service } from './contract.ts';

/** How long an answer may take, ms. */
const patience = 10_000;
/** A page may stay open for days, and other days are open then; ms. */
const fresh = 600_000;

/** A refusal, in the word of its problem (docs/service.md); `no-answer` without a connection. */
export class Problem extends Error {
  constructor(
    readonly word: string,
    readonly status = 0,
    /** after how many seconds the same may be sent again; 0: never */
    readonly again = 0,
  ) {
    super(`service: ${word}`);
  }
}

type Fetch = typeof fetch;
type Method = 'GET' | 'PUT' | 'DELETE';

export class Client {
  readonly #base: string;
  readonly #fetch: Fetch;
  #service: Promise<Service | null> | null = null;
  #asked = 0;

  /** `base`: the address of the page */
  constructor(base: string, get: Fetch = (...what) => fetch(...what)) {
    this.#base = base;
    this.#fetch = get;
  }

  /** Null if there is no service, or no connection: only then the next one who asks tries again. */
  service(): Promise<Service | null> {
    // The clock may be set, too.
    if (!this.#service || Math.abs(Date.now() - this.#asked) > fresh) {
      this.#asked = Date.now();
      this.#service = this.#look();
    }
    return this.#service;
  }

  /** There was no answer, so that nobody knows whether there is a service. */
  get unknown(): boolean {
    return this.#service === null;
  }

  async #look(): Promise<Service | null> {
    try {
      // The page itself says so, and a host without a service has nothing to refuse.
      const page = await this.#fetch(this.#base, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) });
      return page.headers.get('quincunx-service') === '1' ? await this.ask<Service>('GET', 'service') : null;
    } catch {
      this.#service = null;
      return null;
    }
  }

  /** Rejects with a Problem. */
  async ask<T>(method: Method, path: string, { key = '', body }: { key?: string; body?: unknown } = {}): Promise<T> {
    let answer: Response;
    let text: string;
    try {
      answer = await this.#fetch(new URL(`api/1/${path}`, this.#base), {
        method,
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(patience),
        headers: {
          ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      text = await answer.text();
    } catch {
      throw new Problem('no-answer', 0, 60);
    }
    let said: unknown = null;
    try {
      said = text === '' ? null : JSON.parse(text);
    } catch {
      // An answer that is no JSON comes from somewhere between here and the service.
    }
    if (answer.ok && (said !== null || answer.status === 204)) return said as T;
    const type = typeof said === 'object' && said !== null && 'type' in said ? String(said.type) : '';
    const word = /^urn:quincunx:([a-z-]+)$/.exec(type)?.[1] ?? 'no-answer';
    // A proxy in front hides whose page this is: nothing can be sent, so nothing is offered.
    if (word === 'other-origin') this.#service = Promise.resolve(null);
    const repeat = [429, 502, 503, 504].includes(answer.status) || answer.ok;
    const after = Number(answer.headers.get('retry-after') ?? '');
    throw new Problem(word, answer.status, !repeat ? 0 : after > 0 && after < 86_400 ? after : 60);
  }
}
