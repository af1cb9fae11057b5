/** Words about deals. */
import type { Levels, Par } from '../engine/solver-contract.ts';
import { locale } from '../ground/i18n.ts';
import { moveCount } from '../words/names.ts';
import { t } from '../words/texts/deals.ts';

/** Why there is no deal of the day at this date: it, or the clock that says it, is outside of their time. "" if there is one. */
export function outsideDays(days: NonNullable<Levels['days']>, today: string): string {
  if (today >= days.first && today <= days.last) return '';
  const date = (text: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
  return t('days.outside', { first: date(days.first), last: date(days.last), today: date(today) });
}

/** How a win compares with par, "" if that is not known; with help it is no feat. */
export function parWords(count: number, { par, proven }: Pick<Par, 'par' | 'proven'>, helped: boolean): string {
  if (par === null) return '';
  if (count > par) return t('par.over', { par, count: count - par });
  if (count < par) return t(helped ? 'par.under-help' : 'par.under', { count: par - count });
  return t(helped ? 'par.level-help' : proven ? 'par.level-proven' : 'par.level');
}

/** How a win compares with the player's fewest moves before in the same deal; "" if there were none. */
export function fewestWords(count: number, before: number | null, helped: boolean): string {
  if (before === null) return '';
  return count < before ? t(helped ? 'par.fewest-help' : 'par.fewest') : t('par.best', { moves: moveCount(before) });
}
