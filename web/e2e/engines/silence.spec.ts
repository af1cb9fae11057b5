/**
 * A database that does not answer, in each way in which that happens, and everything that is kept at once: nothing is
 * written over, nothing is lost, and nothing counts twice.
 */
import { holdDatabase, winOf } from '../helpers.ts';
import { solutionsOf, solveSome } from '../solve.ts';
import { atPly, click, open, playByField, quick, withSettings } from './play.ts';
import { expect, files, test, until, type Tab } from './tab.ts';

/**
 * held: another tab works on it; open: it is opened late; late, never: a request is answered late, or not at all; newer: a
 * later version of the page is open in another tab
 */
type Way = 'newer' | 'held' | 'open' | 'late' | 'never';
const ways: Way[] = ['newer', 'held', 'open', 'late', 'never'];

/** Runs before the page: what it is to hear of the database, it hears when localStorage says `over`. */
function fault(): void {
  const way = localStorage.getItem('way');
  let left = 1;
  const add = Reflect.get(EventTarget.prototype, 'addEventListener') as (...what: unknown[]) => void;
  IDBRequest.prototype.addEventListener = function (this: IDBRequest, type: string, listener: unknown, ...rest: unknown[]) {
    const isOpening = this instanceof IDBOpenDBRequest;
    const fits = type === 'success' && localStorage.getItem('over') === null && (way === 'open' ? isOpening : !isOpening && left-- > 0);
    const held = (event: Event): void => {
      if (way !== 'never' && localStorage.getItem('over') !== null) (listener as (event: Event) => void).call(this, event);
      else setTimeout(() => held(event), 50);
    };
    add.call(this, type, fits ? held : listener, ...rest);
  };
}
const isStart = /^assets\/start-.*\.js$/;
const withFault = (): typeof files =>
  new Map(
    [...files].map(([path, content]) => [
      path,
      isStart.test(path) ? Buffer.concat([Buffer.from(`if(localStorage.getItem('way'))(${String(fault)})();\n`), content]) : content,
    ]),
  );

const challenge = '0'.repeat(32);
const day = 86_400;
const { deal, moves } = winOf('gargantua');
const key = `gargantua#${deal}`;
const entry = (begun: number, game: string, number: number, more: object) => ({
  ...{ name: `${begun}-${String(begun).padStart(32, '0')}`, begun, key: `${game}#${number}`, deal: `${game}#${number}`, kind: 'any' },
  ...{
    changed: begun,
    state: 'won',
    time: 60_000,
    ply: 60,
    moves: 60,
    help: 'none',
    par: null,
    thrown: null,
    ended: begun + 1,
    here: true,
  },
  ...more,
});

interface Kept {
  saved: { key: string; game: string; plies: number; advice?: { known: object } }[];
  played: { name: string; key: string; kind: string; state: string }[];
  facts: { id: string; other?: string }[];
}

/** Keeps everything, as a page does whose database answers. */
async function seed(tab: Tab): Promise<void> {
  const begun = Math.floor(Date.now() / 1000) - day;
  const record = `quincunx-record 1\ngame gargantua\ndeal ${key}\nmoves\n${'draw '.repeat(12).trim()}\nresult playing\nend\n`;
  const won = [1, 2, 3].map((number) => entry(begun + number, 'stalactites', number, { won: 'stalactites' }));
  const all = {
    saved: [
      {
        ...{ key, game: 'gargantua', deal, record, status: 'playing', ply: 12, plies: 12, cardsHome: 0, cards: 104 },
        ...{ time: 12_000, updated: begun * 1000, before: '', advice: { known: { there: 'before' } } },
      },
    ],
    played: [...won, entry(begun, 'gargantua', Number(deal), { state: 'playing', ply: 12, moves: 12, ended: 0 })],
    records: won.map(({ name, key }) => ({ name, record: `record of ${key}`, ended: begun + 1 })),
    facts: [
      { id: 'other rating stalactites', other: `rating stalactites at=${begun} deviation=80 games=5 value=1500 volatility=60000` },
      { id: 'other puzzle-streak stalactites', other: 'puzzle-streak stalactites longest=9/20260101' },
    ],
  };
  const service = {
    ...{ key: '', send: null, results: {}, outbox: [], votes: { stalactites: { stars: 4, state: 'waiting' } } },
    challenges: { [challenge]: { id: '1'.repeat(32), state: 'waiting', deal: 'stalactites#1', until: begun + 30 * day } },
  };
  await tab.evaluate(
    async ({ all, service }) => {
      localStorage.setItem('quincunx-service', JSON.stringify(service));
      const request = indexedDB.open('quincunx-store');
      const database = await new Promise<IDBDatabase>((resolve) => (request.onsuccess = () => resolve(request.result)));
      const transaction = database.transaction(Object.keys(all), 'readwrite');
      for (const [name, values] of Object.entries(all)) for (const value of values) transaction.objectStore(name).put(value);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    },
    { all, service },
  );
}

