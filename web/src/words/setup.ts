/** What is said about a position that is set up. As in `table.ts`, cards are signs to be seen and names to be heard. */
import type { Flaw, GameInfo } from '../engine/contract.ts';
import { t as common } from './texts/common.ts';
import { t } from './texts/setup.ts';
import type { Suit } from './names.ts';
import { anyOf, both, capital, cardAs, pileTitle, type Rendering, type Said } from './table.ts';

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
  if (code === undefined) return both(() => flaw.text);
  const id = parameters['pile'] ?? '';
  const pile = pileName(info, id);
  const text = parameters['text'] ?? '';
  const line = parameters['line'] ?? '';
  const count = Number(parameters['limit'] ?? 0);
  const say = (how: Rendering): string => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
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
        return t('flaw.wrong-start', { pile, card, rank: anyOf(how, parameters['rank'] ?? '') });
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
  return both((how) => capital(say(how)));
}
