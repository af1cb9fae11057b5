import { palettes, tables, type Contrast, type Scheme } from './themes.ts';
import { defaultTheme, type ThemeSettings } from './settings.ts';

/** The settings in force, with "system" resolved. Cards read it; only `applyTheme` changes it. */
export const theme: Omit<ThemeSettings, 'scheme' | 'contrast'> & { scheme: Scheme; contrast: Contrast } = $state({
  ...defaultTheme,
  scheme: 'light',
  contrast: 'normal',
});

let chosen: ThemeSettings = { ...defaultTheme };
let listening = false;

const queries = { scheme: '(prefers-color-scheme: dark)', contrast: '(prefers-contrast: more)' };

function systemSays(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}

function show(): void {
  const { scheme, contrast } = chosen;
  // Nothing is read back from `theme`: an effect that applies settings must not depend on what it writes.
  const resolved: typeof theme = {
    ...chosen,
    scheme: scheme !== 'system' ? scheme : systemSays(queries.scheme) ? 'dark' : 'light',
    contrast: contrast !== 'system' ? contrast : systemSays(queries.contrast) ? 'high' : 'normal',
  };
  Object.assign(theme, resolved);
  const root = document.documentElement;
  for (const key of ['scheme', 'contrast', 'table', 'paper', 'deck'] as const) root.dataset[key] = resolved[key];
  // There is one for each scheme of the system, so that the bars are not white before this has run.
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    bar.content = onFelt ? feltColor() : palettes[resolved.scheme][resolved.contrast].background;
}

let onFelt = false;
/** A table is shown, or another page again: the browser's own bars take its color. */
export function showFelt(shown: boolean): void {
  onFelt = shown;
  show();
}

/** Puts settings into force, and follows the system's scheme and contrast where they say so. */
export function applyTheme(settings: Readonly<ThemeSettings>): void {
  chosen = { ...settings };
  show();
  if (listening || typeof matchMedia !== 'function') return;
  listening = true;
  for (const query of Object.values(queries)) matchMedia(query).addEventListener('change', show);
}

/** The felt color of the table in force. */
export function feltColor(): string {
  const { felts } = tables.find(({ id }) => id === theme.table)!;
  return felts[theme.contrast === 'high' ? 'high' : theme.scheme].felt;
}
