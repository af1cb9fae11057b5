/** The browsers of the tests and of what draws pictures. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Chromium without the window: the same engine, and a fifth less work. Another one can be named by $CHROMIUM. */
const shell = '/usr/bin/chromium-headless-shell';
export const browserPath = process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');

/** Starts Firefox for Playwright. */
export const firefoxPath = fileURLToPath(new URL('firefox-bidi.mjs', import.meta.url));
