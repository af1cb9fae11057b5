/**
 * What the page says about cards, piles and moves. The engine gives codes and parameters; the words are in `messages/`.
 * A text has two renderings: cards as signs, "6♦", to be seen; and as names, "6 of diamonds", to be heard.
 */
import type { Event, FieldAnswer, GameInfo, Hint, PileView, Refusal, Table, View } from './contract.ts';
import { locale } from './i18n.ts';
import { t as common } from './messages/common.ts';
import { t } from './messages/table.ts';
import { cardCount, cardName, cardSign, moveCount, rankName, rankSign, type Suit } from './names.ts';

export interface Said {
  seen: string;
  spoken: string;
}
type Rendering = keyof Said;

const both = (render: (how: Rendering) => string): Said => ({ seen: render('seen'), spoken: render('spoken') });

const cardAs = (how: Rendering, card: string): string => (how === 'seen' ? cardSign(card) : cardName(card));
const rankAs = (how: Rendering, rank: string): string => (how === 'seen' ? rankSign(rank) : rankName(rank));

/** Any card of a rank: "an 8", "a jack". */
function anyOf(how: Rendering, want: string): string {
  const rank = rankAs(how, want);
  return want === 'A' || want === '8' ? t('read.want-an', { rank }) : t('read.want-a', { rank });
}

/** What a foundation takes next: "8H", "8" or "". */
export function wantName(want: string): string {
  if (want.length === 2) return cardName(want);
  return want === '' ? '' : anyOf('spoken', want);
}

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

const nths = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
function nth(number: string): string {
  const known = nths.find((one) => one === number);
  return known ? t(`pile.nth.${known}`) : t('pile.nth.more', { number });
}

/** In a sentence: "the third pile", "the waste", "a foundation". */
export function pileName(game: GameInfo, id: string): string {
  const number = id.slice(1);
  switch (id[0]) {
    case 'F':
      return t('pile.foundation');
    case 'T':
      return t('pile.tableau', { nth: nth(number) });
    case 'R':
      if (game.reserveOpen || game.reserve === 1) return t('pile.reserve');
      return game.reserveDealt === 0 ? t('pile.cell', { nth: nth(number) }) : t('pile.reserves', { nth: nth(number) });
    case 'W':
      return t('pile.waste');
    case 'S':
      return t('pile.stock');
    default:
      return id;
  }
}

/** Any pile of a kind, given by its letter: "a foundation", "another pile". Other texts stay as they were typed. */
function kindName(game: GameInfo, letter: string): string {
  switch (letter) {
    case 'F':
      return t('pile.foundation');
    case 'T':
      return t('pile.another');
    case 'R':
      return game.reserveDealt === 0 ? t('pile.any-cell') : t('pile.reserve');
    default:
      return letter.toLowerCase();
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// ---- hints and refusals -------------------------------------------------------------------------------------

const list = (words: string[], type: 'conjunction' | 'disjunction'): string => new Intl.ListFormat(locale, { type }).format(words);

/** "4C 4S" -> "a black 4", "4D" -> "4♦" */
function fitting(how: Rendering, cards: string): string {
  const all = cards.split(' ').filter((card) => card !== '');
  const rank = all[0]?.[0] ?? '';
  if (all.length > 1 && all.every((card) => card[0] === rank)) {
    const named = { rank: rankAs(how, rank) };
    const suits = new Set(all.map((card) => card[1]));
    if (suits.size === 4) return anyOf(how, rank);
    if (suits.size === 2 && suits.has('C') && suits.has('S')) return t('fits.black', named);
    if (suits.size === 2 && suits.has('D') && suits.has('H')) return t('fits.red', named);
  }
  return list(all.map((card) => cardAs(how, card)), 'disjunction');
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
  'builds-bridge', 'covers', 'uncovers', 'brings-down', 'covers-needed', 'choice', 'draw', 'redeal',
] as const;

/** Why the engine would make a move. A code that the page does not know is said in the engine's own English. */
export function hintWords(game: GameInfo, hint: Hint): Said {
  const { parameters } = hint;
  const code = hintCodes.find((known) => known === hint.code);
  if (code === undefined) return both(() => hint.text);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
    const from = pileName(game, parameters['from'] ?? '');
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
    const from = pileName(game, parameters['from'] ?? '');
    const to = pileName(game, parameters['to'] ?? '');
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
        return t('refusal.foundation-start', { rank: wantName(rank) });
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
    const pile = pileName(game, parameters['pile'] ?? '');
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
          const name = pileName(game, id);
          const open = id.startsWith('R') && game.reserveOpen;
          return above === '0' || open ? t('field.place-top', { pile: name }) : t('field.place', { pile: name, count: Number(above) });
        });
        return capital(t('field.where', { card, places: list(places, 'conjunction') }));
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
        const to = isPile(parameters['to'] ?? '') ? pileName(game, parameters['to']!) : kindName(game, parameters['to'] ?? '');
        if (isPile(from)) return to === '' ? t('field.no-way', { from: pileName(game, from) }) : t('field.no-way-to', { from: pileName(game, from), to });
        const named = cardAs(how, from.slice(from.indexOf('@') + 1));
        return capital(to === '' ? t('field.no-card-way', { card: named }) : t('field.no-card-way-to', { card: named, to }));
      }
      default:
        return t(`field.${code}`);
    }
  });
}

// ---- what happened ------------------------------------------------------------------------------------------

function runName(cards: string[]): string {
  const [first] = cards;
  const last = cards.at(-1);
  if (first === undefined || last === undefined) return '';
  return cards.length === 1 ? cardName(first) : t('event.run', { card: cardName(first), count: cards.length - 1, last: cardName(last) });
}

function eventWords(game: GameInfo, event: Event): string {
  switch (event.type) {
    case 'move':
      return t('event.move', { cards: runName(event.cards), pile: pileName(game, event.to) });
    case 'turn':
      return t('event.turn', { card: cardName(event.card) });
    case 'refill':
      return t('event.refill', { card: cardName(event.card), pile: pileName(game, event.pile), from: pileName(game, event.from) });
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
  const named = pileName(game, pile.id);
  return pile.cards.length === 0 ? t('event.left-empty', { pile: named }) : t('event.left', { pile: named, cards: cardCount(pile.cards.length) });
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
  const moves = moveCount(table.ply);
  return time === undefined ? t('end.won', { moves }) : t('end.won-time', { moves, time: duration(time) });
}

// ---- time ---------------------------------------------------------------------------------------------------

/** 375000 -> "6 minutes" */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t('time.seconds', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('time.minutes', { count: minutes });
  return t('time.hours', { count: Math.round(minutes / 60) });
}
