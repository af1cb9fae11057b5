/** The engine's answers about some games of different kinds, for tests that run without it. */
import type { CardView, GameInfo, PileView, View } from '../engine/contract.ts';

const times = (count: number, cards: number): number[] => Array.from({ length: count }, () => cards);
const stairs = (count: number, first: number): number[] => Array.from({ length: count }, (_, i) => first + i);

const common = {
  variantOf: '',
  dailySince: '2026-11-25',
  decks: 2,
  cards: 104,
  foundations: 8,
  tableau: 8,
  tableauDealt: 1,
  tableauCapacity: 0,
  tableauBuilt: true,
  reserve: 0,
  reserveOpen: false,
  reserveDealt: 0,
  hasWaste: false,
  hasStock: false,
  stockDealsToReserves: false,
  redeals: 0,
  increments: [],
  hasFaceDown: false,
};

export const games: GameInfo[] = [
  {
    ...common,
    id: 'gargantua',
    name: 'Gargantua',
    summary: 'A double Klondike: nine piles, draw one, one redeal.',
    dealt: [...times(8, 0), ...stairs(9, 1), 0, 59],
    most: [...times(8, 13), ...stairs(9, 13), 59, 59],
    tableau: 9,
    tableauDealt: 9,
    hasWaste: true,
    hasStock: true,
    redeals: 1,
    hasFaceDown: true,
  },
  {
    ...common,
    id: 'grandfather',
    name: 'Grandfather',
    summary: 'Twenty piles of at most two cards; foundations go up from aces and down from kings.',
    dealt: [...times(8, 0), ...times(20, 1), 0, 84],
    most: [...times(8, 13), ...times(20, 2), 84, 84],
    tableau: 20,
    tableauCapacity: 2,
    hasWaste: true,
    hasStock: true,
    redeals: 1,
  },
  {
    ...common,
    id: 'gloucestershire',
    name: 'Gloucestershire',
    summary: 'Every card is face up: eight piles, a reserve of 52, and four foundations built from ace to king twice.',
    dealt: [...times(4, 0), ...stairs(8, 3), 26, 26],
    most: [...times(4, 26), ...times(8, 104), 26, 26],
    foundations: 4,
    tableauDealt: 10,
    reserve: 2,
    reserveOpen: true,
    reserveDealt: 26,
  },
  {
    ...common,
    id: 'stalactites',
    name: 'Stalactites',
    summary: 'Build by ones or by twos, with two cells.',
    decks: 1,
    cards: 52,
    dealt: [...times(4, 1), ...times(8, 6), 0, 0],
    most: [...times(4, 13), ...times(8, 6), 1, 1],
    foundations: 4,
    tableauDealt: 6,
    tableauBuilt: false,
    reserve: 2,
    increments: [1, 2],
  },
  {
    ...common,
    id: 'carthage',
    name: 'Carthage',
    summary: 'Eight piles built down in suit, and six reserve piles; each deal buries them under two more cards.',
    dealt: [...times(8, 0), ...times(8, 1), ...times(6, 6), 60],
    most: [...times(8, 13), ...times(8, 13), ...times(6, 16), 60],
    reserve: 6,
    reserveDealt: 6,
    hasStock: true,
    stockDealsToReserves: true,
  },
];

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
