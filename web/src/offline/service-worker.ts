/// <reference lib="webworker" />
/**
 * The service worker: keeps the page for use without a connection (versions.ts). The build puts `build`, the list of
 * its files, in front of it (vite/offline.ts).
 */
import { holders } from './page-lock.ts';
import { Versions, type Build } from './versions.ts';

declare const build: Build;

const worker = self as unknown as ServiceWorkerGlobalScope;
const { scope } = worker.registration;

const hexadecimal = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Pages hold a lock that says their version. A page without one may have just been opened. */
async function inUse(): Promise<Set<string> | null> {
  const windows = (await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) => url.startsWith(scope));
  if (windows.length === 0) return new Set();
  if (!worker.navigator.locks) return null;
  const held = holders(await worker.navigator.locks.query(), scope);
  return held.length < windows.length ? null : new Set(held);
}

const versions = new Versions({
  build,
  scope,
  caches: worker.caches,
  get: (request, options) => worker.fetch(request, options),
  digest: async (content) => hexadecimal(new Uint8Array(await worker.crypto.subtle.digest('SHA-256', content))),
  inUse,
  changing: () => worker.registration.installing !== null || worker.registration.waiting !== null,
});

/** Nothing is removed while a version is being fetched, which may take from the others what it needs. */
const lock = `quincunx caches ${scope}`;

async function fetchAll(): Promise<void> {
  if (worker.navigator.locks) await worker.navigator.locks.request(lock, () => versions.fetchAll());
  else await versions.fetchAll();
}

async function clean(): Promise<void> {
  if (worker.navigator.locks) await worker.navigator.locks.request(lock, { ifAvailable: true }, async (free) => free && versions.clean());
  else await versions.clean();
}

worker.addEventListener('install', (event) => event.waitUntil(fetchAll()));

worker.addEventListener('activate', (event) => {
  // The page that was open before there was a worker can go on without a connection, too.
  event.waitUntil(Promise.all([versions.begin(), worker.clients.claim()]));
});

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(worker.skipWaiting());
  if (event.data === 'clean') event.waitUntil(clean());
});

worker.addEventListener('fetch', (event) => {
  const path = versions.pathOf(event.request);
  if (path === null) return;
  event.respondWith(versions.answer(path, event.request));
  // A browser that has removed some files of a version, or the player, gets them again.
  if (path === '') event.waitUntil(versions.whole().then((whole) => (whole ? undefined : fetchAll().catch(() => {}))));
});