const kept = (tab: Tab): Promise<Kept> =>
  tab.evaluate(async () => {
    const done = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await done(indexedDB.open('quincunx-store'));
    const transaction = database.transaction(['saved', 'played', 'facts']);
    const [saved, played, facts] = await Promise.all(
      ['saved', 'played', 'facts'].map((name) => done(transaction.objectStore(name).getAll())),
    );
    database.close();
    return { saved, played, facts } as Kept;
  });
const outbox = (tab: Tab) =>
  tab.evaluate(() => {
    const { outbox } = JSON.parse(localStorage.getItem('quincunx-service')!) as {
      outbox: { of: string; body: { record?: string; records?: string[] } }[];
    };
    return outbox.map(({ of, body }) => `${of} ${body.record ?? body.records?.length}`).sort();
  });

/** In another tab. */
async function openLater(): Promise<void> {
  const request = indexedDB.open('quincunx-store', 1000);
  await new Promise((resolve) => (request.onsuccess = resolve));
  request.result.close();
}

for (const way of ways) {
  test(`of all that is kept nothing is lost, and nothing counts twice, with a database that is ${way}`, async ({ tab, site }) => {
    site.files = withFault();
    await withSettings(tab, site.url, { ...quick, field: true });
    await tab.goto(`${site.url}#/statistics`);
    await until(tab, () => document.body.innerText.includes('Finish a game and your results appear here.'));
    await tab.goto(`${site.url}notices.txt`);
    await seed(tab);
    const before = await kept(tab);
    if (way === 'held') await tab.beside(`${site.url}notices.txt`, holdDatabase, 600);
    else if (way === 'newer') await tab.beside(`${site.url}notices.txt`, openLater, null);
    else await tab.evaluate((way) => localStorage.setItem('way', way), way);

    await open(tab, site.url, 'gargantua', deal);
    await atPly(tab, 0);
    // The game that is kept begins otherwise.
    await playByField(tab, moves.slice(0, 1));
    await tab.goto(`${site.url}#/puzzles/stalactites`);
    await until(tab, () => document.querySelector('.exercise[data-state="look"]') !== null && document.querySelector('#field') !== null);
    await tab.evaluate(solveSome, { lines: solutionsOf('stalactites'), count: 1 });
    expect(await outbox(tab)).toEqual([]);
    if (way === 'newer') {
      await tab.goto(`${site.url}notices.txt`);
      expect(await kept(tab)).toEqual(before);
      // The puzzle tried since then waits for a page that can read the database.
      const left = () => Object.keys(localStorage).filter((key) => key.startsWith('quincunx-left-'));
      expect((await tab.evaluate(left)).map((key) => key.replace(/[:#].*/, '')).sort()).toEqual([
        'quincunx-left-saved',
        'quincunx-left-try',
      ]);
      return;
    }
    await tab.evaluate(() => localStorage.setItem('over', ''));
    await expect.poll(async () => (await kept(tab)).facts.map(({ other }) => other).join('\n')).toMatch(/^rating stalactites .* games=6 /m);
    await expect.poll(() => outbox(tab)).toEqual([`challenges/${challenge} record of stalactites#1`, 'votes/stalactites 3']);
    await open(tab, site.url, 'gargantua', deal);
    await click(tab, 'Earlier: 12 moves');
    await atPly(tab, 12);
    await playByField(tab, ['draw']);
    await tab.goto(`${site.url}notices.txt`);
    await tab.evaluate(() => localStorage.removeItem('way'));
    await open(tab, site.url, 'gargantua', deal);
    await atPly(tab, 13);

    const { saved, played, facts } = await kept(tab);
    expect(saved.map(({ key, plies }) => [key.replace(/~.*/, '~'), plies]).sort()).toEqual([
      [key, 13],
      ['gargantua~', 1],
    ]);
    expect(saved.find((one) => one.key === key)!.advice).toMatchObject({ known: { there: 'before' } });
    expect(played.filter((one) => one.key === key)).toMatchObject([{ state: 'playing', name: before.played[0]!.name }]);
    expect(played.filter(({ kind }) => kind === 'puzzle')).toMatchObject([{ state: 'won' }]);
    expect(facts.find(({ id }) => id === 'other puzzle-streak stalactites')!.other).toContain('longest=9/');
  });
}
