import { beforeEach, expect, it, vi } from 'vitest';
import { Device } from '../testing/storage.ts';
import { dayKey, noteToday, todaysPuzzle } from './today.ts';

let device: Device;
beforeEach(() => {
  device = new Device();
  device.use();
});

it('what has become of the puzzle of a day is known on that day alone', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 27, 12) });
  expect(todaysPuzzle('2026-11-27')).toBe('');
  noteToday('2026-11-27', false);
  expect(todaysPuzzle('2026-11-27')).toBe('tried');
  noteToday('2026-11-27', true);
  expect(['2026-11-26', '2026-11-27', '2026-11-28'].map((day) => todaysPuzzle(day))).toEqual(['', 'solved', '']);
  device.local.set(dayKey, 'nothing good');
  expect(todaysPuzzle('2026-11-27')).toBe('');
});

it('a page that was left open over midnight takes back nothing of the new day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 0, 5) });
  noteToday('2026-11-28', true);
  noteToday('2026-11-27', false);
  expect(todaysPuzzle()).toBe('solved');
});
