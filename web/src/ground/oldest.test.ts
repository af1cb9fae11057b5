/// <reference types="node" />
/** The oldest browsers follow from what the page cannot do without, by the tables of MDN. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { describe, expect, it } from 'vitest';
import { oldest } from './oldest.ts';

// Vite would take twelve seconds to import it.
const tables = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.(test|d))\.(ts|svelte|css|js)$/.test(file) && !file.startsWith('testing'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![:'"`])\/\/.*$/gm, '');
const code = withoutComments(sources.map(({ text }) => text).join('\n'));
const styles = withoutComments(
  sources
    .flatMap(({ file, text }) =>
      file.endsWith('.css') ? text : [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style]) => style),
    )
    .join('\n'),
);

/** Features without which the page cannot do: where the tables have them, and how they look in the code. TypeScript sees to the language. */
const needed: [string, RegExp][] = [
  ['webassembly.fixed-width-SIMD', /WebAssembly\.validate\(vectors\)/],
  ['api.Worker.Worker.ecmascript_modules', /new Worker\(.*type: 'module'/],
  ['javascript.builtins.Array.toReversed', /\.toReversed\(/],
  ['javascript.builtins.Array.findLast', /\.findLast\(/],
  ['javascript.builtins.Object.hasOwn', /Object\.hasOwn\(/],
  ['javascript.builtins.Intl.ListFormat', /Intl\.ListFormat\(/],
  ['api.HTMLDialogElement.showModal', /\.showModal\(/],
  ['html.global_attributes.inert', /\binert=/],
  ['css.types.color.color-mix', /color-mix\(/],
  ['css.at-rules.container', /@container /],
  ['css.types.length.viewport_percentage_units_dynamic', /\d(dvh|dvw)\b/],
];

/** Features that older browsers than they came with do without: looks, comfort, and what is only for some of them. */
const spared: Record<'properties' | 'selectors' | 'at-rules', string[]> = {
  properties: [
    '-webkit-tap-highlight-color',
    '-webkit-touch-callout',
    'accent-color',
    'box-decoration-break',
    'content-visibility',
    'forced-color-adjust',
    'overscroll-behavior',
    'paint-order',
    'print-color-adjust',
    'resize',
    'scrollbar-gutter',
    'scrollbar-width',
    'text-size-adjust',
    'text-wrap',
    'user-select',
    'zoom', // in print
  ],
  selectors: [
    'details-content', // in print
    'has', // how five games lie on Home
  ],
  'at-rules': ['custom-media'], // written out while building
};

const desktop = ['chrome', 'firefox', 'safari'] as const;
const mobile = { chrome: 'chrome_android', firefox: 'firefox_android', safari: 'safari_ios' } as const;

const number = (version: string): number => {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  return major * 1000 + minor;
};

/** The version from which on something is there whole, and without being switched on; Infinity if it never was. */
function since({ support }: CompatStatement, browser: keyof CompatStatement['support']): number {
  const all = [support[browser] ?? []].flat();
  const whole = all.filter(
    (one) => !one.flags && !one.prefix && !one.alternative_name && !one.partial_implementation && !one.version_removed,
  );
  return Math.min(
    ...whole.map(({ version_added: added }) => (typeof added === 'string' && added !== 'preview' ? number(added) : Infinity)),
  );
}

/** Since when both kinds of a browser have it. */
const sinceBoth = (compat: CompatStatement, browser: (typeof desktop)[number]) =>
  Math.max(since(compat, browser), since(compat, mobile[browser]));

function entry(path: string): CompatStatement {
  const found = path.split('.').reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], tables) as
    Identifier | undefined;
  if (!found?.__compat) throw new Error(`the tables have no ${path}`);
  return found.__compat;
}

describe('the oldest browsers', () => {
  it.each(needed)('need %s, which the page uses', (_, use) => expect(code).toMatch(use));

  it.each(desktop)('have all of it since the version that is said: %s', (browser) => {
    expect(Math.max(...needed.map(([path]) => sinceBoth(entry(path), browser)))).toBe(number(oldest[browser]));
  });

  const used = {
    properties: (name: string) => new RegExp(`(^|[\\s;{])${name}:`, 'm'),
    selectors: (name: string) => new RegExp(`:${name}(?![\\w-])`),
    'at-rules': (name: string) => new RegExp(`@${name}\\b`),
  };
  it.each(['properties', 'selectors', 'at-rules'] as const)('are not given newer %s of style sheets without need', (kind) => {
    const newer = Object.entries(tables.css[kind] as Record<string, Identifier>)
      .filter(([, { __compat: compat }]) => compat && desktop.some((browser) => sinceBoth(compat, browser) > number(oldest[browser])))
      .map(([name]) => name);
    expect(newer.length).toBeGreaterThan(5);
    expect(newer.filter((name) => used[kind](name).test(styles)).sort()).toEqual(spared[kind]);
  });
});
