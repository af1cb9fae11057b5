import { describe, expect, it, vi } from 'vitest';
import { Locks } from '../testing/locks.ts';
import { claim } from './claim.ts';

it('where locks are refused, or never answered, may be played in two tabs', async () => {
  vi.useFakeTimers();
  for (const request of [() => Promise.reject(new DOMException('denied', 'SecurityError')), () => new Promise(() => {})]) {
    const locks = { request } as unknown as LockManager;
    const both = [1, 2].map(() => claim('a#1', { locks, onLost: () => {} }));
    await vi.advanceTimersByTimeAsync(1900);
    let told = 0;
    for (const one of both) void one.then(() => ++told);
    await vi.advanceTimersByTimeAsync(200);
    expect(told).toBe(2);
    for (const one of await Promise.all(both)) one!.release();
  }
});

describe.each([
  ['with Web Locks', () => new Locks().of({})],
  ['without Web Locks', () => null],
])('one game in one tab, %s', (_, make) => {
  it('is refused to a second tab, and free again after release', async () => {
    const locks = make();
    const onLost = vi.fn();
    const first = await claim('a#1', { locks, onLost });
    expect(first).not.toBeNull();
    expect(await claim('a#1', { locks, onLost })).toBeNull();
    const other = await claim('a#2', { locks, onLost });
    expect(other).not.toBeNull();
    first!.release();
    other!.release();
    const again = await claim('a#1', { locks, onLost });
    expect(again).not.toBeNull();
    again!.release();
    expect(onLost).not.toHaveBeenCalled();
  });

  it('is one tab’s when two ask for it at once', async () => {
    const locks = make();
    const both = await Promise.all([1, 2].map(() => claim('a#1', { locks, onLost: () => {} })));
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    for (const one of both) one?.release();
  });

  it('can be taken over', async () => {
    const locks = make();
    const onLost = vi.fn();
    await claim('a#1', { locks, onLost });
    const second = await claim('a#1', { locks, onLost: () => {}, take: true });
    expect(second).not.toBeNull();
    expect(onLost).toHaveBeenCalledOnce();
    second!.release();
  });
});
