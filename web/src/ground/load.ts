/**
 * Loads the parts of the page that are not there from the start. That fails without a connection, and when a newer
 * version, whose files have other names, has been deployed in the meantime.
 */
import { textsThere } from './i18n.ts';
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

/** Reloads the page if the server answers; otherwise stays and returns false, since a failed reload shows nothing. */
export async function reloaded(): Promise<boolean> {
  if ((await fresh()) === null) return false;
  location.reload();
  return true;
}

/**
 * The result of `load`, with the texts that it needs. If it fails because a newer version was deployed, reloads the page,
 * once; otherwise rejects, so that the caller can show the failure.
 */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    const part = await load();
    await textsThere();
    return part;
  } catch (error) {
    const page = await fresh();
    const file = version.split('/').at(-1) ?? '';
    const stale = page !== null && !page.includes(file) && readLocal(key, 'sessionStorage') !== file;
    // Without a place to remember the attempt, the page could be reloaded again and again.
    if (stale && writeLocal(key, file, 'sessionStorage')) {
      location.reload();
      return new Promise<T>(() => {}); // the page goes
    }
    throw error;
  }
}

/** Starts to load what will probably be asked for next. A failure is reported when it is asked for. */
export function preload(...loads: (() => Promise<unknown>)[]): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
  for (const load of loads)
    idle(() => {
      load()
        .then(textsThere)
        .catch(() => {});
    });
}
