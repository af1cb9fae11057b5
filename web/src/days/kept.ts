/** The player's days, as this browser knows them. */
import { noteGlance, type Glance } from '../store/glance.ts';
import { played, type PlayedStore } from '../store/played.ts';
import { longestFacts, type Column, type DealOfDay } from './days.ts';
import { daysLater } from './known.ts';

/** Results of the deals of today, by game, only of those that are over, and the days in a row; Home finds them there. */
export function noteDone(day: string, deals: readonly DealOfDay[], { now, free }: Column): Pick<Glance, 'done' | 'streak'> {
  const over = deals.filter(({ state }) => state === 'won' || state === 'finished');
  const last = now?.days.at(-1) ?? '';
  const until = daysLater(day, Number(last === day) + Number(free));
  const said = {
    done: Object.fromEntries(over.map(({ game, state }) => [game, state])),
    streak: now && { count: now.days.length, last, until },
  };
  noteGlance({ day, ...said });
  return said;
}

/** The longest streaks stay, even when the games that they are made of are dropped. */
export async function keepLongest(store: PlayedStore = played): Promise<void> {
  const {
    found: [facts, entries],
    sure,
  } = await store.surely(async () => [await store.facts(), await store.all()] as const);
  // Anything that is not known now is found again with the next day.
  if (!sure) return;
  const had = new Map(facts.map((fact) => [fact.id, JSON.stringify(fact)]));
  const news = longestFacts(entries, facts).filter((fact) => had.get(fact.id) !== JSON.stringify(fact));
  for (const { id } of news)
    await store.change(id, (before) => longestFacts(entries, before ? [before] : []).find((fact) => fact.id === id)!);
}
