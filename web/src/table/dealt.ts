/** A game as it is dealt, without its cards: for pictures, and for plans that need a position. */
import type { CardView, GameInfo, PileView, View } from '../contract.ts';

const grid = 'SHCD'.split('').flatMap((suit) => 'A23456789TJQK'.split('').map((rank) => rank + suit));

/** A view of the deal. Which card is where is made up; what is face down is not. */
export function dealtView(game: GameInfo): View {
  let id = 0;
  let at = 0;
  let shown = 0;
  const pile = (kind: PileView['kind'], letter: string, number: number): PileView => {
    const count = game.dealt[at++] ?? 0;
    const cards: CardView[] = Array.from({ length: count }, (_, i) => {
      const hidden = kind === 'stock' || (kind === 'tableau' && game.hasFaceDown && i < count - 1);
      return { id: id++, card: hidden ? null : grid[shown++ % grid.length]! };
    });
    return { id: kind === 'waste' || kind === 'stock' ? letter : `${letter}${number}`, kind, number, cards };
  };
  const some = (kind: PileView['kind'], letter: string, count: number) => Array.from({ length: count }, (_, i) => pile(kind, letter, i + 1));
  const piles = [
    ...some('foundation', 'F', game.foundations),
    ...some('tableau', 'T', game.tableau),
    ...some('reserve', 'R', game.reserve),
    ...(game.hasWaste ? [pile('waste', 'W', 1)] : []),
    ...(game.hasStock ? [pile('stock', 'S', 1)] : []),
  ];
  return {
    game: game.id,
    status: 'playing',
    piles,
    sources: [],
    controls: [],
    choice: '',
    redeals: 0,
    legal: 0,
    finishable: false,
    choices: [],
  };
}
