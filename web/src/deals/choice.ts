/** Which kind of deal a player asked for last, for each game. */
import { t } from '../messages/deals.ts';
import { readLocal, writeLocal } from '../local.ts';

export type Choice = 'any' | 'winnable' | `level-${number}` | 'day' | 'number';

const key = 'quincunx-new-deal';

function readAll(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readLocal(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {};
  } catch {
    return {};
  }
}

export function lastChoice(game: string): Choice {
  const all = readAll();
  const said = Object.hasOwn(all, game) ? String(all[game]) : '';
  return /^(any|winnable|level-[1-5]|day|number)$/.test(said) ? (said as Choice) : 'any';
}

export function noteChoice(game: string, choice: Choice): void {
  writeLocal(key, JSON.stringify({ ...readAll(), [game]: choice }));
}

const veryEasy = t('level.very-easy');
const easy = t('level.easy');
const medium = t('level.medium');
const hard = t('level.hard');
const veryHard = t('level.very-hard');

/** The names of a game's levels, easiest first; none where its deals cannot be told apart. */
export function levelNames(levels: number): readonly string[] {
  return [[], [], [easy, hard], [easy, medium, hard], [easy, medium, hard, veryHard], [veryEasy, easy, medium, hard, veryHard]][levels] ?? [];
}
