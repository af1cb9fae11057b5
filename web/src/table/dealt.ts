/** A game as it is dealt, with a pack of its own: for pictures, and for plans that need a position. */
import type { CardView, GameInfo, PileView, View } from '../engine/contract.ts';

/** A shuffled pack, always in the same order. */
function packOf(decks: number): string[] {
  const pack = Array.from({ length: decks }, () =>
    'SHCD'.split('').flatMap((suit) => 'A23456789TJQK'.split('').map((rank) => rank + suit)),
  ).flat();
  let state = 4;
  for (let i = pack.length - 1; i > 0; --i) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const j = (state >>> 8) % (i + 1);
    [pack[i], pack[j]] = [pack[j]!, pack[i]!];
  }
  return pack;
}

/** A view of a deal that may well occur: each card of the pack is in one place, and face down where the rules say so. */
export function dealtView(game: GameInfo): View {
  const pack = packOf(game.decks);
  let id = 0;
  let at = 0;
  const pile = (kind: PileView['kind'], letter: string, number: number): PileView => {
    const count = game.dealt[at++] ?? 0;
    const cards: CardView[] = Array.from({ length: count }, (_, i) => {
      const hidden = kind === 'stock' || (kind === 'tableau' && game.hasFaceDown && i < count - 1);
      const card = pack[id]!;
      return { id: id++, card: hidden ? null : card };
    });
    return { id: kind === 'waste' || kind === 'stock' ? letter : `${letter}${number}`, kind, number, cards };
  };
  const some = (kind: PileView['kind'], letter: string, count: number) =>
    Array.from({ length: count }, (_, i) => pile(kind, letter, i + 1));
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
