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
    sound: 'low',
    stranger: 1,
    theme: { table: 'blue', deck: 9 },
  });
  expect(readSettings(text)).toEqual({ ...defaults, animation: 'fast', sound: 'low', theme: { ...defaults.theme, table: 'blue' } });
});

it('carries over what was set when there were more of them', () => {
  const read = (stored: object) => {
    const found = readSettings(JSON.stringify(stored));
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => name !== 'theme' && value !== defaults[name as 'tap']));
  };
  const shown = { showTime: true, showMoves: true, pileNames: false, thinkAhead: false, cardSize: 'large' };
  const before = { ...shown, sound: false, volume: 'medium', vibration: true, fairHelp: true, allKnownHelp: true };
  expect(read(before)).toEqual({});
  for (const [set, now] of [
    [{ showTime: false }, { relaxed: true }],
    [
      { showMoves: false, automatic: 'safe' },
      { relaxed: true, automatic: 'safe' },
    ],
    [{ pileNames: true }, { field: true }],
    [{ sound: true }, { sound: 'medium' }],
    [{ sound: true, volume: 'high' }, { sound: 'high' }],
    [{ volume: 'high' }, {}],
    [{ vibration: false }, { sound: 'off' }],
    [{ allKnownHelp: false }, { help: 'fair' }],
    [{ fairHelp: false, allKnownHelp: false }, { help: 'off' }],
    [{ fairHelp: false }, { help: 'off' }],
    [{ leftHanded: true }, { leftHanded: true }],
  ] as const)
    expect(read({ ...before, ...set }), JSON.stringify(set)).toEqual(now);
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
  one!.settings.sound = 'high';
  one!.keepSettings();
  other!.settings.tap = 'select';
  other!.keepSettings();
  const kept = JSON.parse(device.local.get('quincunx-settings')!) as typeof defaults;
  expect([kept.sound, kept.tap, other!.settings.sound]).toEqual(['high', 'select', 'high']);
});
