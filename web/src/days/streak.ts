/**
 * Days in a row on which a deal of the day was finished, computed from dated finishes and never counted up, so that two
 * devices which are merged agree. One missed day is forgiven by a free day: seven days earn one, and one is held at most.
 */
export interface Finish {
  /** of the deal, and in the player's calendar when it was finished: `2026-11-27` */
  day: string;
  /** when, s since 1970 */
  at: number;
  /** how far that calendar's clock was ahead of UTC, s */
  zone: number;
}

export interface Run {
  /** the days that count, in order */
  days: string[];
  /** days between them that a free day was used for */
  forgiven: string[];
}

export interface Streaks {
  /** it goes on today, or can; null: the next day begins a new one */
  now: Run | null;
  longest: Run | null;
  /** all days that a free day was used for */
  forgiven: string[];
  /** there is a free day */
  free: boolean;
}

const dayLength = 86_400;
/** Days earn a free day, so many of them. */
const toEarn = 7;
const number = (day: string): number => Date.parse(day) / 1000 / dayLength;
const dayOf = (number: number): string => new Date(number * dayLength * 1000).toISOString().slice(0, 10);

/** A clock that has changed by more than summer time does has been taken somewhere. */
const journey = 7200;

/**
 * Days between two finishes on which somebody could have played. A day that was there has taken 24 hours, whatever a
 * clock says, and whoever flies over the date line may never see one.
 */
function missed(from: Finish, to: Finish): string[] {
  const between = number(to.day) - number(from.day) - 1;
  const skipped = Math.abs(to.zone - from.zone) >= journey ? 1 : 0;
  const there = Math.max(0, Math.min(between - skipped, Math.floor((to.at - from.at) / dayLength)));
  return Array.from({ length: there }, (_, i) => dayOf(number(to.day) - there + i));
}

/** Without `today`, as it was on the last day. */
export function streaks(finishes: readonly Finish[], today?: Finish): Streaks {
  const byTime = [...finishes].sort((a, b) => a.at - b.at || a.zone - b.zone);
  const latest = new Map(byTime.map((one) => [one.day, one]));
  const earliest = new Map(byTime.toReversed().map((one) => [one.day, one]));
  const days = [...latest.keys()].sort();
  // A clock that was set back makes nothing longer: of what came later the first counts, of the rest the last.
  const begins = days.map((day) => earliest.get(day)!);
  for (let i = days.length - 1; i-- > 0;) if (begins[i + 1]!.at < begins[i]!.at) begins[i] = begins[i + 1]!;
  const ends = days.map((day) => latest.get(day)!);
  for (let i = 1; i < days.length; ++i) if (ends[i - 1]!.at > ends[i]!.at) ends[i] = ends[i - 1]!;

  let run: Run | null = null;
  let longest: Run | null = null;
  const forgiven: string[] = [];
  let free = false;
  let earned = 0;
  let last: Finish | null = null;
  /** Ends the run if too many days before this one were missed. */
  const goOn = (to: Finish): void => {
    const out = last && run ? missed(last, to) : [];
    if (out.length > (free ? 1 : 0)) {
      run = null;
      earned = 0;
    } else {
      run?.forgiven.push(...out);
      forgiven.push(...out);
    }
    if (out.length > 0) free = false;
  };
  for (const [i, day] of days.entries()) {
    goOn({ ...begins[i]!, day });
    const current: Run = (run ??= { days: [], forgiven: [] });
    current.days.push(day);
    if (!free && ++earned === toEarn) {
      free = true;
      earned = 0;
    }
    if (!longest || current.days.length > longest.days.length) longest = current;
    last = { ...ends[i]!, day };
  }
  if (today && days.at(-1) !== today.day) goOn(today);
  return { now: run, longest, forgiven, free };
}

/** The medals of a month: a tenth day, a twentieth, every day of it. */
export function medals(days: readonly string[], month: string): { days: number; medal: 'none' | 'bronze' | 'silver' | 'gold' } {
  const played = new Set(days.filter((day) => day.startsWith(`${month}-`))).size;
  const [year, of] = month.split('-').map(Number) as [number, number];
  const all = new Date(Date.UTC(year, of, 0)).getUTCDate();
  return { days: played, medal: played >= all ? 'gold' : played >= 20 ? 'silver' : played >= 10 ? 'bronze' : 'none' };
}
