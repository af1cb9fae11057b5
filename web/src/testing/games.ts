/** Some games of different kinds, and views of them, for tests. */
import type { CardView, GameInfo, PileView, View } from '../engine/contract.ts';
import { Engine } from './engine.ts';

export const games: GameInfo[] = (await Engine.load()).games().filter(({ variantOf }) => variantOf === '');

export function gameOf(id: string): GameInfo {
  const found = games.find((game) => game.id === id);
  if (!found) throw new Error(`no game ${id}`);
  return found;
}

const ranks = 'A23456789TJQK';
const suits = 'CDHS';

/** A view in which piles have the given numbers of cards; `down` of each pile are face down. */
export function viewOf(game: GameInfo, lengths: Record<string, number>, down: Record<string, number> = {}): View {
  const pack: string[] = [];
  for (let deck = 0; deck < game.decks; ++deck) for (const s of suits) for (const r of ranks) pack.push(r + s);
  let id = 0;
  const pile = (letter: string, kind: PileView['kind'], number: number, name = `${letter}${number}`): PileView => {
    const cards: CardView[] = [];
    for (let i = 0; i < (lengths[name] ?? 0); ++i) {
      const hidden = kind === 'stock' || i < (down[name] ?? 0);
      cards.push({ id, card: hidden ? null : pack[(id * 37) % pack.length]! });
      ++id;
    }
    return { id: name, kind, number, cards };
  };
  const some = (letter: string, kind: PileView['kind'], count: number) =>
    Array.from({ length: count }, (_, i) => pile(letter, kind, i + 1));
  const piles = [
    ...some('F', 'foundation', game.foundations),
    ...some('T', 'tableau', game.tableau),
    ...some('R', 'reserve', game.reserve),
    ...(game.hasWaste ? [pile('W', 'waste', 1, 'W')] : []),
    ...(game.hasStock ? [pile('S', 'stock', 1, 'S')] : []),
  ];
  return {
    game: game.id,
    status: 'playing',
    piles,
    sources: piles
      .filter((p) => p.kind === 'tableau' && p.cards.length > 0)
      .map((p) => ({ pile: p.id, index: p.cards.length - 1, count: 1, targets: [], preferred: '' })),
    controls: [],
    choice: '',
    redeals: 0,
    finishable: false,
    choices: [],
  };
}

/** The view of a fresh deal, as far as numbers of cards go. */
export function dealtView(game: GameInfo): View {
  const lengths: Record<string, number> = {};
  const down: Record<string, number> = {};
  for (const [i, pile] of viewOf(game, {}).piles.entries()) {
    lengths[pile.id] = game.dealt[i] ?? 0;
    if (game.hasFaceDown && pile.kind === 'tableau') down[pile.id] = lengths[pile.id]! - 1;
  }
  return viewOf(game, lengths, down);
}

/**
 * For games in which a run may go round and round: the record of a position with a run of 44 cards. It is for the
 * engine to judge, which says how many cards are in order.
 */
export function longRunRecord(game: GameInfo): string | null {
  if (!game.most.slice(game.foundations, game.foundations + game.tableau).some((most) => most >= game.cards)) return null;
  const ranks = 'KQJT98765432A';
  const left = new Map<string, number>();
  for (const rank of ranks) for (const suit of 'CDHS') left.set(rank + suit, game.decks);
  const take = (card: string): string => {
    left.set(card, left.get(card)! - 1);
    return card;
  };
  const run = Array.from({ length: 44 }, (_, i) => {
    const rank = ranks[i % 13]!;
    const suits = i % 2 === 0 ? ['C', 'S'] : ['D', 'H'];
    return take(suits.map((suit) => rank + suit).find((card) => left.get(card)! > 0)!);
  });
  const rest = [...left].flatMap(([card, count]) => Array.from({ length: count }, () => card));
  const lines = game.dealt.map((dealt, i): string => {
    const at = i - game.foundations;
    if (at < 0) return `F${i + 1} -`;
    if (at === 0) return `T1 ${run.join(' ')}`;
    const reserve = at - game.tableau;
    const cards = rest.splice(
      0,
      reserve >= 0 ? dealt : at === 1 ? rest.length - game.dealt.slice(-game.reserve).reduce((a, b) => a + b, 0) : 0,
    );
    return `${reserve >= 0 ? `R${reserve + 1}` : `T${at + 1}`} ${cards.join(' ') || '-'}`;
  });
  return `quincunx-record 1\ngame ${game.id}\nposition\ngame ${game.id}\n${lines.join('\n')}\nend\nmoves\nend\n`;
}
