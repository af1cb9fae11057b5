/** The player's days, as this browser knows them. */
import { StorageError } from '../store/database.ts';
import { played, type PlayedStore } from '../store/played.ts';
import { daysOf, longestFacts, type Days } from './days.ts';
import { moment } from './finish.ts';

export async function daysKept(store: PlayedStore = played, now = moment()): Promise<Days> {
  return daysOf(await store.all(), await store.facts(), now);
}

/** The longest streaks stay, even when the games that they are made of are dropped. */
export async function keepLongest(store: PlayedStore = played): Promise<void> {
  const facts = await store.facts();
  const had = new Map(facts.map((fact) => [fact.id, JSON.stringify(fact)]));
  const news = longestFacts(await store.all(), facts).filter((fact) => had.get(fact.id) !== JSON.stringify(fact));
  if (news.length === 0) return;
  try {
    await store.replace({ entries: [], gone: [], facts: news, records: new Map() }, new Map());
  } catch (error) {
    // There is no room: it is found again with the next day.
    if (!(error instanceof StorageError)) throw error;
  }
}
