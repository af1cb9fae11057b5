/** A game that was saved, and what all of the page needs to know of it. */
import type { GameInfo, Table, View } from '../engine/contract.ts';

export interface SavedGame {
  /** `carthage#12345`, or `carthage~<id>` of a game without a deal number */
  key: string;
  game: string;
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
  /** what has been found out about the game (`advice/findings.ts`); games saved by earlier versions have none */
  advice?: unknown;
}

export function keyOf(game: string, deal: string, id = ''): string {
  return deal === '' ? `${game}~${id}` : `${game}#${deal}`;
}

/** It has been started and is not finished. No deal number brings back a game without one, so it counts from the start. */
export function inProgress(game: SavedGame): boolean {
  return (game.plies > 0 || game.deal === '') && game.status !== 'won';
}

export const cardsHome = ({ piles }: View): number =>
  piles.reduce((sum, { kind, cards }) => sum + (kind === 'foundation' ? cards.length : 0), 0);

/** What is saved of a game whose table looks like this. */
export function savedGame(
  { view, record, ply, plies }: Table,
  info: Pick<GameInfo, 'id' | 'cards'>,
  rest: Pick<SavedGame, 'key' | 'deal' | 'time' | 'before'>,
): SavedGame {
  return {
    ...rest,
    game: info.id,
    record,
    status: view.status,
    ply,
    plies,
    cardsHome: cardsHome(view),
    cards: info.cards,
    updated: Date.now(),
  };
}
