import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../store/entry.ts';
import { claim } from '../store/claim.ts';
import { Locks } from '../testing/locks.ts';
import { entryWith } from '../testing/storage.ts';
import { Client, Problem } from './client.ts';
import { columnOf, columnsOf } from './histogram.ts';
import { choose, forgetKept, keep, kept, mayWait, randomId, sendResults, shortName, takePart } from './kept.svelte.ts';
import { post, removeChallenge, removing, sender, takeBack, takingBack } from './outbox.ts';
import { collect, gameOfDay, recordsFor, sentOf, wantResult, type Stores } from './results.ts';

const day = '2026-11-27';
const at = Date.parse(`${day}T12:00:00Z`) / 1000;

function entry(more: Partial<Entry> & { deal: string }): Entry {
  const finished = { kind: `day-${day}`, changed: at, ended: at, more: { finished: `${at}+0` } };
  return entryWith(more.begun ?? at - 600, { name: randomId(), state: 'won', ply: 60, moves: 60, ...finished, ...more });
}

interface Asked {
  method: string;
  path: string;
  key: string;
  body: Record<string, unknown> | null;
}

/** Answers like a server with the service; `say` may answer otherwise. */
function server(say: (asked: Asked) => Response | null = () => null) {
  const asked: Asked[] = [];
  const get = async (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(options.headers);
    const path = new URL(address as string).pathname;
    const one = {
      method: options.method ?? 'GET',
      path,
      key: headers.get('authorization')?.replace('Bearer ', '') ?? '',
      body: typeof options.body === 'string' ? (JSON.parse(options.body) as Record<string, unknown>) : null,
    };
    asked.push(one);
    const answer = say(one);
    if (answer) return answer;
    if (one.method === 'HEAD') return new Response(null, { headers: { 'Quincunx-Service': '1' } });
    if (path.endsWith('/service'))
      return Response.json({
        operator: null,
        keeps: { results: 30, challenges: 30, votes: 365, forgotten: 90 },
        open: [{ day, until: at + 90_000 }],
      });
    if (one.method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json({ result: { won: true, moves: 60, helped: false }, table: { day, moves: [] } }, { status: 201 });
  };
  return { asked, client: new Client('http://host/folder/', get) };
}

const problem = (word: string, status: number, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ type: `urn:quincunx:${word}`, title: word, status }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });

function stores(entries: Entry[], moves: Record<string, string> = {}): Stores {
  const records = new Map(entries.map(({ name, deal }) => [name, moves[deal] ?? `record of ${deal}`]));
  const surely: Stores['played']['surely'] = async (read) => ({ found: await read(), sure: true });
  return { played: { all: async () => entries, records: async () => records, surely }, games: { get: async () => null } };
}

const now = { day, at, zone: 0 };
/** The work of a page at every chance. */
async function send(client: Client, all: Stores): Promise<void> {
  await collect(all, now);
  await sender(client)();
}

const sentIn = (asked: Asked[]): Asked[] => asked.filter(({ method }) => method === 'PUT');

beforeEach(() => {
  forgetKept();
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: new Locks().of({}) });
});

