import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { catalogs } from './vite/catalogs.ts';
import { compressedFiles } from './vite/compressed.ts';
import { contentSecurityPolicy } from './vite/csp.ts';
import { homePage } from './vite/home.ts';
import { thirdPartyNotices } from './vite/notices.ts';
import { offlinePage } from './vite/offline.ts';
import { markdownPages } from './vite/rules-pages.ts';
import { wasmModules } from './vite/wasm.ts';

/** The parts that somebody waits for who opens a game. */
const onTheWay = /\/(Play|Begin|TablePicture)-/;

/** What a module imports, directly or not, except for what it asks for later; with itself. */
function withImports(id: string, modules: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) withImports(next, modules, found);
  return found;
}

/** What the table shares with other pages is one file: on a slow line, ten small ones cost another round trip. */
function sharedByTables(): Rolldown.CodeSplittingGroup {
  let ofTables: Set<string> | undefined;
  let ofAll: Set<string>;
  const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
  return {
    name: (id, modules) => {
      ofTables ??= withImports(source('pages/Play.svelte'), modules);
      ofAll ??= withImports(source('main.ts'), modules);
      return ofTables.has(id) && !ofAll.has(id) ? 'shared' : null;
    },
    minShareCount: 2,
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), catalogs(), wasmModules(), markdownPages(), homePage(), contentSecurityPolicy(), thirdPartyNotices({ emit: true }), offlinePage(), compressedFiles()],
  worker: { format: 'es', plugins: () => [wasmModules(), thirdPartyNotices({ emit: false })] },
  build: {
    target: 'es2022',
    // a preload polyfill would be an inline script's worth of code for browsers that have no wasm SIMD anyway
    modulePreload: {
      polyfill: false,
      // Each file named here costs bytes of the first load. What the first script itself imports is there already; and
      // parts that are not on the way to a table may find out later what they import, but need their styles.
      resolveDependencies: (part, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(preload-helper|rolldown-runtime|svg)-/.test(file) && (onTheWay.test(part) || file === part || file.endsWith('.css'))),
    },
    rolldownOptions: { output: { codeSplitting: { groups: [sharedByTables()], includeDependenciesRecursively: false } } },
    reportCompressedSize: true,
  },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
