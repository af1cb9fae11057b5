/** In a puzzle everything is known: what lies face down in it, and in which order the stock is dealt. */
import type { Table } from '../engine/contract.ts';

declare module '../engine/contract.ts' {
  interface CardView {
    /** it is face down, but shown: where everything is (puzzles) */
    down?: true;
  }
}

/** Shows a table with all its cards. `position`: its lines; `first`: the engine's table of it. */
export function openedBy(position: string, first: Table): (table: Table) => Table {
  const lines = new Map(
    position.split('\n').map((line) => [line.split(' ', 1)[0], line.split(' ').filter((word) => /^[A-Z0-9][CDHS]$/.test(word))]),
  );
  const cards = new Map<number, string>();
  for (const pile of first.view.piles) {
    const said = lines.get(pile.id) ?? [];
    if (pile.kind !== 'foundation' && said.length === pile.cards.length) pile.cards.forEach(({ id }, i) => cards.set(id, said[i]!));
  }
  return (table) => ({
    ...table,
    view: {
      ...table.view,
      piles: table.view.piles.map((pile) =>
        pile.cards.every(({ card }) => card !== null)
          ? pile
          : {
              ...pile,
              cards: pile.cards.map((one) => {
                const card = cards.get(one.id);
                return one.card === null && card !== undefined ? { ...one, card, down: true as const } : one;
              }),
            },
      ),
    },
  });
}
