/**
 * What this browser keeps for the service: the player's key, what is to be sent and what has become of it, and the
 * requests that wait for their answer. It is in localStorage and in no exported file: whoever has the key is the player.
 */
import { readJson, writeLocal } from '../ground/local.ts';
import { keptName, object, rivalIn, type Rival } from './rival.ts';

/** waiting: it is to be sent, as soon as there is something to send */
export type State = 'waiting' | 'sent' | 'refused';

interface Result {
  /** of the request: it may be repeated */
  id: string;
  state: State;
}

/** A request that waits for its answer. */
export interface Letter {
  /** what it tells of, as it is named here: `results/…`, `votes/…`, `challenges/…`. There is one at a time. */
  of: string;
  /** of this one: another choice makes another letter */
  id: string;
  /** of the player who sends it */
  key: string;
  method: 'PUT' | 'DELETE';
  path: string;
  body?: object;
}

export interface Kept {
  /** '' until there is something to send */
  key: string;
  /** null: nobody has been asked */
  send: boolean | null;
  /** by `deal@day` */
  results: Record<string, Result>;
  /** by game; 0 stars: none wanted */
  votes: Record<string, { stars: number; state: State }>;
  /** by challenge, those in which the player takes part; `made`: by this player */
  challenges: Record<string, Result & { deal: string; until: number; made?: true; rival?: Rival }>;
  /** the first one is sent first */
  outbox: Letter[];
}

/** Anything older is of no use. */
const mostResults = 100;
/** Without storage, as long as the page is there. */
let memory: string | null = null;
/** Values that are read here change in other tabs, too. */
let changes = $state(0);

/** Another tab has changed something. */
export function noteStorage({ key }: Pick<StorageEvent, 'key'>): void {
  if (key === keptName || key === null) ++changes;
}

/** 128 bits, in hexadecimal digits */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
const states = ['waiting', 'sent', 'refused'] as const;

function resultIn(value: unknown): Result | null {
  const { id, state } = object(value);
  const known = states.find((one) => one === state);
  return isId(id) && known ? { id, state: known } : null;
}

/** Null for what a player who has been forgotten wanted to send: nobody sends it any more. */
function letterIn(value: unknown, key: string): Letter | null {
  const letter = object(value) as Partial<Record<keyof Letter, unknown>>;
  const { of, id, key: from, method, path, body } = letter;
  if (typeof of !== 'string' || !isId(id) || !isId(from) || typeof path !== 'string') return null;
  if (method === 'DELETE') return { of, id, key: from, method, path };
  return method === 'PUT' && from === key ? { of, id, key: from, method, path, body: object(body) } : null;
}

/** Everything that is well-formed, and what a later version in another tab may have added; localStorage may hold anything. */
export function kept(): Kept {
  void changes;
  const all = object(readJson(keptName, memory === null ? null : (JSON.parse(memory) as unknown)));
  const key = isId(all['key']) ? all['key'] : '';
  const found: Kept = {
    ...all,
    key,
    send: typeof all['send'] === 'boolean' ? all['send'] : null,
    results: {},
    votes: {},
    challenges: {},
    outbox: (Array.isArray(all['outbox']) ? all['outbox'] : []).map((one) => letterIn(one, key)).filter((one) => one !== null),
  };
  for (const [of, value] of Object.entries(object(all['results']))) {
    const result = resultIn(value);
    if (result) found.results[of] = result;
  }
  for (const [game, value] of Object.entries(object(all['votes']))) {
    const { stars, state } = object(value);
    const known = states.find((one) => one === state);
    if (known && [0, 1, 2, 3, 4, 5].includes(stars as number)) found.votes[game] = { stars: stars as number, state: known };
  }
  for (const [id, value] of Object.entries(object(all['challenges']))) {
    const { deal, until, made } = object(value);
    const rival = rivalIn(object(value)['rival']);
    const result = resultIn(value);
    if (isId(id) && result && typeof deal === 'string' && typeof until === 'number')
      found.challenges[id] = { ...result, deal, until, ...(made === true ? { made } : {}), ...(rival ? { rival } : {}) };
  }
  return found;
}

/** Changes what is kept, in one go: other tabs change it, too. */
export function keep(change: (all: Kept) => void): void {
  const all = kept();
  const before = JSON.stringify(all);
  change(all);
  all.results = Object.fromEntries(Object.entries(all.results).slice(-mostResults));
  const now = Date.now() / 1000;
  all.challenges = Object.fromEntries(Object.entries(all.challenges).filter(([, { until }]) => until > now));
  const text = JSON.stringify(all);
  if (text === before) return;
  memory = writeLocal(keptName, text) ? null : text;
  ++changes;
}

/** There may be something to send. */
export function mayWait(): boolean {
  const { send, outbox, results, votes, challenges } = kept();
  const all = [...Object.values(results), ...Object.values(votes), ...Object.values(challenges)];
  return send === true || outbox.length > 0 || all.some(({ state }) => state === 'waiting');
}

/** A challenge in which the player takes part from now on. */
export const takePart = (
  challenge: string,
  { deal, until }: { deal: string; until: number },
  more: Partial<Pick<Kept['challenges'][string], 'id' | 'state' | 'made' | 'rival'>> = {},
): void => keep((all) => (all.challenges[challenge] ??= { id: randomId(), state: 'waiting', deal, until, ...more }));

/** Others play it, too. */
export const noteRival = (challenge: string, rival: Rival | null): void =>
  keep((all) => {
    const one = all.challenges[challenge];
    if (one && rival) one.rival = rival;
  });

/** The challenge of a deal in which the player takes part: the last one. */
export function challengeOf(deal: string): (Kept['challenges'][string] & { challenge: string }) | null {
  const found = Object.entries(kept().challenges).findLast(([, one]) => one.deal === deal);
  return found ? { ...found[1], challenge: found[0] } : null;
}

/** The last choice counts; 0: none wanted. What is on its way with another one is none any more. */
export function choose(game: string, stars: number): void {
  keep((all) => {
    all.votes[game] = { stars, state: stars === 0 ? 'refused' : 'waiting' };
    all.outbox = all.outbox.filter(({ of }) => of !== `votes/${game}`);
  });
}

/** Whether results of the day are sent. What was not sent yet is not sent any more if they are not. */
export function sendResults(yes: boolean): void {
  keep((all) => {
    if (all.send === true && !yes) {
      all.results = Object.fromEntries(Object.entries(all.results).filter(([, { state }]) => state !== 'waiting'));
      all.outbox = all.outbox.filter(({ of }) => !of.startsWith('results/'));
    }
    all.send = yes;
  });
}

export function forgetKept(): void {
  memory = null;
  writeLocal(keptName, null);
  ++changes;
}

/** The first digits of the key's hash, by which the server's operator finds the player; '' where browsers have no hashes. */
export async function shortName(key: string): Promise<string> {
  if (key === '' || !globalThis.isSecureContext) return '';
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return Array.from(hash.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
