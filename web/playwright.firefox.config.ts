/** The browser tests of Chromium (e2e/) in Debian's Firefox. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
import { firefoxPath } from './tools/browser.ts';
import { patience } from './tools/patience.ts';

/** BiDi cannot block service workers for a test, so they are only there where they are tested. */
const withWorkers = 'offline.spec.ts';

const project = (name: string, serviceWorkers: boolean) => ({
  name,
  grepInvert: /@phone(?!-first)/,
  use: {
    launchOptions: {
      channel: 'moz-firefox',
      executablePath: firefoxPath,
      firefoxUserPrefs: {
        'intl.accept_languages': 'en-US',
        'layout.css.prefers-color-scheme.content-override': 1,
        // A script may read what it has put there.
        'dom.events.testing.asyncClipboard': true,
        'dom.serviceWorkers.enabled': serviceWorkers,
        // It would take the focus from the page.
        'browser.download.alwaysOpenPanel': false,
      },
    },
  },
});

export default defineConfig({
  ...base,
  outputDir: 'test-results/firefox-suite',
  // It takes some times as long as Chromium, since each step of a test is a request to it.
  timeout: 1_200_000 * patience,
  use: {
    ...base.use,
    browserName: 'firefox',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'allow',
  },
  projects: [
    // Speed and looks have been measured in Chromium.
    { ...project('desktop', false), testIgnore: ['e2e/engines/**', withWorkers, 'speed.spec.ts', 'looks.spec.ts'] },
    { ...project('offline', true), testMatch: withWorkers },
  ],
});
