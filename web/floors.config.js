/** Limits on imports and on looking for elements: a part of `npm run lint`, and in seconds by itself with `npm run lint:floors`. */
import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import ts from 'typescript-eslint';
import floors from './floors.json' with { type: 'json' };

const folders = Object.values(floors).flat();
const may = (from, types) => ({
  from: { element: { types: { anyOf: [from] } } },
  allow: { to: { element: { types: { anyOf: types } } } },
});

const onlyPasses = ['ExportNamedDeclaration[source]', 'ExportAllDeclaration', 'ExportSpecifier'].map((selector) => ({
  selector,
  message: 'Nothing is passed on: import from where it is. `late.ts` of a folder has what is loaded together.',
}));

/**
 * Elements are asked for by those who have made them: everybody else asks the state. What has a class, an attribute or a
 * name in its selector is looked for in these files alone, in their own folder's elements or in the page's head.
 */
const own = [
  'src/table/{Board,Piles}.svelte',
  'src/table/focus.ts',
  'src/table/keyboard.svelte.ts',
  'src/setup/{Piles,Tray}.svelte',
  'src/ground/shortcut.ts',
  'src/theme/theme.svelte.ts',
  'src/offline/offline.svelte.ts',
  'src/main.ts',
];
const named = 'CallExpression[callee.property.name=/^(querySelector(All)?|closest|matches)$/]';
const queries = [
  `${named}[arguments.0.value=/[.#[:]/]`,
  `${named}:not([arguments.0.type="Literal"])`,
  'CallExpression[callee.property.name=/^(getElement|[gh](et|as)Attribute$)/]',
  'CallExpression[callee.object.property.name="classList"][callee.property.name="contains"]',
  ':not(AssignmentExpression) > MemberExpression[object.property.name="dataset"]',
].map((selector) => ({ selector, message: 'Ask the state, or who has made the element: classes are for style sheets.' }));

/** State that pages share, or that a game shows, has one writer: whoever else wants it changed calls a method. */
const writers = ['object.name', 'object.property.name'].map((of) => ({
  selector: `AssignmentExpression > MemberExpression.left[${of}=/^(app|game)$/]`,
  message: 'Its owner writes it: call a method.',
}));

/** The plugin follows no patterns. */
const patterns = {
  selector: 'CallExpression[callee.object.type="MetaProperty"][arguments.0.value=/^[.][.].[a-z]/]',
  message: 'Import each from where it is, so that the floors hold.',
};

export const limits = [
  {
    files: ['src/**/*.{ts,svelte}'],
    ignores: ['src/**/*.test.ts', 'src/testing/**'],
    // Under a name of its own, so that other files of configuration may restrict something else.
    plugins: { floors: { rules: { syntax: builtinRules.get('no-restricted-syntax') } } },
    rules: { 'floors/syntax': ['error', ...onlyPasses, patterns, ...writers, ...queries] },
  },
  {
    files: ['src/**/*.{ts,svelte}', 'vite/*.ts'],
    ignores: ['src/**/*.test.ts', 'src/testing/**'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': [
        ...folders.map((folder) => ({ type: folder, pattern: `src/${folder}` })),
        { type: 'root', pattern: 'src' },
        { type: 'vite', pattern: 'vite' },
      ],
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import'],
      'boundaries/additional-dependency-nodes': [{ selector: 'TSImportType > Literal', kind: 'type', name: 'import-type' }],
      'import/resolver': { node: { extensions: ['.ts', '.svelte', '.js', '.css', '.json'] } },
    },
    rules: {
      'boundaries/no-unknown-dependencies': 'error',
      'boundaries/no-unknown-files': 'error',
      'boundaries/dependencies': [
        'error',
        {
          default: 'disallow',
          policies: [
            ...folders.map((folder, i) => may(folder, folders.slice(0, i + 1))),
            may('root', [...folders, 'root']),
            // The build draws with the page's own code; the page knows nothing of the build.
            may('vite', [...folders, 'vite']),
            { allow: { to: { module: { origin: ['external', 'core'] } } } },
          ],
        },
      ],
    },
  },
  // The build makes something for them.
  { files: ['src/engine/{,solver-}worker.ts', 'src/pages/Rules.svelte'], rules: { 'boundaries/no-unknown-dependencies': 'off' } },
  { files: own, rules: { 'floors/syntax': ['error', ...onlyPasses, patterns, ...writers] } },
];

export default defineConfig(
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' } },
  svelte.configs.base,
  { files: ['**/*.ts', '**/*.svelte'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  ...limits,
);
