import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Device } from '../testing/storage.ts';
import { dayKey, noteToday, todaysPuzzle } from './today.ts';

let device: Device;
beforeEach(() => {
  device = new Device();
  device.use();
});
afterEach(() => void vi.unstubAllGlobals());

it('what has become of the puzzle of a day is known on that day alone', () => {
  expect(todaysPuzzle('2026-11-27')).toBe('');
  noteToday('2026-11-27', false);
  expect(todaysPuzzle('2026-11-27')).toBe('tried');
  noteToday('2026-11-27', true);
  expect(['2026-11-26', '2026-11-27', '2026-11-28'].map((day) => todaysPuzzle(day))).toEqual(['', 'solved', '']);
  device.local.set(dayKey, 'nothing good');
  expect(todaysPuzzle('2026-11-27')).toBe('');
});
