/** Words about a move in a puzzle. */
import type { GameInfo } from '../engine/contract.ts';
import { both, cardAs, pilePhrase, type Said } from '../words/table.ts';
import { t } from '../words/texts/puzzles.ts';
import type { WhyWrong } from '../engine/solver-contract.ts';

/** That the game is lost, and why, if something can be said; a code that the page does not know is said in English. */
export function lostWords(game: GameInfo, why: WhyWrong | null): Said {
  return both((how) => {
    const { card = '', to = '', needed = '', pile = '' } = why?.parameters ?? {};
    const said =
      why &&
      (t.coded(`why.${why.code}`, {
        card: cardAs(how, card),
        needed: cardAs(how, needed),
        to: pilePhrase(game, to),
        pile: pilePhrase(game, pile),
      }) ??
        why.text);
    return `${said ? t('lost-why', { why: said }) : t('lost')} ${t('play-on')}`;
  });
}

/** +12, −7 */
export const signed = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);
