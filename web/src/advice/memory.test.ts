/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FairAdvice } from '../engine/advice-contract.ts';
import type { Answer } from '../engine/contract.ts';
import { answer, begin } from '../engine/module.ts';

/** WebAssembly gives no memory back, so what each kind of search keeps for the next one would add up. */
test('searches of all kinds share the memory of one', async () => {
  const bytes = readFileSync(new URL('../../../build/wasm/solver.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = begin(instance.exports);
  const ask = <T extends object>(request: string): T => {
    const given = JSON.parse(answer(module, request)) as Answer<T>;
    if (!given.ok) throw new Error(request);
    return given;
  };
  const search = (start: string): void => {
    ask(start);
    while (!ask<{ done: boolean }>('step 10000').done);
  };
  const moves: string[] = [];
  for (let ply = 0; ply <= 20; ++ply) {
    ask(`record\nquincunx-record 1\ngame carthage\ndeal carthage#1000005\nmoves\n${moves.join('\n')}\nend\n`);
    if (ply % 20 === 0) {
      search('start-hint mb=32');
      search('start-odds mb=32');
      search('start-solve nodes=200000 mb=32');
    }
    moves.push(ask<FairAdvice>('hint').hint!.move);
  }
  const { memory } = instance.exports as { memory: WebAssembly.Memory };
  expect(memory.buffer.byteLength / 2 ** 20).toBeLessThanOrEqual(32);
});
