/** Words of an exercise about a move that it does not name whole at once. */
import type { GameInfo, View } from '../engine/contract.ts';
import { movedCard, readMove } from '../engine/notation.ts';
import { moveWords } from '../play/move-words.ts';
import { both, cardAs, capital, pilePhrase, type Said } from '../words/table.ts';
import { t } from '../words/texts/exercise.ts';

/** "It’s 6♠ from the third pile.", or with `whole` "6♠ from the third pile to a foundation". */
export function hintSaid(game: GameInfo, view: View, move: string, whole: boolean): Said {
  const card = movedCard(game, view, move);
  // A move that takes no card has no half.
  return both((how) =>
    whole || card === ''
      ? capital(moveWords(game, move, card, how))
      : t('hint.card', { card: cardAs(how, card), pile: pilePhrase(game, readMove(move).from) }),
  );
}
