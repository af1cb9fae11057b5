import { expect, it } from 'vitest';
import { aimedMove, readMove, sourceIndex } from './notation.ts';
import { gameOf, viewOf } from '../testing/games.ts';

it('reads the parts of a move', () => {
  expect(readMove('T3>T12*4')).toEqual({ from: 'T3', to: 'T12', count: 4, card: '' });
  expect(readMove('R1@7H>F2')).toEqual({ from: 'R1', to: 'F2', count: 1, card: '7H' });
  expect(readMove('W>T1')).toEqual({ from: 'W', to: 'T1', count: 1, card: '' });
  expect(readMove('draw').from).toBe('');
});

it('writes what somebody aims at', () => {
  const gargantua = gameOf('gargantua');
  const view = viewOf(gargantua, { T1: 5, W: 2 });
  expect(aimedMove(gargantua, view, 'T1', 4, 'T2')).toBe('T1>T2');
  expect(aimedMove(gargantua, view, 'T1', 2, 'T2')).toBe('T1>T2*3');
  expect(aimedMove(gargantua, view, 'T1', 2, 'F1')).toBe('T1>F1');
  expect(aimedMove(gargantua, view, 'W', 1, 'T2')).toBe('W>T2');
  expect(sourceIndex(gargantua, view, 'T1>T2*3')).toBe(2);
  expect(sourceIndex(gargantua, view, 'draw')).toBe(-1);
});

it('names the card of an open reserve', () => {
  const game = gameOf('gloucestershire');
  const view = viewOf(game, { R1: 3 });
  const card = view.piles.find((pile) => pile.id === 'R1')!.cards[1]!.card!;
  expect(aimedMove(game, view, 'R1', 1, 'T2')).toBe(`R1@${card}>T2`);
  expect(sourceIndex(game, view, `R1@${card}>T2`)).toBe(1);
});
