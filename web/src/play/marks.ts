/** Cards that are marked because a player asks for them: what can be played, and where lies what a foundation takes next. */
import type { GameInfo, View } from '../engine/contract.ts';
import { t } from '../words/texts/table.ts';
import { cardName, cardSign, listed, sameRank } from '../words/names.ts';
import { capital, placePhrase, wantPhrase, type Said } from '../words/table.ts';

export interface Spot {
  pile: string;
  /** -1: the empty place */
  index: number;
}

/** More cards than this are only counted. */
const most = 12;

/** The cards that can be played to some use, and the stock if it can be dealt from. */
export function movable({ sources, controls }: View): Spot[] {
  const found: Spot[] = sources
    .filter((source) => source.targets.some((target) => target.standIn === null))
    .map(({ pile, index }) => ({ pile, index }));
  if (controls.includes('draw') || controls.includes('redeal')) found.push({ pile: 'S', index: -1 });
  return found;
}

/** The same for the live region. */
export function movableWords(game: GameInfo, view: View): string {
  if (view.choices.length > 0) return t('refusal.choose-first');
  // Which of two equal cards of an open reserve is meant does not matter.
  const names = new Set<string>();
  for (const { pile, index } of movable(view)) {
    const card = view.piles.find((one) => one.id === pile)?.cards[index]?.card;
    if (card) names.add(game.reserveOpen && pile.startsWith('R') ? card : `${card}${pile}`);
  }
  const cards = [...names].map((name) => () => cardName(name.slice(0, 2)));
  const said = [
    cards.length > most
      ? t('show.count', { count: cards.length })
      : cards.length > 0
        ? t('show.cards', { cards: listed(cards, 'and') })
        : t('show.none'),
  ];
  if (view.controls.includes('draw')) said.push(game.stockDealsToReserves ? t('show.deal') : t('show.draw'));
  else if (view.controls.includes('redeal')) said.push(t('show.redeal'));
  return said.join(' ');
}

interface Wanted {
  spot: Spot;
  card: string;
  /** cards that lie on it */
  above: number;
  /** the foundation takes this card, not just another one of its rank */
  exact: boolean;
}

/** Where the cards of a rank lie that are not on a foundation and that the player sees, or has seen on the waste. */
export function wanted(view: View, want: string): Wanted[] {
  const suits = view.piles.map((pile) => (pile.wants === want ? pile.suits : '')).join('');
  return view.piles
    .filter((pile) => pile.kind !== 'foundation')
    .flatMap((pile) =>
      pile.cards.flatMap(({ card }, index): Wanted[] => {
        if (card === null || !sameRank(card, want)) return [];
        const top = pile.cards.length - 1;
        const spot = { pile: pile.id, index: pile.kind === 'waste' ? top : index };
        return [{ spot, card, above: top - index, exact: suits.includes(card[1]!) }];
      }),
    );
}

/** The same in words: the cards that the foundation takes, then the others of their rank. */
export function wantedWords(game: GameInfo, view: View, want: string): Said {
  const found = wanted(view, want);
  const where = (exact: boolean, name: (card: string) => string): string[] => {
    const cards = [...new Set(found.filter((one) => one.exact === exact).map((one) => one.card))];
    return cards.map((card) => {
      const places = found.filter((one) => one.card === card).map(({ spot, above }) => placePhrase(game, spot.pile, above));
      // Both copies may lie in an open reserve.
      const different = new Map(places.map((place) => [place(), place]));
      return capital(t('field.where', { card: name(card), places: listed([...different.values()], 'and') }));
    });
  };
  const say = (name: (card: string) => string): string => {
    const exact = where(true, name);
    const missing = capital(t('field.not-in-view', { card: want.length === 2 ? () => name(want) : wantPhrase(want) }));
    return [...(exact.length > 0 ? exact : [missing]), ...where(false, name)].join(' ');
  };
  return { seen: say(cardSign), spoken: say(cardName) };
}
