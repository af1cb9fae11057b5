import { expect, it, vi } from 'vitest';
import type { Solver } from '../engine/solver.ts';
import { Engine } from '../testing/engine.ts';
import { t } from '../words/texts/puzzles.ts';
import { PuzzleTask } from './task.ts';

const engine = await Engine.load();
const info = engine.games().find(({ id }) => id === 'carthage')!;
const on = new AbortController().signal;

function taskWith(answer: object, idle = false) {
  const takeBack = vi.fn(() => Promise.resolve());
  const result = Promise.resolve({ answer: { right: true, neutral: false, solved: false, play: [], next: null, ...answer } });
  const solver = { run: () => ({ result, cancel: () => {} }) } as unknown as Solver;
  const puzzle = { key: 'a', grade: 1500, decisions: 1, line: 'R6>T4', position: '' };
  const task = new PuzzleTask(solver, puzzle, { info, idle: () => Promise.resolve(idle), takeBack, clean: () => true, counted: () => {} });
  return { task, takeBack };
}

it('a move back is right if a hint has shown it, and nothing is lost by any other one', async () => {
  const { task } = taskWith({ neutral: true, next: 'T4>T1' });
  expect((await task.judge(['T1>T4'], on))?.why.seen).toBe(t('neutral'));
  expect(await task.solution(['T1>T4'], on)).toBe('T4>T1');
  expect((await task.judge(['T1>T4', 'T4>T3'], on))?.why.seen).toBe(t('neutral'));
  expect((await task.judge(['T1>T4', 'T4>T1'], on))?.why.seen).toBe(t('free'));
});

it('a move that changes nothing is taken back, with what was played after it', async () => {
  const { task, takeBack } = taskWith({}, true);
  expect(await task.judge(['T1>T4', 'T5>T2'], on)).toBeNull();
  expect(takeBack).toHaveBeenCalledWith(1);
});
