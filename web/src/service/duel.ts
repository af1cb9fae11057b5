/** Words about a challenge that is over for the player. */
import type { Rival } from './rival.ts';
import { t } from '../words/texts/extras.ts';

/** "You beat Crane 97, 50 moves to 56!" */
export function duelWords(own: { won: boolean; moves: number }, { name, won, moves }: Rival): string {
  const of = { name, own: own.moves, other: moves };
  if (!own.won) return won ? t('duel.behind', of) : t('duel.none', of);
  if (!won) return t('duel.alone', of);
  return own.moves === moves ? t('duel.tied', of) : t(own.moves < moves ? 'duel.won' : 'duel.lost', of);
}
