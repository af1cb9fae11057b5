/** The page in every engine (e2e/engines/), each with its browser's own settings. */
import { defineConfig } from '@playwright/test';
import type { Engine } from './e2e/engines/tab.ts';
import { patience } from './tools/patience.ts';

const full = process.env['QUINCUNX_FULL'] === '1';
const engines: Engine[] = ['chromium', 'firefox', 'webkit'];

export default defineConfig<object, { engine: Engine }>({
  testDir: 'e2e/engines',
  // In short, keys and clicks are left to Chromium's own tests.
  testIgnore: full ? [] : ['more.spec.ts', 'silence.spec.ts'],
  grepInvert: full ? [] : /@full/,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  // One browser of each engine is reused from test to test.
  workers: 1,
  timeout: 480_000 * patience,
  expect: { timeout: 30_000 * patience },
  reporter: [['list']],
  projects: engines.map((engine) => ({ name: engine, outputDir: `test-results/${engine}`, use: { engine } })),
});
