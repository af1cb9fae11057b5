/**
 * APIs that a browser may refuse. Where site data are blocked, one of these APIs throws as soon as it is named, another when
 * it is called, a third rejects, and a database may not answer at all; which does what differs from browser to browser.
 * Here every refusal is the same answer: null. Nothing else in the page names these APIs (lint.test.ts).
 */

/** How long something may take before its silence counts as a refusal, ms. */
const patience = 2000;

/** The value; null if there is nothing, or if it throws. */
export function had<T>(get: () => T): NonNullable<T> | null {
  try {
    return get() ?? null;
  } catch {
    return null;
  }
}

interface Waiting<T> {
  /** ms; Infinity where the browser may have to ask the player */
  time?: number;
  /** what is done with an answer that comes after null was given for it */
  late?: (answer: NonNullable<T>) => void;
}

/** The answer; null if there is nothing, if it throws or rejects, or if nothing is said in time. */
export function answered<T>(
  ask: () => PromiseLike<T> | T,
  { time = patience, late = () => {} }: Waiting<T> = {},
): Promise<NonNullable<T> | null> {
  return new Promise((resolve) => {
    let over = false;
    const end = (answer: NonNullable<T> | null): void => {
      if (over) {
        if (answer !== null) late(answer);
        return;
      }
      over = true;
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = Number.isFinite(time) ? setTimeout(() => end(null), time) : undefined;
    (async () => ask())().then(
      (answer) => end(answer ?? null),
      () => end(null),
    );
  });
}

export const webStorage = (kind: 'localStorage' | 'sessionStorage'): Storage | null => had(() => globalThis[kind]);
export const databases = (): IDBFactory | null => had(() => indexedDB);
export const channel = (name: string): BroadcastChannel | null => had(() => new BroadcastChannel(name));
export const webLocks = (): LockManager | null => had(() => navigator.locks);
export const cacheStorage = (): CacheStorage | null => had(() => caches);
/** There are none on plain http either. */
export const serviceWorkers = (): ServiceWorkerContainer | null => had(() => navigator.serviceWorker);
/** Says and changes what becomes of everything that is stored here. Firefox asks the player. */
export const persistence = (): StorageManager | null =>
  had(() => (typeof navigator.storage.persist === 'function' ? navigator.storage : null));

/** Whether a text is in the clipboard now. */
export const copied = async (text: string): Promise<boolean> =>
  (await answered(() => navigator.clipboard.writeText(text).then(() => true), { time: Infinity })) ?? false;

/** Takes a Web Lock, and answers with what lets go of it; "taken" if it is to be available and is not; null if refused. */
export function takeLock(name: string, options: LockOptions, locks = webLocks()): Promise<(() => void) | 'taken' | null> {
  return answered<(() => void) | 'taken' | null>(
    () =>
      new Promise((resolve, reject) => {
        if (!locks) return resolve(null);
        locks
          .request(name, options, (lock) => {
            if (!lock) return resolve('taken');
            return new Promise<void>((letGo) => resolve(letGo));
          })
          .catch(reject);
      }),
    { late: (lock) => lock !== 'taken' && lock() },
  );
}

/** The names of all Web Locks that are held; null if that is not said. */
export async function heldLocks(): Promise<string[] | null> {
  const all = await answered(async () => webLocks()?.query());
  return all && (all.held ?? []).map(({ name }) => name ?? '');
}
