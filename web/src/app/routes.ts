/**
 * Addresses. All of them are fragments, so that the page runs from any static file host:
 * `#/` · `#/carthage` · `#/carthage/12345` · `#/carthage/117/lesson` (a guided first game) · `#/carthage/game-<id>` (a
 * game without a deal number) · `#/how-to-play/carthage` · `#/set-up/carthage` · `#/today` · `#/today/2026-12-24` ·
 * `#/today/carthage` (goes on to the deal) · `#/puzzles` · `#/puzzles/today` · `#/puzzles/carthage` (goes on to the
 * next) · `#/puzzles/carthage/streak` · `#/puzzles/carthage/0123456789` (a puzzle) · `#/challenge/<id>` · `#/privacy` ·
 * `#/workshop` · `#/workshop/carthage` (a game to begin with) · `#/faq` · `#/about` · `#/settings` · `#/statistics`. What follows a deal number after "?" says how the deal was
 * chosen: `#/carthage/12345?winnable`, `?level-3`, `?day-2026-12-24`. `#/shared/1<data>` holds a whole game
 * (docs/notation.md).
 */
import { isDate } from '../store/names.ts';

export type Route =
  | { page: 'home' }
  | { page: 'faq' }
  | { page: 'about' }
  | { page: 'settings' }
  | { page: 'statistics' }
  | { page: 'privacy' }
  | { page: 'challenge'; challenge: string }
  | { page: 'how-to-play'; game: string }
  | { page: 'set-up'; game: string }
  | { page: 'workshop'; game: string }
  | { page: 'today'; day: string; game: string }
  | { page: 'puzzles'; game: string; puzzle: string }
  | { page: 'play'; game: string; deal: string; saved: string; lesson?: boolean; kind?: string }
  | { page: 'shared'; data: string }
  | { page: 'unknown'; text: string };

/** Names that addresses have for games, and their ids: `klondike` for rules that come with the page (`shipped.ts`). */
export const named = new Map<string, string>();
const idOf = (name: string): string => named.get(name) ?? name;
const nameOf = (id: string): string => [...named].find((one) => one[1] === id)?.[0] ?? id;

/** Whether every page knows the rules of the game. */
export const isKnown = (id: string): boolean => !id.startsWith('own-') || nameOf(id) !== id;

/** The greatest deal number, 2^64 - 1. */
const greatest = 18446744073709551615n;

/** A deal number as the notation writes it: from 1, no sign, no leading zero. */
export function isDealNumber(text: string): boolean {
  return /^[1-9][0-9]{0,19}$/.test(text) && BigInt(text) <= greatest;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Reads the fragment of an address, with or without its `#`. It does not know which games there are. */
export function parseRoute(fragment: string): Route {
  const unknown: Route = { page: 'unknown', text: fragment };
  // Words that programs add to links, and the mark that ends a sentence, are no part of one.
  const [before = '', kind = ''] = fragment.replace(/^#/, '').split(/[?&]/);
  // A damaged link is still one: its page says what is wrong.
  const path = (decoded(before) ?? before).replace(/[^\w/-]+$/, '');
  const parts = path.split('/').filter((part) => part !== '');
  const first = parts[0]?.toLowerCase();
  const second = parts[1];
  if (first === undefined) return { page: 'home' };
  if (first === 'shared') return { page: first, data: parts.slice(1).join('/') };
  if (first === 'puzzles' && parts.length <= 3) return { page: first, game: second ?? '', puzzle: parts[2] ?? '' };
  const lesson = parts.length === 3 && parts[2] === 'lesson' && second !== undefined && isDealNumber(second);
  const of = first === 'how-to-play' || first === 'set-up' || first === 'workshop';
  if (parts.length > 2 && (!lesson || of)) return unknown;
  if (first === 'challenge') return second !== undefined && /^[0-9a-f]{32}$/.test(second) ? { page: first, challenge: second } : unknown;
  if (
    second === undefined &&
    (first === 'faq' || first === 'about' || first === 'settings' || first === 'statistics' || first === 'privacy')
  )
    return { page: first };
  if (of) return { page: first, game: first === 'workshop' ? (second ?? '') : idOf(second ?? '') };
  if (first === 'today') {
    const day = second !== undefined && isDate(second) ? second : '';
    return { page: first, day, game: day === '' ? (second ?? '') : '' };
  }
  if (!/^[a-z][a-z-]*$/.test(first)) return unknown;
  const game = idOf(first);
  if (second === undefined) return { page: 'play', game, deal: '', saved: '' };
  if (isDealNumber(second))
    return {
      page: 'play',
      game,
      deal: second,
      saved: '',
      ...(lesson ? { lesson } : {}),
      ...(/^(winnable|level-[1-5]|day-\d{4}-\d\d-\d\d)$/.test(kind) ? { kind } : {}),
    };
  const saved = /^game-([A-Za-z0-9-]{1,64})$/.exec(second);
  return saved?.[1] ? { page: 'play', game, deal: '', saved: saved[1] } : unknown;
}

export function routeText(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/';
    case 'how-to-play':
    case 'set-up':
      return route.game === '' ? `#/${route.page}` : `#/${route.page}/${nameOf(route.game)}`;
    case 'workshop':
      return route.game === '' ? '#/workshop' : `#/workshop/${route.game}`;
    case 'play':
      if (route.saved !== '') return `#/${nameOf(route.game)}/game-${route.saved}`;
      return route.deal === ''
        ? `#/${nameOf(route.game)}`
        : `#/${nameOf(route.game)}/${route.deal}${route.lesson ? '/lesson' : ''}${route.kind ? `?${route.kind}` : ''}`;
    case 'today':
      return route.day + route.game === '' ? '#/today' : `#/today/${route.day}${route.game}`;
    case 'puzzles':
      return ['#/puzzles', route.game, route.puzzle].filter((part) => part !== '').join('/');
    case 'shared':
      return `#/shared/${route.data}`;
    case 'challenge':
      return `#/challenge/${route.challenge}`;
    case 'unknown':
      return route.text;
    default:
      return `#/${route.page}`;
  }
}
