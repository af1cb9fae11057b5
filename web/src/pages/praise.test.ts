import { expect, it } from 'vitest';
import { praiseOf } from './praise.ts';

it('praises a win for the greatest thing that is true of it, and with help for no feat of the helper', () => {
  const win = { unaided: true, first: true, beats: 'moves', overPar: -1 } as const;
  expect(praiseOf(win)).toBe('first');
  expect(praiseOf({ ...win, first: false })).toBe('par');
  expect(praiseOf({ ...win, first: false, overPar: 0 })).toBe('par');
  expect(praiseOf({ ...win, first: false, overPar: 3 })).toBe('moves');
  expect(praiseOf({ ...win, first: false, overPar: null, beats: null })).toBe('unaided');
  expect(praiseOf({ ...win, unaided: false })).toBe('moves');
  expect(praiseOf({ ...win, unaided: false, beats: null })).toBe('');
});
