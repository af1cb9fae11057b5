/** The solver itself, in Node: says whether a position can be won. */
import type { Solution, Verdict } from '../engine/solver-contract.ts';
import { Engine } from './engine.ts';

/** The verdict on the position that a record has come to. */
export async function verdictOn(record: string): Promise<Verdict> {
  const solver = await Engine.load('solver');
  solver.must(`record\n${record}`);
  solver.must('start-solve');
  for (let steps = 0; steps < 100; ++steps) if (solver.must<{ done: boolean }>('step 10000').done) break;
  return solver.must<Solution>('found').verdict;
}
