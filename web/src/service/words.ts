/** Words about results, stars and challenges. */
import type { Rival } from './rival.ts';
import type { Challenge, DayTable, GameVotes } from './contract.ts';
import { locale } from '../ground/i18n.ts';
import { t } from '../words/texts/service.ts';

/** So few votes say little: the interval is said with them. */
const few = 20;

const one = (value: number): string => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** "4.2 of 5 stars (37 ratings)"; "" without votes */
export function votesWords({ votes, mean, low, high }: GameVotes): string {
  if (votes === 0) return '';
  if (votes < few) return t('vote.unsure', { mean: one(mean), count: votes, low: one(low), high: one(high) });
  return t('vote.mean', { mean: one(mean), count: votes });
}

/** "★ 4.2 (37)" */
export const votesBrief = ({ votes, mean }: GameVotes): string => `★ ${one(mean)} (${votes})`;

/** "12 games finished, 9 won." */
export function finishedWords({ finished, won }: DayTable): string {
  const count = finished.unaided + finished.helped;
  return count === 0 ? t('results.none') : t('results.finished', { count, won: won.unaided + won.helped });
}

/** Where a win in so many moves stands among those of the table, of which it is one. */
export function placeWords({ moves: rows }: DayTable, moves: number): string {
  const all = rows.reduce((sum, { unaided, helped }) => sum + unaided + helped, 0) - 1;
  if (all <= 0) return t('results.first');
  const count = (fits: (moves: number) => boolean): number =>
    rows.reduce((sum, row) => sum + (fits(row.moves) ? row.unaided + row.helped : 0), 0);
  if (count((one) => one < moves) === 0) return t('results.best');
  return t('results.place', { moves, count: count((one) => one > moves), all });
}

/** "otter" -> "Otter", in the page's language */
export const playerWord = (name: string): string => t.coded(`name.${name}`, {}) ?? name;

/** "Otter 17" */
export function playerName({ name, number, own }: Challenge['results'][number]): string {
  const said = t('challenge.name', { name: playerWord(name), number });
  return own ? t('challenge.you', { name: said }) : said;
}

/** The best result of the others in a challenge; null if there is none. */
export function rivalOf({ results }: Challenge): (Rival & { helped: boolean }) | null {
  const [best] = results
    .filter((one) => !one.own)
    .sort((one, other) => Number(other.won) - Number(one.won) || (one.won ? one.moves - other.moves : 0));
  return best ? { name: playerName(best), won: best.won, moves: best.moves, helped: best.helped } : null;
}

/** "Crane 97 won in 56 moves. Can you beat it?" */
export const beatWords = ({ name, won, moves, helped }: Rival & { helped: boolean }): string =>
  won ? t(helped ? 'challenge.beat-help' : 'challenge.beat', { name, moves }) : t('challenge.beat-none', { name });

export const resultWords = ({ won, moves }: { won: boolean; moves: number }): string =>
  t(won ? 'challenge.won' : 'challenge.not-won', { moves });

/** Words about a game, or those and that there was help. */
export const helpWords = (moves: string, helped: boolean): string => (helped ? t('results.win-helped', { moves }) : moves);

/** The fate of a result that is sent. */
export const steps = ['sending', 'later', 'refused', 'sent'] as const;
export type Step = (typeof steps)[number];
export const stepWords = (step: Step): string => t(`results.${step}`);
