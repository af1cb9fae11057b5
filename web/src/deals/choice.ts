/** Which kind of deal a player asked for last, for each game; at first, one that can be won. */
import { readJson, writeLocal } from '../ground/local.ts';

export type Choice = 'any' | 'winnable' | `level-${number}` | 'day' | 'number';

const key = 'quincunx-new-deal';

function readAll(): Record<string, string> {
  const stored = readJson(key);
  return typeof stored === 'object' ? { ...(stored as Record<string, string>) } : {};
}

export function lastChoice(game: string): Choice {
  const all = readAll();
  const said = Object.hasOwn(all, game) ? String(all[game]) : '';
  return /^(any|winnable|level-[1-5]|day|number)$/.test(said) ? (said as Choice) : 'winnable';
}

export function noteChoice(game: string, choice: Choice): void {
  writeLocal(key, JSON.stringify({ ...readAll(), [game]: choice }));
}
