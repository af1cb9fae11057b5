/** Everything can be exported, after whatever import; what was exported can be imported. */
import { readFileSync } from 'node:fs';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refused } from '../engine/client.ts';
import { Device, entryWith, Page, recordOf, savedOf, solverModule, solverOf } from '../testing/storage.ts';
import { Engine } from '../testing/engine.ts';
import { dealOfDay } from '../deals/requests.ts';
import { finishOf } from '../days/finish.ts';
import { daysOf, type Days } from '../days/days.ts';
import { moment } from '../days/finish.ts';
import { keepLongest } from '../days/kept.ts';
import { databaseName } from '../store/database.ts';
import { now } from '../store/entry.ts';
import { today } from '../store/names.ts';
import { askToPersist, exported, imported, settle, TooLarge, unexported, wipe, type Imported } from './file.ts';

const engine = await Engine.load();
const module = await solverModule();
let page: Page;
const newPage = (): Page => new Page(engine, solverOf(module));

beforeEach(() => {
  new Device().use();
  page = newPage();
});

/** The file with these lines, as another program would write it. */
function fileOf(...lines: string[]): string {
  const text = ['quincunx-games 2', ...lines].map((line) => `${line}\n`).join('');
  let sum = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) sum = ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return `${text}end ${lines.length} ${sum.toString(16).padStart(16, '0')}\n`;
}
const name = (number: number): string => `${1_700_000_000 + number}-${number.toString(16).padStart(32, '0')}`;
const playing = (number: number, deal = 'gargantua#1', ply = 2): string[] => [
  `game ${name(number)} ${deal} any ${1_700_000_500 + number} playing 1000 ${ply} ${ply} none - -`,
  `record ${recordOf(Number(deal.split('#')[1]), ply).replaceAll('\n', '\\n')}`,
];

const take = (text: string, to = page): Promise<Imported> => imported(to, new Blob([text]));
const file = async (of = page): Promise<string> => {
  const { text, copy } = await exported(of);
  expect(copy).toBe(false);
  return text;
};
/** Without settings, which belong to a browser. */
const games = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !/^(quincunx-games|settings|end) /.test(line));

async function play(deal: number, begun = 1_700_000_000): Promise<void> {
  await page.played.put(entryWith(begun, { deal: `gargantua#${deal}`, ply: 3, moves: 3 }));
  await page.store.put(savedOf(deal, 3, begun * 1000));
}

