import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { targets } from '../src/ground/oldest.ts';
import type { Build } from '../src/offline/versions.ts';
import { filesBelow } from './compressed.ts';

const source = fileURLToPath(new URL('../src/offline/service-worker.ts', import.meta.url));
const [, number] = /^project\(Quincunx VERSION ([\d.]+) /m.exec(readFileSync(new URL('../../CMakeLists.txt', import.meta.url), 'utf8'))!;

/** Files that the page never asks for: headers for hosts, pictures for links and stores, what the browser gets in other forms. */
const notKept = /^(_headers|sw\.js|icons\/.*\.jpg)$|\.(br|gz|map)$/;
const place = '%version%';

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The service worker's code, for browsers that take no modules there. */
async function workerCode(): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: targets,
      modulePreload: false,
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  });
  const { output } = (Array.isArray(made) ? made[0] : made) as { output: { type: string; code?: string }[] };
  if (output.length !== 1 || output[0]?.code === undefined) throw new Error('the service worker is not one file');
  return output[0].code;
}

/**
 * Writes `sw.js`, the service worker, with the hash of every file that works without a connection, and puts the version
 * into the page: the number, and a hash of all these files.
 */
export function offlinePage(): Plugin {
  let folder = '';
  return {
    name: 'quincunx:offline',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'version', content: place }, injectTo: 'head' as const }],
    async writeBundle() {
      const code = await workerCode();
      const paths = filesBelow(folder)
        .map((file) => relative(folder, file).split(sep).join('/'))
        .filter((path) => !notKept.test(path))
        .sort();
      const contents = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
      const page = contents.get('index.html')!.toString();
      if (!page.includes(place)) throw new Error('index.html has no place for the version');
      // The worker's own code is part of the version, too: one version has one cache.
      const all = [...contents].map(([path, content]) => `${path} ${hash(content)}\n`).join('') + hash(code);
      const version = `${number}+${hash(all).slice(0, 12)}`;
      const done = page.replace(place, version);
      writeFileSync(join(folder, 'index.html'), done);
      // The page comes first, as a sign of whether the server still has this version, and what is large last.
      const rest = [...contents].filter(([path]) => path !== 'index.html').sort(([, a], [, b]) => a.length - b.length);
      const files = Object.fromEntries([['', hash(done)] as const, ...rest.map(([path, content]) => [path, hash(content)] as const)]);
      writeFileSync(join(folder, 'sw.js'), `const build=${JSON.stringify({ version, files } satisfies Build)};\n${code}`);
    },
  };
}
