/**
 * What the page says about cards, piles and moves. The engine gives codes and parameters; the words are in `messages/`.
 * A text has two renderings: cards as signs, "6♦", to be seen; and as names, "6 of diamonds", to be heard.
 */
import type { Event, FieldAnswer, GameInfo, Hint, PileView, Refusal, Table, View } from './contract.ts';
import { listed, locale, type Phrase } from './i18n.ts';
import { t as common } from './messages/common.ts';
import { t } from './messages/table.ts';
import { cardName, cardSign, rankName, rankSign, type Suit } from './names.ts';

export interface Said {
  seen: string;
  spoken: string;
}
type Rendering = keyof Said;

const both = (render: (how: Rendering) => string): Said => ({ seen: render('seen'), spoken: render('spoken') });

const cardAs = (how: Rendering, card: string): string => (how === 'seen' ? cardSign(card) : cardName(card));
const rankAs = (how: Rendering, rank: string): string => (how === 'seen' ? rankSign(rank) : rankName(rank));

/** Any card of a rank: "an 8", "a jack". */
const anyOf = (how: Rendering, rank: string): Phrase => t.phrase('any', { rank: rankAs(how, rank), context: rank });

/** What a foundation takes next: a card, "8H", or any card of a rank, "8". */
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

/** Where a card lies: "on top of the waste", "in the fifth pile, 2 cards above it". */
export function placePhrase(game: GameInfo, id: string, above: number): Phrase {
  const pile = pilePhrase(game, id);
  if (id.startsWith('R') && game.reserveOpen) return t.phrase('field.place-in', { pile });
  return above === 0 ? t.phrase('field.place-top', { pile }) : t.phrase('field.place', { pile, count: above });
}

/** Any pile of a kind, given by its letter: "a foundation", "another pile". Other texts stay as they were typed. */
function kindPhrase(game: GameInfo, letter: string): Phrase {
  switch (letter) {
    case 'F':
      return t.phrase('pile.foundation');
    case 'T':
      return t.phrase('pile.another');
    case 'R':
      return game.reserveDealt === 0 ? t.phrase('pile.any-cell') : t.phrase('pile.reserve');
    default:
      return () => letter.toLowerCase();
  }
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

// ---- hints and refusals -------------------------------------------------------------------------------------

/** "4C 4S" -> "a black 4", "4D" -> "4♦" */
function fitting(how: Rendering, cards: string): Phrase {
  const all = cards.split(' ').filter((card) => card !== '');
  const rank = all[0]?.[0] ?? '';
  if (all.length > 1 && all.every((card) => card[0] === rank)) {
    const named = { rank: rankAs(how, rank), context: rank };
    const suits = new Set(all.map((card) => card[1]));
    if (suits.size === 4) return anyOf(how, rank);
    if (suits.size === 2 && suits.has('C') && suits.has('S')) return t.phrase('fits.black', named);
    if (suits.size === 2 && suits.has('D') && suits.has('H')) return t.phrase('fits.red', named);
  }
  return listed(all.map((card) => () => cardAs(how, card)), 'disjunction');
}

/** Where a hint's card goes: "onto 7♣", "to an empty pile". */
function where(how: Rendering, game: GameInfo, { to, on }: Record<string, string>): string {
  if (on) return t('where.onto', { on: cardAs(how, on) });
  if (to?.startsWith('F')) return t('where.foundation');
  if (to?.startsWith('R')) return game.reserveDealt === 0 ? t('where.cell') : t('where.reserve');
  return t('where.space');
}

export const hintCodes = [
  'safe', 'foundation', 'turns-up', 'joins-run', 'frees-pile', 'frees-card', 'plays-waste', 'frees-reserve',
  'builds-bridge', 'covers', 'uncovers', 'brings-down', 'covers-needed', 'prepares', 'choice', 'draw', 'redeal',
] as const;

/** Why the engine would make a move. A code that the page does not know is said in the engine's own English. */
export function hintWords(game: GameInfo, hint: Hint): Said {
  const { parameters } = hint;
  const code = hintCodes.find((known) => known === hint.code);
  if (code === undefined) return both(() => hint.text);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
    const from = pilePhrase(game, parameters['from'] ?? '');
    const count = Number(parameters['count'] ?? 0);
    switch (code) {
      case 'safe':
      case 'foundation':
        return t(`hint.${code}`, { card });
      case 'choice':
        return parameters['increment'] === '2' ? t('hint.choice-2', { count }) : t('hint.choice-1', { count });
      case 'draw':
        return game.stockDealsToReserves ? t('hint.deal') : t('hint.draw');
      case 'redeal':
        return t('hint.redeal');
      case 'covers':
        return t('hint.covers', { card, on });
      case 'turns-up':
      case 'joins-run':
      case 'frees-card':
      case 'plays-waste':
      case 'covers-needed':
      case 'prepares':
        return t(`hint.${code}`, { card, where: where(how, game, parameters) });
      default:
        return t(`hint.${code}`, { card, from, where: where(how, game, parameters) });
    }
  });
}

