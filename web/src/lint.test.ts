/** Habits that neither types nor linters check: what browsers may refuse is used in one place only, and nobody is told what was thrown. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { themeCss } from './theme/css.ts';

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
        './ground/refusable.ts',
        './offline/service-worker.ts',
        './offline/versions.ts',
      ),
    ).toEqual([]);
    // Their names are keys for `local.ts`.
    expect(found(/(?<!')\b(localStorage|sessionStorage)\b(?!')/g)).toEqual([]);
  });

  it('lets any file be chosen: iOS grays out those of whose type it knows nothing', () => {
    expect(found(/\baccept=/g)).toEqual([]);
  });

  it('tells no player what was thrown', () => {
    // `failed.ts` has the words. Workers say it to the page, which keeps it to itself.
    expect(
      found(
        /\bsaidOf\(|\b(error|reason|cause|why|e)\.message\b|\bString\((error|reason|e)\)|\$\{(error|reason)\}/g,
        './engine/host.ts',
        './ground/said.ts',
        './words/failed.ts',
        './engine/client.ts',
        './offline/versions.ts',
      ),
    ).toEqual([]);
  });

  it('compares no ranks and suits: the engine says what goes where', () => {
    const sign = String.raw`\b(\w*[cC]ard|wants?|top)(\?\.|!)?\[[01]\]|\.(rank|suit)\b`;
    const compared = new RegExp(`(${sign})!?\\s*([!=]==|[<>])|[!=]==\\s*(${sign})`, 'g');
    expect('card?.[0] !== want[0]').toMatch(compared);
    // Words and faces read what stands on a card.
    const read = Object.keys(sources).filter((file) => /^\.\/(cards|words)\/|\/(words|replies)\.ts$/.test(file));
    expect(found(compared, ...read)).toEqual([]);
  });

  it('has one way in to the table', () => {
    const wishes = /\bengine\.(play|undo|redo|goto|finish|automatic|mark|unmark|meta|field|table)\(/g;
    // A session, a puzzle, an exercise and the workshop begin with a table of their own; a typed command and the rule of thumb are parts of the way.
    const ways = [
      './play/within.ts',
      './play/game.svelte.ts',
      './advice/review.svelte.ts',
      './play/session.svelte.ts',
      './puzzles/solving.svelte.ts',
      './workshop/shop.svelte.ts',
    ];
    expect(found(wishes, ...ways)).toEqual([]);
  });

  it('sets every style variable that it reads, and reads every one that it sets', () => {
    const folder = new URL('.', import.meta.url);
    const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
    const read = sheets.map((file) => readFileSync(new URL(file, folder), 'utf8'));
    const text = [...Object.values(sources), ...read, themeCss()].join('\n');
    const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1]))].sort();
    const set = names(/(--[a-z][\w-]*)(?=\s*[:=]|')/g);
    expect(set).toContain('--text');
    expect(names(/var\((--[a-z][\w-]*)[,)]/g)).toEqual(set);
  });
});
