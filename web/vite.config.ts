import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compressedFiles } from './vite/compressed.ts';
import { contentSecurityPolicy } from './vite/csp.ts';
import { homePage } from './vite/home.ts';
import { thirdPartyNotices } from './vite/notices.ts';
import { offlinePage } from './vite/offline.ts';
import { markdownPages } from './vite/rules-pages.ts';
import { wasmModules } from './vite/wasm.ts';

export default defineConfig({
  base: './',
  plugins: [svelte(), wasmModules(), markdownPages(), homePage(), contentSecurityPolicy(), thirdPartyNotices({ emit: true }), offlinePage(), compressedFiles()],
  worker: { format: 'es', plugins: () => [wasmModules(), thirdPartyNotices({ emit: false })] },
  build: {
    target: 'es2022',
    // a preload polyfill would be an inline script's worth of code for browsers that have no wasm SIMD anyway
    modulePreload: {
      polyfill: false,
      // What the first script itself imports is there when a part is loaded; naming it again would cost bytes at once.
      resolveDependencies: (_, files, { hostType }) => (hostType === 'js' ? files.filter((file) => !/\/(i18n|rolldown-runtime|svg)-/.test(file)) : files),
    },
    reportCompressedSize: true,
  },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
