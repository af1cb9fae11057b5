import { expect, it } from 'vitest';
import { placePanel } from './place.ts';

const area = { width: 400, height: 600 };
const panel = { width: 300, height: 100 };

it('lies at the lower edge of an empty table', () => {
  expect(placePanel(area, panel, [], [])).toEqual({ left: 50, top: 492, height: 100 });
});

it('makes room for what it speaks of, even over other cards', () => {
  const marked = [{ x: 100, y: 500, width: 50, height: 70 }];
  const cards = [{ x: 0, y: 0, width: 400, height: 480 }];
  const { top } = placePanel(area, panel, marked, cards);
  expect(top + 100).toBeLessThanOrEqual(500);
  expect(top).toBeGreaterThan(350);
});

it('covers as few cards as it can', () => {
  const cards = [
    { x: 0, y: 300, width: 400, height: 300 },
    { x: 0, y: 0, width: 400, height: 100 },
  ];
  const { top } = placePanel(area, panel, [], cards);
  expect(top).toBeGreaterThanOrEqual(100);
  expect(top + 100).toBeLessThanOrEqual(300);
});

it('stays on a table that is too small for it', () => {
  expect(placePanel({ width: 280, height: 80 }, panel, [], [])).toEqual({ left: 8, top: 8, height: 64 });
});

it('becomes lower where it would cover what it speaks of', () => {
  const marked = [
    { x: 0, y: 20, width: 40, height: 60 },
    { x: 200, y: 300, width: 40, height: 60 },
  ];
  const placed = placePanel({ width: 320, height: 400 }, { width: 304, height: 350 }, marked, []);
  expect(placed).toEqual({ left: 8, top: 88, height: 204 });
});
