/** The program that serves the page to the tests: of build/release, or of the folder that QUINCUNX_BUILD names (./test sets it). */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env['QUINCUNX_BUILD'];
export const program = resolve(root, folder ?? 'build/release', 'quincunx');
/** Without a program, Vite serves the page; but in a folder that was named there must be one. */
export const built = folder !== undefined || existsSync(program);
