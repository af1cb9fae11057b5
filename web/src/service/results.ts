/** What is sent to the service: it follows from the games that were played, so that nothing that waits can be lost. */
import { finishOf, leastMoves } from '../days/finish.ts';
import { gameOf, type Entry } from '../store/entry.ts';
import type { GameStore } from '../store/games.ts';
import type { PlayedStore } from '../store/played.ts';
import { Problem, type Client } from './client.ts';
import type { Added, Challenge, DayTable, GameVotes, Result } from './contract.ts';
import { keep, kept, keyOf, randomId, type Kept } from './kept.ts';

/** A vote carries the moves of so many games. */
export const gamesOfVote = 3;

export interface Stores {
  games: Pick<GameStore, 'get'>;
  played: Pick<PlayedStore, 'all' | 'records'>;
}

/** A game that is over for good: one in which no move is left may still be taken back. */
const over = ({ state, ply }: Entry): boolean => state === 'won' || (state === 'given-up' && ply >= leastMoves);

/** Of several games of a deal, the one that is sent: a win, or else the first. */
const best = (entries: readonly Entry[]): Entry | undefined => entries.find(({ state }) => state === 'won') ?? entries[0];

/** The game of a deal of the day that is to be sent; undefined if there is none yet. `today`: of the player's calendar */
export function gameOfDay(entries: readonly Entry[], { deal, day }: { deal: string; day: string }, today: string): Entry | undefined {
  const finished = entries
    .filter((entry) => entry.deal === deal && entry.here && finishOf(entry)?.day === day)
    .sort((one, other) => finishOf(one)!.at - finishOf(other)!.at);
  return best(finished.filter((entry) => over(entry) || today > day));
}

/** The same for a challenge. */
const gameOfChallenge = (entries: readonly Entry[], deal: string): Entry | undefined =>
  best(entries.filter((entry) => entry.deal === deal && entry.here && over(entry)));

/** The moves of games of different deals that are over; fewer than `gamesOfVote` if there are no more. */
export function recordsFor(game: string, entries: readonly Entry[], records: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, string>();
  for (const entry of [...entries].reverse()) {
    const record = records.get(entry.name);
    if (gameOf(entry) !== game || entry.deal.endsWith('~') || !entry.here || !over(entry) || record === undefined) continue;
    if (!found.has(entry.deal)) found.set(entry.deal, record);
  }
  return [...found.values()].slice(0, gamesOfVote);
}

interface Finished extends Result {
  record: string;
}

async function finished(stores: Stores, entry: Entry, helped: boolean): Promise<Finished | null> {
  const record = (await stores.played.records()).get(entry.name) ?? (await stores.games.get(entry.key))?.record;
  return record === undefined ? null : { record, helped, won: entry.state === 'won', moves: entry.moves };
}

const nameOf = (deal: string, day: string): string => `${deal}@${day}`;

/** What has become of the result of a deal of the day; null if it has not been sent, nor is it to be. */
export const sentOf = (deal: string, day: string): Kept['results'][string]['state'] | null =>
  kept().results[nameOf(deal, day)]?.state ?? null;

/** Notes the answer to something that was sent. Rejects if it is to be sent again later. */
async function noting<T>(of: (all: Kept) => { state: string } | undefined, asking: Promise<T>): Promise<T | null> {
  const say = (state: 'sent' | 'refused'): unknown =>
    keep((all) => {
      const found = of(all);
      if (found) found.state = state;
    });
  try {
    const answer = await asking;
    say('sent');
    return answer;
  } catch (error) {
    if (!(error instanceof Problem) || error.again > 0) throw error;
    say(error.word === 'second-result' ? 'sent' : 'refused');
    return null;
  }
}

/** Sends the result of a deal of the day; the answer is its table, null if it was refused or there is none to send. */
export async function sendDay(
  client: Client,
  stores: Stores,
  { deal, day }: { deal: string; day: string },
  today: string,
): Promise<DayTable | null> {
  const entry = gameOfDay(await stores.played.all(), { deal, day }, today);
  const what = entry && (await finished(stores, entry, !finishOf(entry)!.unaided));
  if (!what) return null;
  const name = nameOf(deal, day);
  const { id } = keep((all) => (all.results[name] ??= { id: randomId(), state: 'waiting' })).results[name]!;
  const { record, helped } = what;
  const sending = client.ask<Added>('PUT', `results/${id}`, { key: keyOf(), body: { day, record, helped } });
  return (await noting(({ results }) => results[name], sending))?.table ?? null;
}

/** The same for a challenge in which the player takes part. */
export async function sendChallenge(client: Client, stores: Stores, challenge: string): Promise<Challenge | null> {
  const joined = kept().challenges[challenge];
  if (joined?.state !== 'waiting') return null;
  const entry = gameOfChallenge(await stores.played.all(), joined.deal);
  const what = entry && (await finished(stores, entry, entry.help !== 'none'));
  if (!what) return null;
  const { record, helped } = what;
  const sending = client.ask<Added>('PUT', `results/${joined.id}`, { key: keyOf(), body: { challenge, record, helped } });
  return (await noting(({ challenges }) => challenges[challenge], sending))?.challenge ?? null;
}

export async function sendVote(client: Client, stores: Stores, game: string, stars: number): Promise<GameVotes> {
  keep((all) => (all.votes[game] = { stars, sent: false }));
  const records = recordsFor(game, await stores.played.all(), await stores.played.records());
  const body = { stars, ...(records.length === gamesOfVote ? { records } : {}) };
  const answer = await client.ask<GameVotes>('PUT', `votes/${game}`, { key: keyOf(), body });
  keep((all) => (all.votes[game] = { stars, sent: true }));
  return answer;
}

/** Sends all that waits. Rejects with what is to be sent again, and when. */
export async function sendAll(client: Client, stores: Stores, today: string): Promise<void> {
  const service = await client.service();
  if (client.unknown) throw new Problem('no-answer', 0, 60);
  if (!service) return;
  const { send, votes, challenges } = kept();
  if (send === true) {
    const entries = await stores.played.all();
    const open = new Set(service.open.map(({ day }) => day));
    const deals = new Map<string, { deal: string; day: string }>();
    for (const entry of entries) {
      const { day = '' } = finishOf(entry) ?? {};
      if (entry.here && open.has(day)) deals.set(nameOf(entry.deal, day), { deal: entry.deal, day });
    }
    for (const one of deals.values()) {
      const state = sentOf(one.deal, one.day);
      if (state !== 'sent' && state !== 'refused') await sendDay(client, stores, one, today);
    }
  }
  for (const id of Object.keys(challenges)) await sendChallenge(client, stores, id);
  for (const [game, { stars, sent }] of Object.entries(votes)) {
    if (stars === 0 || sent) continue;
    try {
      await sendVote(client, stores, game, stars);
    } catch (error) {
      if (!(error instanceof Problem) || error.again > 0) throw error;
      keep((all) => (all.votes[game] = { stars: 0, sent: true })); // what was refused is not sent again
    }
  }
}

/** Takes back everything that was sent: the service forgets the key, and this browser too. */
export async function takeBack(client: Client): Promise<void> {
  const { key } = kept();
  if (key !== '') await client.ask<null>('DELETE', 'me', { key });
  keep((all) => {
    all.key = '';
    all.send = false;
    // What was taken back is not sent once more.
    for (const one of Object.values(all.results)) one.state = 'refused';
    all.votes = {};
    all.challenges = {};
  });
}
