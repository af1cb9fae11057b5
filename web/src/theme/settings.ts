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
} as const;
export type ThemeSettings = { -readonly [Key in keyof typeof themeChoices]: (typeof themeChoices)[Key][number] };

export const defaultTheme: Readonly<ThemeSettings> = {
  scheme: 'system',
  contrast: 'system',
  table: 'green',
  back: 'quincunx',
  deck: 'two-color',
  paper: 'light',
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

/** As they are offered: contrast belongs to the scheme, and the colors of suits to those of faces. */
export const looks = {
  theme: ['system', 'light', 'dark', 'light-high', 'dark-high'],
  table: themeChoices.table,
  back: themeChoices.back,
  cards: ['two-color', 'four-color', 'two-color-dark', 'four-color-dark'],
} as const;
export type Look = keyof typeof looks;

/** Which of them is chosen; `scheme` is the one in force. */
export function lookOf(name: Look, { scheme, contrast, deck, paper, ...own }: Readonly<ThemeSettings>, shown: 'light' | 'dark'): string {
  if (name === 'theme') return contrast === 'high' ? `${shown}-high` : scheme;
  return name === 'cards' ? (paper === 'dark' ? `${deck}-dark` : deck) : own[name];
}

/** What choosing one of them sets. */
export function withLook(name: Look, option: string): object {
  const [, main, more] = /^(.*?)(?:-(high|dark))?$/.exec(option)!;
  if (name === 'theme') return { scheme: main, contrast: more ?? 'system' };
  return name === 'cards' ? { deck: main, paper: more ?? 'light' } : { [name]: option };
}
