/** Facts about a win, all known before anything is said of it: whatever is said then stays. */
import type { App } from '../app/app.svelte.ts';
import { daysOf, dealsOf } from '../days/days.ts';
import { dealsOn } from '../days/deals.ts';
import { moment } from '../days/finish.ts';
import { noteDone } from '../days/kept.ts';
import { dailyOn, type Next } from '../days/known.ts';
import { unexported } from '../played/file.ts';
import { today } from '../store/names.ts';
import { played } from '../store/played.ts';
import { t as days } from '../words/texts/deals.ts';
import type { Session } from '../play/session.svelte.ts';

/** Longer than that nobody waits for it, ms. */
const patience = 4000;
/** A player who has won fewer games is new here. */
const fewWins = 3;

export interface Ending {
  /** what the player's other wins of this game say of it; null if that is not known */
  others: Awaited<ReturnType<typeof played.noteWin>> | null;
  /** of a deal of today: how many days in a row */
  streak: string;
  /** the next one that is open; null if there is none */
  next: Next | null;
  /** every deal of today is done */
  all: boolean;
  /** the player has won hardly anything yet */
  newcomer: boolean;
  /** games that have ended since the last export, if they are many */
  waiting: number;
}

const nothing: Ending = { others: null, streak: '', next: null, all: false, newcomer: false, waiting: 0 };

async function find(app: App, session: Session, win: { deal: string; moves: number; time: number; kind: string }): Promise<Ending> {
  const game = session.place.info.id;
  // The game that has just ended counts.
  const fresh = await session.freshWin();
  const [others, waiting, { found, sure }] = await Promise.all([
    played.noteWin({ ...win, game, fresh }),
    unexported(),
    played.surely(async () => [await played.all(), await played.facts()] as const),
  ]);
  const [entries, facts] = found;
  const known = { ...nothing, others, waiting, newcomer: sure && entries.filter(({ state }) => state === 'won').length < fewWins };
  if (win.kind !== `day-${today()}` || !sure) return known;
  const now = moment();
  const ids = dailyOn(app.games, now.day);
  const states = dealsOf(entries, ids, now.day);
  const column = daysOf(entries, facts, app.games, now).all;
  noteDone(now.day, states, column);
  const { days: counted, now: run, stars } = column;
  const all = stars.includes(now.day);
  const said = counted.includes(now.day) && run ? [days('days.streak', { count: run.days.length })] : [];
  if (all) said.push(days('days.all'));
  const open = states.find(({ game: id, state }) => (state === 'open' || state === 'playing') && id !== game);
  const deal = open && (await dealsOn(app.solver, ids, now.day))[open.game];
  return {
    ...known,
    streak: said.join(' · '),
    next: open && deal ? { game: open.game, number: deal.number, kind: `day-${now.day}` } : null,
    all,
  };
}

/** Anything that is not found in time is not said. `fresh`: it is a new win of the player's. */
export function endingOf(app: App, session: Session, win: Parameters<typeof find>[2], fresh: boolean): Promise<Ending> {
  if (!fresh) return Promise.resolve(nothing);
  return Promise.race([
    find(app, session, win).catch(() => nothing), // a win needs no company
    new Promise<Ending>((resolve) => setTimeout(() => resolve(nothing), patience)),
  ]);
}