describe('an export', () => {
  it('goes on after a game in progress of a deal that is being played was not taken over', async () => {
    await play(1);
    const own = await file();
    expect(await take(fileOf(...playing(7)))).toMatchObject({ added: 1, opened: 0, left: 1 });
    expect(await page.store.get('gargantua#1')).toMatchObject({ ply: 3 });
    const both = await file();
    expect(games(both)).toEqual([...games(own), ...playing(7)]);
    // Lines that were not taken over are passed on, and nothing is new in them.
    expect(await take(both)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await take(fileOf(...playing(8)))).toMatchObject({ added: 1, left: 1 });
    expect(games(await file(newPage()))).toHaveLength(6);
    // The table goes on with the game that was played here.
    expect((await page.played.latest('gargantua#1'))?.begun).toBe(1_700_000_000);
  });

  it('leaves out what a later version has kept besides, and what no version has', async () => {
    await play(1);
    const all = games(await file());
    const database = await openDB(databaseName);
    await database.put('facts', { id: 'medal 1', medal: { deal: 'gargantua#1' } });
    await database.put('saved', { key: 'x', record: 5, updated: 'y' });
    await database.put('played', { name: 'x', deal: 5 });
    database.close();
    expect(games(await file(newPage()))).toEqual(all);
    expect(await newPage().store.list()).toHaveLength(1);
  });

  it('of nothing, of everything, and of what came back is the same file', async () => {
    expect(games(await file())).toEqual([]);
    const sample = readFileSync(new URL('../../../tests/games/version-2.games', import.meta.url), 'utf8');
    // A record that was opened is as the engine writes it.
    const opened = games(sample.replace('draw draw\\nend', 'draw draw\\nresult playing\\nend'));
    expect(await take(sample)).toMatchObject({ added: 2, opened: 1, settings: true });
    const text = await file();
    expect(games(text)).toEqual(opened);
    await wipe(page);
    expect(games(await file())).toEqual([]);
    await take(text);
    expect(games(await file())).toEqual(opened);
  });

  it('has the moves of games that are over, which another browser keeps', async () => {
    await page.played.put(entryWith(5, { state: 'won', ended: 5, ply: 2, moves: 2 }), recordOf(1, 2));
    const text = await file();
    expect(text).toContain('\nrecord ');
    const other = new Device();
    other.use();
    const there = newPage();
    expect(await take(text, there)).toMatchObject({ added: 1, opened: 0, left: 0 });
    expect(games(await file(there))).toEqual(games(text));
  });

  it('has the longest streak of days, of both devices the longer, whatever becomes of their games', async () => {
    const days = async (): Promise<Days> => daysOf(await page.played.all(), await page.played.facts(), [], moment());
    const longest = async (): Promise<unknown> => (await days()).all.longest;
    for (const day of ['2026-12-01', '2026-12-02', '2026-12-03']) {
      const at = Date.parse(day) / 1000;
      await page.played.put(entryWith(at, { kind: `day-${day}`, state: 'won', more: { finished: `${at}+0` } }));
    }
    const own = await file();
    expect(own).toContain('\nstreak all longest=3/20261201/20261203\nstreak unaided longest=3/20261201/20261203\n');
    await take(fileOf('streak all longest=12/20270101/20270112', 'streak unaided longest=2/20270101/20270102'));
    expect(await longest()).toEqual({ count: 12, first: '2027-01-01', last: '2027-01-12' });
    expect((await days()).unaided.longest).toMatchObject({ count: 3 });
    await wipe(page);
    expect(await longest()).toBeNull();
    await take(own);
    const games = await page.played.all();
    await keepLongest(page.played);
    await page.played.replace({ entries: [], gone: games.map(({ name }) => name), facts: [], records: new Map() }, new Map());
    expect(await longest()).toMatchObject({ count: 3 });
    expect(await take(own)).toMatchObject({ added: 3 });
  });

  it('leaves out an entry that is damaged, and no other', async () => {
    await play(1);
    await page.played.put(entryWith(5, { kind: 'any\nwon gargantua#9 1', time: Number.NaN }));
    expect(games(await file())).toHaveLength(2);
  });

  it('is a plain copy if there is no engine, which is imported like any other file', async () => {
    await play(1);
    await take(fileOf(...playing(7, 'gargantua#2'), 'won gargantua#5 60', 'rating gargantua value=7'));
    const whole = await file();
    const without = new Page(engine, solverOf(null));
    const { text, copy, games: count } = await exported(without);
    expect([copy, count]).toEqual([true, 2]);
    new Device().use();
    page = newPage();
    expect(await take(text)).toMatchObject({ added: 2, opened: 2 });
    expect(games(await file())).toEqual(games(whole));
    await expect(take(text.slice(0, -5))).rejects.toThrow(Refused);
  });

  it('and an import have an answer without storage, too', async () => {
    vi.stubGlobal('indexedDB', undefined);
    page = newPage();
    await play(1);
    expect(await take(fileOf(...playing(7, 'gargantua#2'), 'won gargantua#5 60'))).toMatchObject({ added: 1, opened: 1 });
    expect(games(await file())).toHaveLength(5);
  });
});

it('a game that was removed counts for its day only if its deal is that of the day, whatever its address said', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-15T12:00:00') });
  const day = today();
  const { deal } = (await dealOfDay(page.solver, 'gargantua', day))!;
  const at = now();
  for (const [i, one] of [deal, 'gargantua#5'].entries())
    await page.played.put(entryWith(at + i, { deal: one, key: one, kind: `day-${day}`, ply: 25, moves: 25 }));
  const finished = (await settle(page)).map((entry) => [entry.state, finishOf(entry) !== null]);
  expect(finished).toEqual([
    ['given-up', true],
    ['given-up', false],
  ]);
});

it('no game is given up because the database does not say which are in progress', async () => {
  await play(1);
  const { listed } = page.store;
  vi.spyOn(page.store, 'listed').mockImplementationOnce(async () => {
    vi.stubGlobal('indexedDB', undefined);
    page.database.rest();
    return listed.call(page.store);
  });
  expect((await settle(page)).map(({ state }) => state)).toEqual(['playing']);
});

it('the browser is asked once to keep everything, and only where it refuses an export is called to mind', async () => {
  let agreed = false;
  const persist = vi.fn(async () => agreed);
  vi.stubGlobal('navigator', { storage: { persist, persisted: async () => agreed } });
  for (let i = 0; i < 50; ++i) await page.played.put(entryWith(100 + i, { state: 'won', ended: 100 + i }));
  await askToPersist();
  await askToPersist();
  expect(persist).toHaveBeenCalledTimes(1);
  expect(await unexported(page.played)).toBe(50);
  agreed = true;
  expect(await unexported(page.played)).toBe(0);
});

