/**
 * localStorage, where the browser allows it. Some browsers throw as soon as it is mentioned, so nothing else in the
 * page touches it (lint.test.ts). Every function works without it: the page can be used, but nothing is remembered.
 */
function storage(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[kind] ?? null;
  } catch {
    return null;
  }
}

/** What is stored under a key; null if there is nothing or no storage. */
export function readLocal(key: string, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  try {
    return storage(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Stores a text, or removes what is stored (null). Returns false if the browser denies it or has no room. */
export function writeLocal(key: string, text: string | null, kind: 'localStorage' | 'sessionStorage' = 'localStorage'): boolean {
  try {
    const place = storage(kind);
    if (!place) return false;
    if (text === null) place.removeItem(key);
    else place.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
