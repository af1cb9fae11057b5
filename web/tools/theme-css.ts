/** Writes `src/theme/theme.css`: `npx node tools/theme-css.ts` (node 22, which is among the packages). */
import { writeFileSync } from 'node:fs';
import { themeCss } from '../src/theme/css.ts';

writeFileSync(new URL('../src/theme/theme.css', import.meta.url), themeCss());
