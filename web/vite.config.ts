import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
import { targets } from './src/ground/oldest.ts';
import { catalogs, withLanguages } from './vite/catalogs.ts';
import { compiledAhead } from './vite/compiled.ts';
import { compressedFiles } from './vite/compressed.ts';
import { contentSecurityPolicy } from './vite/csp.ts';
import { homePage } from './vite/home.ts';
import { withImports } from './vite/imports.ts';
import { thirdPartyNotices } from './vite/notices.ts';
import { offlinePage } from './vite/offline.ts';
import { puzzleCounts } from './vite/puzzles.ts';
import { markdownPages } from './vite/rules-pages.ts';
import { themeSheet } from './vite/theme.ts';

/** The parts that somebody waits for who opens a game. */
const onTheWay = /\/(Play|Begin|TablePicture)-/;

/**
 * What all pages need is one file, what the table shares with Home another one, and what it shares with others a third: on
 * a slow line, ten small ones cost another round trip.
 */
function sharedByPages(): Rolldown.CodeSplittingGroup[] {
  const closures = new Map<string, Set<string>>();
  const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));
  const inPart = (path: string, id: string, modules: Rolldown.ChunkingContext): boolean => {
    const all = closures.get(path) ?? withImports(source(path), (one) => modules.getModuleInfo(one)?.importedIds ?? []);
    closures.set(path, all);
    return all.has(id);
  };
  return [
    { name: (id, modules) => (inPart('main.ts', id, modules) && id !== source('main.ts') ? 'base' : null) },
    {
      name: (id, modules) =>
        inPart('pages/Play.svelte', id, modules) ? (inPart('pages/Home.svelte', id, modules) ? 'first' : 'shared') : null,
      minShareCount: 2,
    },
  ];
}

/** Games played need both, and a page would find out about the second one late. */
const playedGames = { name: 'played', test: /\/store\/(entry|facts|played)\.ts$/ };

export default defineConfig({
  base: './',
  define: withLanguages,
  plugins: [
    svelte(),
    catalogs(),
    themeSheet(),
    markdownPages(),
    puzzleCounts(),
    homePage(),
    contentSecurityPolicy(),
    thirdPartyNotices({ emit: true }),
    compiledAhead(),
    offlinePage(),
    compressedFiles(),
  ],
  worker: { format: 'es', plugins: () => [thirdPartyNotices({ emit: false })] },
  build: {
    target: targets,
    // a preload polyfill would be an inline script's worth of code for Safari up to 16.6 alone, which is only slower without
    modulePreload: {
      polyfill: false,
      // Each file named here costs bytes of the first load. What the first script itself imports is there already; and
      // parts that are not on the way to a table may find out later what they import, but need their styles.
      resolveDependencies: (part, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter(
              (file) => !/\/(base|rolldown-runtime)-/.test(file) && (onTheWay.test(part) || file === part || file.endsWith('.css')),
            ),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: [...sharedByPages(), playedGames], includeDependenciesRecursively: false } },
    },
    reportCompressedSize: true,
  },
  // For named sizes (theme/sizes.css). What older browsers need is written when the sheets are made small.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true }, targets: {} } },
  server: { fs: { allow: [fileURLToPath(new URL('..', import.meta.url))] } },
  // A limit only ends a test that hangs, on slow machines, too.
  test: { include: ['src/**/*.test.ts'], setupFiles: 'src/testing/after-each.ts', testTimeout: 900_000, hookTimeout: 900_000 },
});
