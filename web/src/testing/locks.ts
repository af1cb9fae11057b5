/** Web Locks as far as they are used: one holder for a name, only `ifAvailable`. */
export class Locks {
  readonly #held = new Map<string, object>();

  /** those of a tab */
  of(tab: object): LockManager {
    const request = async (name: string, _options: unknown, callback: (lock: unknown) => unknown): Promise<unknown> => {
      if (this.#held.has(name)) return callback(null);
      this.#held.set(name, tab);
      try {
        return await callback({ name });
      } finally {
        if (this.#held.get(name) === tab) this.#held.delete(name);
      }
    };
    return { request } as unknown as LockManager;
  }

  /** A tab ends. */
  end(tab: object): void {
    for (const [name, holder] of this.#held) if (holder === tab) this.#held.delete(name);
  }
}
