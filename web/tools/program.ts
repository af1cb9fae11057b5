/** The program that serves the page to the tests: of build/test, else of build/release, or of the folder that QUINCUNX_BUILD names. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env['QUINCUNX_BUILD'];
const found = (name: string) => resolve(root, name, 'quincunx');
export const program = found(folder ?? (existsSync(found('build/test')) ? 'build/test' : 'build/release'));
/** Without a program, Vite serves the page; but in a folder that was named there must be one. */
export const built = folder !== undefined || existsSync(program);
