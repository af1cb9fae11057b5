/**
 * What the page says about cards, piles and moves; what the engine answers is in `replies.ts`. The texts are in
 * `texts/`.
 * A text has two renderings: cards as signs, "6♦", to be seen; and as names, "6 of diamonds", to be heard.
 */
import type { Event, GameInfo, PileView, Table } from '../engine/contract.ts';
import { locale, type Phrase } from '../ground/i18n.ts';
import { t } from './texts/table.ts';
import { cardName, cardSign, rankName, rankSign } from './names.ts';

export interface Said {
  seen: string;
  spoken: string;
}
export type Rendering = keyof Said;

export const both = (render: (how: Rendering) => string): Said => ({ seen: render('seen'), spoken: render('spoken') });
/** Seen and spoken in the same words. */
export const plain = (text: string): Said => both(() => text);

export const cardAs = (how: Rendering, card: string): string => (how === 'seen' ? cardSign(card) : cardName(card));
export const rankAs = (how: Rendering, rank: string): string => (how === 'seen' ? rankSign(rank) : rankName(rank));

/** Any card of a rank: "an 8", "a jack". */
export const anyOf = (how: Rendering, rank: string): Phrase => t.phrase('any', { rank: rankAs(how, rank), context: rank });

/** The next card of a foundation: a card, "8H", or any card of a rank, "8". */
export const wantPhrase = (want: string): Phrase => (want.length === 2 ? () => cardName(want) : anyOf('spoken', want));

/** As a heading and in lists: "Pile 3", "Waste". */
export function pileTitle(game: GameInfo, id: string): string {
  const number = id.slice(1);
  switch (id[0]) {
    case 'F':
      return t('list.foundation', { number });
    case 'T':
      return t('list.tableau', { number });
    case 'R':
      if (game.reserveOpen) return t('list.reserve');
      return game.reserveDealt === 0 ? t('list.cell', { number }) : t('list.reserves', { number });
    case 'W':
      return t('list.waste');
    default:
      return t('list.stock');
  }
}

/** In a sentence: "the third pile", "the waste", "a foundation". */
export function pilePhrase(game: GameInfo, id: string): Phrase {
  const number = id.slice(1);
  const nth = t.phrase('nth', { count: Number(number), ordinal: true, context: number });
  switch (id[0]) {
    case 'F':
      return t.phrase('pile.foundation');
    case 'T':
      return t.phrase('pile.tableau', { nth });
    case 'R':
      if (game.reserveOpen || game.reserve === 1) return t.phrase('pile.reserve');
      return game.reserveDealt === 0 ? t.phrase('pile.cell', { nth }) : t.phrase('pile.reserves', { nth });
    case 'W':
      return t.phrase('pile.waste');
    case 'S':
      return t.phrase('pile.stock');
    default:
      return () => id;
  }
}

/** How far foundations go up with a card: "by ones", "in steps of 3". */
export const stepsPhrase = (increment: number): Phrase => t.phrase('steps', { count: increment, context: String(increment) });

/** Where a card lies: "on top of the waste", "in the fifth pile, 2 cards above it". */
export function placePhrase(game: GameInfo, id: string, above: number): Phrase {
  const pile = pilePhrase(game, id);
  if (id.startsWith('R') && game.reserveOpen) return t.phrase('field.place-in', { pile });
  return above === 0 ? t.phrase('field.place-top', { pile }) : t.phrase('field.place', { pile, count: above });
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

// ---- what happened ------------------------------------------------------------------------------------------

function runPhrase(cards: string[]): Phrase {
  const [first = '', ...rest] = cards;
  const last = rest.at(-1);
  return last === undefined
    ? () => cardName(first)
    : t.phrase('event.run', { card: cardName(first), count: rest.length, last: cardName(last) });
}

function eventWords(game: GameInfo, event: Event): string {
  switch (event.type) {
    case 'move':
      return t('event.move', { cards: runPhrase(event.cards), pile: pilePhrase(game, event.to) });
    case 'turn':
      return t('event.turn', { card: cardName(event.card) });
    case 'refill':
      return t('event.refill', { card: cardName(event.card), pile: pilePhrase(game, event.pile), from: pilePhrase(game, event.from) });
    case 'deal': {
      const [only] = event.to;
      if (event.to.length === 1 && only) return t('event.draw', { card: cardName(only.card) });
      return game.stockDealsToReserves
        ? t('event.dealt-reserves', { count: event.to.length })
        : t('event.dealt', { count: event.to.length });
    }
    case 'redeal':
      return event.kept > 0 ? t('event.redeal-kept', { count: event.turned }) : t('event.redeal', { count: event.turned });
    case 'choice':
      return t('event.choice', { steps: stepsPhrase(event.increment) });
  }
}

function pileLeft(game: GameInfo, pile: PileView): string {
  const named = pilePhrase(game, pile.id);
  return pile.cards.length === 0 ? t('event.left-empty', { pile: named }) : t('event.left', { pile: named, count: pile.cards.length });
}

/**
 * What a request did, for the live region: the result first, how many cards are left behind last; `time` in ms.
 */
export function happened(game: GameInfo, table: Table, { time }: { time?: number } = {}): string {
  const end = ending(table, time);
  if (table.view.status === 'won') return end;
  const said: string[] = end === '' ? [] : [end];
  let automatic = 0;
  let left = '';
  const shown: string[] = [];
  for (const event of table.events) {
    if (event.type === 'move' && event.automatic) {
      ++automatic;
      shown.push(eventWords(game, event));
      continue;
    }
    said.push(eventWords(game, event));
    if (event.type === 'move' && left === '') left = event.from;
  }
  if (automatic > 3) said.push(t('event.automatic', { count: automatic }));
  else said.push(...shown);
  const pile = table.view.piles.find((candidate) => candidate.id === left);
  if (pile && pile.kind !== 'waste') said.push(pileLeft(game, pile));
  if (pile?.kind === 'waste') {
    const top = pile.cards.at(-1)?.card;
    said.push(top ? t('event.waste', { card: cardName(top) }) : t('event.waste-empty'));
  }
  return capital(said.join('; '));
}

/** "Won in 49 moves.", "No moves left", or "" while the game goes on; with the time played, if given, in ms. */
export function ending(table: Table, time?: number): string {
  if (table.view.status === 'stuck') return t('end.stuck');
  if (table.view.status !== 'won') return '';
  return time === undefined ? t('end.won', { count: table.ply }) : t('end.won-time', { count: table.ply, time: durationPhrase(time) });
}

// ---- time ---------------------------------------------------------------------------------------------------

/** 375000 -> "6 minutes" */
export function durationPhrase(milliseconds: number): Phrase {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t.phrase('time.seconds', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t.phrase('time.minutes', { count: minutes });
  return t.phrase('time.hours', { count: Math.round(minutes / 60) });
}
