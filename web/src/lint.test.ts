/** Habits that types cannot check: what may fail is handled, and what browsers may deny is used in one place only. */
import { describe, expect, it } from 'vitest';

const sources: Record<string, string> = import.meta.glob(
  ['./**/*.ts', './**/*.svelte', '!./**/*.test.ts', '!./**/*.d.ts', '!./testing/**'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** The places where a pattern is found, without comments. */
function found(pattern: RegExp, ...except: string[]): string[] {
  return Object.entries(sources)
    .filter(([file]) => !except.includes(file))
    .flatMap(([file, text]) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`])\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
      return [...code.matchAll(pattern)].map((match) => `${file}:${code.slice(0, match.index).split('\n').length}: ${match[0].trim()}`);
    });
}

describe('the page', () => {
  it('has its files', () => expect(Object.keys(sources).length).toBeGreaterThan(40));

  it('touches what browsers may refuse in one place, which answers when they do', () => {
    expect(
      found(
        /\bglobalThis\[|\b(indexedDB|BroadcastChannel|caches|navigator\.(locks|serviceWorker|storage))\b/g,
        './refusable.ts',
        './offline/service-worker.ts',
        './offline/versions.ts',
      ),
    ).toEqual([]);
    // Their names are keys for `local.ts`.
    expect(found(/(?<!')\b(localStorage|sessionStorage)\b(?!')/g)).toEqual([]);
  });

  it('tells no player what was thrown', () => {
    // `failed.ts` has the words. Workers say it to the page, which keeps it to itself.
    expect(
      found(
        /\bsaidOf\(|\b(error|reason|cause|why|e)\.message\b|\bString\((error|reason|e)\)|\$\{(error|reason)\}/g,
        './host.ts',
        './said.ts',
        './failed.ts',
        './engine.ts',
        './advice/solver.ts',
        './offline/versions.ts',
      ),
    ).toEqual([]);
  });

  it('answers when a part of it does not load', () => {
    // Dynamic imports are functions for `loaded`, which rejects when they fail; `preload` leaves the answer to it.
    expect(
      found(
        /\bimport\(/g,
        './App.svelte',
        './pages/Home.svelte',
        './links/ShareDialog.svelte',
        './pages/Play.svelte',
        './table/game.svelte.ts',
        './table/session.svelte.ts',
        './why.ts',
        './store/old.ts',
        './cards/images.svelte.ts',
      ),
    ).toEqual([]);
    expect(found(/\bfetch\(/g, './load.ts', './host.ts', './offline/service-worker.ts')).toEqual([]);
    expect(found(/new (Shared)?Worker\(/g, './engine.ts', './advice/solver.ts', './cards/images.svelte.ts')).toEqual([]);
    for (const [file, text] of Object.entries(sources)) {
      const awaits = text.split('{#await').slice(1);
      for (const block of awaits)
        expect(block.slice(0, block.indexOf('{/await}')), `${file}: an await without a catch`).toContain('{:catch');
    }
    for (const file of ['./App.svelte', './pages/Home.svelte', './pages/Play.svelte'])
      expect(sources[file], file).not.toMatch(/\{#await (?!loaded\()/);
  });

  it('darkens under a pointer only where there is one', () => {
    for (const [file, text] of Object.entries(sources)) {
      const outside = text.replace(/@media \(hover: hover\) \{[\s\S]*?\n  \}\n/g, '');
      expect(outside, file).not.toMatch(/:hover/);
    }
  });
});
