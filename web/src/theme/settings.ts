import { backs, tables } from './themes.ts';

/**
 * All that a player may choose about the appearance, in the order in which a settings page shows it. "system" follows the
 * operating system, even when it changes.
 */
export const themeChoices = {
  scheme: ['system', 'light', 'dark'],
  contrast: ['system', 'normal', 'high'],
  table: tables.map(({ id }) => id),
  back: backs,
  deck: ['two-color', 'four-color'],
  paper: ['light', 'dark'],
  print: ['normal', 'large'],
} as const;
export type ThemeSettings = { -readonly [Key in keyof typeof themeChoices]: (typeof themeChoices)[Key][number] };

export const defaultTheme: Readonly<ThemeSettings> = {
  scheme: 'system',
  contrast: 'system',
  table: 'green',
  back: 'quincunx',
  deck: 'two-color',
  paper: 'light',
  print: 'normal',
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
