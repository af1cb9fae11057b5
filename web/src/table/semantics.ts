/**
 * The table as a screen reader presents it: a named list for each pile, with its number of cards. Cards that can be
 * used are buttons, other cards are text, and face-down cards are a single item. The keyboard moves over the same
 * buttons, so each knows its place on the table.
 */
import type { GameInfo, PileView, Source, View } from '../engine/contract.ts';
import { t } from '../words/texts/table.ts';
import { cardCount, cardName } from '../words/names.ts';
import { pileTitle, wantPhrase } from '../words/table.ts';
import { gridRanks, gridSuits } from './grid.ts';
import { place, type Layout } from './layout.ts';
import { plan } from './plan.ts';
import type { Rect } from '../ground/rects.ts';

export interface Item {
  key: string;
  pile: string;
  /** of the card; -1: the pile's empty place */
  index: number;
  /** "7H", "" where there is no card or an unknown one */
  card: string;
  label: string;
  /** may be pressed; else it is read only */
  button: boolean;
  /** a card that can be lifted */
  source: boolean;
  /** it has been picked up */
  picked: boolean;
  rect: Rect;
}

export interface ItemList {
  pile: string;
  label: string;
  items: Item[];
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };
/** An item of a pile: a button for its empty place, unless more is said. */
function itemOf({ id: pile }: PileView, id: number | 'down', label: string, rect = nowhere, rest: Partial<Item> = {}): Item {
  return { key: `${pile}:${id}`, pile, index: -1, card: '', label, button: true, source: false, picked: false, rect, ...rest };
}

function listLabel(game: GameInfo, pile: PileView): string {
  const parts = [pileTitle(game, pile.id), cardCount(pile.cards.length)];
  if (pile.wants) parts.push(t('read.takes', { card: wantPhrase(pile.wants) }));
  else if (pile.kind === 'foundation' && pile.cards.length > 0 && pile.wants === '' && pile.direction !== 0) parts.push(t('read.complete'));
  if (pile.direction === -1) parts.push(t('read.down'));
  return parts.join(', ');
}

function stockLabel(game: GameInfo, view: View, pile: PileView): string {
  if (view.controls.includes('draw')) {
    const count = pile.cards.length;
    return game.stockDealsToReserves ? t('stock.deal', { count }) : t('stock.draw', { count });
  }
  if (view.controls.includes('redeal')) return view.redeals < 0 ? t('stock.redeal-unlimited') : t('stock.redeal', { count: view.redeals });
  const title = pileTitle(game, pile.id);
  return pile.cards.length > 0 ? `${title}, ${cardCount(pile.cards.length)}` : t('read.empty', { pile: title });
}

/** Order of the items of an open reserve: as in its grid. */
function gridOrder(card: string): number {
  return gridSuits.indexOf(card[1]!) * gridRanks.length + gridRanks.indexOf(card[0]!);
}

/** All piles of an open reserve as one list, with one item for equal cards: which of the copies is meant does not matter. */
function openReserve(game: GameInfo, view: View, layout: Layout, sources: Map<string, Source>): ItemList {
  const items = new Map<string, Item & { copies: number }>();
  let cards = 0;
  for (const pile of view.piles) {
    if (pile.kind !== 'reserve') continue;
    cards += pile.cards.length;
    pile.cards.forEach((card, index) => {
      if (card.card === null) return;
      const known = items.get(card.card);
      if (known) {
        known.copies += 1;
        known.label = t('read.copies', { card: cardName(card.card), number: known.copies });
        return;
      }
      const rect = layout.cards.get(card.id)?.strip;
      const source = sources.has(`${pile.id}:${index}`);
      items.set(card.card, { ...itemOf(pile, card.id, cardName(card.card), rect, { index, card: card.card, source }), copies: 1 });
    });
  }
  const sorted = [...items.values()].sort((a, b) => gridOrder(a.card) - gridOrder(b.card));
  return { pile: 'R', label: `${t('list.reserve')}, ${cardCount(cards)}`, items: sorted };
}

export function semantics(game: GameInfo, view: View, layout: Layout): ItemList[] {
  const sources = new Map(view.sources.map((source) => [`${source.pile}:${source.index}`, source]));
  const lists = view.piles
    .filter((pile) => !(pile.kind === 'reserve' && game.reserveOpen))
    .map((pile) => pileList(game, view, layout, sources, pile));
  return game.reserve > 0 && game.reserveOpen ? [...lists, openReserve(game, view, layout, sources)] : lists;
}

