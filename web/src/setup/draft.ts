/** A position that is being set up: cards in piles, finished or not. What is right is the engine's business. */
import type { GameInfo, PositionCheck, View } from '../engine/contract.ts';
import { pileIds } from '../engine/notation.ts';

type Position = NonNullable<PositionCheck['position']>;
type Pile = Position['piles'][number];
/** Never changed: every function returns another one. */
export type Draft = Readonly<Omit<Position, 'game' | 'piles'>> & { readonly piles: readonly Readonly<Pile>[] };

const suits = 'CDHS';
const ranks = 'A23456789TJQK';

export function emptyDraft(info: GameInfo): Draft {
  return { redeals: info.redeals, choice: '', piles: pileIds(info).map((id) => ({ id, cards: [], hidden: 0 })) };
}

export const placedCount = (draft: Draft): number => draft.piles.reduce((sum, pile) => sum + pile.cards.length, 0);

/** All cards of one pack, suit by suit. */
export function pack(info: GameInfo): string[] {
  const length = info.cards / info.decks / suits.length;
  return [...suits].flatMap((suit) => [...ranks].slice(0, length).map((rank) => rank + suit));
}

/** How many copies of each card no pile has yet. */
export function cardsLeft(info: GameInfo, draft: Draft): Map<string, number> {
  const left = new Map(pack(info).map((card) => [card, info.decks]));
  for (const { cards } of draft.piles) for (const card of cards) left.set(card, (left.get(card) ?? 0) - 1);
  return left;
}

/** The lines of the position (docs/notation.md), without a line feed after the last. */
export function draftText(info: GameInfo, draft: Draft): string {
  const pileText = ({ id, cards, hidden }: Readonly<Pile>): string => {
    if (cards.length === 0) return `${id} -`;
    const words: string[] = [...cards];
    if (hidden > 0) words.splice(hidden, 0, '|');
    return `${id} ${words.join(' ')}`;
  };
  return [
    `game ${info.id}`,
    ...(info.redeals === 0 ? [] : [`redeals ${draft.redeals < 0 ? 'unlimited' : draft.redeals}`]),
    ...(info.increments.length === 0 ? [] : [`choice ${draft.choice === '' ? '-' : draft.choice}`]),
    ...draft.piles.map(pileText),
  ].join('\n');
}

/** Reads what `draftText` wrote, with rules or without; null for anything else. */
export function readDraft(info: GameInfo, text: string): Draft | null {
  const lines = text.split('\n');
  const empty = emptyDraft(info);
  if (lines.shift() !== `game ${info.id}`) return null;
  if (lines[0]?.startsWith('rules ')) lines.shift();
  let { redeals, choice } = empty;
  if (info.redeals !== 0) {
    const found = /^redeals (unlimited|\d{1,3})$/.exec(lines.shift() ?? '');
    if (!found) return null;
    redeals = found[1] === 'unlimited' ? -1 : Number(found[1]);
  }
  if (info.increments.length > 0) {
    const found = /^choice (-|by1|by2)$/.exec(lines.shift() ?? '');
    if (!found) return null;
    choice = found[1] === '-' ? '' : (found[1] as Draft['choice']);
  }
  if (lines.length !== empty.piles.length) return null;
  const piles: Pile[] = [];
  for (const [i, { id }] of empty.piles.entries()) {
    const [name, ...words] = lines[i]!.split(' ');
    const cards = words.filter((word) => word !== '|' && word !== '-');
    if (name !== id || words.length === 0 || !cards.every((card) => /^[A2-9TJQK][CDHS]$/.test(card))) return null;
    piles.push({ id, cards, hidden: Math.max(words.indexOf('|'), 0) });
  }
  return { redeals, choice, piles };
}

/** The visible cards of a table; `unseen` says how many are face down or in the stock, and have to be added. */
export function draftOf(view: View): { draft: Draft; unseen: number } {
  let unseen = 0;
  const piles = view.piles.map(({ id, cards }): Pile => {
    const seen = cards.flatMap(({ card }) => (card === null ? [] : [card]));
    unseen += cards.length - seen.length;
    return { id, cards: seen, hidden: 0 };
  });
  return { draft: { redeals: view.redeals, choice: view.choice, piles }, unseen };
}

function withPile(draft: Draft, id: string, change: (pile: Readonly<Pile>) => Pile): Draft {
  return { ...draft, piles: draft.piles.map((pile) => (pile.id === id ? change(pile) : pile)) };
}

/** Puts a card into a pile, so that it becomes its card at `index`. */
export function put(draft: Draft, id: string, index: number, card: string): Draft {
  return withPile(draft, id, ({ cards, hidden }) => ({
    id,
    cards: [...cards.slice(0, index), card, ...cards.slice(index)],
    hidden: index < hidden ? hidden + 1 : hidden,
  }));
}

export function take(draft: Draft, id: string, index: number): Draft {
  return withPile(draft, id, ({ cards, hidden }) => ({
    id,
    cards: cards.filter((_, i) => i !== index),
    hidden: index < hidden ? hidden - 1 : hidden,
  }));
}

/** Moves a card to the top of a pile. */
export function moveTo(draft: Draft, from: string, index: number, to: string): Draft {
  const card = draft.piles.find(({ id }) => id === from)?.cards[index];
  if (card === undefined) return draft;
  const without = take(draft, from, index);
  return put(without, to, without.piles.find(({ id }) => id === to)!.cards.length, card);
}

/** Turns the first `hidden` cards of a pile face down, and the others up. */
export const turn = (draft: Draft, id: string, hidden: number): Draft => withPile(draft, id, ({ cards }) => ({ id, cards, hidden }));

// ---- text that somebody typed or pasted -----------------------------------------------------------------------

/** No position has as many characters. */
export const longestText = 20_000;

/** Where the engine's line and column, in bytes from 1, are in a text: its column and its offset, in characters. */
export function placeIn(text: string, line: number, column: number): { column: number; offset: number } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const encoder = new TextEncoder();
  let bytes = 1;
  let at = 0;
  for (const character of lines[line - 1] ?? '') {
    if (bytes >= column) break;
    bytes += encoder.encode(character).length;
    at += character.length;
  }
  return { column: at + 1, offset: Math.min(before + at, text.length) };
}

/** Leaves out the unknown cards of a player's view, so that those that are known can be placed. */
export function withoutUnknown(lines: string): string {
  return lines
    .split('\n')
    .map((line) => {
      if (!line.includes('??')) return line;
      const words = line.split(/[ \t]+/).filter((word) => word !== '??' && word !== '' && word !== '|');
      return words.length === 1 ? `${words[0]} -` : words.join(' ');
    })
    .join('\n');
}
