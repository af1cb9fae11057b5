import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
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
    reportCompressedSize: true,
  },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
