/**
 * The versions of the page that this browser keeps: what the service worker does, apart from the events that it gets
 * (service-worker.ts). docs/offline.md says what must hold.
 *
 * Each version has a cache of its own. A file gets into it only after its hash has been found to be the one that the
 * build wrote down, and a page is begun from it only when all files are there.
 */

export interface Build {
  version: string;
  /** SHA-256 of each file in hexadecimal, by its path from the worker's folder; "" is the page itself */
  files: Record<string, string>;
}

interface World {
  build: Build;
  /** the address of the worker's folder, with a slash at its end */
  scope: string;
  caches: CacheStorage;
  get: (request: Request | string, options?: RequestInit) => Promise<Response>;
  /** SHA-256 in hexadecimal */
  digest: (content: ArrayBuffer) => Promise<string>;
  /** the versions that open pages run; null if that cannot be said of all of them */
  inUse: () => Promise<Set<string> | null>;
  /** another version is being fetched, or waits to be used */
  changing: () => boolean;
}

/** How many files are fetched at a time: few, so that a page that is being used does not wait. */
const lanes = 2;

/** Fields that describe how a body was sent, or whom to send it to; what is kept is the body itself. */
const onlyOnTheWay = ['content-encoding', 'content-length', 'set-cookie', 'transfer-encoding', 'vary'];

/** A file whose name contains a hash of its content: whatever version asks for it, it is the same. */
const named = (path: string): boolean => path.startsWith('assets/');

export class Versions {
  readonly #world: World;
  readonly #prefix: string;
  readonly #name: string;
  readonly #marker: string;
  #whole = false;

  constructor(world: World) {
    this.#world = world;
    // Two folders of one host share their storage.
    this.#prefix = `quincunx ${world.scope} `;
    this.#name = this.#prefix + world.build.version;
    this.#marker = `${world.scope}versions-before-this`;
  }

  #names = async (): Promise<string[]> => (await this.#world.caches.keys()).filter((name) => name.startsWith(this.#prefix));

  /** Fetches what is not there yet. Rejects unless all files are there then. */
  async fetchAll(): Promise<void> {
    const { build, caches, scope } = this.#world;
    const cache = await caches.open(this.#name);
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const missing = Object.keys(build.files).filter((path) => !there.has(scope + path));
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < missing.length) {
        const path = missing[next++]!;
        try {
          await cache.put(scope + path, await this.#verified(path));
        } catch (error) {
          next = missing.length;
          throw error;
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: lanes }, lane));
    } catch (error) {
      // Fetched files are kept for the next attempt, but not at the expense of the player's games.
      if (error instanceof Error && error.name === 'QuotaExceededError') await caches.delete(this.#name);
      throw error;
    }
  }

  /** A file of this version, from another version, the browser's own cache or the server. */
  async #verified(path: string): Promise<Response> {
    const { build, get, digest, scope } = this.#world;
    const sources = [
      ...(named(path) ? [() => this.#fromAnother(path)] : []),
      () => get(scope + path, { cache: named(path) ? 'default' : 'no-cache', priority: 'low' }),
      () => get(scope + path, { cache: 'reload', priority: 'low' }),
    ];
    let why: unknown;
    for (const source of sources) {
      try {
        const found = await source();
        if (!found) continue;
        if (found.status !== 200) throw new Error(`status ${found.status}`);
        const body = await found.arrayBuffer();
        if ((await digest(body)) !== build.files[path]) throw new Error('not the file of this version');
        const headers = new Headers(found.headers);
        for (const field of onlyOnTheWay) headers.delete(field);
        return new Response(body, { headers });
      } catch (error) {
        why = error;
      }
    }
    throw new Error(`${scope}${path}: ${why instanceof Error ? why.message : String(why)}`, { cause: why });
  }

  async #fromAnother(path: string): Promise<Response | undefined> {
    for (const cacheName of await this.#names()) {
      if (cacheName === this.#name) continue;
      const found = await this.#kept(path, cacheName);
      if (found) return found;
    }
    return undefined;
  }

  /** Unlike `open`, this makes no cache where there is none. */
  #kept(path: string, cacheName: string): Promise<Response | undefined> {
    return this.#world.caches.match(this.#world.scope + path, { cacheName, ignoreVary: true });
  }

  /** Whether every file of this version is there. */
  async whole(): Promise<boolean> {
    if (this.#whole) return true;
    const { build, caches, scope } = this.#world;
    if (!(await caches.has(this.#name))) return false;
    const there = new Set((await (await caches.open(this.#name)).keys()).map(({ url }) => url));
    return (this.#whole = Object.keys(build.files).every((path) => there.has(scope + path)));
  }

  /** The path of a request that `answer` has something for; null if the browser is to do as if there were no worker. */
  pathOf(request: Request): string | null {
    const { build, scope } = this.#world;
    if (request.method !== 'GET' || request.headers.has('range') || !request.url.startsWith(scope)) return null;
    const [path = '', query] = request.url.slice(scope.length).replace(/#.*/, '').split('?');
    // The page is the same whatever is asked of it: `./?open`, or what other sites add to links.
    const known = query === undefined || request.mode === 'navigate';
    if (path === '' || path === 'index.html') return known ? '' : null;
    if (query !== undefined) return null;
    return Object.hasOwn(build.files, path) || named(path) ? path : null;
  }

  /** A file of this version; one with a hash in its name may be that of a page of another version. */
  async answer(path: string, request: Request): Promise<Response> {
    try {
      const usable = path !== '' || (await this.whole());
      const found = usable
        ? ((await this.#kept(path, this.#name)) ?? (named(path) ? await this.#fromAnother(path) : undefined))
        : undefined;
      if (found) return found;
    } catch {
      // The storage has failed: there is still the server.
    }
    this.#whole = false;
    return this.#world.get(request);
  }

  /** This version is the one in use from now on: those that there are besides it are older. */
  async begin(): Promise<void> {
    const older = (await this.#names()).filter((name) => name !== this.#name);
    await (await this.#world.caches.open(this.#name)).put(this.#marker, new Response(JSON.stringify(older)));
    await this.clean();
  }

  /** Removes older versions that no page runs any more. A newer one that is not complete yet is left alone. */
  async clean(): Promise<void> {
    const { caches, changing, inUse } = this.#world;
    const marker = await caches.match(this.#marker, { cacheName: this.#name });
    const older = new Set(marker ? ((await marker.json()) as string[]) : []);
    const there = (await this.#names()).filter((name) => older.has(name));
    if (there.length === 0 || changing()) return;
    const used = await inUse();
    if (!used) return;
    for (const name of there) if (!used.has(name.slice(this.#prefix.length))) await caches.delete(name);
  }
}