describe('the client', () => {
  it('finds the service beside the page, and none where the page does not say so', async () => {
    const there = server();
    expect(await there.client.service()).toMatchObject({ keeps: { results: 30 } });
    expect(there.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /folder/', 'GET /folder/api/1/service']);
    const none = server(({ method }) => (method === 'HEAD' ? new Response(null) : null));
    expect(await none.client.service()).toBe(null);
    expect(none.asked).toHaveLength(1);
  });

  it('asks again after there was no connection', async () => {
    let online = false;
    const { client } = server(() => {
      if (!online) throw new TypeError('offline');
      return null;
    });
    expect(await client.service()).toBe(null);
    online = true;
    expect(await client.service()).not.toBe(null);
  });

  it('asks again when the clock was set back meanwhile', async () => {
    const { asked, client } = server();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at * 1000);
    await client.service();
    clock.mockReturnValue((at - 86_400) * 1000);
    await client.service();
    expect(asked).toHaveLength(4);
    clock.mockRestore();
  });

  it('asks again in a page that has been open for long, where other days are open by now', async () => {
    const { asked, client } = server();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(at * 1000);
    await client.service();
    await client.service();
    expect(asked).toHaveLength(2);
    clock.mockReturnValue((at + 3600) * 1000);
    await client.service();
    expect(asked).toHaveLength(4);
    clock.mockRestore();
  });

  it('offers nothing more where a proxy hides whose page this is', async () => {
    const { client } = server(({ method }) =>
      method === 'PUT' ? Response.json({ type: 'urn:quincunx:other-origin' }, { status: 403 }) : null,
    );
    expect(await client.service()).not.toBeNull();
    await expect(client.ask('PUT', 'votes/carthage', { key: 'k', body: {} })).rejects.toMatchObject({ again: 0 });
    expect(await client.service()).toBeNull();
  });

  it('says what was refused, and whether the same may be sent again', async () => {
    const cases: [Response, string, number][] = [
      [problem('day-not-open', 422), 'day-not-open', 0],
      [problem('busy', 503, { 'Retry-After': '7' }), 'busy', 7],
      [problem('too-many-requests', 429, { 'Retry-After': '99999999' }), 'too-many-requests', 60],
      [new Response('<html>', { status: 502 }), 'no-answer', 60],
      [new Response('<html>', { status: 404 }), 'no-answer', 0],
      [new Response('<html>', { status: 200 }), 'no-answer', 60],
      [new Response('null', { status: 200 }), 'no-answer', 60],
      [Response.json({ type: 7 }, { status: 400 }), 'no-answer', 0],
    ];
    for (const [answer, word, again] of cases) {
      const { client } = server(() => answer);
      const error = await client.ask('GET', 'votes').catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Problem);
      expect(error).toMatchObject({ word, again });
    }
  });
});

