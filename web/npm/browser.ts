import { library } from './library.ts';

export * from './library.ts';

// Bundlers look for addresses that are written out.
const places = {
  table: () => new URL('../../table.wasm', import.meta.url),
  solver: () => new URL('../../solver.wasm', import.meta.url),
};

export const { openTable, openSolver } = library(async (name) => {
  const response = await fetch(places[name]());
  if (!response.ok) throw new Error(`${name}.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
});
