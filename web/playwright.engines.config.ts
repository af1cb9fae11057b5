/** The page in every engine (e2e/engines/), each with its browser's own settings. */
import { defineConfig } from '@playwright/test';
import type { Engine } from './e2e/engines/tab.ts';

const engines: Engine[] = ['chromium', 'firefox', 'webkit'];

export default defineConfig<object, { engine: Engine }>({
  testDir: 'e2e/engines',
  testIgnore: process.env['QUINCUNX_FULL'] === '1' ? [] : ['more.spec.ts'],
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 1 : 0,
  // One browser of each engine is reused from test to test.
  workers: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: engines.map((engine) => ({ name: engine, outputDir: `test-results/${engine}`, use: { engine } })),
});
