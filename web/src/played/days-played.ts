/** Drawn from the entries themselves on the page of statistics: a calendar of play, and the bests with their games. */
import { isWhole, type Entry } from '../store/entry.ts';
import { gameOf, today } from '../store/names.ts';

/** The day on which a game was played last, in the player's calendar. */
const dayOf = ({ day, changed }: Entry): string => day ?? today(new Date(changed * 1000));
const over = ({ state }: Entry): boolean => state !== 'playing';

export interface DayPlayed {
  date: string;
  /** games that ended, and those of them that were won */
  games: number;
  won: number;
}

/** The days of so many weeks up to that of a date, each week from its Monday. */
export function calendar(entries: readonly Entry[], last: string, weeks: number): DayPlayed[] {
  const dayLength = 86_400_000;
  const end = Date.parse(last);
  const monday = end - ((new Date(end).getUTCDay() + 6) % 7) * dayLength;
  const first = monday - (weeks - 1) * 7 * dayLength;
  const days = new Map<string, DayPlayed>();
  for (let time = first; time <= end; time += dayLength) {
    const date = new Date(time).toISOString().slice(0, 10);
    days.set(date, { date, games: 0, won: 0 });
  }
  for (const entry of entries.filter(over)) {
    const day = days.get(dayOf(entry));
    if (!day) continue;
    ++day.games;
    if (entry.state === 'won') ++day.won;
  }
  return [...days.values()];
}

export interface Bests {
  game: string;
  /** no win without help is known */
  helped: boolean;
  moves: Entry;
  time: Entry;
}

/** The bests of each game in this order that was won, without help if there are any. */
export function bestsOf(entries: readonly Entry[], games: readonly string[]): Bests[] {
  return games.flatMap((game) => {
    const won = entries.filter((entry) => entry.state === 'won' && isWhole(entry) && gameOf(entry) === game);
    const unaided = won.filter(({ help }) => help === 'none');
    const those = unaided.length > 0 ? unaided : won;
    const least = (of: 'moves' | 'time'): Entry => those.reduce((best, one) => (one[of] < best[of] ? one : best));
    return those.length === 0 ? [] : [{ game, helped: unaided.length === 0, moves: least('moves'), time: least('time') }];
  });
}
