import { describe, expect, it, vi } from 'vitest';
import { lookOf, looks, withLook, type Look } from './looks.ts';
import { defaultTheme, readTheme, themeChoices } from './settings.ts';

describe('readTheme', () => {
  it('keeps what it knows and repairs the rest', () => {
    expect(readTheme({ table: 'sand', deck: 'four-color', back: 'none', more: 1 })).toEqual({
      ...defaultTheme,
      table: 'sand',
      deck: 'four-color',
    });
    for (const nonsense of [null, undefined, 3, 'dark', []]) expect(readTheme(nonsense)).toEqual(defaultTheme);
  });

  it('has a default among the choices of every setting', () => {
    for (const [key, choices] of Object.entries(themeChoices)) {
      expect(choices, key).toContain(defaultTheme[key as keyof typeof defaultTheme]);
    }
  });
});

it('shows each look as chosen that has been chosen', () => {
  for (const name of Object.keys(looks) as Look[])
    for (const look of looks[name]) {
      const chosen = readTheme({ ...defaultTheme, ...withLook(name, look) });
      expect(lookOf(name, chosen, look.startsWith('dark') ? 'dark' : 'light')).toBe(look);
    }
});

describe('applyTheme', () => {
  it('marks the root element and follows the system when told to', async () => {
    const dataset: Record<string, string> = {};
    const bar = { content: '' };
    vi.stubGlobal('document', { documentElement: { dataset }, querySelectorAll: () => [bar] });
    let dark = true;
    const listeners: (() => void)[] = [];
    vi.stubGlobal('matchMedia', (query: string) => ({
      get matches() {
        return query.includes('dark') && dark;
      },
      addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    }));
    vi.resetModules();
    const { applyTheme, feltColor, theme } = await import('./theme.svelte.ts');

    applyTheme({ ...defaultTheme, table: 'blue' });
    expect(dataset).toEqual({ scheme: 'dark', contrast: 'normal', table: 'blue', paper: 'light', deck: 'two-color' });
    expect(bar.content).toBe('#121817');
    const darkFelt = feltColor();

    dark = false;
    listeners.forEach((listener) => listener());
    expect(dataset.scheme).toBe('light');
    expect(feltColor()).not.toBe(darkFelt);

    applyTheme({ ...defaultTheme, scheme: 'dark', contrast: 'high', deck: 'four-color' });
    expect(theme).toMatchObject({ scheme: 'dark', contrast: 'high', deck: 'four-color' });
    expect(listeners).toHaveLength(2);
  });
});
