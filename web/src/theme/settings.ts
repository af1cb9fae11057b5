import type { Deck, Paper } from './face-colors.ts';
import { backs, tables, type BackId, type Contrast, type Scheme, type TableId } from './themes.ts';

/** What a player chooses about the looks. "system" follows the operating system, also when it changes. */
export interface ThemeSettings {
  scheme: Scheme | 'system';
  contrast: Contrast | 'system';
  table: TableId;
  back: BackId;
  deck: Deck;
  paper: Paper;
}

export const defaultTheme: Readonly<ThemeSettings> = {
  scheme: 'system',
  contrast: 'system',
  table: 'green',
  back: 'quincunx',
  deck: 'two-color',
  paper: 'light',
};

/** All choices with their names, in the order in which a settings page shows them. */
export const themeChoices: { [Key in keyof ThemeSettings]: readonly { id: ThemeSettings[Key]; name: string }[] } = {
  scheme: [
    { id: 'system', name: 'Like the system' },
    { id: 'light', name: 'Light' },
    { id: 'dark', name: 'Dark' },
  ],
  contrast: [
    { id: 'system', name: 'Like the system' },
    { id: 'normal', name: 'Normal' },
    { id: 'high', name: 'High' },
  ],
  table: tables,
  back: backs,
  deck: [
    { id: 'two-color', name: 'Two colors' },
    { id: 'four-color', name: 'Four colors' },
  ],
  paper: [
    { id: 'light', name: 'Light' },
    { id: 'dark', name: 'Dark' },
  ],
};

/** Settings out of anything, as it was kept or imported: what is missing or unknown gets its default. */
export function readTheme(stored: unknown): ThemeSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const entries = Object.entries(themeChoices).map(([key, choices]) => {
    const known = choices.find(({ id }) => id === given[key]);
    return [key, known ? known.id : defaultTheme[key as keyof ThemeSettings]];
  });
  return Object.fromEntries(entries) as ThemeSettings;
}
