/** News that reaches Home once it has been drawn: that the day is another one, its deals, and what has become of them. */
import type { App } from '../app/app.svelte.ts';
import { settle } from '../played/file.ts';
import { StorageError } from '../store/database.ts';
import type { Glance } from '../store/glance.ts';
import { played } from '../store/played.ts';
import { followClock } from '../days/clock.svelte.ts';
import { daysOf, dealsOf } from '../days/days.ts';
import { lookAhead } from '../days/deals.ts';
import { moment } from '../days/finish.ts';
import { noteDone } from '../days/kept.ts';
import { dailyOn, knownOn, type Daily } from '../days/known.ts';

type Done = Pick<Glance, 'done' | 'streak'>;

export async function doneOn(app: App, games: readonly Daily[], day: string): Promise<Done> {
  const { found, sure } = await played.surely(async () => [await settle(app), await played.facts()] as const);
  if (!sure) throw new StorageError(played.trouble || 'silent');
  return noteDone(day, dealsOf(found[0], dailyOn(games, day), day), daysOf(...found, games, moment()).all);
}

/** Calls `say` with the day and what is done, now and whenever the day may have changed. Returns the end of it. */
export function followDay(app: App, games: readonly Daily[], say: (day: string, done: Done) => void): () => void {
  let last = '';
  return followClock(() => {
    const { day } = moment();
    if (day === last) return;
    last = day;
    void (async () => {
      if (!knownOn(day)) await lookAhead(app.solver, games, day);
      const done = await doneOn(app, games, day);
      if (day === last) say(day, done);
    })().catch(() => (last = '')); // asked again soon
  });
}
