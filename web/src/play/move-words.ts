/** Names of moves and chances. */
import type { GameInfo } from '../engine/contract.ts';
import { readMove } from '../engine/notation.ts';
import { percent } from '../words/names.ts';
import { cardAs, pilePhrase, stepsPhrase, type Rendering } from '../words/table.ts';
import { t } from '../words/texts/advice.ts';

/** 0.634 -> 0.6. A chance that is not certain is neither 0 nor 1. */
export const inTens = (value: number): number =>
  value <= 0 || value >= 1 ? value : Math.min(0.95, Math.max(0.05, Math.round(value * 10) / 10));

/** "about 70 %", or what is certain: "100 %" */
export function aboutWords(fair: number, certain = false): string {
  if (certain) return percent(fair);
  if (fair < 0.05) return t('chance.under', { chance: percent(0.05) });
  if (fair > 0.95) return t('chance.over', { chance: percent(0.95) });
  return t('chance.about', { chance: percent(inTens(fair)) });
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
