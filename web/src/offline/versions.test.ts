/** Versions kept and given out, with caches and a server that fail as they like. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { holders, pageLock } from './page-lock.ts';
import { Versions, type Build } from './versions.ts';

const scope = 'https://example.org/q/';
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const buildOf = (version: string, files: Record<string, string>): Build => ({
  version,
  files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hash(text)])),
});

class FakeCache {
  readonly kept = new Map<string, Response>();
  constructor(readonly room: () => number) {}
  async put(url: string, response: Response): Promise<void> {
    if (this.room() <= 0) throw new DOMException('full', 'QuotaExceededError');
    this.kept.set(url, response);
  }
  async keys(): Promise<{ url: string }[]> {
    return [...this.kept.keys()].map((url) => ({ url }));
  }
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  /** files that it still takes */
  room = Infinity;
  broken = false;
  async open(name: string): Promise<FakeCache> {
    if (!this.all.has(name)) this.all.set(name, new FakeCache(() => this.room--));
    return this.all.get(name)!;
  }
  async has(name: string): Promise<boolean> {
    return this.all.has(name);
  }
  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
  async match(url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    if (this.broken) throw new Error('the storage has failed');
    return this.all.get(cacheName)?.kept.get(url)?.clone();
  }
}

const request = (path: string, { mode = 'no-cors', method = 'GET', range = false } = {}): Request =>
  ({ url: path.includes('://') ? path : scope + path, mode, method, headers: new Headers(range ? { Range: 'bytes=0-9' } : {}) }) as Request;

const old = { '': 'page 1', 'assets/a-1.js': 'a1', 'assets/same.wasm': 'same', 'notices.txt': 'n' };
const recent = { '': 'page 2', 'assets/a-2.js': 'a2', 'assets/same.wasm': 'same', 'notices.txt': 'n' };

let caches: FakeCaches;
let server: Map<string, string | (() => Response | Promise<Response>)>;
let asked: string[];
let used: Set<string> | null;
let changing: boolean;

function versions(build: Build): Versions {
  return new Versions({
    build,
    scope,
    caches: caches as unknown as CacheStorage,
    get: async (wanted, options) => {
      const url = typeof wanted === 'string' ? wanted : wanted.url;
      const path = url.slice(scope.length);
      asked.push(`${path} ${options?.cache ?? ''}`);
      const found = server.get(path);
      if (typeof found === 'function') return found();
      return found === undefined
        ? new Response('no', { status: 404 })
        : new Response(found, { headers: { 'Content-Encoding': 'br', Vary: 'Accept-Encoding', 'Content-Type': 'x/y' } });
    },
    digest: async (content) => hash(Buffer.from(content).toString()),
    inUse: async () => used,
    changing: () => changing,
  });
}

const first = () => versions(buildOf('1', old));
const second = () => versions(buildOf('2', recent));
const names = () => [...caches.all.keys()].map((name) => name.split(' ').at(-1));
const deploy = (files: Record<string, string>) => (server = new Map(Object.entries(files)));

beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  used = new Set();
  changing = false;
  deploy(old);
});

describe('a version', () => {
  it('is whole when all of its files are there, with the type that they had and not the coding', async () => {
    const one = first();
    expect(await one.whole()).toBe(false);
    expect(names()).toEqual([]);
    await one.fetchAll();
    expect(await one.whole()).toBe(true);
    const page = await one.answer('', request('', { mode: 'navigate' }));
    expect([await page.text(), page.headers.get('Content-Type'), page.headers.get('Content-Encoding'), page.headers.get('Vary')]).toEqual([
      'page 1',
      'x/y',
      null,
      null,
    ]);
  });

  it.each([
    ['is missing', undefined],
    ['is another one', 'a3'],
    ['is cut off', () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) }))],
    ['is a part', () => new Response('a1', { status: 206 })],
    ['does not come', () => Promise.reject(new TypeError('no connection'))],
  ])('is not whole if a file %s, and gets only that one later', async (_, answer) => {
    if (answer === undefined) server.delete('assets/a-1.js');
    else server.set('assets/a-1.js', answer);
    const one = first();
    await expect(one.fetchAll()).rejects.toThrow('assets/a-1.js');
    expect(await one.whole()).toBe(false);
    // Its page comes from the server, which may have another one by now.
    server.set('', 'page 3');
    expect(await (await one.answer('', request('', { mode: 'navigate' }))).text()).toBe('page 3');
    deploy(old);
    asked = [];
    await one.fetchAll();
    expect(asked.some((line) => line.startsWith('assets/a-1.js'))).toBe(true);
    expect(asked.every((line) => !line.startsWith(' '))).toBe(true);
    expect(await one.whole()).toBe(true);
  });

  it('passes over what is wrong in the browser’s own cache', async () => {
    let times = 0;
    server.set('assets/a-1.js', () => new Response(++times === 1 ? 'cut' : 'a1'));
    await first().fetchAll();
    expect(asked.filter((line) => line.startsWith('assets/a-1'))).toEqual(['assets/a-1.js default', 'assets/a-1.js reload']);
    expect(asked).toContain('notices.txt no-cache');
  });

  it('takes from another version what has the same name and content', async () => {
    await first().fetchAll();
    deploy(recent);
    asked = [];
    await second().fetchAll();
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['', 'assets/a-2.js', 'notices.txt']);
  });

  it('leaves the room to the games if there is not enough', async () => {
    caches.room = 2;
    await expect(first().fetchAll()).rejects.toThrow('full');
    expect(names()).toEqual([]);
  });

  it('is not whole any more when a file has gone', async () => {
    await first().fetchAll();
    [...caches.all.values()][0]!.kept.delete(`${scope}assets/a-1.js`);
    const later = first();
    expect(await later.whole()).toBe(false);
    deploy(recent);
    expect(await (await later.answer('', request('', { mode: 'navigate' }))).text()).toBe('page 2');
  });
});

