/** The engine itself, in Node: finds positions that a test needs. */
import { readFileSync } from 'node:fs';
import type { Answer, GameInfo, Refusal, Table } from '../src/contract.ts';

interface Module {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  q_alloc(size: number): number;
  q_request(pointer: number, size: number): number;
  q_answer_size(): number;
}

export class Engine {
  readonly #module: Module;

  private constructor(module: Module) {
    this.#module = module;
  }

  static async load(): Promise<Engine> {
    const bytes = readFileSync(new URL('../../build/wasm/table.wasm', import.meta.url));
    const { instance } = await WebAssembly.instantiate(bytes, {});
    const module = instance.exports as unknown as Module;
    module._initialize?.();
    return new Engine(module);
  }

  ask<T extends object>(request: string): Answer<T> {
    const bytes = new TextEncoder().encode(request);
    const pointer = this.#module.q_alloc(bytes.length);
    new Uint8Array(this.#module.memory.buffer, pointer, bytes.length).set(bytes);
    const start = this.#module.q_request(pointer, bytes.length);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(this.#module.memory.buffer, start, this.#module.q_answer_size()))) as Answer<T>;
  }

  must<T extends object>(request: string): T {
    const answer = this.ask<T>(request);
    if (!answer.ok) throw new Error(`${request}: ${(answer as { error: { message: string } }).error.message}`);
    return answer;
  }

  games(): GameInfo[] {
    return this.must<{ games: GameInfo[] }>('games').games;
  }

  table(request: string): Table {
    return this.must<Table>(request);
  }

  why(move: string): Refusal | null {
    const answer = this.ask<{ refusal: Refusal | null }>(`why ${move}`);
    return answer.ok ? answer.refusal : null;
  }
}
