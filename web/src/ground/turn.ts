/**
 * The one guard against answers that come too late: who begins something takes a turn, and has a signal that ends when
 * the next turn is taken or nobody wants it any more.
 */
export class Turn {
  #now = new AbortController();

  /** of the latest turn */
  get signal(): AbortSignal {
    return this.#now.signal;
  }
  next(): AbortSignal {
    this.end();
    this.#now = new AbortController();
    return this.#now.signal;
  }
  end(): void {
    this.#now.abort();
  }
}

/** Ends something when a signal ends. */
export function endWith(signal: AbortSignal, end: () => void): void {
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
}