describe('a request', () => {
  const path = (...wanted: Parameters<typeof request>) => first().pathOf(request(...wanted));

  it('for the page is for the page, whatever is asked of it', () => {
    for (const address of ['', 'index.html', '?open', 'index.html?utm=1', '#/faq']) expect(path(address, { mode: 'navigate' })).toBe('');
    // The addresses that load.ts asks for, to find out whether there is another version.
    for (const address of ['', 'index.html']) expect(path(address)).toBe('');
  });

  it('for a file of this version, or one with a hash in its name, is answered', () => {
    expect(path('notices.txt')).toBe('notices.txt');
    expect(path('notices.txt', { mode: 'navigate' })).toBe('notices.txt');
    expect(path('assets/of-another.js')).toBe('assets/of-another.js');
  });

  it('for anything else is the browser’s', () => {
    for (const address of [
      'none.txt',
      'sw.js',
      'notices.txt?1',
      '?1',
      'https://example.org/',
      'https://example.org/quincunx',
      'https://example.com/q/',
    ])
      expect(path(address)).toBeNull();
    expect(path('', { method: 'POST' })).toBeNull();
    expect(path('notices.txt', { range: true })).toBeNull();
    expect(path('constructor')).toBeNull();
  });

  it('of a page of another version gets that version’s file, from wherever it is', async () => {
    await first().fetchAll();
    deploy(recent);
    const two = second();
    await two.fetchAll();
    expect(await (await two.answer('assets/a-1.js', request('assets/a-1.js'))).text()).toBe('a1');
    caches.all.delete([...caches.all.keys()][0]!);
    expect((await two.answer('assets/a-1.js', request('assets/a-1.js'))).status).toBe(404);
  });

  it('goes to the server when the storage fails', async () => {
    const one = first();
    await one.fetchAll();
    caches.broken = true;
    expect(await (await one.answer('notices.txt', request('notices.txt'))).text()).toBe('n');
  });
});

describe('older versions', () => {
  beforeEach(async () => {
    await first().fetchAll();
    deploy(recent);
    await second().fetchAll();
    await caches.open('quincunx https://example.org/ 1');
    await caches.open('something else');
  });
  const others = ['1', 'else'];

  it('go when a new one begins, and nothing that is not theirs', async () => {
    await second().begin();
    expect(names()).toEqual(['2', ...others]);
  });

  it('stay as long as a page runs them', async () => {
    used = new Set(['1']);
    await second().begin();
    expect(names()).toEqual(['1', '2', ...others]);
    used = new Set(['2']);
    await second().clean();
    expect(names()).toEqual(['2', ...others]);
  });

  it('stay as long as it is not known what pages run', async () => {
    used = null;
    await second().begin();
    expect(names()).toEqual(['1', '2', ...others]);
  });

  it('stay while another version is on its way', async () => {
    changing = true;
    await second().begin();
    expect(names()).toEqual(['1', '2', ...others]);
  });

  it('are not those that come later: a part of one is kept', async () => {
    await second().begin();
    const third = versions(buildOf('3', { ...recent, 'assets/a-3.js': 'a3' }));
    await expect(third.fetchAll()).rejects.toThrow('a-3.js');
    await second().clean();
    expect(names()).toContain('3');
  });
});

it('the lock of a page says its version, in its folder only', () => {
  const held = [
    pageLock(scope, '1'),
    pageLock(scope, '2'),
    pageLock(scope, '2'),
    pageLock('https://example.org/', '9'),
    'quincunx:gargantua#1',
  ].map((name) => ({ name }));
  expect(holders({ held }, scope)).toEqual(['1', '2', '2']);
  expect(holders({}, scope)).toEqual([]);
});
