/** A game that was saved, and what all of the page needs to know of it. */
import type { GameInfo, Table, View } from '../engine/contract.ts';

export interface SavedGame {
  /** `carthage#12345`, or `carthage~<id>` of a game without a deal number */
  key: string;
  game: string;
  /** what people call the game, if it is not listed */
  name?: string;
  /** deal number as text, "" if there is none */
  deal: string;
  record: string;
  status: 'playing' | 'won' | 'stuck';
  ply: number;
  plies: number;
  cardsHome: number;
  cards: number;
  /** played so far, ms */
  time: number;
  /** ms since 1970; later than what was saved of the game before, whatever the clock says */
  updated: number;
  /** the record before the last restart, so that restarting can be undone */
  before: string;
  /** what has been found out about the game (`advice/findings.ts`) */
  advice?: unknown;
  /** the page that saved it, each time the game is opened another one */
  by?: string;
  /** what it was played on from, the latest first: each was read before anything was saved in its place */
  after?: { by: string; updated: number }[];
  /** until it is written: `advice` is without what had been found out before */
  light?: boolean;
}

export function keyOf(game: string, deal: string, id = ''): string {
  return deal === '' ? `${game}~${id}` : `${game}#${deal}`;
}

/** It has been started and is not finished. No deal number brings back a game without one, so it counts from the start. */
export function inProgress(game: Pick<SavedGame, 'plies' | 'deal' | 'status'>): boolean {
  return (game.plies > 0 || game.deal === '') && game.status !== 'won';
}

/** So many are named in `after`: of what was left in localStorage, none is older. */
const mostVersions = 6;

export const versionsOf = ({
  by = '',
  updated,
  after = [],
}: Pick<SavedGame, 'by' | 'updated' | 'after'>): NonNullable<SavedGame['after']> => [{ by, updated }, ...after].slice(0, mostVersions);

/** Whether it was played on from the other one, as far as is known. */
export const knows = (game: Pick<SavedGame, 'by' | 'updated' | 'after'>, other: SavedGame): boolean =>
  versionsOf(game).some(({ by, updated }) => by === (other.by ?? '') && updated >= other.updated);

/** The same game where it takes the place of no other: one without a number, as a game from a file may be. */
export const apart = (game: SavedGame): SavedGame => ({
  ...game,
  key: keyOf(game.game, '', game.by || game.updated.toString(36)),
  deal: '',
});

export const cardsHome = ({ piles }: View): number =>
  piles.reduce((sum, { kind, cards }) => sum + (kind === 'foundation' ? cards.length : 0), 0);

/** The saved form of a game whose table looks like this. */
export function savedGame(
  { view, record, ply, plies }: Table,
  { id, name, cards }: Pick<GameInfo, 'id' | 'cards'> & { name?: string },
  rest: Pick<SavedGame, 'key' | 'deal' | 'time' | 'before'>,
): SavedGame {
  return {
    ...rest,
    game: id,
    ...(id.startsWith('own-') && name !== undefined ? { name } : {}),
    record,
    status: view.status,
    ply,
    plies,
    cardsHome: cardsHome(view),
    cards,
    updated: Date.now(),
  };
}
