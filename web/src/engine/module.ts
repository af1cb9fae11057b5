/** A module of the engine and how to ask it: what contract.ts says about requests and answers, in bytes. */
export interface Module {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  q_alloc(size: number): number;
  q_request(pointer: number, size: number): number;
  q_answer_size(): number;
}

export function begin(exports: WebAssembly.Exports): Module {
  const module = exports as unknown as Module;
  module._initialize?.();
  return module;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function answer(module: Module, text: string): string {
  const bytes = encoder.encode(text);
  const pointer = module.q_alloc(bytes.length);
  new Uint8Array(module.memory.buffer, pointer, bytes.length).set(bytes);
  const start = module.q_request(pointer, bytes.length);
  return decoder.decode(new Uint8Array(module.memory.buffer, start, module.q_answer_size()));
}
