/** Texts that this browser remembers, if it does: every function works without, and then nothing is remembered. */
import { answered, cacheStorage, had, webStorage } from './refusable.ts';

/** The value stored under a key; null if there is nothing or no storage. */
export function readLocal(key: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  return had(() => webStorage(kind)?.getItem(key));
}

/** The same, read as JSON; `none` if there is nothing. Null for what this page has not written. */
export function readJson(key: string, none: unknown = null): unknown {
  const text = readLocal(key);
  return text === null ? none : had(() => JSON.parse(text) as unknown);
}

/** Stores a text, or removes what is stored (null). Returns false if the browser denies it or has no room. */
export function writeLocal(key: string, text: string | null, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): boolean {
  const written = had(() => {
    const place = webStorage(kind);
    if (!place) return false;
    if (text === null) place.removeItem(key);
    else place.setItem(key, text);
    return true;
  });
  return written ?? false;
}

/** The keys in localStorage that begin like this. */
export function localKeys(prefix: string): string[] {
  return (
    had(() => {
      const place = webStorage('localStorage');
      return Array.from({ length: place?.length ?? 0 }, (_, i) => place!.key(i) ?? '').filter((key) => key.startsWith(prefix));
    }) ?? []
  );
}

/**
 * Resolves when what was written to localStorage is safe even if this page's process ends. WebKit sends it to another
 * process, which drops whatever it has not read when this one ends: of 150 killed pages 6 had lost what they had just
 * written. That process answers about caches in the same order, after half a millisecond; then none of 150 had.
 */
export async function handedOver(): Promise<void> {
  if (had(() => navigator.vendor)?.startsWith('Apple')) await answered(() => cacheStorage()?.has(''), { time: 50 });
}
