/** What verdicts, chances and moves are called in the advice. */
import type { GameInfo } from '../engine/contract.ts';
import { locale } from '../ground/i18n.ts';
import { t } from '../words/texts/advice.ts';
import { readMove } from '../engine/notation.ts';
import { both, cardAs, pilePhrase, plain, stepsPhrase, type Rendering, type Said } from '../words/table.ts';
import type { Desk } from './desk.svelte.ts';
import type { Chance, Weighed } from './findings.ts';
import { muchWorse } from './tips.ts';
import { wellKnown, type Turning } from './turning.ts';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

export const percentage = (value: number): string => percent.format(value);

/** 0.634 -> 0.6. A chance that is not certain is neither 0 nor 1. */
const inTens = (value: number): number => (value <= 0 || value >= 1 ? value : Math.min(0.95, Math.max(0.05, Math.round(value * 10) / 10)));

/** "about 70 %"; a band as long as it grows. */
export function chanceWords(chance: Chance): string {
  const { fair, low, high, complete } = chance;
  if (!wellKnown(chance)) return t('chance.band', { low: Math.floor(low * 10) * 10, high: percent.format(Math.ceil(high * 10) / 10) });
  return aboutWords(fair, complete);
}
/** "about 70 %", or what is certain: "100 %" */
export function aboutWords(fair: number, certain = false): string {
  if (certain) return percent.format(fair);
  if (fair < 0.05) return t('chance.under', { chance: percent.format(0.05) });
  if (fair > 0.95) return t('chance.over', { chance: percent.format(0.95) });
  return t('chance.about', { chance: percent.format(inTens(fair)) });
}

/** What a move has cost of the chance, from 0 to 1: the difference of two chances as they are said. */
const costOf = ({ before, after }: Pick<Weighed, 'before' | 'after'>): number => Math.max(0.05, inTens(before) - inTens(after));

/** "20 %" */
export const costPercent = (cost: Pick<Weighed, 'before' | 'after'>): string => percent.format(costOf(cost));

/** What the last move has cost of the chance, "20 %"; "" if it is not known or was little. A card that came costs nothing. */
export function lastCost({
  ply,
  chances,
  places,
  findings,
  silent,
}: Pick<Desk, 'ply' | 'chances' | 'places' | 'findings' | 'silent'>): string {
  const place = places[ply]!;
  const [before, after] = [chances[ply - 1], chances[ply]];
  const found = findings.weighed[place];
  if (found) return found.right ? '' : costPercent(found);
  return muchWorse(before, after, silent !== place) ? costPercent({ before: before!.fair, after: after!.fair }) : '';
}

/** "Costly: your chances fell from about 60 % to about 40 %." */
export const fellWords = (before: Chance, after: Chance): string =>
  t('tip.worse', { before: chanceWords(before), after: chanceWords(after) });

/** "It cost about 30 %." */
export const costWords = (cost: Pick<Weighed, 'before' | 'after'>): string => t('review.cost', { cost: costPercent(cost) });

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
          : t('review.wrong', { cost: costPercent(found) });
  return plain(again ? `${t('review.again')} ${words}` : words);
}

/** "Lost since move 61": short enough for the header of a phone. */
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
    case 'by2':
      return t('analysis.build', { steps: stepsPhrase(game.increments[move === 'by1' ? 0 : 1] ?? 0) });
  }
  const { from, to } = readMove(move);
  return t('analysis.from-to', { card: cardAs(how, card), from: pilePhrase(game, from), to: pilePhrase(game, to) });
}

type Found = 'winnable' | 'unwinnable' | 'unknown' | 'searching';
/** "can be won", of one of several ways. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- for the test that looks for keys
export const foundWords = (found: Found): string => t(`choice.${found as Found}`);
