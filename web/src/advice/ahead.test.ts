import { beforeEach, expect, it, vi } from 'vitest';
import { Ahead } from './ahead.svelte.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const battery = Object.assign(new EventTarget(), { charging: false, level: 0.9 });
let device: { connection?: { saveData: boolean }; getBattery?: () => Promise<typeof battery> };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(page, { hidden: false }));
  Object.assign(battery, { charging: false, level: 0.9 });
  device = { getBattery: () => Promise.resolve(battery) };
});

async function opened(): Promise<Ahead> {
  vi.stubGlobal('navigator', device);
  const ahead = new Ahead(Promise.resolve());
  expect(ahead.may, 'before the table can be played').toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  return ahead;
}

it('stops while nobody sees the page', async () => {
  const ahead = await opened();
  expect(ahead.may).toBe(true);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ahead.may).toBe(false);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(ahead.may).toBe(true);
});

it('waits in a tab that was opened behind another', async () => {
  page.hidden = true;
  expect((await opened()).may).toBe(false);
});

it('spares a low battery that is not being charged', async () => {
  battery.level = 0.15;
  const ahead = await opened();
  expect(ahead.may).toBe(false);
  battery.charging = true;
  battery.dispatchEvent(new Event('chargingchange'));
  expect(ahead.may).toBe(true);
  battery.charging = false;
  battery.dispatchEvent(new Event('chargingchange'));
  expect(ahead.may).toBe(false);
  ahead.end();
  battery.charging = true;
  battery.dispatchEvent(new Event('chargingchange'));
  expect(ahead.may, 'after its end').toBe(false);
});

it.each<[string, typeof device]>([
  ['there is none', {}],
  ['it may not be known', { getBattery: () => Promise.reject(new Error('not allowed')) }],
  ['it never says', { getBattery: () => new Promise(() => {}) }],
])('asks for no battery where %s', async (_, kind) => {
  device = kind;
  expect((await opened()).may).toBe(true);
});

it('spares data', async () => {
  device.connection = { saveData: true };
  const ahead = await opened();
  expect([ahead.may, ahead.warm]).toEqual([false, false]);
});
