import { themeChoices, type ThemeSettings } from './settings.ts';

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

/** The settings that each of them makes. */
export function withLook(name: Look, option: string): object {
  const [, main, more] = /^(.*?)(?:-(high|dark))?$/.exec(option)!;
  if (name === 'theme') return { scheme: main, contrast: more ?? 'system' };
  return name === 'cards' ? { deck: main, paper: more ?? 'light' } : { [name]: option };
}
