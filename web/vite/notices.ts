import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notices = join(root, 'THIRD_PARTY_NOTICES.md');

/**
 * The package that a module comes from, as a folder; null for our own. The bundler and Vite add helpers of their own,
 * which have no file.
 */
function packageOf(module: string): string | null {
  const found = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module);
  if (found) return found[1]!;
  const helper = /^\0(vite|rolldown)\//.exec(module);
  return helper ? join(root, 'web/node_modules', helper[1]!) : null;
}

/** A text in one line, so that only its words count. */
const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Paragraphs of a license that the notices do not give word for word; those that several licenses share stand there once. */
const missing = (license: string, text: string): string[] =>
  license.split(/\n\s*\n/).filter((paragraph) => !words(text).includes(words(paragraph)));

/** The license of a package, without those of what it bundles for itself; null if it has none. */
function licenseOf(folder: string): string | null {
  const file = readdirSync(folder).find((name) => /^licen[sc]e(\.md|\.txt)?$/i.test(name));
  if (file === undefined) return null;
  const [own] = readFileSync(join(folder, file), 'utf8').split(/^# Licenses of bundled dependencies$/m);
  return own!.replace(/^# .*$/m, '').replace(/^.* is released under the MIT license:$/m, '');
}

/**
 * Fails the build if code of a package is in it whose license the notices do not give word for word; with `emit` it
 * puts the notices into the build.
 */
export function thirdPartyNotices({ emit }: { emit: boolean }): Plugin {
  return {
    name: 'quincunx:notices',
    apply: 'build',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [module, { renderedLength }] of Object.entries(chunk.modules)) {
          const folder = packageOf(module);
          if (folder !== null && renderedLength > 0) folders.add(folder);
        }
      }
      const text = readFileSync(notices, 'utf8');
      for (const folder of [...folders].sort()) {
        const name = folder.slice(folder.lastIndexOf('/node_modules/') + '/node_modules/'.length);
        const license = licenseOf(folder);
        if (license === null) this.error(`${name} is in the page, but has no license file`);
        const lacking = missing(license, text);
        if (lacking.length > 0) this.error(`${name} is in the page: THIRD_PARTY_NOTICES.md lacks of its license\n${lacking.join('\n\n')}`);
      }
      if (!emit) return;
      const own = readFileSync(join(root, 'LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source: `Quincunx\n\n${own}\n\n${text}` });
    },
  };
}
