/** What deals of a level are called, and why there is no deal of the day. */
import type { Levels } from '../deals/contract.ts';
import { locale } from './i18n.ts';
import { t } from './texts/deals.ts';

const names = (): string[] => [t('level.very-easy'), t('level.easy'), t('level.medium'), t('level.hard'), t('level.very-hard')];
/** Which of them are those of a game with so many levels. */
const named: readonly (readonly number[])[] = [[], [], [1, 3], [1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 4]];

/** The names of a game's levels, easiest first; none where its deals cannot be told apart. */
export function levelNames(levels: number): readonly string[] {
  return (named[levels] ?? []).map((level) => names()[level]!);
}

/** Why there is no deal of the day at this date: it, or the clock that says it, is outside of their time. "" if there is one. */
export function outsideDays(days: NonNullable<Levels['days']>, today: string): string {
  if (today >= days.first && today <= days.last) return '';
  const date = (text: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
  return t('days.outside', { first: date(days.first), last: date(days.last), today: date(today) });
}
