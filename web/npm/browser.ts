import { library, type Name } from './library.ts';

export * from './library.ts';

// Bundlers look for addresses that are written out.
const places = {
  table: () => new URL('../../table.wasm', import.meta.url),
  'own-table': () => new URL('../../own-table.wasm', import.meta.url),
  solver: () => new URL('../../solver.wasm', import.meta.url),
};

/** Vite's dev server puts this script elsewhere, and answers with the page of an app for what is not beside it. */
const moved = (name: Name) => new URL(`../../quincunx/${name}.wasm`, import.meta.url);

async function fetched(address: URL): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href}: ${response.status} ${response.statusText}`);
  const bytes = await response.arrayBuffer();
  if (new DataView(bytes).getUint32(0) !== 0x0061736d) throw new Error(`${address.href} is no module`);
  return bytes;
}

export const { openTable, openSolver } = library(async (name) =>
  WebAssembly.compile(
    await fetched(places[name]()).catch((error: unknown) => fetched(moved(name)).catch(() => Promise.reject(error as Error))),
  ),
);
