/// <reference lib="webworker" />
/** Shared by the workers: loading a module of the engine, and saying why that failed. */
import type { Fatal, FatalCode } from './client.ts';
import { begin, type Module } from './module.ts';
import { saidOf } from '../ground/said.ts';

/** The smallest module that uses a 128-bit vector: () -> v128.const, dropped. */
const vectors = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26,
  11,
]);

export async function load(url: string): Promise<Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some hosts send another type; then the bytes are compiled once all of them have arrived.
  const typed = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  const module = typed ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  const instance = await WebAssembly.instantiate(module, {});
  return begin(instance.exports);
}

export class Host {
  readonly #scope = self as unknown as DedicatedWorkerGlobalScope;
  /** null if the module cannot be had; that has been said then */
  readonly module: Promise<Module | null>;

  constructor(url: string) {
    if (typeof WebAssembly !== 'object') this.module = this.#none('no-wasm', '');
    else if (!WebAssembly.validate(vectors)) this.module = this.#none('too-old', '');
    else this.module = load(url).catch((error: unknown) => this.#none('not-loaded', error));
  }

  say(reply: object | string): void {
    this.#scope.postMessage(reply);
  }

  /** The page will start another worker. */
  fatal(code: FatalCode, detail: unknown): void {
    this.say({ fatal: code, detail: saidOf(detail) } satisfies Fatal);
    this.#scope.close();
  }

  async #none(code: FatalCode, detail: unknown): Promise<null> {
    this.fatal(code, detail);
    return null;
  }
}
