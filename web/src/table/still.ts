/** A table that stands still, for pictures: what there is to draw of a view. The one that is played is `Board.svelte`. */
import type { GameInfo, View } from '../engine/contract.ts';
import type { CardPlace } from './blocks.ts';
import { place, type Layout, type PilePlace } from './layout.ts';
import { plan } from './plan.ts';
import type { Size } from '../ground/rects.ts';

interface Still {
  layout: Layout;
  /** those that are seen, from the lowest to the uppermost */
  cards: CardPlace[];
  /** piles without cards */
  places: PilePlace[];
}

export function still(game: GameInfo, view: View, size: Size): Still {
  const layout = place(plan(game, size), { ...view, choices: [] });
  const cards = [...layout.cards.values()].filter((card) => !card.buried).sort((a, b) => a.z - b.z);
  const empty = new Set(view.piles.filter((pile) => pile.cards.length === 0).map((pile) => pile.id));
  return { layout, cards, places: [...layout.piles.values()].filter((pile) => empty.has(pile.id)) };
}
