/**
 * The page's side of working without a connection: it registers the service worker once the page can be used, and says
 * when a new version is ready. Only the player starts that version; docs/offline.md says what must hold.
 */
import { felt } from '../ground/felt.ts';
import type { App } from '../app/app.svelte.ts';
import { locale } from '../ground/i18n.ts';
import { t } from '../words/texts/offline.ts';
import { notices, tell } from '../ui/notices.svelte.ts';
import { openShared, receive, take } from '../links/receive.ts';
import { sendAtEveryChance } from '../service/soon.ts';
import { answered, cacheStorage, serviceWorkers, takeLock } from '../ground/refusable.ts';
import { openLaunched } from '../play/open-record.ts';
import { pageLock } from './page-lock.ts';

/** The version of this page, `0.1.0+<hash of its files>`; "" on the development server, which has no worker. */
export const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? '';

/** How often a page that stays open asks for a newer version, ms. */
const between = 4 * 60 * 60 * 1000;
/** How often it is looked whether something has ended, ms. */
const step = 250;
/** How long nothing must happen before the page is left for a new version, ms. */
const rest = 300;
/** A version that has not begun by then waits for all pages to be closed, ms. */
const patience = 10_000;

interface Offline {
  /** unavailable: the browser or the host does not allow it; or the player saves data */
  kept: 'unavailable' | 'fetching' | 'kept' | 'failed';
  /** a newer version is there whole */
  ready: boolean;
  /** the last search for a newer version */
  search: '' | 'searching' | 'newest' | 'fetching' | 'failed' | 'no-connection';
}

export const offline: Offline = $state({ kept: 'unavailable', ready: false, search: '' });

let registration: ServiceWorkerRegistration | null = null;
let lastSearch = 0;
/** the player wants the new version, in this tab */
let wanted = false;
/** it is there, and the page is about to be loaded again */
let begun = false;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A card is on its way or in somebody's hand. */
const busy = (): boolean =>
  felt.busy ||
  // Cards fly by animations of scripts; what style sheets move goes on and on.
  document.getAnimations().some((one) => one.playState === 'running' && !(one instanceof CSSAnimation) && !(one instanceof CSSTransition));

async function quiet(): Promise<void> {
  for (let since = performance.now(); performance.now() - since < rest;) {
    await wait(50);
    if (busy()) since = performance.now();
  }
}

/** Says in a lock that a page of this version is open, until it is left. */
function holdVersion(): void {
  let leave: () => void = () => {};
  const hold = (): void => {
    const name = pageLock(new URL('.', document.baseURI).href, version);
    void takeLock(name, { mode: 'shared' }).then((lock) => {
      if (lock && lock !== 'taken') leave = lock;
    });
  };
  hold();
  // A page that holds a lock could not be kept for the way back.
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', (event: PageTransitionEvent) => event.persisted && hold());
}

/** The page can be used: where a game is asked for, there is a table. */
const usable = ({ games, route }: App): boolean =>
  games.length > 0 && (route.page !== 'play' || `${route.deal}${route.saved}` === '' || felt.dealt);

/** The manifest is a file for each language; the page names the English one. */
function inOwnLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link && locale !== 'en') link.href = `./manifest.${locale}.webmanifest`;
}

let started = false;
/** Registers the worker, once the page can be used; the first call counts. `given`: pasted or dropped until now. */
export async function keepOffline(app: App, given: readonly File[] | string = ''): Promise<void> {
  if (given.length > 0) take(app, given);
  inOwnLanguage();
  if (started) return;
  started = true;
  openLaunched(app);
  receive(app);
  void openShared(app);
  sendAtEveryChance(app.store);
  const workers = serviceWorkers();
  if (version === '' || !workers) return;
  holdVersion();
  while (!usable(app)) await wait(step);
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  // A player who saves data gets it only with the installed app.
  if (connection?.saveData && !matchMedia('(display-mode: standalone)').matches && !workers.controller) return;
  // A worker that could keep nothing is not asked for: Firefox writes an error for it to the console.
  if ((await answered(() => cacheStorage()?.keys(), { time: Infinity })) === null) return;
  let controlled = workers.controller !== null;
  try {
    registration = (await workers.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })) ?? null;
  } catch {
    return; // storage is blocked, for one: the page works as it does without a worker
  }
  if (!registration) return;
  workers.addEventListener('controllerchange', () => {
    if (wanted) void begin();
    // Another tab has begun the new version. This one goes on with the files of its own, which are kept for it.
    else if (controlled) newVersion(app);
    controlled = true;
  });
  registration.addEventListener('updatefound', () => follow(app, registration?.installing));
  follow(app, registration.installing);
  if (registration.active) {
    offline.kept = 'kept';
    registration.active.postMessage('clean');
  }
  if (registration.waiting) newVersion(app);
  else if (registration.active) void search();
  const now = () => !document.hidden && Date.now() - lastSearch > between && void search();
  setInterval(now, between / 8);
  document.addEventListener('visibilitychange', now);
}

/** Follows a version that is being fetched. */
function follow(app: App, worker: ServiceWorker | null | undefined): void {
  if (!worker) return;
  const first = !registration?.active;
  if (first) offline.kept = 'fetching';
  worker.addEventListener('statechange', () => {
    if (first) offline.kept = worker.state === 'activated' ? 'kept' : worker.state === 'redundant' ? 'failed' : offline.kept;
    else if (worker.state === 'installed') newVersion(app);
    else if (worker.state === 'redundant' && !offline.ready) offline.search = 'failed';
  });
}

/** Asks the server for a newer version. It is fetched in the background. */
export async function search(): Promise<void> {
  if (!registration || offline.search === 'searching') return;
  lastSearch = Date.now();
  offline.search = 'searching';
  try {
    await registration.update();
    offline.search = registration.installing ? 'fetching' : 'newest';
  } catch {
    offline.search = 'no-connection';
  }
}

let said = false;
function newVersion(app: App): void {
  offline.ready = true;
  offline.search = '';
  if (said) return;
  said = true;
  void (async () => {
    // It takes the place of no other message.
    while (notices.shown) await wait(step);
    await quiet();
    if (app.route.page === 'about') return; // says so itself
    tell(t('update.ready'), 'plain', { label: t('update.now'), run: () => void updateNow(app) });
  })();
}

/** Begins the new version: never in the middle of a move, and only if the game is there again afterwards. */
export async function updateNow(app: App): Promise<void> {
  if (app.storage !== '') {
    tell(t('update.unsaved'), 'warning');
    return;
  }
  if (wanted) return;
  wanted = true;
  const waiting = registration?.waiting;
  if (!waiting) return begin(); // another tab has been quicker
  await quiet();
  waiting.postMessage('activate');
  await wait(patience);
  if (begun) return;
  wanted = false;
  tell(t('update.later'), 'warning');
}

/** The worker is the new one, and so is the page that it gives. What is on the table is saved when the page is left. */
async function begin(): Promise<void> {
  begun = true;
  await quiet();
  location.reload();
}
