/** The few parts of the move notation that the page reads or writes: names of piles, not rules. */
import type { GameInfo, PileKind, PileView, SentTable, Table, View } from './contract.ts';

const kinds: Readonly<Record<string, PileKind>> = { F: 'foundation', T: 'tableau', R: 'reserve', W: 'waste', S: 'stock' };
/** A pile's kind, by the first letter of its id. */
export const kindOf = (id: string): PileKind => kinds[id[0]!]!;

/** "T1", "T2", … */
export const numbered = (letter: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${letter}${i + 1}`);

/** Ids of all piles, in the order F T R W S. */
export function pileIds(game: GameInfo): string[] {
  return [
    ...numbered('F', game.foundations),
    ...numbered('T', game.tableau),
    ...numbered('R', game.reserve),
    ...(game.hasWaste ? ['W'] : []),
    ...(game.hasStock ? ['S'] : []),
  ];
}

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

/** A table with the moves of its record. They are on the lines after `moves`, up to the line that begins with another word. */
export function withMoves<T extends SentTable>(table: T): T & Table {
  const lines = table.record.split('\n');
  const rest = lines.slice(lines.indexOf('moves') + 1);
  const words = rest
    .slice(
      0,
      rest.findIndex((line) => /^(at|mark|meta|result|end)\b/.test(line)),
    )
    .flatMap((line) => line.match(/\S+/g) ?? []);
  return { ...table, moves: words.map((word) => ({ text: word.replace(/^\+/, ''), automatic: word.startsWith('+') })) };
}

/** The moves that led to a ply, as texts. */
export const movesTo = ({ moves, ply }: Pick<Table, 'moves' | 'ply'>, to = ply): string[] => moves.slice(0, to).map(({ text }) => text);

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

/** The card that a move takes, the first of several, "6S"; "" of a move that takes none. */
export function movedCard(game: GameInfo, view: View, move: string): string {
  const { from, card } = readMove(move);
  if (from === '' || card !== '') return card;
  return pileOf(view, from)?.cards[sourceIndex(game, view, move)]?.card ?? '';
}