describe('what is kept', () => {
  it('has a short name for the key, which is that of the server', async () => {
    vi.stubGlobal('isSecureContext', true);
    expect(await shortName('k'.repeat(32))).toBe('5e318f8cf9cb');
    expect(await shortName('')).toBe('');
    vi.stubGlobal('isSecureContext', false); // a table at home without https has no hashes
    expect(await shortName('k'.repeat(32))).toBe('');
  });

  it('takes only what is well-formed', () => {
    const id = randomId();
    keep((all) => (all.results['x#1@2026-11-27'] = { id, state: 'sent' }));
    expect(kept().results).toEqual({ 'x#1@2026-11-27': { id, state: 'sent' } });
    keep((all) => Object.assign(all, { key: 'short', results: { a: { id: 'x', state: 'sent' }, b: 7 }, votes: { a: { stars: 9 } } }));
    expect(kept()).toMatchObject({ key: '', results: {}, votes: {} });
  });

  it('keeps what a later version of the page has added in another tab', () => {
    keep((all) => Object.assign(all, { later: { a: 1 } }));
    sendResults(true);
    expect(kept()).toMatchObject({ later: { a: 1 }, send: true });
  });

  it('makes one key', () => {
    const keys = [1, 2].map((number) => {
      keep((all) => post(all, { of: String(number), path: 'x' }));
      return kept().key;
    });
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('has nothing to send of a player who was forgotten', () => {
    keep((all) => post(all, { of: 'x', path: 'x' }));
    const { key, outbox } = kept();
    takeBack();
    // Another tab writes what it knew before.
    keep((all) => all.outbox.push(...outbox));
    expect(kept().outbox).toMatchObject([{ method: 'DELETE', key }]);
  });

  it('forgets challenges that are over', () => {
    const [old, id] = [randomId(), randomId()];
    const one = { id: randomId(), state: 'waiting', deal: 'x#1' } as const;
    keep((all) => Object.assign(all.challenges, { [old]: { ...one, until: 5 }, [id]: { ...one, until: 9e9 } }));
    expect(Object.keys(kept().challenges)).toEqual([id]);
  });
});

describe('what is sent', () => {
  const deal = 'stalactites#5';

  it('is the first game that is over; a stuck one only when its day is past', () => {
    const stuck = entry({ deal, state: 'playing', begun: at - 50 });
    const lost = entry({ deal, state: 'given-up', more: { finished: `${at + 5}+0,help` } });
    const won = entry({ deal, more: { finished: `${at + 9}+0` } });
    const elsewhere = entry({ deal, here: false });
    const early = entry({ deal, state: 'given-up', ply: 19 });
    const of = (entries: Entry[], today = day) => gameOfDay(entries, { deal, day }, today);
    expect(of([stuck, won, lost, elsewhere])).toBe(lost);
    expect(of([stuck, won])).toBe(won);
    expect(of([stuck])).toBe(undefined);
    expect(of([stuck], '2026-11-28')).toBe(stuck);
    expect(of([early])).toBe(undefined);
    expect(of([elsewhere])).toBe(undefined);
    expect(of([entry({ deal, kind: 'day-2026-11-26' })])).toBe(undefined);
  });

  it('is nothing until the player has said so', async () => {
    const { asked, client } = server();
    expect(mayWait()).toBe(false);
    await send(client, stores([entry({ deal })]));
    sendResults(false);
    await send(client, stores([entry({ deal })]));
    expect(sentIn(asked)).toEqual([]);
    expect(kept().key).toBe('');
  });

  it('is each finished deal of an open day, once, with help as it was when it was finished', async () => {
    const { asked, client } = server();
    sendResults(true);
    expect(mayWait()).toBe(true);
    const all = stores([
      entry({ deal }),
      entry({ deal: 'carthage#7', help: 'fair', more: { finished: `${at}+0,help` } }),
      entry({ deal: 'carthage#8', kind: 'any', more: {} }),
      entry({ deal: 'gargantua#9', kind: 'day-2026-11-01', more: { finished: `${Date.parse('2026-11-01T09:00:00Z') / 1000}+0` } }),
    ]);
    await send(client, all);
    await send(client, all);
    const sent = sentIn(asked);
    expect(sent.map(({ body }) => body)).toEqual([
      { day, record: `record of ${deal}`, helped: false },
      { day, record: 'record of carthage#7', helped: true },
    ]);
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([kept().key]));
    expect(sent[0]!.path).toBe(`/folder/api/1/results/${kept().results[`${deal}@${day}`]!.id}`);
  });

  it('is sent again with the same id until there is an answer, and then as soon as the server has said', async () => {
    let answer: Response | null = problem('busy', 503, { 'Retry-After': '3' });
    const { asked, client } = server(({ method }) => (method === 'PUT' ? answer : null));
    wantResult(deal, day);
    await send(client, stores([entry({ deal })]));
    expect(sentOf(deal, day)).toBe('waiting');
    answer = null;
    await vi.advanceTimersByTimeAsync(2900);
    expect(sentOf(deal, day)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(sentOf(deal, day)).toBe('sent');
    const paths = sentIn(asked).map(({ path }) => path);
    expect(paths).toEqual([paths[0], paths[0]]);
  });

  it('is to be tried again as long as there is no connection, but not where there is no service', async () => {
    sendResults(true);
    let online = false;
    const gone = server(() => {
      if (!online) throw new TypeError('offline');
      return null;
    });
    await send(gone.client, stores([entry({ deal })]));
    expect(sentOf(deal, day)).toBe('waiting');
    const none = server(() => new Response(null));
    await send(none.client, stores([]));
    expect(sentIn(none.asked)).toEqual([]);
    expect(sentOf(deal, day)).toBe('waiting');
    online = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sentOf(deal, day)).toBe('sent');
  });

  it('keeps nothing else waiting when the server does not take it now', async () => {
    sendResults(true);
    const { asked, client } = server(({ body }) =>
      String(body?.['record']).endsWith('#5') ? problem('storage', 503, { 'Retry-After': '5' }) : null,
    );
    await send(client, stores([entry({ deal }), entry({ deal: 'carthage#7' })]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(sentOf('carthage#7', day)).toBe('sent');
    expect(sentOf(deal, day)).toBe('waiting');
    expect(sentIn(asked)).toHaveLength(3);
  });

  it('waits for tabs that get no answer one after the other, and in the end for none that is asleep', async () => {
    for (const [asleep, asked] of [
      [150_000, 0],
      [400_000, 1],
    ] as const) {
      forgetKept();
      const other = await claim('outbox', { onLost: () => {} });
      const { asked: all, client } = server();
      sendResults(true);
      void send(client, stores([entry({ deal })]));
      await vi.advanceTimersByTimeAsync(asleep);
      expect(sentIn(all)).toHaveLength(asked);
      other!.release();
      await vi.advanceTimersByTimeAsync(1000);
      expect(sentIn(all)).toHaveLength(1);
    }
  });

  it('waits, like a vote, for a database that becomes silent before the moves are read', async () => {
    sendResults(true);
    choose('stalactites', 4);
    const all = stores([entry({ deal })]);
    let silent = true;
    const surely: Stores['played']['surely'] = async (read) => {
      const found = await read();
      return { found, sure: !silent || Array.isArray(found) };
    };
    const played: Stores['played'] = { ...all.played, surely, records: async () => (silent ? new Map() : all.played.records()) };
    await collect({ ...all, played }, now);
    expect(kept().outbox).toEqual([]);
    silent = false;
    await collect({ ...all, played }, now);
    expect(kept().outbox.map(({ of }) => of)).toEqual([`results/${deal}@${day}`, 'votes/stalactites']);
  });

  it('is not sent again when it was refused; another tab may have been quicker', async () => {
    for (const [word, state] of [
      ['bad-record', 'refused'],
      ['second-result', 'sent'],
    ] as const) {
      forgetKept();
      sendResults(true);
      const { asked, client } = server(({ method }) => (method === 'PUT' ? problem(word, 422) : null));
      const all = stores([entry({ deal })]);
      await send(client, all);
      await send(client, all);
      expect(sentOf(deal, day)).toBe(state);
      expect(sentIn(asked)).toHaveLength(1);
    }
  });

  it('is taken back as soon as there is an answer, and until then nothing more is sent', async () => {
    sendResults(true);
    let answer: Response | null = problem('not-allowed', 405);
    const { asked, client } = server(({ method }) => (method === 'DELETE' ? answer : null));
    await collect(stores([entry({ deal })]), now);
    takeBack();
    await send(client, stores([entry({ deal }), entry({ deal: 'carthage#7' })]));
    expect(takingBack()).toBe(true);
    answer = null;
    await send(client, stores([]));
    expect(takingBack()).toBe(false);
    expect(asked.filter(({ method }) => !['HEAD', 'GET'].includes(method)).map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });
});

describe('stars', () => {
  const games = [1, 2, 3, 4].map((number) => entry({ deal: `carthage#${number}`, kind: 'any', more: {} }));

  it('carry three games of different deals that are over', () => {
    const records = new Map(games.map(({ name, deal }) => [name, deal]));
    const twice = entry({ deal: 'carthage#1', kind: 'any' });
    records.set(twice.name, twice.deal);
    expect(recordsFor('carthage', games, records)).toHaveLength(3);
    expect(recordsFor('carthage', [games[0]!, games[1]!, twice], records)).toHaveLength(2);
    expect(recordsFor('gargantua', games, records)).toEqual([]);
    const open = { ...games[0]!, state: 'playing' } as const;
    expect(recordsFor('carthage', [open, ...games.slice(1, 3)], records)).toHaveLength(2);
  });

  it('wait until the server answers', async () => {
    let online = false;
    const { asked, client } = server(({ method }) => (method === 'PUT' && !online ? problem('busy', 503) : null));
    choose('carthage', 4);
    await send(client, stores(games));
    expect(mayWait()).toBe(true);
    online = true;
    await send(client, stores(games));
    expect(sentIn(asked).at(-1)!.body).toMatchObject({ stars: 4, records: [expect.any(String), expect.any(String), expect.any(String)] });
    expect(kept().votes).toEqual({ carthage: { stars: 4, state: 'sent' } });
    expect(mayWait()).toBe(false);
  });
});

describe('a challenge that this browser has made', () => {
  const challenge = 'c'.repeat(32);
  const of = `challenges/${challenge}`;
  const { deal } = entry({ deal: 'carthage#5' });
  const all = stores([entry({ deal, kind: 'any' })]);
  const told = (asked: readonly Asked[]) =>
    asked.filter(({ method }) => !['HEAD', 'GET'].includes(method)).map(({ method, path }) => `${method} ${path.replace(/.*\/1\//, '')}`);
  beforeEach(() => {
    keep((all) => (all.key = 'a'.repeat(32)));
    takePart(challenge, { deal, until: 9e9 }, { made: true });
  });

  it('is known as such, and another one is not', () => {
    takePart('d'.repeat(32), { deal, until: 9e9 });
    expect(Object.values(kept().challenges).map(({ made }) => made)).toEqual([true, undefined]);
  });

  it('is removed in place of what waits for it, and the player stays', async () => {
    await collect(all, now);
    expect(kept().outbox.map(({ method, of }) => [method, of])).toEqual([['PUT', of]]);
    removeChallenge(challenge);
    expect(kept().challenges).toEqual({});
    expect([removing(challenge), removing('d'.repeat(32)), takingBack()]).toEqual([true, false, false]);
    const { asked, client } = server();
    await send(client, all);
    expect(told(asked)).toEqual([`DELETE ${of}`]);
    expect(asked.at(-1)).toMatchObject({ key: 'a'.repeat(32) });
    expect(kept()).toMatchObject({ key: 'a'.repeat(32), outbox: [] });
    expect(removing(challenge)).toBe(false);
  });

  it('is removed when the server answers', async () => {
    let answer: Response | null = problem('busy', 503);
    const { asked, client } = server(({ method }) => (method === 'DELETE' ? answer : null));
    removeChallenge(challenge);
    await send(client, all);
    // Something between here and there.
    answer = new Response('<p>Bad gateway', { status: 500 });
    await send(client, all);
    expect(removing(challenge)).toBe(true);
    answer = null;
    await send(client, all);
    expect(removing(challenge)).toBe(false);
    expect(told(asked)).toEqual(Array(3).fill(`DELETE ${of}`));
  });

  it.each([
    ['not-yours', 403],
    ['not-found', 404],
    ['not-allowed', 405],
  ])('is not asked for again after %s', async (word, status) => {
    const { asked, client } = server(({ method }) => (method === 'DELETE' ? problem(word, status) : null));
    removeChallenge(challenge);
    await send(client, all);
    await send(client, all);
    expect(told(asked)).toEqual([`DELETE ${of}`]);
    expect(kept()).toMatchObject({ key: 'a'.repeat(32), outbox: [] });
  });

  it('is removed for nobody who has been forgotten', async () => {
    const { asked, client } = server(({ method }) => (method === 'DELETE' ? problem('forgotten', 410) : null));
    removeChallenge(challenge);
    await send(client, all);
    await send(client, all);
    expect(told(asked)).toEqual([`DELETE ${of}`]);
    expect(kept()).toMatchObject({ key: '', outbox: [] });
  });

  it('is removed before everything is taken back', async () => {
    const { asked, client } = server();
    removeChallenge(challenge);
    takeBack();
    await send(client, all);
    expect(told(asked)).toEqual([`DELETE ${of}`, 'DELETE me']);
    expect(kept()).toMatchObject({ key: '', outbox: [] });
  });
});

describe('columns', () => {
  const rows = (...moves: number[]) => moves.map((one) => ({ moves: one, unaided: 1, helped: 2 }));

  it('hold every game, in at most sixteen of one width', () => {
    for (const moves of [[54], [54, 55], [54, 61, 90], [87, 1999], [100, 250, 251, 400], [1, 99_999]]) {
      const columns = columnsOf(rows(...moves), [moves[0]! + 3]);
      expect(columns.length).toBeLessThanOrEqual(16);
      expect(columns.reduce((sum, { unaided }) => sum + unaided, 0)).toBe(moves.length);
      for (const one of [...moves, moves[0]! + 3]) expect(columnOf(columns, one)).toBeGreaterThanOrEqual(0);
      const [width] = columns.map(({ from, to }) => to - from);
      columns.forEach(({ from, to }, i) => {
        expect(to - from).toBe(width);
        if (i > 0) expect(from).toBe(columns[i - 1]!.to + 1);
      });
    }
  });

  it('are none without games', () => expect(columnsOf([], [54])).toEqual([]));
});
