/** Names of verdicts, chances and moves in the advice. */
import type { GameInfo } from '../engine/contract.ts';
import type { Verdict } from '../engine/solver-contract.ts';
import { t } from '../words/texts/advice.ts';
import { aboutWords, inTens, moveWords } from '../play/move-words.ts';
import { percent } from '../words/names.ts';
import { both, plain, type Said } from '../words/table.ts';
import type { Chance, Findings, Weighed } from './findings.ts';
import type { border } from './known.ts';
import { wellKnown, type Turning } from './turning.ts';

/** "about 70 %"; a band as long as it grows. */
export function chanceWords(chance: Chance): string {
  const { fair, low, high, complete } = chance;
  if (!wellKnown(chance)) return t('chance.band', { low: Math.floor(low * 10) * 10, high: percent(Math.ceil(high * 10) / 10) });
  return aboutWords(fair, complete);
}

/** A game up to a ply, and what is known of it. */
interface Told {
  ply: number;
  /** after the player's last move: others may have followed by themselves */
  own: number;
  chances: readonly (Chance | null)[];
  places: readonly string[];
  findings: Findings;
  silent: string;
}

/** Smaller changes may be rounding: chances are said in tens. */
const leastLuck = 0.09;

/** The chance that a move has cost, from 0 to 1: the difference of two chances as they are said. */
const costOf = ({ before, after }: Pick<Weighed, 'before' | 'after'>): number => Math.max(0.05, inTens(before) - inTens(after));

/** "20 %" */
export const costPercent = (cost: Pick<Weighed, 'before' | 'after'>): string => percent(costOf(cost));

/** The chance that was known last, before the position on the table. */
export const lastKnown = ({ ply, chances }: Pick<Told, 'ply' | 'chances'>): Chance | null =>
  chances.slice(0, ply).findLast((one) => one !== null) ?? null;

/** The chance that the last move has cost, "20 %"; "" if it was no mistake, or cost less than can be said. */
export function lastCost({ own, places, findings }: Pick<Told, 'own' | 'places' | 'findings'>): string {
  const found = findings.weighed[places[own]!];
  return !found || found.right || inTens(found.before) === inTens(found.after) ? '' : costPercent(found);
}

/** The change of the chance by the card that a move showed: that in the graph, less the move's own; 0 if it is little. */
export function luckOf({ ply, own, chances }: Pick<Told, 'ply' | 'own' | 'chances'>, cost: Pick<Weighed, 'before' | 'after'>): number {
  const [before, after] = [chances[own - 1], chances[ply]];
  if (!wellKnown(before) || !wellKnown(after)) return 0;
  const luck = inTens(after.fair) - inTens(before.fair) + costOf(cost);
  return Math.abs(luck) < leastLuck ? 0 : luck;
}

/** The same of the last move, if its cost is said. */
export function lastLuck(desk: Told): number {
  const found = desk.findings.weighed[desk.places[desk.own]!];
  return !found || found.right || desk.silent === desk.places[desk.ply] ? 0 : luckOf(desk, found);
}

/** "+50 %" */
export const luckPercent = (luck: number): string => t(luck > 0 ? 'line.lucky' : 'line.cost', { cost: percent(Math.abs(luck)) });

/** "then lucky cards: +50 %", "" without luck */
export const luckWords = (luck: number): string =>
  luck === 0 ? '' : t(luck > 0 ? 'review.lucky' : 'review.unlucky', { share: percent(Math.abs(luck)) });

/** "Costly: your chances fell from about 60 % to about 40 %." */
export const fellWords = ({ before, after }: Pick<Weighed, 'before' | 'after'>): string =>
  t('tip.worse', { before: aboutWords(before, before === 1), after: aboutWords(after, after === 0) });

/** "It cost about 30 %." */
export const costWords = (cost: Pick<Weighed, 'before' | 'after'>): string => t('review.cost', { cost: costPercent(cost) });

/** "Move 22: what is better than 6♠ from the third pile to a foundation?" */
export const askWords = (game: GameInfo, { ply, move }: Turning, card: string): Said =>
  both((how) => t('review.ask', { ply, move: moveWords(game, move, card, how) }));

/** The result of a move that was tried; `again`: it is the one that was made in the game. */
export function triedWords(found: Weighed | 'winnable' | 'unwinnable', again: boolean): Said {
  const words =
    found === 'winnable'
      ? t('review.wins')
      : found === 'unwinnable'
        ? t('review.loses')
        : found.right
          ? t('review.right')
          : t('review.wrong', { cost: costPercent(found) });
  return plain(again ? `${t('review.again')} ${words}` : words);
}

type Found = 'winnable' | 'unwinnable' | 'unknown' | 'searching';
/** "can be won", of one of several ways. */
// oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- for the test that looks for keys
export const foundWords = (found: Found): string => t(`choice.${found as Found}`);

/** "Lost since move 61": short enough for the header of a phone. */
export function verdictWords(desk: {
  verdict: Verdict;
  failed: boolean;
  late: boolean;
  judging: boolean;
  border: ReturnType<typeof border>;
}): string {
  if (desk.verdict === 'winnable') return t('verdict.winnable');
  if (desk.verdict === 'unknown') {
    if (desk.failed) return t('verdict.failed');
    return desk.late && !desk.judging ? t('verdict.undecided') : t('verdict.searching');
  }
  const { winnable, lost } = desk.border;
  if (lost === 0) return t('verdict.never');
  return winnable !== null && lost === winnable + 1 ? t('verdict.since', { ply: lost }) : t('verdict.unwinnable');
}
