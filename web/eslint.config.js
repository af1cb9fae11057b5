import process from 'node:process';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import { limits } from './floors.config.js';
import svelteConfig from './svelte.config.js';

/** APIs that browsers may deny, or that may not answer: each has its place, which knows what to do then. */
const denied = ['WebAssembly', 'Worker', 'SharedWorker', 'fetch', 'indexedDB', 'localStorage', 'sessionStorage'];
const places = {
  'src/cards/images.svelte.ts': ['Worker'],
  'src/engine/workers.ts': ['Worker'],
  'src/engine/host.ts': ['WebAssembly', 'fetch'],
  'src/service/client.ts': ['fetch'],
  'src/ground/load.ts': ['fetch'],
  'src/ground/refusable.ts': ['indexedDB', 'localStorage', 'sessionStorage'],
};
const only = (may) => ['error', { globals: denied.filter((name) => !may.includes(name)), checkGlobalObject: true }];

/** The cache wants no functions. */
const settings = JSON.parse(JSON.stringify(svelteConfig));

/** A word of a text that is shown or spoken; the name of the project is the same in all languages. */
const word = '/(?<![A-Za-z])(?!Quincunx(?![A-Za-z]))[A-Za-z]{2,}/';
const spoken = '/^(aria-(label|valuetext|description|roledescription|placeholder)|title|placeholder|alt|label)$/';
const says = '/^(tell|announce|notify|alert|confirm)$/';
// Not shown: what a function gets, which is a key or a name; what values are compared by; the test of a condition; what
// a block iterates over; constants.
const unshown = [
  'CallExpression *',
  'BinaryExpression[operator!="+"] *',
  'ConditionalExpression > .test',
  'SvelteEachBlock > .expression',
  'SvelteEachBlock > .key',
  'SvelteAttribute *',
  'SvelteConstTag *',
  'SvelteDirective *',
  'SvelteStyleDirective *',
].map((place) => `:not(${place})`);
const texts = [
  `SvelteText[value=${word}]:not(SvelteStyleElement > *)`,
  `SvelteAttribute[key.name=${spoken}] > SvelteLiteral[value=${word}]`,
  ...[`Literal[value=${word}]`, `TemplateElement[value.cooked=${word}]`].flatMap((text) => [
    `SvelteMustacheTag ${text}${unshown.join('')}`,
    `SvelteAttribute[key.name=${spoken}] SvelteMustacheTag ${text}${unshown.filter((one) => !one.includes('Attribute')).join('')}`,
  ]),
  `CallExpression[callee.name=${says}][arguments.0.value=${word}]`,
  `CallExpression[callee.name=${says}][arguments.0.type="TemplateLiteral"] > TemplateLiteral:first-child > TemplateElement[value.cooked=${word}]`,
  `CallExpression[callee.name=${says}] Property[key.name="label"] > Literal[value=${word}]`,
].map((selector) => ({ selector, message: 'A text stands in src/words/texts/, in every language.' }));

/** A test that asks the page whether there is something to be tested. */
const asked = `:matches(${['test', 'test.argument', 'test.left'].map((what) => `IfStatement[${what}.type="AwaitExpression"]`).join()})`;

/**
 * Rules that look at types. For .ts, oxlint has them (.oxlintrc.json) in a hundredth of the time; for components, which it
 * does not know, they run in the full run.
 */
const typed = {
  files: ['**/*.svelte'],
  languageOptions: {
    parserOptions: { project: ['src/tsconfig.json'], extraFileExtensions: ['.svelte'], tsconfigRootDir: import.meta.dirname },
  },
  rules: {
    ...ts.configs.strictTypeCheckedOnly.at(-1).rules,
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    // A function may be async for its type's sake, and its result not be looked at.
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/no-confusing-void-expression': 'off',
    // `void state` has an effect follow it.
    '@typescript-eslint/no-meaningless-void-operator': 'off',
    // The types say that every browser has everything, and that nothing changes while something is awaited.
    '@typescript-eslint/no-unnecessary-condition': 'off',
    // The caller of an engine says what it answers.
    '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    // The strings that are spread are suits and ranks.
    '@typescript-eslint/no-misused-spread': 'off',
    // They are said again for a test that looks for the keys of texts.
    '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    // There are no enums, and looking for them takes long.
    '@typescript-eslint/no-unsafe-enum-assignment': 'off',
    '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    // Imports from another component are any to these rules. svelte-check knows their types.
    '@typescript-eslint/no-unsafe-argument': 'off',
    '@typescript-eslint/no-unsafe-assignment': 'off',
    '@typescript-eslint/no-unsafe-call': 'off',
    '@typescript-eslint/no-unsafe-member-access': 'off',
    '@typescript-eslint/no-unsafe-return': 'off',
  },
};

export default defineConfig(
  { ignores: ['dist/', 'playwright-report/', 'public/wasm/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowEmpty: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/block-lang': ['error', { script: 'ts' }],
      'svelte/button-has-type': 'error',
      // tsconfig's noUncheckedIndexedAccess does not know what the code knows.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Values that nobody draws need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
      // There are no stores, and looking for them takes long.
      'svelte/require-store-reactive-access': 'off',
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: settings } } },
  { files: ['**/*.svelte'], rules: { 'no-undef': 'off' } },
  process.env['QUINCUNX_FULL'] === '1' ? typed : {},
  {
    files: ['src/**'],
    ignores: ['src/**/*.test.ts', 'src/testing/**', 'src/start.js'],
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-globals': only([]),
      'no-restricted-syntax': [
        'error',
        { selector: ':not(ArrowFunctionExpression) > ImportExpression', message: 'Give `loaded` a function, and what to do if it fails.' },
        { selector: 'SvelteAwaitBlock[expression.callee.name!="loaded"]', message: 'Use `loaded`, which knows about new versions.' },
        { selector: 'SvelteAttribute[key.name="style"]', message: 'The content security policy allows `style:` alone.' },
        { selector: 'SvelteAwaitBlock[catch=null]', message: 'Say what is shown if it fails.' },
        ...texts,
      ],
    },
  },
  ...Object.entries(places).map(([file, may]) => ({ files: [file], rules: { 'no-restricted-globals': only(may) } })),
  {
    files: ['src/**'],
    ignores: ['src/**/*.test.ts', 'src/testing/**'],
    // Things that belong together are one file, however long: a limit on files parts what then reaches back into each other.
    rules: { 'max-lines-per-function': ['error', 60] },
  },
  {
    files: ['e2e/**', 'tools/**', 'vite/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['e2e/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          // Too short on a slow machine, and too long on every other one.
          ['MemberExpression[property.name="waitForTimeout"]', 'Wait for what it is for, for `frames`, or move Playwright’s clock.'],
          // Then nothing may have been tested.
          [`${asked} > ContinueStatement.consequent`, 'Say when it is there.'],
          [`${asked} > ExpressionStatement.consequent CallExpression[callee.name="expect"]`, 'Say when it is so.'],
          ['ForOfStatement > AwaitExpression.right > CallExpression[callee.property.name="all"]', 'Use `each`, which wants one at least.'],
        ].map(([selector, message]) => ({ selector, message })),
      ],
    },
  },
  {
    files: ['e2e/**/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: ['node:timers', 'node:timers/promises'] }] },
  },
  { files: ['src/start.js'], languageOptions: { globals: { ...globals.browser, FIRST_FILES: 'readonly' } } },
  { files: ['tools/docs/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['tools/*.mjs'], languageOptions: { globals: globals.node } },
  ...limits,
);
