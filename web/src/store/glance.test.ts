import { beforeEach, expect, it } from 'vitest';
import { Device, savedOf } from '../testing/storage.ts';
import { Database, database, StorageError } from './database.ts';
import { glance } from './glance.ts';
import { GameStore } from './games.ts';

let device: Device;
let store: GameStore;

beforeEach(() => {
  device = new Device();
  device.use();
  store = new GameStore(database);
});

it('is empty for a newcomer, who has nothing written', async () => {
  await store.list();
  expect(glance()).toEqual({ begun: [], last: '', day: '', done: {}, streak: null });
  expect(device.local.size).toBe(0);
});

it('knows the games in progress at once, the latest first, without their moves', () => {
  void store.put(savedOf(1, 3, 100));
  void store.put(savedOf(2, 5, 200));
  void store.put(savedOf(1, 4, 300));
  expect(glance()).toMatchObject({ last: 'gargantua', begun: [{ deal: '1', ply: 4 }, { deal: '2' }] });
  expect(device.local.get('quincunx-home')).not.toContain('draw');
  void store.put(savedOf(1, 9, 400, { status: 'won' }));
  expect(glance().begun.map(({ deal }) => deal)).toEqual(['2']);
});

it('is not forgotten because the database does not answer', async () => {
  await store.put(savedOf(1, 3, 100));
  const silent = new Database();
  silent.run = () => {
    ++silent.missed;
    return Promise.reject(new StorageError('silent'));
  };
  expect(await new GameStore(silent).list()).toEqual([]);
  expect(glance().begun).toMatchObject([{ deal: '1', ply: 3 }]);
});

it('takes nothing that it has not written', () => {
  for (const text of ['{', '7', 'null', '{"begun":[null,7,{"key":5}],"last":3,"day":[],"done":1,"streak":{"count":"7"}}']) {
    device.local.set('quincunx-home', text);
    expect(glance(), text).toEqual({ begun: [], last: '', day: '', done: {}, streak: null });
  }
});
