import { expect, it } from 'vitest';
import { defaults, readSettings } from './settings.svelte.ts';

it('has defaults for everything', () => {
  expect(readSettings(null)).toEqual(defaults);
  expect(readSettings('{')).toEqual(defaults);
  expect(readSettings('7')).toEqual(defaults);
});

it('takes what it knows and nothing else', () => {
  const text = JSON.stringify({
    animation: 'fast',
    tap: 'swipe',
    leftHanded: 'yes',
    sound: true,
    stranger: 1,
    theme: { table: 'blue', deck: 9 },
  });
  expect(readSettings(text)).toEqual({ ...defaults, animation: 'fast', sound: true, theme: { ...defaults.theme, table: 'blue' } });
});
