import type { Plugin } from 'vite';

/** The base of all pages, the part of the table and each page: most of their functions are called at once. */
const most = /^(base|first|shared)$|\/pages\/\w+\.svelte$/;

/**
 * Has Chromium compile these files whole while they arrive, beside the page's thread, instead of each function when it
 * is first called. The comment is only seen in a file's first line.
 * https://github.com/WICG/explicit-javascript-compile-hints-file-based
 */
export function compiledAhead(): Plugin {
  return {
    name: 'quincunx:compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const one of Object.values(bundle)) {
          if (one.type === 'chunk' && most.test(one.facadeModuleId ?? one.name)) one.code = `//# allFunctionsCalledOnLoad\n${one.code}`;
        }
      },
    },
  };
}
