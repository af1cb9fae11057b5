import { expect, it, vi } from 'vitest';
import { Device } from '../testing/storage.ts';
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

it('writes over no setting that another tab has changed while this one was not told', async () => {
  const device = new Device();
  device.use();
  const pages = [];
  for (let i = 0; i < 2; ++i) {
    vi.resetModules();
    pages.push(await import('./settings.svelte.ts'));
  }
  const [one, other] = pages;
  one!.settings.sound = true;
  one!.keepSettings();
  other!.settings.tap = 'select';
  other!.keepSettings();
  const kept = JSON.parse(device.local.get('quincunx-settings')!) as typeof defaults;
  expect([kept.sound, kept.tap, other!.settings.sound]).toEqual([true, 'select', true]);
  vi.unstubAllGlobals();
});
