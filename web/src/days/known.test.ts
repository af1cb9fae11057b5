import { beforeEach, expect, it } from 'vitest';
import { Device, solverModule, solverOf } from '../testing/storage.ts';
import type { Solver } from '../engine/solver.ts';
import { dealsOn, isOfDay, lookAhead } from './deals.ts';
import { ahead, daysLater, knownOfDay, knownOn } from './known.ts';

const games = ['gargantua', 'stalactites'];
const listed = games.map((id) => ({ id, dailySince: '2026-11-25' }));
const solver = solverOf(await solverModule());
const silent = { run: () => Promise.reject(new Error('not asked')) } as unknown as Solver;
let device: Device;

beforeEach(() => {
  device = new Device();
  device.use();
});

it('knows the days to come once it has asked, and forgets those that are over', async () => {
  const found = await dealsOn(solver, games, '2027-02-26');
  expect(found['stalactites']!.number).toMatch(/^\d+$/);
  expect(found['gargantua']!.level).toBeLessThanOrEqual(found['gargantua']!.levels);
  expect(knownOn('2027-02-26')).toBeNull();
  await lookAhead(solver, listed, '2027-02-26');
  expect(knownOn('2027-02-26')).toEqual(found);
  expect(knownOn(daysLater('2027-02-26', ahead))).not.toBeNull();
  expect(knownOn(daysLater('2027-02-26', ahead + 1))).toBeNull();
  expect(await dealsOn(silent, games, '2027-03-01')).toEqual(knownOn('2027-03-01'));
  await lookAhead(solver, listed, '2027-03-01');
  expect(knownOn('2027-02-28')).toBeNull();
});

it('keeps nothing of a day without deals, and takes nothing that it has not written', async () => {
  await lookAhead(solver, listed, '2020-01-01');
  expect(device.local.size).toBe(0);
  expect(await dealsOn(solver, games, '2020-01-01')).toEqual({});
  for (const text of ['{', '7', 'null', '{"2027-03-01":5}', '{"2027-03-01":{"carthage":["0",1,5]}}', '{"2027-03-01":{"<b>":["5",1,5]}}']) {
    device.local.set('quincunx-days', text);
    expect(knownOn('2027-03-01'), text).toBeNull();
  }
});

it('knows which deals are those of a day, once it knows the day', async () => {
  const { number } = (await dealsOn(solver, games, '2027-03-01'))['stalactites']!;
  const game = { kind: 'day-2027-03-01', deal: `stalactites#${number}` };
  expect(knownOfDay(game)).toBeNull();
  expect(await isOfDay(solver, game)).toBe(true);
  expect(await isOfDay(solver, { ...game, deal: 'stalactites#5' })).toBe(false);
  await lookAhead(solver, listed, '2027-03-01');
  expect(knownOfDay(game)).toBe(true);
  expect(await isOfDay(silent, game)).toBe(true);
  for (const deal of ['stalactites#5', `gargantua#${number}`, `carthage#${number}`, 'stalactites~'])
    expect(knownOfDay({ ...game, deal }), deal).toBe(false);
  expect(knownOfDay({ ...game, kind: 'any' })).toBeNull();
});

it('counts days over months and leap years', () => {
  expect(daysLater('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysLater('2027-02-28', 1)).toBe('2027-03-01');
  expect(daysLater('2027-01-01', -1)).toBe('2026-12-31');
});
