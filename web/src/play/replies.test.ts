import { expect, test } from 'vitest';
import type { GameInfo, Hint } from '../engine/contract.ts';
import { adviceWords } from './replies.ts';

const game = { faceDown: true, foundations: 8, tableau: 10, reserveDealt: 0, stockDealsToReserves: true } as unknown as GameInfo;
const hint = (code: string, parameters: Record<string, string>): Hint => ({ move: 'T1>T2', code, parameters, text: '' });
const rest = { basis: 'one-world' } as const;

test('a move that gains nothing says what it prepares', () => {
  const prepares = hint('prepares', { card: '5S', from: 'T1', to: 'T2', on: '6H' });
  const later = hint('turns-up', { card: '9D', from: 'T3', to: 'T4', on: 'TC' });
  const draw = hint('draw', {});
  const said = (goal: Hint | null, spaces: number, move = prepares) =>
    adviceWords(game, { ...rest, hint: move, goal: goal && { after: 2, hint: goal }, spaces }, false).seen;
  const first = said(null, 0);
  expect(said(later, 0)).toMatch(/Then: Move .* turns up a card\.$/);
  expect(said(draw, 1)).toBe(`${first} This keeps 1 pile empty for the next deal.`);
  expect(said(later, 2)).toBe(`${said(later, 0)} This keeps 2 piles empty for the next deal.`);
  expect(said(draw, 0)).toBe(first);
  for (const enough of [draw, hint('safe', { card: 'AS' })]) expect(said(null, 2, enough)).not.toContain('empty');
});
