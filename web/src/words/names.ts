/** Names of cards, counts and times, apart from other words because Home needs them, too. */
import type { Rank } from '../theme/suits.ts';
import type { Suit } from '../theme/suits.ts';
import { locale, type Phrase } from '../ground/i18n.ts';
import { t as common } from './texts/common.ts';

const suitSigns: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };
const ranks = 'A23456789TJQK';

/** "J" -> "jack" */
export function rankName(rank: string): string {
  return ranks.includes(rank) && rank !== '' ? common(`rank.${rank as Rank}`) : rank;
}

/** Whether a card has the sign that is wanted at its corner: "7H", or any "7". */
export const sameRank = (card: string, want: string): boolean => card[0] === want[0];

/** "T" -> "10" */
export const rankSign = (rank: string): string => (rank === 'T' ? '10' : rank);

/** Each move asks for the names of all cards. */
const cardNames = new Map<string, string>();

/** "7H" -> "7 of hearts" */
export function cardName(card: string): string {
  const suit = card[1] ?? '';
  if (!(suit in suitSigns)) return card;
  let name = cardNames.get(card);
  if (name === undefined)
    cardNames.set(card, (name = common('card.name', { rank: rankName(card[0] ?? ''), suit: common(`suit.${suit as Suit}`) })));
  return name;
}

/** "TH" -> "hearts" */
export const suitPhrase = (card: string): Phrase => common.phrase(`suit.${card[1] as Suit}`);

/** "TH" -> "♥" */
export const suitSign = (card: string): string => suitSigns[card[1] ?? ''] ?? '';

/** "TH" -> "10♥" */
export const cardSign = (card: string): string => rankSign(card[0] ?? '') + suitSign(card);

/**
 * Phrases as a list: "a, b, and c", "a, b, or c". By texts, since the browser's rules for lists take a slow phone longer to
 * make than a frame.
 */
export function listed(phrases: readonly Phrase[], type: 'and' | 'or'): Phrase {
  return (form) => {
    const [first = '', ...others] = phrases.map((phrase) => phrase(form));
    const last = others.pop();
    if (last === undefined) return first;
    const before = others.reduce((list, next) => common('list.next', { before: list, next }), first);
    const ends = { before, last };
    if (type === 'and') return others.length > 0 ? common('list.and-last', ends) : common('list.and', ends);
    return others.length > 0 ? common('list.or-last', ends) : common('list.or', ends);
  };
}

export const cardCount = (count: number): string => common('card', { count });
/** Days in a row. `ends`: unless something is finished today. */
export const streakWords = (count: number, ends = false): string => common(ends ? 'streak-ends' : 'streak', { count });
export const moveCount = (count: number): string => common('move', { count });

/** 75000 -> "1:15" */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** "61%", of 0.61: a text, since rules of the browser's take a slow phone longer to make than a frame. */
export const percent = (share: number): string => common('percent', { share: Math.round(100 * share) });

/** "5 minutes ago"; `now` and `then` in ms */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const minutes = Math.round((then - now) / 60_000);
  if (minutes > -1) return common('just-now');
  if (minutes > -60) return format.format(minutes, 'minute');
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 60 / 24), 'day');
}

/** A game in the page's language: the engine and the rules pages name and describe it in English. */
export function gameWords<Game extends { id: string; name: string; summary: string }>(game: Game): Game {
  const { id, name, summary } = game;
  return { ...game, name: common.own(`game.${id}.name`, name), summary: common.own(`game.${id}.summary`, summary) };
}

/** Which of the names are those of a game with so many levels. */
const named: readonly (readonly number[])[] = [[], [], [1, 3], [1, 2, 3], [1, 2, 3, 4], [0, 1, 2, 3, 4]];

/** The names of a game's levels, easiest first; none where its deals cannot be told apart. */
export function levelNames(levels: number): readonly string[] {
  const all = [common('level.very-easy'), common('level.easy'), common('level.medium'), common('level.hard'), common('level.very-hard')];
  return (named[levels] ?? []).map((level) => all[level]!);
}
