/**
 * Loading the parts of the page that are not there from the start. Without a connection they fail, and so they do when
 * a newer version was deployed meanwhile, whose files have other names.
 */
import { readLocal, writeLocal } from './local.ts';

/** The file this code is in: another one after each deployment. */
const version = import.meta.url;
const key = 'quincunx-reloaded';

/** The page as the server has it now; null without a connection. */
async function fresh(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Loads the page again, if the server answers; else stays and returns false, since a failed reload shows nothing. */
export async function reloaded(): Promise<boolean> {
  if ((await fresh()) === null) return false;
  location.reload();
  return true;
}

/**
 * The result of `load`. If it fails because the page was deployed anew, loads the page again, once; otherwise rejects,
 * so that the caller shows that it failed.
 */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const page = await fresh();
    const file = version.split('/').at(-1) ?? '';
    const stale = page !== null && !page.includes(file) && readLocal(key, 'sessionStorage') !== file;
    // Without a place to remember that it was tried, the page could be loaded again and again.
    if (stale && writeLocal(key, file, 'sessionStorage')) {
      location.reload();
      return new Promise<T>(() => {}); // the page goes
    }
    throw error;
  }
}

/** Starts to load what will probably be asked for next. That it fails is said when it is asked for. */
export function preload(...loads: (() => Promise<unknown>)[]): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
  idle(() => {
    for (const load of loads) load().catch(() => {});
  });
}
