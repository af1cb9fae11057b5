/** What the page says in words. Reasons of refusals and hints come from the engine. */
import type { Event, GameInfo, PileView, Table } from './contract.ts';

const rankNames: Record<string, string> = { A: 'ace', J: 'jack', Q: 'queen', K: 'king', T: '10' };
const suitNames: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const suitSigns: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** "7H" -> "7 of hearts" */
export function cardName(card: string): string {
  const rank = card[0] ?? '';
  return `${rankNames[rank] ?? rank} of ${suitNames[card[1] ?? ''] ?? ''}`;
}

/** "TH" -> "10♥" */
export function cardSign(card: string): string {
  const rank = card[0] ?? '';
  return `${rank === 'T' ? '10' : rank}${suitSigns[card[1] ?? ''] ?? ''}`;
}

/** What a foundation takes next: "8H", "8" or "". */
export function wantName(want: string): string {
  if (want.length === 2) return cardName(want);
  const name = rankNames[want] ?? want;
  return want === '' ? '' : `${/^[aeiou8]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function pileName(game: GameInfo, id: string): string {
  const number = id.slice(1);
  switch (id[0]) {
    case 'F':
      return `foundation ${number}`;
    case 'T':
      return `pile ${number}`;
    case 'R':
      return `${reserveName(game)} ${number}`;
    case 'W':
      return 'waste';
    case 'S':
      return 'stock';
    default:
      return id;
  }
}

export function reserveName(game: GameInfo): string {
  return game.reserveDealt === 0 ? 'cell' : 'reserve';
}

export function count(number: number, one: string, many = `${one}s`): string {
  return number === 0 ? `no ${many}` : number === 1 ? `1 ${one}` : `${number} ${many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function targetName(game: GameInfo, id: string): string {
  return id[0] === 'F' ? 'foundation' : pileName(game, id);
}

function runName(cards: string[]): string {
  const first = cards[0];
  if (first === undefined) return 'nothing';
  return cards.length === 1 ? cardName(first) : `${cardName(first)} and ${count(cards.length - 1, 'more card')}`;
}

function eventWords(game: GameInfo, event: Event): string {
  switch (event.type) {
    case 'move':
      return `${runName(event.cards)} to ${targetName(game, event.to)}`;
    case 'turn':
      return `${cardName(event.card)} turned up`;
    case 'refill':
      return `${cardName(event.card)} fills ${pileName(game, event.pile)} from the ${pileName(game, event.from)}`;
    case 'deal': {
      const [only] = event.to;
      if (event.to.length === 1 && only) return `${cardName(only.card)} to ${pileName(game, only.pile)}`;
      return `${count(event.to.length, 'card')} dealt: ${event.to
        .map((to) => `${cardName(to.card)} to ${pileName(game, to.pile)}`)
        .join(', ')}`;
    }
    case 'redeal':
      return `${count(event.turned, 'card')} turned over${event.kept > 0 ? ', the playable one kept' : ''}`;
    case 'choice':
      return `built by ${event.increment === 1 ? 'ones' : 'twos'}`;
  }
}

function pileCount(game: GameInfo, pile: PileView): string {
  return `${count(pile.cards.length, 'card')} in ${pileName(game, pile.id)}`;
}

/** What a request did, for the live region: the result first, how many cards are left behind last. */
export function happened(game: GameInfo, table: Table): string {
  const said: string[] = [];
  let automatic = 0;
  let left = '';
  for (const event of table.events) {
    if (event.type === 'move' && event.automatic) {
      if (++automatic <= 3) said.push(eventWords(game, event));
      continue;
    }
    said.push(eventWords(game, event));
    if (event.type === 'move' && left === '') left = event.from;
  }
  if (automatic > 3) said.push(`${automatic} cards went to the foundations by themselves`);
  const pile = table.view.piles.find((candidate) => candidate.id === left);
  if (pile && pile.kind !== 'waste') said.push(pileCount(game, pile));
  if (pile?.kind === 'waste') {
    const top = pile.cards.at(-1)?.card;
    said.push(top ? `${cardName(top)} on the waste` : 'the waste is empty');
  }
  const end = ending(table);
  if (end !== '') said.unshift(end);
  return capital(said.join('; '));
}

export function ending(table: Table): string {
  if (table.view.status === 'won') return 'won';
  if (table.view.status === 'stuck') return 'no moves left';
  return '';
}

/** 75000 -> "1:15" */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "5 minutes ago"; `now` and `then` in ms */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const minutes = Math.round((then - now) / 60_000);
  if (minutes > -1) return 'just now';
  if (minutes > -60) return format.format(minutes, 'minute');
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 60 / 24), 'day');
}
