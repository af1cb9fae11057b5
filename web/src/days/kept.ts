/** The player's days, as this browser knows them. */
import { noteGlance } from '../store/glance.ts';
import { played, type PlayedStore } from '../store/played.ts';
import { longestFacts, type DealOfDay } from './days.ts';

/** What has become of the deals of a day, by game, only of those that are over; Home finds it there. */
export function noteDone(day: string, deals: readonly DealOfDay[]): Record<string, string> {
  const over = deals.filter(({ state }) => state === 'won' || state === 'finished');
  const done = Object.fromEntries(over.map(({ game, state }) => [game, state]));
  noteGlance({ day, done });
  return done;
}

/** The longest streaks stay, even when the games that they are made of are dropped. */
export async function keepLongest(store: PlayedStore = played): Promise<void> {
  const {
    found: [facts, entries],
    sure,
  } = await store.surely(async () => [await store.facts(), await store.all()] as const);
  // What is not known now is found again with the next day.
  if (!sure) return;
  const had = new Map(facts.map((fact) => [fact.id, JSON.stringify(fact)]));
  const news = longestFacts(entries, facts).filter((fact) => had.get(fact.id) !== JSON.stringify(fact));
  for (const { id } of news)
    await store.change(id, (before) => longestFacts(entries, before ? [before] : []).find((fact) => fact.id === id)!);
}
