/** The results to be sent to the service: they follow from the games that were played and from what the player has said. */
import { finishOf, leastMoves, moment, over as overEverywhere } from '../days/finish.ts';
import type { Entry } from '../store/entry.ts';
import { gameOf } from '../store/names.ts';
import type { GameStore } from '../store/games.ts';
import type { PlayedStore } from '../store/played.ts';
import { keep, kept, mayWait, randomId, type State } from './kept.svelte.ts';
import { post, wanted } from './outbox.ts';

/** A vote carries the moves of so many games. */
export const gamesOfVote = 3;

export interface Stores {
  games: Pick<GameStore, 'get'>;
  played: Pick<PlayedStore, 'all' | 'records' | 'surely'>;
}

/** A game that is over for good: one in which no move is left may still be taken back. */
const over = ({ state, ply }: Entry): boolean => state === 'won' || (state === 'given-up' && ply >= leastMoves);

/**
 * The game of a deal of the day that is to be sent, the first that was finished; undefined if there is none yet. `today`:
 * of the player's calendar
 */
export function gameOfDay(entries: readonly Entry[], { deal, day }: { deal: string; day: string }, today: string): Entry | undefined {
  return entries
    .filter((entry) => entry.deal === deal && entry.here && finishOf(entry)?.day === day)
    .sort((one, other) => finishOf(one)!.at - finishOf(other)!.at)
    .find((entry) => over(entry) || today > day);
}

/** The same for a challenge. */
export const gameOfChallenge = (entries: readonly Entry[], deal: string): Entry | undefined =>
  entries.filter((entry) => entry.deal === deal && entry.here && over(entry)).sort((one, other) => one.ended - other.ended)[0];

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

/** The player's own result of a deal, for a challenge that is made of it; null if there is none. */
export async function resultOf({ games, played }: Stores, deal: string): Promise<{ record: string; helped: boolean } | null> {
  const entry = gameOfChallenge(await played.all(), deal);
  const record = entry && ((await played.records()).get(entry.name) ?? (await games.get(entry.key))?.record);
  return record === undefined || !entry ? null : { record, helped: entry.help !== 'none' };
}

const nameOf = (deal: string, day: string): string => `${deal}@${day}`;

/** The fate of the result of a deal of the day; null if it has not been sent, nor is it to be. */
export const sentOf = (deal: string, day: string): State | null => kept().results[nameOf(deal, day)]?.state ?? null;

/** The result of a deal of the day is to be sent. */
export const wantResult = (deal: string, day: string): void =>
  keep((all) => (all.results[nameOf(deal, day)] ??= { id: randomId(), state: 'waiting' }));

/** Puts what is to be sent into the outbox, as it is now: what becomes of a game later changes nothing. */
export async function collect({ games, played }: Stores, now = moment()): Promise<void> {
  if (!mayWait()) return;
  const { found: entries, sure } = await played.surely(() => played.all());
  // Which game was the first is known when the database answers.
  if (!sure) return;
  const found: { of: string; entry: Entry; body: object }[] = [];
  for (const entry of entries) {
    const { deal } = entry;
    const { day = '' } = finishOf(entry) ?? {};
    const sent = day === '' || overEverywhere(day, now) ? undefined : gameOfDay(entries, { deal, day }, now.day);
    if (!sent) continue;
    if (kept().send === true) wantResult(deal, day);
    found.push({ of: `results/${nameOf(deal, day)}`, entry: sent, body: { day, helped: !finishOf(sent)!.unaided } });
  }
  for (const [challenge, { deal }] of Object.entries(kept().challenges)) {
    const entry = gameOfChallenge(entries, deal);
    if (entry) found.push({ of: `challenges/${challenge}`, entry, body: { challenge, helped: entry.help !== 'none' } });
  }
  const votes = Object.entries(kept().votes).map(([game, { stars }]) => ({ of: `votes/${game}`, game, stars }));
  const left = kept();
  if (![...found, ...votes].some(({ of }) => wanted(left, of))) return;
  const { found: records, sure: whole } = await played.surely(() => played.records());
  if (!whole) return;
  for (const { of, entry, body } of found) {
    const record = records.get(entry.name) ?? (await games.get(entry.key))?.record;
    if (record === undefined) continue;
    keep((all) => {
      const { id = '' } = (of.startsWith('results/') ? all.results : all.challenges)[of.slice(of.indexOf('/') + 1)] ?? {};
      if (wanted(all, of)) post(all, { of, path: `results/${id}`, body: { ...body, record } });
    });
  }
  for (const { of, game, stars } of votes) {
    const moves = recordsFor(game, entries, records);
    keep((all) => {
      if (!wanted(all, of) || all.votes[game]!.stars !== stars) return;
      post(all, { of, path: of, body: { stars, ...(moves.length === gamesOfVote ? { records: moves } : {}) } });
    });
  }
}
