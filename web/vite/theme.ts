import type { Plugin } from 'vite';
import { startingCss } from './catalogs.ts';
import { themeCss } from '../src/theme/css.ts';

const name = 'virtual:theme.css';

/** The style sheet with every color, made from `src/theme/themes.ts`, so that what the tests measure is what is shown. */
export function themeSheet(): Plugin {
  return {
    name: 'quincunx:theme',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? themeCss() + startingCss : null),
  };
}
