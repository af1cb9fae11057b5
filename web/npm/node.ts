import { readFile } from 'node:fs/promises';
import { library } from './library.ts';

export * from './library.ts';
export const { openTable, openSolver } = library(async (name) =>
  WebAssembly.compile(await readFile(new URL(`../../${name}.wasm`, import.meta.url))),
);
