/** What has become of the day's puzzle, for Home, which asks neither the database nor the puzzles. */
import { today } from '../store/entry.ts';
import { readLocal, writeLocal } from '../store/local.ts';

export const dayKey = 'quincunx-puzzle-day';

export const noteToday = (day: string, solved: boolean): unknown => writeLocal(dayKey, `${day} ${solved ? 'solved' : 'tried'}`);

export function todaysPuzzle(day = today()): 'solved' | 'tried' | '' {
  const said = readLocal(dayKey);
  return said === `${day} solved` ? 'solved' : said === `${day} tried` ? 'tried' : '';
}