function pileList(game: GameInfo, view: View, layout: Layout, sources: Map<string, Source>, pile: PileView): ItemList {
  const place = layout.piles.get(pile.id);
  const items: Item[] = [];
  const top = pile.cards.length - 1;
  const empty = (label: string): Item => itemOf(pile, -1, label, place?.rect);
  if (pile.kind === 'stock') return { pile: pile.id, label: listLabel(game, pile), items: [empty(stockLabel(game, view, pile))] };
  if (top < 0) {
    const wants = pile.wants ? `, ${t('read.takes', { card: wantPhrase(pile.wants) })}` : '';
    const label = t('read.empty', { pile: pileTitle(game, pile.id) }) + wants;
    return { pile: pile.id, label: listLabel(game, pile), items: [empty(label)] };
  }
  // Only the top of a stack can be used; the cards below it appear only in the pile's count.
  const stack = pile.kind === 'foundation' || pile.kind === 'waste';
  const down = pile.cards.filter((card) => card.card === null).length;
  if (down > 0 && pile.cards[0]) {
    const first = layout.cards.get(pile.cards[0].id);
    const last = layout.cards.get(pile.cards[down - 1]!.id);
    if (first && last) {
      const rect = { ...first.strip, height: last.strip.y + last.strip.height - first.strip.y };
      items.push(itemOf(pile, 'down', t('read.face-down', { count: down }), rect, { index: 0, button: false }));
    }
  }
  for (const [index, card] of pile.cards.entries()) {
    if (card.card === null || (stack && index !== top)) continue;
    const source = sources.get(`${pile.id}:${index}`) ?? null;
    const last = pile.cards.at(-1)?.card ?? card.card;
    const label =
      source && source.count > 1
        ? t('read.run', { card: cardName(card.card), count: source.count - 1, last: cardName(last) })
        : card.down
          ? t('read.shown', { card: cardName(card.card) })
          : cardName(card.card);
    const button = source !== null || index === top;
    items.push(itemOf(pile, card.id, label, seenOf(layout, pile, index), { index, card: card.card, button, source: source !== null }));
  }
  return { pile: pile.id, label: listLabel(game, pile), items };
}

/** The visible part of a card; of one in the middle of a folded run, the strip that says how many they are. */
function seenOf(layout: Layout, pile: PileView, index: number): Rect | undefined {
  const fold = layout.folds.get(pile.id);
  const folded = fold !== undefined && index >= fold.first && index < fold.first + fold.count;
  const card = pile.cards[folded ? fold.first : index];
  return layout.cards.get(card?.id ?? -1)?.strip;
}

/** The new lists, with the old ones wherever nothing has changed: the same object need not be rendered again. */
export function keepUnchanged(before: readonly ItemList[], now: readonly ItemList[]): ItemList[] {
  const lists = new Map(before.map((list) => [list.pile, list]));
  return now.map((list) => {
    const old = lists.get(list.pile);
    if (!old) return list;
    const known = new Map(old.items.map((item) => [item.key, item]));
    const items = list.items.map((item) => {
      const same = known.get(item.key);
      return same && sameItem(same, item) ? same : item;
    });
    const unchanged = old.label === list.label && old.items.length === items.length && items.every((item, i) => item === old.items[i]);
    return unchanged ? old : { ...list, items };
  });
}

const told = ['pile', 'index', 'card', 'label', 'button', 'source', 'picked'] as const;
const sides = ['x', 'y', 'width', 'height'] as const;
const sameItem = (a: Item, b: Item): boolean =>
  told.every((name) => a[name] === b[name]) && sides.every((side) => a.rect[side] === b.rect[side]);

export type Direction = 'left' | 'right' | 'up' | 'down';

const middle = (rect: Rect) => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** The button next to `from` in a direction: within its pile first, otherwise the one that looks nearest. */
export function neighbour(lists: ItemList[], from: Item, direction: Direction): Item | null {
  const buttons = lists.flatMap((list) => list.items.filter((item) => item.button));
  const vertical = direction === 'up' || direction === 'down';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  // In a pile, card by card: those of a folded run have no place of their own.
  const own = vertical ? (lists.find((list) => list.pile === from.pile)?.items.filter((item) => item.button) ?? []) : [];
  const next = own[own.findIndex((item) => item.key === from.key) + sign];
  if (next) return next;
  const here = middle(from.rect);
  const ahead = (item: Item) => {
    const there = middle(item.rect);
    return sign * (vertical ? there.y - here.y : there.x - here.x);
  };
  const aside = (item: Item) => {
    const there = middle(item.rect);
    return Math.abs(vertical ? there.x - here.x : there.y - here.y);
  };
  let best: Item | null = null;
  let least = Infinity;
  for (const item of buttons) {
    // Sideways, piles of another kind count as beside this one only if they are at the same height.
    const apart = aside(item) >= (from.rect.height + item.rect.height) / 2;
    if (!vertical && apart && item.pile[0] !== from.pile[0]) continue;
    if (item === from || ahead(item) < (vertical ? 1 : Math.min(from.rect.width, item.rect.width) / 2)) continue;
    // Sideways leads to another pile, whatever lies between in this one.
    if (!vertical && item.pile === from.pile && Math.abs(middle(item.rect).x - here.x) < 1) continue;
    const far = ahead(item) + aside(item) * (vertical ? 3 : 2);
    if (far < least) {
      least = far;
      best = item;
    }
  }
  return best;
}

/** The whole table in one text, for the command that reads it. */
export function readTable(game: GameInfo, view: View): string {
  return semantics(game, view, place(plan(game, { width: 1000, height: 800 }), view))
    .map((list) => {
      const cards = list.items.filter((item) => item.index >= 0).map((item) => item.label);
      return cards.length > 0 ? `${list.label}: ${cards.join(', ')}.` : `${list.label}.`;
    })
    .join(' ');
}
