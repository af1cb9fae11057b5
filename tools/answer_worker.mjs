// Asks solver.wasm for the first answer to a position, as a page would: a verdict, or a hint when time is up. Runs as
// a Web Worker of a page (tools/answer_speed.mjs) or as a module in Node.

import { answer, begin } from '../web/src/engine/module.ts';

/** Milliseconds after which an undecided search gives a hint. */
const patience = 400;
/** Milliseconds per step: the longest that progress reports and a cancellation may have to wait. */
const shortStep = 2;
const longStep = 10;
const mostNodes = 1 << 16;

/** The module, with the milliseconds it took to compile and start. */
export async function load(bytes) {
  const start = performance.now();
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = begin(instance.exports);
  const ask = (request) => {
    const result = JSON.parse(answer(module, request));
    if (!result.ok) throw new Error(`${request}: ${result.error.message}`);
    return result;
  };
  return { ask, memory: () => module.memory.buffer.byteLength, milliseconds: performance.now() - start };
}

/** The first answer to the current position of a record. */
export function firstAnswer({ ask, memory }, record) {
  const start = performance.now();
  let longest = 0;
  ask(`record\n${record}`);
  ask('start-solve');
  for (let nodes = 64, before = performance.now(); ; ) {
    const { done } = ask(`step ${nodes}`);
    const now = performance.now();
    const took = now - before;
    before = now;
    longest = Math.max(longest, took);
    if (took < shortStep) nodes = Math.min(2 * nodes, mostNodes);
    if (took > longStep) nodes = Math.max(nodes >> 1, 1);
    if (!done && now - start < patience) continue;
    const { verdict, nodes: all, line } = ask('found');
    const hint = verdict === 'unknown' ? ask('hint').hint : null;
    return { verdict, move: line[0] ?? hint?.move ?? null, nodes: all, longest, memory: memory() };
  }
}

if (typeof WorkerGlobalScope === 'function') {
  const module = load(await (await fetch('/solver.wasm')).arrayBuffer());
  self.onmessage = async ({ data }) => self.postMessage(firstAnswer(await module, data));
  const { milliseconds } = await module;
  self.postMessage({ milliseconds });
}
