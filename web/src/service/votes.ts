/** Opinions of players about the games. */
import { votesBrief, votesWords } from './words.ts';
import type { GameVotes } from './contract.ts';
import { client } from './service.ts';

/** By game; null if there is no service, or no answer. */
export async function votesOf(): Promise<Map<string, GameVotes> | null> {
  if (!(await client.service())) return null;
  try {
    const { games } = await client.ask<{ games: GameVotes[] }>('GET', 'votes');
    return new Map(games.map((one) => [one.game, one]));
  } catch {
    return null;
  }
}

/** The same in words, for Home. */
export async function starsOf(): Promise<Map<string, { brief: string; whole: string }>> {
  const votes = await votesOf();
  const said = [...(votes ?? [])].filter(([, one]) => one.votes > 0);
  return new Map(said.map(([game, one]) => [game, { brief: votesBrief(one), whole: votesWords(one) }]));
}
