/**
 * Which help a player has had and may have. There are two kinds: *fair* help knows what the player can know; the other
 * knows all cards. In games that hide no card they are the same. What was used is kept in the record, where undo does
 * not reach it, and never becomes less.
 */
import type { GameInfo, Table } from '../engine/contract.ts';
import type { Settings } from '../store/settings.svelte.ts';

/** '': none was used; 'none': the player wants none in this game */
export type Help = '' | 'none' | 'fair' | 'all-known';
export const helpKey = 'help';
/** The help that had been used when the win in the record was made. */
export const wonKey = 'help-when-won';

/** A card of the game can be hidden from the player. */
export const hidesCards = (game: GameInfo): boolean => game.hasFaceDown || game.hasStock;

export function helpOf(meta: Table['meta']): Help {
  const said = meta[helpKey];
  return said === 'none' || said === 'fair' || said === 'all-known' ? said : '';
}

/** The greater of both. */
export function withHelp(had: Help, used: 'fair' | 'all-known'): Help {
  return had === 'all-known' ? had : used;
}

/** Why the player gets no help of a kind: 'game', for this game; 'settings', for all games; '' if it may be given. */
export function forbidden(
  kind: 'fair' | 'all-known',
  game: GameInfo,
  meta: Table['meta'],
  settings: Pick<Settings, 'help'>,
): '' | 'game' | 'settings' {
  if (helpOf(meta) === 'none') return 'game';
  const allowed = kind === 'fair' || !hidesCards(game) ? settings.help !== 'off' : settings.help === 'all';
  return allowed ? '' : 'settings';
}
