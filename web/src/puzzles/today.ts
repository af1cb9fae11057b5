/** The result of the day's puzzle, for Home, which asks neither the database nor the puzzles. */
import { today } from '../store/names.ts';
import { readLocal, writeLocal } from '../ground/local.ts';

export const dayKey = 'quincunx-puzzle-day';

/** Does nothing for another day, as a page that was left open may ask. */
export function noteToday(day: string, solved: boolean): void {
  if (day === today()) writeLocal(dayKey, `${day} ${solved ? 'solved' : 'tried'}`);
}

export function todaysPuzzle(day = today()): 'solved' | 'tried' | '' {
  const said = readLocal(dayKey);
  return said === `${day} solved` ? 'solved' : said === `${day} tried` ? 'tried' : '';
}
