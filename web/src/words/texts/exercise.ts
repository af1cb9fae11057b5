/** Texts of exercises: where the player looks for a good move. */
import { translator } from '../../ground/i18n.ts';

export const exercise = {
  judging: 'Looking at your move …',
  unknown: 'Couldn’t tell how good that move is.',
  hint: 'Hint',
  'hint.where': 'And where to?',
  'hint.card': 'It’s {{card}} from {{pile}}.',
  'hint.searching': 'Looking for a move …',
  again: 'Try again',
} as const;

export const t = translator(exercise);
