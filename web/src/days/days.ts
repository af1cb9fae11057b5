/** The player's days, from the games that were played: today's deals, streaks, medals, and the days that count. */
import type { Entry } from '../store/entry.ts';
import { dayOfKind, gameOf, isDate } from '../store/names.ts';
import type { Fact } from '../store/database.ts';
import { finishOf } from './finish.ts';
import { dailyOn, type Daily } from './known.ts';
import { medals, streaks, type Finish, type Run } from './streak.ts';

/** `finished`: on its day, but not won. Whatever is given up too early is open again. */
type DealState = 'open' | 'playing' | 'finished' | 'won';

export interface DealOfDay {
  game: string;
  state: DealState;
  /** won, or else finished, without help */
  unaided: boolean;
  /** won, but not on its day: it counts for no streak and no medal */
  later: boolean;
}

/** The deals of a day, in the order of the games. */
export function dealsOf(entries: readonly Entry[], games: readonly string[], day: string): DealOfDay[] {
  const ofDay = entries.filter(({ kind }) => dayOfKind(kind) === day);
  return games.map((game) => {
    const own = ofDay.filter((entry) => gameOf(entry) === game);
    const won = own.filter(({ state }) => state === 'won');
    const finished = own.filter((entry) => finishOf(entry));
    const playing = own.some(({ state, here }) => state === 'playing' && here);
    return {
      game,
      state: won.length > 0 ? 'won' : finished.length > 0 ? 'finished' : playing ? 'playing' : 'open',
      unaided: won.length > 0 ? won.some(({ help }) => help === 'none') : finished.some((entry) => finishOf(entry)!.unaided),
      later: won.length > 0 && finished.length === 0,
    };
  });
}

interface Longest {
  /** days that count */
  count: number;
  first: string;
  last: string;
}

interface Month {
  /** `2026-11` */
  month: string;
  days: number;
  medal: ReturnType<typeof medals>['medal'];
  stars: number;
}

export interface Column {
  now: Run | null;
  longest: Longest | null;
  /** there is a free day */
  free: boolean;
  /** all days that count, and those that a free day was used for, in order */
  days: string[];
  forgiven: string[];
  /** days on which all deals were finished */
  stars: string[];
  /** those with a day, in order */
  months: Month[];
}

/** `all`: with help, too. */
type Which = 'unaided' | 'all';
export type Days = Record<Which, Column>;

/** `longest=100/20261127/20270309`: the merge of unknown lines takes the greater. */
const lineOf = (which: Which, { count, first, last }: Longest): string =>
  `streak ${which} longest=${count}/${first.replaceAll('-', '')}/${last.replaceAll('-', '')}`;

function longestIn(which: Which, lines: readonly string[]): Longest | null {
  const line = lines.find((one) => one.startsWith(`streak ${which} `)) ?? '';
  const [, count, ...dates] = / longest=([1-9]\d{0,4})\/(\d{8})\/(\d{8})(?: |$)/.exec(line) ?? [];
  const [first, last] = dates.map((date) => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`).filter(isDate);
  return count === undefined || first === undefined || last === undefined ? null : { count: Number(count), first, last };
}

/** The longer one; if both are equally long, the later one, as when files are merged. */
function longer(one: Longest, other: Longest): Longest {
  const later = `${other.first}${other.last}` > `${one.first}${one.last}`;
  return other.count > one.count || (other.count === one.count && later) ? other : one;
}

function column(which: Which, entries: readonly Entry[], lines: readonly string[], listed: readonly Daily[], now?: Finish): Column {
  const finishes: Finish[] = [];
  const games = new Map<string, Set<string>>();
  for (const entry of entries) {
    const finish = finishOf(entry);
    if (!finish || (which === 'unaided' && !finish.unaided)) continue;
    finishes.push(finish);
    games.set(finish.day, (games.get(finish.day) ?? new Set()).add(gameOf(entry)));
  }
  const days = [...games.keys()].sort();
  const stars = days.filter((day) => {
    const ids = dailyOn(listed, day);
    return ids.length > 0 && ids.every((id) => games.get(day)!.has(id));
  });
  const found = streaks(finishes, now);
  const kept = longestIn(which, lines);
  const own = found.longest && { count: found.longest.days.length, first: found.longest.days[0]!, last: found.longest.days.at(-1)! };
  return {
    now: found.now,
    longest: own && kept ? longer(own, kept) : (own ?? kept),
    free: found.free,
    days,
    forgiven: found.forgiven,
    stars,
    months: [...new Set(days.map((day) => day.slice(0, 7)))].map((month) => ({
      month,
      ...medals(days, month),
      stars: stars.filter((day) => day.startsWith(month)).length,
    })),
  };
}

export function daysOf(entries: readonly Entry[], facts: readonly Fact[], listed: readonly Daily[], now?: Finish): Days {
  const lines = facts.flatMap((fact) => ('other' in fact ? [fact.other] : []));
  return { unaided: column('unaided', entries, lines, listed, now), all: column('all', entries, lines, listed, now) };
}

/** Facts about streaks that are kept for ever, whatever games are dropped. */
export function longestFacts(entries: readonly Entry[], facts: readonly Fact[]): Fact[] {
  const days = daysOf(entries, facts, []);
  return (['unaided', 'all'] as const).flatMap((which) => {
    const { longest } = days[which];
    return longest ? [{ id: `other streak ${which}`, other: lineOf(which, longest) }] : [];
  });
}
