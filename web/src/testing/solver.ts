/// <reference types="node" />
/** The solver itself, in Node: says whether a position can be won. */
import { readFileSync } from 'node:fs';
import type { Solution, Verdict } from '../engine/advice-contract.ts';
import type { Answer } from '../engine/contract.ts';
import { answer, begin } from '../engine/module.ts';

/** The verdict on the position that a record has come to. */
export async function verdictOn(record: string): Promise<Verdict> {
  const bytes = readFileSync(new URL('../../../build/wasm/solver.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = begin(instance.exports);
  const ask = <T extends object>(request: string): T => {
    const given = JSON.parse(answer(module, request)) as Answer<T>;
    if (!given.ok) throw new Error(`${request}: ${(given as { error: { message: string } }).error.message}`);
    return given;
  };
  ask(`record\n${record}`);
  ask('start-solve');
  for (let steps = 0; steps < 100; ++steps) if (ask<{ done: boolean }>('step 10000').done) break;
  return ask<Solution>('found').verdict;
}
