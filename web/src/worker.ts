/// <reference lib="webworker" />
/**
 * The table engine's home. It loads the module, hands requests on and answers in the order they came. It knows
 * nothing of games, and it keeps nothing that the page does not have as well: it may die at any time.
 */
import url from 'virtual:table-wasm';
import { answer, begin, type Module } from './module.ts';

export interface Ask {
  number: number;
  text: string;
}
export type FatalCode = 'no-worker' | 'no-wasm' | 'no-simd' | 'not-loaded' | 'crashed';
export type Reply = { number: number; answer: string } | { fatal: FatalCode; detail: string };

/** The smallest module that uses a 128-bit vector: () -> v128.const, dropped. */
const vectors = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 23, 1, 21, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 26, 11,
]);

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (reply: Reply) => scope.postMessage(reply);

function fatal(code: FatalCode, detail: unknown): void {
  say({ fatal: code, detail: detail instanceof Error ? detail.message : String(detail) });
  scope.close();
}

async function load(): Promise<Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  // Some hosts send another type; then the bytes are compiled once all of them have arrived.
  const typed = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  const module = typed
    ? await WebAssembly.compileStreaming(response)
    : await WebAssembly.compile(await response.arrayBuffer());
  const instance = await WebAssembly.instantiate(module, {});
  return begin(instance.exports);
}

let ready: Promise<Module> | null = null;
if (typeof WebAssembly !== 'object') fatal('no-wasm', '');
else if (!WebAssembly.validate(vectors)) fatal('no-simd', '');
else {
  ready = load();
  ready.catch((error: unknown) => fatal('not-loaded', error));
}

scope.onmessage = async (event: MessageEvent<Ask>) => {
  if (!ready) return;
  let module: Module;
  try {
    module = await ready;
  } catch {
    return; // said above
  }
  const { number, text } = event.data;
  try {
    say({ number, answer: answer(module, text) });
  } catch (error) {
    fatal('crashed', error);
  }
};
