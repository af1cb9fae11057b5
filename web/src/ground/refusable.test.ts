import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handedOver } from './local.ts';
import {
  answered,
  cacheStorage,
  channel,
  databases,
  had,
  heldLocks,
  persistence,
  serviceWorkers,
  takeLock,
  webLocks,
  webStorage,
} from './refusable.ts';

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const silence = () => new Promise<never>(() => {});

beforeEach(() => void vi.useFakeTimers());

/** Lets time pass until there is an answer. */
async function told<T>(answer: Promise<T>): Promise<T> {
  const result = answer.then((value) => ({ value }));
  await vi.runAllTimersAsync();
  return (await Promise.race([result, Promise.reject(new Error('no answer'))])).value;
}

describe('a refusal is null', () => {
  it.each([
    ['a throw', refuse],
    ['absence', () => undefined],
  ])('by %s', (_, get) => expect(had(get)).toBeNull());

  it.each([
    ['a throw', refuse],
    ['absence', () => undefined],
    ['a rejection', async () => refuse()],
    ['silence', silence],
  ])('to a question, by %s', async (_, ask) => expect(await told(answered(ask))).toBeNull());

  it('is not what is there', async () => {
    expect(had(() => 0)).toBe(0);
    expect(await told(answered(async () => false))).toBe(false);
  });
});

describe('an answer that comes late', () => {
  const slow = () => new Promise<number>((resolve) => setTimeout(() => resolve(7), 5000));

  it('is handed over', async () => {
    const late = vi.fn();
    expect(await told(answered(slow, { late }))).toBeNull();
    expect(late.mock.calls).toEqual([[7]]);
  });

  it('is waited for where it may take its time', async () => {
    expect(await told(answered(slow, { time: Infinity }))).toBe(7);
  });

  it('lets go of its lock', async () => {
    let held = false;
    const locks = {
      request: async (_name: string, _options: unknown, work: (lock: unknown) => Promise<void>) => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        held = true;
        await work({});
        held = false;
      },
    } as unknown as LockManager;
    expect(await told(takeLock('a', {}, locks))).toBeNull();
    expect(held).toBe(false);
  });
});

it('everything is refused where everything throws', async () => {
  const nothing = new Proxy({}, { get: refuse });
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
  vi.stubGlobal('BroadcastChannel', refuse);
  vi.stubGlobal('navigator', nothing);
  try {
    expect([
      webStorage('localStorage'),
      webStorage('sessionStorage'),
      databases(),
      channel('a'),
      cacheStorage(),
      webLocks(),
      serviceWorkers(),
      persistence(),
    ]).toEqual(Array(8).fill(null));
    expect(await told(takeLock('a', {}))).toBeNull();
    expect(await told(heldLocks())).toBeNull();
  } finally {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Reflect.deleteProperty(globalThis, name);
  }
});

it('locks are refused where asking for them is', async () => {
  vi.stubGlobal('navigator', { locks: { request: async () => refuse(), query: async () => refuse() } });
  expect(await told(takeLock('a', {}))).toBeNull();
  expect(await told(heldLocks())).toBeNull();
});

describe('what was written', () => {
  const asked = (vendor: string, has: () => Promise<boolean>) => {
    const caches = { has: vi.fn(has) };
    vi.stubGlobal('navigator', { vendor });
    vi.stubGlobal('caches', caches);
    return caches.has;
  };

  it('is handed over when another process has answered in WebKit', async () => {
    let answer = (_: boolean): void => {};
    asked('Apple Computer, Inc.', () => new Promise((resolve) => (answer = resolve)));
    const over = vi.fn();
    const waited = handedOver().then(over);
    await Promise.resolve();
    expect(over).not.toHaveBeenCalled();
    answer(false);
    await waited;
    expect(over).toHaveBeenCalled();
  });
  it('is not waited for when nothing is said there, or refused', async () => {
    asked('Apple Computer, Inc.', silence);
    const waited = handedOver();
    await vi.advanceTimersByTimeAsync(50);
    await waited;
    asked('Apple Computer, Inc.', () => Promise.reject(new Error('denied')));
    await handedOver();
  });
  it('is handed over at once in other engines', async () => {
    const has = asked('Google Inc.', silence);
    await handedOver();
    expect(has).not.toHaveBeenCalled();
  });
});
