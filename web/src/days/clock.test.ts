import { beforeEach, expect, it, vi } from 'vitest';
import { today } from '../store/names.ts';
import { followClock, untilMidnight } from './clock.svelte.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

function follow(): { days: string[]; end: () => void } {
  const days: string[] = [];
  const end = followClock(() => {
    if (days.at(-1) !== today()) days.push(today());
  });
  return { days, end };
}

it('notices midnight at midnight, and no other time', () => {
  vi.setSystemTime(new Date(2026, 10, 27, 23, 59, 55));
  expect(untilMidnight()).toBe(5000);
  const { days, end } = follow();
  vi.advanceTimersByTime(4900);
  expect(days).toEqual(['2026-11-27']);
  vi.advanceTimersByTime(200);
  expect(days).toEqual(['2026-11-27', '2026-11-28']);
  end();
  vi.advanceTimersByTime(86_400_000);
  expect(days).toHaveLength(2);
});

it('notices a clock that was moved, and a page that is seen again', () => {
  vi.setSystemTime(new Date(2026, 10, 27, 12));
  const { days, end } = follow();
  vi.setSystemTime(new Date(2026, 11, 3, 12));
  vi.advanceTimersByTime(20_000);
  vi.setSystemTime(new Date(2026, 10, 20, 12));
  vi.advanceTimersByTime(20_000);
  vi.setSystemTime(new Date(2026, 10, 21, 12));
  page.dispatchEvent(new Event('visibilitychange'));
  vi.setSystemTime(new Date(2026, 10, 22, 12));
  page.dispatchEvent(new Event('pageshow'));
  expect(days).toEqual(['2026-11-27', '2026-12-03', '2026-11-20', '2026-11-21', '2026-11-22']);
  end();
});