export const refusalCodes = [
  'none', 'choose-first', 'already-chosen', 'no-choice', 'no-such-pile', 'same-pile', 'no-route', 'empty-source',
  'no-such-card', 'too-many-cards', 'one-at-a-time', 'not-a-run', 'wrong-suit-or-rank', 'wrong-color-or-rank',
  'wrong-rank', 'foundation-start', 'suit-taken', 'foundation-complete', 'kings-only', 'space-stays-empty',
  'no-building', 'pile-full', 'reserve-occupied', 'reserve-closed', 'no-stock', 'stock-empty', 'no-empty-reserve',
  'no-waste', 'stock-not-empty', 'waste-empty', 'no-redeal-left', 'nothing-to-turn',
] as const;

/** Why the engine refuses a move. A code that the page does not know is said in the engine's own English. */
export function refusalWords(game: GameInfo, refusal: Refusal): Said {
  const { parameters } = refusal;
  const code = refusalCodes.find((known) => known === refusal.code);
  if (code === undefined) return both(() => refusal.text);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
    const from = pilePhrase(game, parameters['from'] ?? '');
    const to = pilePhrase(game, parameters['to'] ?? '');
    const rank = parameters['rank'] ?? '';
    switch (code) {
      case 'no-route':
        return parameters['from']?.startsWith('F') ? t('refusal.no-route-foundation') : t('refusal.no-route', { from, to });
      case 'empty-source':
        return capital(t('refusal.empty-source', { from }));
      case 'too-many-cards':
        return t('refusal.too-many-cards', { from });
      case 'no-such-card':
        return capital(t('refusal.no-such-card', { card, from }));
      case 'wrong-suit-or-rank':
      case 'wrong-color-or-rank':
      case 'wrong-rank':
        return capital(parameters['fits'] ? t('refusal.needs', { card, on, fits: fitting(how, parameters['fits']) }) : t(`refusal.${code}`, { card, on }));
      case 'foundation-start':
        return t('refusal.foundation-start', { rank: wantPhrase(rank) });
      case 'suit-taken':
        return capital(t('refusal.suit-taken', { suit: common(`suit.${(parameters['card']?.[1] ?? 'S') as Suit}`) }));
      case 'pile-full':
        return t('refusal.pile-full', { count: Number(parameters['limit'] ?? 0) });
      case 'reserve-occupied':
        return capital(t('refusal.reserve-occupied', { to }));
      default:
        return t(`refusal.${code}`);
    }
  });
}

export const fieldCodes = [
  'empty-command', 'help', 'not-understood', 'no-card', 'no-pile', 'bad-move', 'where', 'not-in-view', 'state', 'pile',
  'moves', 'no-moves', 'hint', 'no-hint', 'undone', 'redone', 'nothing-to-undo', 'nothing-to-redo', 'moved', 'which',
  'refused', 'empty', 'no-way',
] as const;

