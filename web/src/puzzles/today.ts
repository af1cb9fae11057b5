/** What has become of the day's puzzle, for Home, which asks neither the database nor the puzzles. */
import { today } from '../store/names.ts';
import { readLocal, writeLocal } from '../store/local.ts';

export const dayKey = 'quincunx-puzzle-day';

/** Of another day than this one, which a page that was left open may still show, nobody asks any more. */
export function noteToday(day: string, solved: boolean): void {
  if (day === today()) writeLocal(dayKey, `${day} ${solved ? 'solved' : 'tried'}`);
}

export function todaysPuzzle(day = today()): 'solved' | 'tried' | '' {
  const said = readLocal(dayKey);
  return said === `${day} solved` ? 'solved' : said === `${day} tried` ? 'tried' : '';
}
