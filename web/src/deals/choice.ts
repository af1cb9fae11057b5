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

const names = (): string[] => [t('level.very-easy'), t('level.easy'), t('level.medium'), t('level.hard'), t('level.very-hard')];
/** Which of them are those of a game with so many levels. */
const named: readonly (readonly number[])[] = [[], [], [1, 3], [1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 4]];

/** The names of a game's levels, easiest first; none where its deals cannot be told apart. */
export function levelNames(levels: number): readonly string[] {
  return (named[levels] ?? []).map((level) => names()[level]!);
}