/** The answer to a typed command. `view` is the table after it, `done` what a move did. */
export function fieldWords(game: GameInfo, view: View, answer: FieldAnswer, done: string, state: string): Said {
  const { parameters } = answer;
  const text = parameters['text'] ?? '';
  const code = fieldCodes.find((known) => known === answer.code);
  if (code === undefined) return both(() => answer.text);
  if (code === 'refused' && answer.refusal) return refusalWords(game, answer.refusal);
  if (code === 'hint' && answer.hint) return hintWords(game, answer.hint);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const pile = pilePhrase(game, parameters['pile'] ?? '');
    switch (code) {
      case 'not-understood':
      case 'no-card':
      case 'no-pile':
      case 'bad-move':
        return t(`field.${code}`, { text });
      case 'not-in-view':
        return capital(t('field.not-in-view', { card }));
      case 'where': {
        const places = (parameters['places'] ?? '').split(' ').map((place) => {
          const [id = '', above = '0'] = place.split(':');
          return placePhrase(game, id, Number(above));
        });
        return capital(t('field.where', { card, places: listed(places, 'conjunction') }));
      }
      case 'pile': {
        const cards = view.piles.find((one) => one.id === parameters['pile'])?.cards ?? [];
        if (cards.length === 0) return capital(t('field.pile-empty', { pile }));
        const down = cards.filter((one) => one.card === null).length;
        const parts = [...(down > 0 ? [t('read.face-down', { count: down })] : []), ...cards.flatMap((one) => (one.card === null ? [] : [cardAs(how, one.card)]))];
        return capital(t('field.pile', { pile, cards: parts.join(', ') }));
      }
      case 'moves': {
        const moves = (parameters['moves'] ?? '').split(' ');
        return t('field.moves', { count: moves.length, moves: moves.join(' ') });
      }
      case 'state':
        return state;
      case 'moved':
        return done;
      case 'no-hint':
      case 'hint':
        return t('hint.none');
      case 'refused':
        return answer.text;
      case 'empty':
        return capital(t('field.empty', { pile }));
      case 'no-way': {
        const from = parameters['from'] ?? '';
        const isPile = (id: string) => /^([FTR]\d+|W|S)$/.test(id);
        const to = isPile(parameters['to'] ?? '') ? pilePhrase(game, parameters['to']!) : parameters['to'] ? kindPhrase(game, parameters['to']) : null;
        if (isPile(from)) return to ? t('field.no-way-to', { from: pilePhrase(game, from), to }) : t('field.no-way', { from: pilePhrase(game, from) });
        const named = cardAs(how, from.slice(from.indexOf('@') + 1));
        return capital(to ? t('field.no-card-way-to', { card: named, to }) : t('field.no-card-way', { card: named }));
      }
      default:
        return t(`field.${code}`);
    }
  });
}

// ---- what happened ------------------------------------------------------------------------------------------

function runPhrase(cards: string[]): Phrase {
  const [first = '', ...rest] = cards;
  const last = rest.at(-1);
  return last === undefined ? () => cardName(first) : t.phrase('event.run', { card: cardName(first), count: rest.length, last: cardName(last) });
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
      return game.stockDealsToReserves ? t('event.dealt-reserves', { count: event.to.length }) : t('event.dealt', { count: event.to.length });
    }
    case 'redeal':
      return event.kept > 0 ? t('event.redeal-kept', { count: event.turned }) : t('event.redeal', { count: event.turned });
    case 'choice':
      return event.increment === 2 ? t('event.choice-2') : t('event.choice-1');
  }
}

function pileLeft(game: GameInfo, pile: PileView): string {
  const named = pilePhrase(game, pile.id);
  return pile.cards.length === 0 ? t('event.left-empty', { pile: named }) : t('event.left', { pile: named, count: pile.cards.length });
}

/** What a request did, for the live region: the result first, how many cards are left behind last; `time` in ms. */
export function happened(game: GameInfo, table: Table, time?: number): string {
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
