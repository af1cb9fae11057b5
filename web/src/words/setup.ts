/** Words about a position that is set up. As in `table.ts`, cards are signs to be seen and names to be heard. */
import type { Flaw, GameInfo } from '../engine/contract.ts';
import { t } from './texts/setup.ts';
import { suitPhrase } from './names.ts';
import { anyOf, both, capital, cardAs, pileTitle, type Said } from './table.ts';

/** "Pile 3", "Reserve 2" */
export function pileName(info: GameInfo, id: string): string {
  return id.startsWith('R') && info.reserveOpen && info.reserve > 1 ? t('reserve', { number: id.slice(1) }) : pileTitle(info, id);
}

/** Why a position cannot be read or played. A code that the page does not know is said in the engine's own English. */
export function flawWords(info: GameInfo, { code, parameters, text: english }: Flaw): Said {
  const { pile: id = '', text = '', line = '', card = '', on = '', rank = '' } = parameters;
  return both((how) => {
    // One module says so of a game that is not listed, and another one that there is no such game.
    if (code === 'no-rules' || (code === 'no-game' && text.startsWith('own-'))) return t('own-rules');
    const said = t.coded(`flaw.${code}`, {
      id,
      text,
      line,
      game: info.id,
      pile: pileName(info, id),
      count: Number(parameters['limit'] ?? 0),
      card: cardAs(how, card),
      on: cardAs(how, on),
      rank: anyOf(how, rank),
      suit: suitPhrase(card),
    });
    return said === null ? english : capital(said);
  });
}
