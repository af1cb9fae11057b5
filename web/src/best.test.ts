import { beforeEach, expect, it, vi } from 'vitest';
import { noteWin } from './best.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});

it('knows the fewest moves and the shortest time of each game', () => {
  expect(noteWin('carthage', { moves: 100, time: 9000 })).toBeNull();
  expect(noteWin('carthage', { moves: 120, time: 5000 })).toEqual({ moves: 100, time: 9000 });
  expect(noteWin('gargantua', { moves: 10, time: 10 })).toBeNull();
  expect(noteWin('carthage', { moves: 90, time: 6000 })).toEqual({ moves: 100, time: 5000 });
  expect(noteWin('carthage', { moves: 90, time: 6000 })).toEqual({ moves: 90, time: 5000 });
});

it('does without what it cannot read', () => {
  for (const text of ['{', '7', 'null', '{"carthage":{"moves":"x"}}', '{"carthage":null}']) {
    stored.set('quincunx-best', text);
    expect(noteWin('carthage', { moves: 3, time: 4 }), text).toBeNull();
  }
});
