import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const tableWasm = fileURLToPath(new URL('../../build/wasm/table.wasm', import.meta.url));
const name = 'virtual:table-wasm';

/** `import url from 'virtual:table-wasm'`: the engine as a hashed asset. */
export function tableModule(): Plugin {
  return {
    name: 'quincunx:table-wasm',
    resolveId: (id) => (id === name ? '\0' + name : null),
    load(id) {
      if (id !== '\0' + name) return null;
      if (!existsSync(tableWasm)) {
        this.error(
          `${tableWasm} is not there: build the engine first (cmake --preset wasm && cmake --build --preset wasm)`,
        );
      }
      return `export { default } from ${JSON.stringify(tableWasm + '?url&no-inline')};`;
    },
  };
}
