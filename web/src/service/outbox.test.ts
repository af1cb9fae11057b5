/**
 * Random schedules of what players, tabs, the network and the server may do, against what the server must have in the
 * end, and what no page may send on the way. A vote that is still under way when the page has given up on it, or is gone, is lost
 * here: nobody could tell it from a newer one.
 */
/// <reference types="node" />
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../store/entry.ts';
import type { PlayedStore } from '../store/played.ts';
import { full } from '../testing/full.ts';
import { Locks } from '../testing/locks.ts';
import { Device, entryWith } from '../testing/storage.ts';
import { Client } from './client.ts';
import { choose, forgetKept, keep, kept, sendResults, takePart } from './kept.svelte.ts';
import { post, sender, takeBack } from './outbox.ts';
import { collect } from './results.ts';

const day = '2026-11-27';
const at = Date.parse(`${day}T12:00:00Z`) / 1000;
/** A page gives up on an answer after that, ms. */
const longest = 10_000;

/** The subject of a result. */
const boardOf = ({ challenge = '', record = '' }: Asked['body']): string => challenge + record.replace(/ .*/, '');
const challengeOf = (deal: string): string => deal.slice(-1).repeat(32);

/** All that can go on without time has gone on. */
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Step =
  | { do: 'open' | 'kill' | 'chance' | 'take back'; tab: number }
  | { do: 'vote'; tab: number; game: number; stars: number }
  | { do: 'give up' | 'win' | 'join'; tab: number; deal: number }
  | { do: 'switch'; tab: number; on: boolean }
  | { do: 'answer' | 'commit' | 'lose' | 'refuse'; request: number; word: number }
  | { do: 'line'; on: boolean }
  | { do: 'wait'; ms: number };

/** Mistakes that are planted, each with a schedule that shows it. */
const faults = {
  'votes wait for no answer': [
    { do: 'vote', tab: 0, game: 0, stars: 2 },
    { do: 'vote', tab: 0, game: 0, stars: 5 },
    { do: 'answer', request: 1, word: 0 },
    { do: 'answer', request: 0, word: 0 },
  ],
  'one of two tabs does not wait': [
    { do: 'vote', tab: 0, game: 0, stars: 2 },
    { do: 'vote', tab: 1, game: 0, stars: 5 },
    { do: 'answer', request: 1, word: 0 },
    { do: 'answer', request: 0, word: 0 },
  ],
  'what waits is sent by a new player': [
    { do: 'vote', tab: 0, game: 0, stars: 2 },
    { do: 'vote', tab: 0, game: 1, stars: 3 },
    { do: 'take back', tab: 0 },
  ],
  'the server does not remember whom it has forgotten': [
    { do: 'vote', tab: 0, game: 0, stars: 2 },
    { do: 'kill', tab: 0 },
    { do: 'take back', tab: 1 },
    { do: 'answer', request: 1, word: 0 },
    { do: 'wait', ms: 20_000 },
  ],
  'who gives up is not counted': [
    { do: 'switch', tab: 0, on: true },
    { do: 'give up', tab: 0, deal: 0 },
  ],
  'games are looked at when they are sent': [
    { do: 'switch', tab: 0, on: true },
    { do: 'line', on: false },
    { do: 'give up', tab: 0, deal: 0 },
    { do: 'win', tab: 0, deal: 0 },
    { do: 'line', on: true },
  ],
} satisfies Record<string, Step[]>;
type Fault = keyof typeof faults | '';

const tab = fc.nat(2);
const pick = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('open', 'kill', 'take back'), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('chance'), tab }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('vote'), tab, game: fc.nat(1), stars: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('give up', 'win', 'join'), tab, deal: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('switch'), tab, on: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('answer', 'commit', 'lose', 'refuse'), request: pick, word: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('line'), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1000, 20_000, 120_000) }) },
);

interface Tab {
  dead: boolean;
  client: Client;
  send: () => Promise<void>;
}

