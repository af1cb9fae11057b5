/** The browser of the tests and of what draws pictures. */
import { existsSync } from 'node:fs';

/** Chromium without the window: the same engine, and a fifth less work. Another one can be named by $CHROMIUM. */
const shell = '/usr/bin/chromium-headless-shell';
export const browserPath = process.env['CHROMIUM'] ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
