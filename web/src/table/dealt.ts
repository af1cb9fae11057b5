/** A game as it is dealt, with a pack of its own: for pictures, and for plans that need a position. */
import type { CardView, GameInfo, PileView, View } from '../engine/contract.ts';
import { kindOf, pileIds } from '../engine/notation.ts';

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
  let next = 0;
  const piles = pileIds(game).map((id, at): PileView => {
    const kind = kindOf(id);
    const count = game.dealt[at] ?? 0;
    const cards: CardView[] = Array.from({ length: count }, (_, i) => {
      const hidden = kind === 'stock' || (kind === 'tableau' && game.hasFaceDown && i < count - 1);
      const card = pack[next]!;
      return { id: next++, card: hidden ? null : card };
    });
    return { id, kind, number: Number(id.slice(1)) || 1, cards };
  });
  return {
    game: game.id,
    status: 'playing',
    piles,
    sources: [],
    controls: [],
    choice: '',
    redeals: 0,
    finishable: false,
    choices: [],
  };
}
