import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Files that get smaller by compression; pictures and fonts are compressed already. */
const kinds = /\.(html|js|css|json|svg|wasm|txt|webmanifest|ico)$/;
/** Less is not worth a second file. */
const least = 256;

/** The files below a folder, by their whole paths. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Writes `a.js.br` and `a.js.gz` beside every file of the build that gets smaller by it. `quincunx serve` and nginx
 * (with `brotli_static` and `gzip_static`) send them instead of it; this is done once, so it may take its time.
 */
export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'quincunx:compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: () => {
      if (!existsSync(folder)) return; // the build has failed and says why
      for (const file of filesBelow(folder).filter((name) => kinds.test(name))) {
        const content = readFileSync(file);
        if (content.length < least) continue;
        const brotli = brotliCompressSync(content, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
        });
        const gzip = gzipSync(content, { level: 9 });
        if (brotli.length < content.length) writeFileSync(`${file}.br`, brotli);
        if (gzip.length < content.length) writeFileSync(`${file}.gz`, gzip);
      }
    },
  };
}
