import { expect, test } from 'vitest';
import type { FairAdvice } from '../engine/solver-contract.ts';
import { Engine, moduleOf } from '../testing/engine.ts';
import { full } from '../testing/full.ts';

/** WebAssembly gives no memory back, so what each kind of search keeps for the next one would add up. */
test.runIf(full)('searches of all kinds share the memory of one', async () => {
  const module = await moduleOf('solver');
  const solver = new Engine(module);
  const search = (start: string): void => {
    solver.must(start);
    while (!solver.must<{ done: boolean }>('step 10000').done);
  };
  const moves: string[] = [];
  for (let ply = 0; ply <= 20; ++ply) {
    solver.must(`record\nquincunx-record 1\ngame carthage\ndeal carthage#1000005\nmoves\n${moves.join('\n')}\nend\n`);
    if (ply % 20 === 0) {
      search('start-hint mb=32');
      search('start-odds mb=32');
      search('start-solve nodes=200000 mb=32');
    }
    moves.push(solver.must<FairAdvice>('hint').hint!.move);
  }
  expect(module.memory.buffer.byteLength / 2 ** 20).toBeLessThanOrEqual(32);
});
