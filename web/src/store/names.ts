/** The names of deals, of their kinds and of days: all that a table has to know of entries, which come later. */

/** The date of a deal of the day; '' for other deals. */
export const dayOfKind = (kind: string): string => /^day-(.*)$/.exec(kind)?.[1] ?? '';

export const gameOf = ({ deal }: { deal: string }): string => deal.slice(0, deal.search(/[#~]/));

export function isDate(text: string): boolean {
  const time = Date.parse(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Today, where the player is. */
export function today(date = new Date()): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
