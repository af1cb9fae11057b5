/// <reference types="node" />
/** The engine itself, in Node: finds positions that a test needs. */
import { readFileSync } from 'node:fs';
import type { Answer, GameInfo, Refusal, SentTable, Table } from '../engine/contract.ts';
import { answer, begin, type Module } from '../engine/module.ts';
import { withMoves } from '../engine/notation.ts';

export async function moduleOf(name: string): Promise<Module> {
  const bytes = readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url));
  return begin((await WebAssembly.instantiate(bytes, {})).instance.exports);
}

export class Engine {
  readonly #module: Module;

  constructor(module: Module) {
    this.#module = module;
  }

  /** `own-table` reads rules, too. */
  static async load(name: 'table' | 'own-table' | 'solver' = 'table'): Promise<Engine> {
    return new Engine(await moduleOf(name));
  }

  ask<T extends object>(request: string): Answer<T> {
    return JSON.parse(answer(this.#module, request)) as Answer<T>;
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
    return withMoves(this.must<SentTable>(request));
  }

  why(move: string): Refusal | null {
    const answer = this.ask<{ refusal: Refusal | null }>(`why ${move}`);
    return answer.ok ? answer.refusal : null;
  }
}