describe('an import', () => {
  it('that is refused changes nothing', async () => {
    await play(1);
    const before = await file();
    for (const text of ['', 'x', '{', '{"quincunx-games":2', before.slice(0, -9), before.replace('gargantua#1', 'gargantua#2')]) {
      await expect(take(text), text).rejects.toThrow(Refused);
      expect(games(await file())).toEqual(games(before));
    }
    for (const [sign, most] of [
      ['x', 8 << 20],
      ['{', 32 << 20],
    ] as const)
      await expect(take(sign + ' '.repeat(most))).rejects.toThrow(TooLarge);
    // A copy has moves that no export has.
    await expect(take('{' + ' '.repeat(8 << 20))).rejects.toThrow(Refused);
  });

  it('deletes what was deleted elsewhere', async () => {
    await take(fileOf(...playing(7), 'won gargantua#5 60'));
    await take(fileOf(`gone ${name(7)} 1800000000`));
    expect(games(await file())).toEqual([`gone ${name(7)} 1800000000`, 'won gargantua#5 60']);
    expect(await take(fileOf(...playing(7)))).toMatchObject({ added: 0 });
    expect(await page.played.all()).toEqual([]);
  });

  it('of three hundred damaged and strange files leaves exports and imports as they should be', async () => {
    await play(1);
    await play(2, 1_700_000_100);
    let seed = 7;
    const roll = (sides: number): number => (seed = (seed * 48_271) % 2_147_483_647) % sides;
    const pick = <T>(...all: T[]): T => all[roll(all.length)]!;
    const strange = (): string => {
      const lines: string[] = [];
      for (let i = roll(6); i >= 0; --i) {
        const number = roll(8);
        const kind = roll(8);
        const state = pick('playing', 'won', 'given-up');
        const deal = pick('gargantua#1', 'gargantua#2', 'carthage#1', 'nosuch#7', 'gargantua~');
        if (kind < 4)
          lines.push(
            `game ${name(number)} ${deal} ${deal.endsWith('~') ? pick('set-up', 'puzzle') : pick('any', 'day-2026-12-24', 'new-kind')} ${1_700_000_000 + roll(2000)} ${state} ${roll(9)} 9 ${roll(10)} ${pick('none', 'fair,hint')} - ${pick('-', '7')}${pick('', ' day=2026-12-24', ' x=1')}`,
          );
        if (kind < 2) lines.push(`record ${pick(recordOf(1, 2), recordOf(2, 9), 'x').replaceAll('\n', '\\n')}`);
        if (kind === 4) lines.push(`won gargantua#${roll(9)} ${roll(99)}`);
        if (kind === 5) lines.push(`best ${pick('gargantua', 'x')} ${roll(99)} ${roll(999)}`);
        if (kind === 6) lines.push(`gone ${name(roll(12))} ${1 + roll(99)}`);
        if (kind === 7) lines.push(pick('rating x at=5', 'rating y value=9', 'new thing', `settings 5 {"tap":"select"}`));
      }
      const text = fileOf(...lines);
      if (roll(6) > 0) return text;
      const at = roll(text.length);
      return pick(text.slice(0, at), `${text.slice(0, at)}${pick('x', '\n', '\0', ' ')}${text.slice(at + roll(2))}`);
    };
    let taken = 0;
    for (let i = 0; i < 300; ++i) {
      const text = strange();
      try {
        await take(text);
        ++taken;
      } catch (error) {
        expect(error, text).toBeInstanceOf(Refused);
      }
      const now = await file();
      expect(await take(now), text).toMatchObject({ added: 0, changed: 0, dropped: 0, opened: 0, left: 0 });
    }
    expect(taken).toBeGreaterThan(30);
    const all = await file();
    new Device().use();
    page = newPage();
    await take(all);
    expect(games(await file())).toEqual(games(all));
  });
});

describe('rules of somebody’s own', () => {
  it('are exported, and merged into those of another browser', async () => {
    const id = 'rules own-abcdefghijklmn';
    const text = '{"based_on":"carthage","name":"Mine"}';
    await page.played.change(id, () => ({ id, rules: { game: 'own-abcdefghijklmn', text } }));
    const exportedText = await file();
    expect(games(exportedText)).toEqual([`${id} ${text}`]);
    new Device().use();
    const other = newPage();
    await take(exportedText, other);
    expect(await other.played.facts()).toEqual([{ id, rules: { game: 'own-abcdefghijklmn', text } }]);
    await other.played.drop(id);
    expect(await other.played.facts()).toEqual([]);
  });
});
