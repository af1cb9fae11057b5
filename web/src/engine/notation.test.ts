import { expect, it } from 'vitest';
import { aimedMove, readMove, sourceIndex, withMoves } from './notation.ts';
import { Engine } from '../testing/engine.ts';
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

it('reads the moves of a table from its record', async () => {
  const engine = await Engine.load();
  let automatic = 0;
  for (const { id } of engine.games()) {
    engine.table(`new ${id}#2`);
    engine.table('meta moves at mark end');
    let table = engine.table('automatic all');
    for (let turn = 0; turn < 60 && table.view.status === 'playing'; ++turn) {
      const { sources, controls } = table.view;
      table = engine.table(`play ${sources[turn % sources.length]?.targets[0]?.move ?? controls[0]}`);
      if (turn % 7 === 0) engine.table('mark moves');
      if (turn % 11 === 0) table = engine.table('undo');
    }
    expect(table.moves).toHaveLength(table.plies);
    automatic += table.moves.filter((move) => move.automatic).length;
    // Made one by one from the start, they lead to the same table, also from a position with lines of its own.
    engine.table(`new ${id}#2`);
    engine.table('automatic never');
    for (const { text } of table.moves.slice(0, table.ply)) engine.table(`play ${text}`);
    expect(engine.table('table').view.piles, id).toEqual(table.view.piles);
  }
  expect(automatic).toBeGreaterThan(0);
  const from = 'quincunx-record 1\ngame x\nposition\ngame x\nT1 7H\nend\nmoves\nT1>F1 +T2>F1\n\ndraw\nat 2\nmark 1 moves\nend\n';
  expect(withMoves({ ...engine.table('table'), record: from }).moves).toEqual([
    { text: 'T1>F1', automatic: false },
    { text: 'T2>F1', automatic: true },
    { text: 'draw', automatic: false },
  ]);
});
