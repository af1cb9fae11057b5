/** What verdicts, chances and moves are called in the advice. */
import type { GameInfo } from '../engine/contract.ts';
import { locale } from './i18n.ts';
import { t } from './texts/advice.ts';
import { readMove } from '../engine/notation.ts';
import { both, cardAs, pilePhrase, plain, type Rendering, type Said } from './table.ts';
import type { Desk } from '../advice/desk.svelte.ts';
import type { Chance, Weighed } from '../advice/findings.ts';
import { costlyMoves, type Turning } from '../advice/turning.ts';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

export const percentage = (value: number): string => percent.format(value);

/** 0.634 -> "60 %" as the language writes it. A chance that is not certain is not called 0 or 100 %. */
export function tens(value: number): string {
  if (value <= 0 || value >= 1) return percent.format(value);
  return percent.format(Math.min(0.95, Math.max(0.05, Math.round(value * 10) / 10)));
}

/** "about 70 %", or a band as long as little is known */
export function chanceWords({ fair, low, high, complete }: Chance): string {
  if (complete) return percent.format(fair);
  if (high - low > 0.4) return t('chance.band', { low: Math.floor(low * 10) * 10, high: percent.format(Math.ceil(high * 10) / 10) });
  return aboutWords(fair);
}
/** "about 70 %" */
export function aboutWords(fair: number): string {
  if (fair < 0.05) return t('chance.under', { chance: percent.format(0.05) });
  if (fair > 0.95) return t('chance.over', { chance: percent.format(0.95) });
  return t('chance.about', { chance: tens(fair) });
}

/** What a move has cost of the chance, from 0 to 1, as it is said: in tens, since it is not known better. */
const costOf = ({ before, after }: Pick<Weighed, 'before' | 'after'>): number => Math.max(0.05, Math.round((before - after) * 10) / 10);

/** What the last move has cost of the chance, "20 %"; "" if it is not known or was little. */
export function lastCost({
  ply,
  chances,
  moves,
  places,
  findings,
}: Pick<Desk, 'ply' | 'chances' | 'moves' | 'places' | 'findings'>): string {
  const found = findings.weighed[places[ply]!];
  if (found?.right) return '';
  const [cost] = found ? [found] : ply === 0 ? [] : costlyMoves(chances.slice(ply - 1, ply + 1), moves.slice(ply - 1, ply));
  return cost ? percent.format(costOf(cost)) : '';
}

/** "It cost about 30 points." */
export const costWords = (cost: Pick<Weighed, 'before' | 'after'>): string => t('review.cost', { points: 100 * costOf(cost) });

/** "Move 22: what is better than 6♠ from the third pile to a foundation?" */
export const askWords = (game: GameInfo, { ply, move }: Turning, card: string): Said =>
  both((how) => t('review.ask', { ply, move: moveWords(game, move, card, how) }));

/** What a move that was tried comes to; `again`: it is the one that was made in the game. */
export function triedWords(found: Weighed | 'winnable' | 'unwinnable', again: boolean): Said {
  const words =
    found === 'winnable'
      ? t('review.wins')
      : found === 'unwinnable'
        ? t('review.loses')
        : found.right
          ? t('review.right')
          : t('review.wrong', { points: 100 * costOf(found) });
  return plain(again ? `${t('review.again')} ${words}` : words);
}

/** "Can no longer be won since move 61" */
export function verdictWords(desk: Desk): string {
  if (desk.verdict === 'winnable') return t('verdict.winnable');
  if (desk.verdict === 'unknown') {
    if (desk.failed) return t('verdict.failed');
    return desk.late && !desk.judging ? t('verdict.undecided') : t('verdict.searching');
  }
  const { winnable, lost } = desk.border;
  if (lost === 0) return t('verdict.never');
  return winnable !== null && lost === winnable + 1 ? t('verdict.since', { ply: lost }) : t('verdict.unwinnable');
}

/** "6♠ from the third pile to a foundation", "draw" */
export function moveWords(game: GameInfo, move: string, card: string, how: Rendering = 'seen'): string {
  switch (move) {
    case 'draw':
      return t('analysis.draw');
    case 'redeal':
      return t('analysis.redeal');
    case 'by1':
      return t('analysis.ones');
    case 'by2':
      return t('analysis.twos');
  }
  const { from, to } = readMove(move);
  return t('analysis.from-to', { card: cardAs(how, card), from: pilePhrase(game, from), to: pilePhrase(game, to) });
}

type Found = 'winnable' | 'unwinnable' | 'unknown' | 'searching';
/** "can be won", of one of several ways. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- for the test that looks for keys
export const foundWords = (found: Found): string => t(`choice.${found as Found}`);
