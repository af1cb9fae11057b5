import type { Deck, Paper } from './face-colors.ts';
import { backs, tables, type BackId, type Contrast, type Scheme, type TableId } from './themes.ts';

/** What a player chooses about the appearance. "system" follows the operating system, even when it changes. */
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

/** All choices, in the order in which a settings page shows them. */
export const themeChoices: { [Key in keyof ThemeSettings]: readonly ThemeSettings[Key][] } = {
  scheme: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'high'],
  table: tables.map(({ id }) => id),
  back: backs,
  deck: ['two-color', 'four-color'],
  paper: ['light', 'dark'],
};

/** Settings from anything saved or imported: what is missing or unknown gets its default. */
export function readTheme(stored: unknown): ThemeSettings {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const entries = Object.entries(themeChoices).map(([key, choices]) => {
    const known = (choices as readonly unknown[]).find((id) => id === given[key]);
    return [key, known ?? defaultTheme[key as keyof ThemeSettings]];
  });
  return Object.fromEntries(entries) as ThemeSettings;
}
