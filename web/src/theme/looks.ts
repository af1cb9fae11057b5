import { themeChoices, type ThemeSettings } from './settings.ts';

/** As they are offered: contrast belongs to the scheme, and the colors of suits and the size of print to faces. */
export const looks = {
  theme: ['system', 'light', 'dark', 'light-high', 'dark-high'],
  table: themeChoices.table,
  back: themeChoices.back,
  cards: ['two-color', 'four-color', 'two-color-large', 'four-color-large', 'two-color-dark', 'four-color-dark'],
} as const;
export type Look = keyof typeof looks;

/** Which of them is chosen; `scheme` is the one in force. */
export function lookOf(
  name: Look,
  { scheme, contrast, deck, paper, print, ...own }: Readonly<ThemeSettings>,
  shown: 'light' | 'dark',
): string {
  if (name === 'theme') return contrast === 'high' ? `${shown}-high` : scheme;
  if (name !== 'cards') return own[name];
  return paper === 'dark' ? `${deck}-dark` : print === 'large' ? `${deck}-large` : deck;
}

/** The settings that each of them makes. */
export function withLook(name: Look, option: string): object {
  const [, main, more] = /^(.*?)(?:-(high|dark|large))?$/.exec(option)!;
  if (name === 'theme') return { scheme: main, contrast: more ?? 'system' };
  if (name !== 'cards') return { [name]: option };
  return { deck: main, paper: more === 'dark' ? 'dark' : 'light', print: more === 'large' ? 'large' : 'normal' };
}
