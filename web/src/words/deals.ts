/** Why there is no deal of the day. */
import type { Levels } from '../deals/contract.ts';
import { locale } from './i18n.ts';
import { t } from './texts/deals.ts';

/** Why there is no deal of the day at this date: it, or the clock that says it, is outside of their time. "" if there is one. */
export function outsideDays(days: NonNullable<Levels['days']>, today: string): string {
  if (today >= days.first && today <= days.last) return '';
  const date = (text: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
  return t('days.outside', { first: date(days.first), last: date(days.last), today: date(today) });
}
