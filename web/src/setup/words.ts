/** What is said about a position that is set up. As in `words.ts`, cards are signs to be seen and names to be heard. */
import type { Flaw, GameInfo } from '../engine/contract.ts';
import type { Phrase } from '../words/i18n.ts';
import { t as common } from '../messages/common.ts';
import { t } from '../messages/setup.ts';
import { t as table } from '../messages/table.ts';
import { cardName, cardSign, rankName, rankSign, type Suit } from '../words/names.ts';
import { capital, pileTitle, type Said } from '../words/words.ts';

/** "Pile 3", "Reserve 2" */
export function pileName(info: GameInfo, id: string): string {
  return id.startsWith('R') && info.reserveOpen && info.reserve > 1 ? t('reserve', { number: id.slice(1) }) : pileTitle(info, id);
}

export const flawCodes = [
  'game-expected',
  'no-game',
  'other-game',
  'line-missing',
  'line-expected',
  'bad-redeals',
  'too-many-redeals',
  'bad-choice',
  'pile-expected',
  'cards-expected',
  'second-bar',
  'bar-first',
  'no-face-down-here',
  'unknown-card',
  'not-a-card',
  'no-such-card',
  'too-often',
  'text-after',
  'not-as-dealt',
  'over-limit',
  'not-started',
  'wrong-start',
  'suit-again',
  'foundation-order',
  'tableau-order',
  'would-be-filled',
  'no-face-down',
  'top-face-down',
  'cards',
] as const;

/** Why a position cannot be read or played. A code that the page does not know is said in the engine's own English. */
export function flawWords(info: GameInfo, flaw: Flaw): Said {
  const { parameters } = flaw;
  const code = flawCodes.find((known) => known === flaw.code);
  if (code === undefined) return { seen: flaw.text, spoken: flaw.text };
  const say = (spoken: boolean): string => {
    const cardText = (name: string): string => (spoken ? cardName(parameters[name] ?? '') : cardSign(parameters[name] ?? ''));
    const id = parameters['pile'] ?? '';
    const pile = pileName(info, id);
    const card = cardText('card');
    const on = cardText('on');
    const text = parameters['text'] ?? '';
    const line = parameters['line'] ?? '';
    const count = Number(parameters['limit'] ?? 0);
    switch (code) {
      case 'game-expected':
        return t('flaw.game-expected', { game: info.id });
      case 'no-game':
      case 'other-game':
      case 'not-a-card':
        return t(`flaw.${code}`, { text });
      case 'line-missing':
      case 'line-expected':
        return t(`flaw.${code}`, { line });
      case 'too-many-redeals':
        return t('flaw.too-many-redeals', { count });
      case 'pile-expected':
        return t('flaw.pile-expected', { pile, id });
      case 'second-bar':
      case 'no-face-down-here':
      case 'unknown-card':
      case 'not-started':
      case 'would-be-filled':
        return t(`flaw.${code}`, { pile });
      case 'no-such-card':
        return t('flaw.no-such-card', { card });
      case 'too-often':
      case 'cards':
        return t(`flaw.${code}`, { card, count });
      case 'not-as-dealt':
      case 'over-limit':
        return t(`flaw.${code}`, { pile, count });
      case 'wrong-start':
        return t('flaw.wrong-start', { pile, card, rank: anyOf(parameters['rank'] ?? '', spoken) });
      case 'suit-again':
        return t('flaw.suit-again', { pile, card, count, suit: common(`suit.${(parameters['card']?.[1] ?? 'S') as Suit}`) });
      case 'foundation-order':
      case 'tableau-order':
        return t(`flaw.${code}`, { pile, card, on });
      case 'top-face-down':
        return t('flaw.top-face-down', { pile, card });
      default:
        return t(`flaw.${code}`);
    }
  };
  return { seen: capital(say(false)), spoken: capital(say(true)) };
}

/** "an ace", "a king" */
const anyOf = (rank: string, spoken: boolean): Phrase =>
  table.phrase('any', { rank: spoken ? rankName(rank) : rankSign(rank), context: rank });