interface Asked {
  tab: Tab;
  method: string;
  path: string;
  key: string;
  body: { stars?: number; record?: string; challenge?: string };
  since: number;
  /** what the server has said; null: it has not got it yet */
  said: Response | null;
  give: (answer: Response) => void;
  fail: () => void;
}

const problem = (word: string, status: number): Response =>
  new Response(JSON.stringify({ type: `urn:quincunx:${word}` }), { status, headers: status === 503 ? { 'Retry-After': '5' } : {} });

class Server {
  readonly #remembers: boolean;
  readonly players = new Map<string, { votes: Map<string, number>; results: Map<string, string> }>();
  readonly forgotten = new Set<string>();
  readonly #ids = new Set<string>();

  constructor(remembers: boolean) {
    this.#remembers = remembers;
  }

  take({ method, path, key, body }: Asked): Response {
    if (method === 'DELETE') {
      this.players.delete(key);
      if (this.#remembers) this.forgotten.add(key);
      return new Response(null, { status: 204 });
    }
    if (this.forgotten.has(key)) return problem('forgotten', 410);
    const player = this.players.get(key) ?? { votes: new Map<string, number>(), results: new Map<string, string>() };
    this.players.set(key, player);
    if (path.startsWith('votes/')) player.votes.set(path, body.stars!);
    else {
      const board = boardOf(body);
      if (!this.#ids.has(path) && player.results.has(board)) return problem('second-result', 409);
      if (!this.#ids.has(path)) player.results.set(board, body.record!);
      this.#ids.add(path);
    }
    return Response.json({}, { status: 201 });
  }

  /** All of a kind that players have together. */
  all<T>(kind: 'votes' | 'results', of: string): T[] {
    return [...this.players.values()].flatMap((player) => (player[kind].get(of) ?? []) as T[]);
  }
}

/** A player with three tabs of a browser. */
class World {
  readonly #inTab = new AsyncLocalStorage<Tab>();
  readonly #device = new Device();
  readonly #locks = new Locks();
  readonly #fault: Fault;
  readonly #server: Server;
  readonly #tabs: (Tab | null)[] = [null, null, null];
  #asked: Asked[] = [];
  #online = true;
  readonly #entries: Entry[] = [];
  readonly #records = new Map<string, string>();
  #serial = 0;

  /** The contents that must be there; several if it depends on what was quicker. */
  readonly #votes = new Map<string, Set<number | undefined>>();
  readonly #results = new Map<string, Set<string | undefined>>();
  /** deals whose results were taken back or refused: none is sent again, unless it may be that it had not been sent */
  readonly #settled = new Map<string, 'never' | 'perhaps'>();
  /** since everything was taken back */
  #said = new Set<string>();
  readonly #gone = new Set<string>();
  readonly #wrong: string[] = [];

  constructor(fault: Fault, locks: boolean) {
    this.#fault = fault;
    this.#server = new Server(fault !== 'the server does not remember whom it has forgotten');
    this.#device.use();
    forgetKept();
    const fake = setTimeout;
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
      const of = this.#inTab.getStore();
      return fake(
        AsyncResource.bind(() => of?.dead || run()),
        ms,
      );
    });
    vi.stubGlobal('navigator', locks ? { locks: { request: (...what: never[]) => this.#lock(what) } } : {});
    const channels = new Set<{ tab: Tab | undefined; onmessage: ((event: { data: unknown }) => void) | null }>();
    const inTab = () => this.#inTab.getStore();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        readonly tab = inTab();
        onmessage = null;
        constructor() {
          channels.add(this);
        }
        postMessage(data: unknown): void {
          for (const one of channels) if (one !== this && !one.tab?.dead) void Promise.resolve().then(() => one.onmessage?.({ data }));
        }
        close(): void {
          channels.delete(this);
        }
      },
    );
  }

  #lock(what: never[]): Promise<unknown> {
    const of = this.#inTab.getStore()!;
    // As if there were none.
    const free = this.#fault === 'votes wait for no answer' || (this.#fault === 'one of two tabs does not wait' && of !== this.#tabs[0]);
    return (free ? new Locks() : this.#locks).of(of).request(...(what as unknown as Parameters<LockManager['request']>));
  }

  #fetch = (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    const of = this.#inTab.getStore()!;
    if (of.dead) return new Promise(() => {});
    if (!this.#online) return Promise.reject(new TypeError('offline'));
    const path = new URL(address as string).pathname.replace(/^\/(api\/1\/)?/, '');
    if (options.method === 'HEAD') return Promise.resolve(new Response(null, { headers: { 'Quincunx-Service': '1' } }));
    if (path === 'service') return Promise.resolve(Response.json({ operator: null, keeps: {}, open: [] }));
    const key = new Headers(options.headers).get('authorization')!.replace('Bearer ', '');
    const body = JSON.parse((options.body as string | undefined) ?? '{}') as Asked['body'];
    const method = options.method!;
    if (method === 'PUT') {
      const told = body.record === undefined ? `${path} ${body.stars}` : (body.challenge ?? '') + body.record;
      // The page would take an error for a lost connection.
      if (this.#gone.has(key)) this.#wrong.push('a player who has taken everything back sends something');
      if (!this.#said.has(told)) this.#wrong.push('what was said before everything was taken back is sent');
    }
    // Faults are to be seen by what comes of them.
    if (this.#fault === '' && this.#asked.some(({ tab }) => !tab.dead)) this.#wrong.push('two requests at once');
    return new Promise((resolve, reject) => {
      const fail = (): void => void (of.dead || reject(new TypeError('lost')));
      const give = (answer: Response): void => void (of.dead || resolve(answer));
      this.#asked.push({ tab: of, method, path, key, body, since: Date.now(), said: null, give, fail });
    });
  };

  #open(index: number): Tab {
    const client = new Client('http://host/', this.#fetch);
    const tab: Tab = { dead: false, client, send: sender(client) };
    this.#tabs[index] = tab;
    this.#chance(tab);
    return tab;
  }

  /** The work of a page at every chance. */
  #chance(tab: Tab, look = true): void {
    const surely: PlayedStore['surely'] = async (read) => ({ found: await read(), sure: true });
    const played = { all: async () => this.#shown(), records: async () => this.#records, surely };
    void this.#inTab.run(tab, async () => {
      if (look) await collect({ played, games: { get: async () => null } }, { day, at, zone: 0 });
      // A sender who waits for no answer is another one each time.
      await (this.#fault === 'votes wait for no answer' ? sender(tab.client) : tab.send)();
    });
    if (look) this.#capture();
  }

  #shown(): Entry[] {
    return this.#fault === 'who gives up is not counted' ? this.#entries.filter(({ state }) => state !== 'given-up') : this.#entries;
  }

  /** A game that is over and is to be sent, is sent as it is now. */
  #capture(): void {
    for (const challenge of Object.keys(kept().challenges)) {
      const entry = this.#entries.find(({ deal }) => challengeOf(deal) === challenge);
      const of = entry && challenge + entry.deal;
      if (of === undefined || this.#settled.has(of) || this.#results.get(of)?.has(undefined) === false) continue;
      this.#results.set(of, new Set([this.#records.get(entry!.name)]));
    }
    if (kept().send !== true) return;
    for (const { deal, name } of this.#entries) {
      const settled = this.#settled.get(deal);
      if (settled === 'never') continue;
      const had = this.#results.get(deal);
      if (settled === 'perhaps') had!.add(this.#records.get(name));
      else if (!had) this.#results.set(deal, new Set([this.#records.get(name)]));
      // It was switched off and on again: perhaps it had been sent before.
      else if (had.delete(undefined)) had.add(this.#records.get(name));
    }
  }

  #finish(tab: Tab, deal: string, state: 'won' | 'given-up'): void {
    let entry = this.#entries.find((one) => one.deal === deal);
    if (entry?.state === 'won') return;
    if (!entry) {
      entry = entryWith(at - 600, { deal, kind: `day-${day}`, ply: 60, ended: at, more: { finished: `${at}+0` } });
      entry.name = deal;
      this.#entries.push(entry);
    }
    entry.state = state;
    const record = `${deal} ${state} ${++this.#serial}`;
    this.#records.set(entry.name, record);
    this.#said.add(record).add(challengeOf(deal) + record);
    this.#chance(tab, this.#fault !== 'games are looked at when they are sent');
    this.#capture();
  }

  async take(step: Step): Promise<void> {
    const tab = 'tab' in step ? (this.#tabs[step.tab] ?? this.#open(step.tab)) : null;
    if ('request' in step) this.#answer(step);
    else if (step.do === 'line') {
      this.#online = step.on;
      // All of them hear of it at once.
      if (step.on) for (const one of this.#tabs) if (one) this.#chance(one);
    } else if (step.do === 'kill') {
      tab!.dead = true;
      this.#locks.end(tab!);
      this.#tabs[step.tab] = null;
    } else if (step.do === 'vote') {
      const of = `votes/game${step.game}`;
      this.#said.add(`${of} ${step.stars}`);
      this.#votes.set(of, new Set([step.stars]));
      this.#inTab.run(tab!, () => choose(of.slice(6), step.stars));
      this.#chance(tab!);
    } else if (step.do === 'join') {
      const deal = `carthage#${step.deal}`;
      const challenge = challengeOf(deal);
      this.#said.add(challenge + (this.#records.get(deal) ?? ''));
      // A player who takes part again after "take back" is someone else.
      if (!(challenge in kept().challenges)) this.#settled.delete(challenge + deal);
      this.#inTab.run(tab!, () => takePart(challenge, { deal, until: at + 86_400 }));
      this.#chance(tab!);
    } else if (step.do === 'give up' || step.do === 'win')
      this.#finish(tab!, `carthage#${step.deal}`, step.do === 'win' ? 'won' : 'given-up');
    else if (step.do === 'switch') {
      const was = kept().send;
      this.#inTab.run(tab!, () => sendResults(step.on));
      // Perhaps they have been sent by then.
      if (was && !step.on) for (const [of, all] of this.#results) if (of.startsWith('carthage')) all.add(undefined);
      this.#chance(tab!);
    } else if (step.do === 'take back') {
      const { key, outbox } = kept();
      if (key !== '') this.#gone.add(key);
      this.#said = new Set();
      for (const [of] of this.#votes) this.#votes.set(of, new Set([undefined]));
      for (const [of, allowed] of this.#results) {
        if (!this.#settled.has(of)) this.#settled.set(of, allowed.has(undefined) ? 'perhaps' : 'never');
        this.#results.set(of, new Set([undefined]));
      }
      this.#inTab.run(tab!, takeBack);
      if (this.#fault === 'what waits is sent by a new player') keep((all) => outbox.forEach((letter) => post(all, letter)));
      this.#chance(tab!);
      // A game that is over then, and was not sent before, may be sent when the player says so again.
      for (const [name, record] of this.#records)
        if (!this.#results.has(name) || this.#settled.get(name) === 'perhaps') this.#said.add(record);
    }
    await this.#pass(step.do === 'wait' ? step.ms : 200);
  }

  #answer(step: { do: 'answer' | 'commit' | 'lose' | 'refuse'; request: number; word: number }): void {
    const asked = this.#asked[step.request % Math.max(1, this.#asked.length)];
    if (!asked) return;
    // So it is with a page that has gone.
    if (asked.tab.dead && asked.said === null && !this.#mayComeLate(asked)) return this.#over(asked);
    if (step.do === 'refuse' && asked.said === null) {
      asked.said = step.word === 0 ? problem('bad-record', 422) : problem('busy', step.word === 1 ? 429 : 503);
      // It is never sent again, unless another choice has come.
      const { of } = kept().outbox.find(({ path, id: _ }) => path === asked.path) ?? {};
      if (step.word === 0 && asked.method === 'PUT') this.#refused(asked, of);
    } else if (step.do !== 'lose') asked.said ??= this.#server.take(asked);
    if (step.do === 'commit') return;
    this.#over(asked);
    if (step.do === 'lose') asked.fail();
    else asked.give(asked.said!);
  }

  /** The server does not want it: what it has stays as it was. */
  #refused({ path, body, tab }: Asked, of: string | undefined): void {
    if (tab.dead || of === undefined) return;
    if (path.startsWith('votes/')) {
      if (this.#votes.get(path)?.has(body.stars)) this.#votes.set(path, new Set([undefined, 1, 2, 3, 4, 5]));
      return;
    }
    const board = boardOf(body);
    this.#settled.set(board, 'never');
    this.#results.set(board, new Set([undefined, body.record]));
  }

  /** A result, and whatever comes after "take back". */
  #mayComeLate({ key, path }: Asked): boolean {
    return this.#gone.has(key) || !path.startsWith('votes/');
  }

  #over(asked: Asked): void {
    this.#asked = this.#asked.filter((one) => one !== asked);
  }

  async #pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms;) {
      const next = passed < 200 ? 50 : 1000;
      passed += next;
      vi.advanceTimersByTime(next);
      await soon();
      for (const asked of this.#asked.filter(({ since }) => Date.now() - since > longest)) {
        if (asked.said === null && this.#mayComeLate(asked)) this.#server.take(asked);
        this.#over(asked);
        asked.fail();
      }
    }
    await soon();
    expect(this.#wrong).toEqual([]);
  }

  /** Nothing of it goes on. */
  close(): void {
    for (const tab of this.#tabs) if (tab) tab.dead = true;
    vi.clearAllTimers();
    vi.unstubAllGlobals();
  }

  /** Everything is as it should be again. */
  async end(): Promise<void> {
    this.#online = true;
    for (let i = 0; i < 400; ++i) {
      while (this.#asked[0]) this.#answer({ do: 'answer', request: 0, word: 0 });
      this.#chance(this.#tabs[0] ?? this.#open(0));
      await this.#pass(200);
      if (this.#asked.length === 0 && kept().outbox.length === 0) break;
    }
    expect(kept().outbox, 'all is sent').toEqual([]);
    for (const [of, allowed] of this.#votes) {
      const votes = this.#server.all<number>('votes', of);
      expect([...allowed], of).toContain(votes[0]);
      expect(votes.length, of).toBeLessThan(2);
    }
    for (const [of, allowed] of this.#results) {
      const results = this.#server.all<string>('results', of);
      expect([...allowed], of).toContain(results[0]);
      expect(results.length, of).toBeLessThan(2);
    }
    for (const key of this.#gone) expect([...this.#server.players.keys()], 'who has taken everything back is forgotten').not.toContain(key);
  }
}

async function holds(fault: Fault, locks: boolean, steps: readonly Step[]): Promise<void> {
  const world = new World(fault, locks || fault !== '');
  try {
    for (const one of steps) await world.take(one);
    await world.end();
  } finally {
    world.close();
  }
}

beforeEach(() => void vi.useFakeTimers({ now: at * 1000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));

describe('whatever happens, in whatever order', () => {
  it('the server has the last choices and the first results, and nothing of whoever took it back', { timeout: 900_000 }, async () => {
    const schedules = fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40, size: 'max' }), (locks, steps) =>
      holds('', locks, steps),
    );
    await fc.assert(schedules, { numRuns: full ? 1000 : 50 });
  });

  it.each(Object.entries(faults) as [keyof typeof faults, Step[]][])('it is noticed if %s', async (fault, steps) => {
    await holds('', true, steps);
    await holds('', false, steps);
    await expect(holds(fault, true, steps)).rejects.toThrow();
  });
});
