/** What verdicts, chances and moves are called in the advice. */
import type { GameInfo } from '../engine/contract.ts';
import { locale } from './i18n.ts';
import { t } from './texts/advice.ts';
import { readMove } from '../engine/notation.ts';
import { pilePhrase } from './table.ts';
import type { Desk } from '../advice/desk.svelte.ts';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

export const percentage = (value: number): string => percent.format(value);

/** 0.634 -> "63 %" as the language writes it. A chance that is not certain is not called 0 or 100 %. */
export function share(value: number): string {
  return percent.format(value <= 0 || value >= 1 ? value : Math.min(0.99, Math.max(0.01, value)));
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

/** A move without its table: "the third pile to a foundation", "draw". */
export function moveWords(game: GameInfo, move: string): string {
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
  return t('analysis.from-to', { from: pilePhrase(game, from), to: pilePhrase(game, to) });
}

type Found = 'winnable' | 'unwinnable' | 'unknown' | 'searching';
/** "can be won", of one of several ways. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- for the test that looks for keys
export const foundWords = (found: Found): string => t(`choice.${found as Found}`);
