import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const modules = ['table', 'solver'] as const;
const virtual = (name: string) => `virtual:${name}-wasm`;

/** `import url from 'virtual:table-wasm'` (or `solver-wasm`): a module of the engine as a hashed asset. */
export function wasmModules(): Plugin {
  return {
    name: 'quincunx:wasm',
    resolveId: (id) => (modules.some((name) => id === virtual(name)) ? '\0' + id : null),
    load(id) {
      const name = modules.find((one) => id === '\0' + virtual(one));
      if (!name) return null;
      const file = fileURLToPath(new URL(`../../build/wasm/${name}.wasm`, import.meta.url));
      if (!existsSync(file)) {
        this.error(`${file} is not there: build the engine first (cmake --preset wasm && cmake --build --preset wasm)`);
      }
      return `export { default } from ${JSON.stringify(file + '?url&no-inline')};`;
    },
  };
}
