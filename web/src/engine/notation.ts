/** The few parts of the move notation that the page reads or writes: names of piles, not rules. */
import type { GameInfo, PileView, View } from './contract.ts';

interface MoveParts {
  /** "T3", "W", "R2"; "" of a control such as "draw" */
  from: string;
  to: string;
  count: number;
  /** of an open reserve: the card */
  card: string;
}

export function readMove(move: string): MoveParts {
  const found = /^([A-Z]\d*)(?:@(..))?>([A-Z]\d*)(?:\*(\d+))?$/.exec(move);
  if (!found) return { from: '', to: '', count: 0, card: '' };
  return { from: found[1]!, card: found[2] ?? '', to: found[3]!, count: Number(found[4] ?? 1) };
}

export function pileOf(view: View, id: string): PileView | undefined {
  return view.piles.find((pile) => pile.id === id);
}

/** How many cards come along when the card at `index` is lifted. */
export function lifted(game: GameInfo, pile: PileView, index: number): number {
  return pile.kind === 'reserve' && game.reserveOpen ? 1 : pile.cards.length - index;
}

/** The text of the move that a player intends by lifting and dropping, whether it is allowed or not. */
export function aimedMove(game: GameInfo, view: View, from: string, index: number, to: string): string {
  const source = pileOf(view, from);
  const target = pileOf(view, to);
  const card = source?.cards[index]?.card;
  if (!source || !target) return '';
  const at = source.kind === 'reserve' && game.reserveOpen && card ? `@${card}` : '';
  const count = lifted(game, source, index);
  const many = count > 1 && source.kind === 'tableau' && target.kind === 'tableau' ? `*${count}` : '';
  return `${from}${at}>${to}${many}`;
}

/** Index of the card that a move lifts, or -1 of a control. */
export function sourceIndex(game: GameInfo, view: View, move: string): number {
  const { from, count, card } = readMove(move);
  const pile = pileOf(view, from);
  if (!pile) return -1;
  if (pile.kind === 'reserve' && game.reserveOpen) return pile.cards.findIndex((other) => other.card === card);
  return pile.cards.length - count;
}
