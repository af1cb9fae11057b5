import { defineConfig, devices } from '@playwright/test';
import { browserPath } from './tools/browser.ts';
import { patience } from './tools/patience.ts';
import { built, program } from './tools/program.ts';

const port = Number(process.env['QUINCUNX_PORT'] ?? 4519);
// The server of the built program; another one can be named for debugging.
const command = process.env['QUINCUNX_SERVE']
  ? process.env['QUINCUNX_SERVE']
  : built
    ? `${program} serve --no-service --port ${port}`
    : `npx vite preview --host 127.0.0.1 --strictPort --port ${port}`;

const launchOptions = {
  executablePath: browserPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** They have configurations of their own. */
const engines = 'e2e/engines/**';
const full = process.env['QUINCUNX_FULL'] === '1';

export default defineConfig({
  testDir: 'e2e',
  testIgnore: engines,
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // ./test names each test that passed only on a retry.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  // Other builds may run at the same time. These limits only end a test that hangs (the shorter ones so that it says
  // where); speed.spec.ts measures speed.
  timeout: 480_000 * patience,
  expect: { timeout: 30_000 * patience },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    actionTimeout: 60_000 * patience,
    navigationTimeout: 60_000 * patience,
    // Tests of the service worker allow it: what it answers, a test cannot change on its way.
    serviceWorkers: 'block',
    trace: process.env['QUINCUNX_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions,
  },
  webServer: { command, url: `http://127.0.0.1:${port}/`, reuseExistingServer: false, timeout: 60_000 * patience },
  // Where a test runs is said by its tags (e2e/helpers.ts). The ordinary run has half the dots in each direction, since
  // drawing them is most of the work of a move; tests that look at them ask for all (looks, feel).
  projects: [
    {
      name: 'desktop',
      grepInvert: full ? /@phone(?!-first)/ : /@phone|@full/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 }, deviceScaleFactor: full ? 1 : 0.5 },
    },
    {
      name: 'phone',
      grepInvert: full ? /@desktop(?!-first)/ : /@desktop|@full/,
      // These depend neither on the window nor on the pointer.
      testIgnore: [
        engines,
        '**/offline.spec.ts',
        ...(full ? [] : ['days', 'deals', 'keep', 'robust', 'statistics'].map((name) => `**/${name}.spec.ts`)),
      ],
      use: {
        browserName: 'chromium',
        viewport: { width: 360, height: 640 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: full ? 2 : 1,
      },
    },
  ],
});
