/**
 * What this browser keeps for the service: the player's key, whether results are to be sent, and what has been sent. It
 * is in localStorage and in no exported file: whoever has the key is the player. What waits to be sent follows from the
 * games that were played (results.ts).
 */
import { readJson, writeLocal } from '../store/local.ts';

interface Sent {
  /** of the request: it may be repeated */
  id: string;
  state: 'waiting' | 'sent' | 'refused';
}

export interface Kept {
  /** '' until something is sent */
  key: string;
  /** null: nobody has been asked */
  send: boolean | null;
  /** by `deal@day` */
  results: Record<string, Sent>;
  /** by game; 0 stars: none wanted */
  votes: Record<string, { stars: number; sent: boolean }>;
  /** by challenge, those in which the player takes part */
  challenges: Record<string, Sent & { deal: string; until: number }>;
}

const name = 'quincunx-service';
/** What is older is of no use. */
const mostResults = 100;
/** Without storage, as long as the page is there. */
let memory: string | null = null;

/** 128 bits, in hexadecimal digits */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const object = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});
const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
const states = ['waiting', 'sent', 'refused'] as const;

function sentIn(value: unknown): Sent | null {
  const { id, state } = object(value);
  const known = states.find((one) => one === state);
  return isId(id) && known ? { id, state: known } : null;
}

/** Everything that is well-formed, and what a later version in another tab may have added; localStorage may hold anything. */
export function kept(): Kept {
  const all = object(readJson(name, memory === null ? null : (JSON.parse(memory) as unknown)));
  const found: Kept = {
    ...all,
    key: isId(all['key']) ? all['key'] : '',
    send: typeof all['send'] === 'boolean' ? all['send'] : null,
    results: {},
    votes: {},
    challenges: {},
  };
  for (const [of, value] of Object.entries(object(all['results']))) {
    const sent = sentIn(value);
    if (sent) found.results[of] = sent;
  }
  for (const [game, value] of Object.entries(object(all['votes']))) {
    const { stars, sent } = object(value);
    if ([0, 1, 2, 3, 4, 5].includes(stars as number)) found.votes[game] = { stars: stars as number, sent: sent === true };
  }
  for (const [id, value] of Object.entries(object(all['challenges']))) {
    const { deal, until } = object(value);
    const sent = sentIn(value);
    if (isId(id) && sent && typeof deal === 'string' && typeof until === 'number') found.challenges[id] = { ...sent, deal, until };
  }
  return found;
}

/** Changes what is kept, in one go: other tabs change it, too. */
export function keep(change: (all: Kept) => void): Kept {
  const all = kept();
  change(all);
  all.results = Object.fromEntries(Object.entries(all.results).slice(-mostResults));
  const now = Date.now() / 1000;
  all.challenges = Object.fromEntries(Object.entries(all.challenges).filter(([, { until }]) => until > now));
  const text = JSON.stringify(all);
  memory = writeLocal(name, text) ? null : text;
  return all;
}

/** The player's key, which is made when it is first needed. */
export const keyOf = (): string => kept().key || keep((all) => (all.key = randomId())).key;

/** The first digits of the key's hash, by which the server's operator finds the player; '' where browsers have no hashes. */
export async function shortName(key: string): Promise<string> {
  if (key === '' || !globalThis.isSecureContext) return '';
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return Array.from(hash.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** There may be something to send. */
export function mayWait(): boolean {
  const { send, votes, challenges } = kept();
  return send === true || Object.values(votes).some(({ stars, sent }) => stars > 0 && !sent) || Object.keys(challenges).length > 0;
}

export function forgetKept(): void {
  memory = null;
  writeLocal(name, null);
}
