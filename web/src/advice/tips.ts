/** When the page says of its own accord that a move was a bad one: only where the player has help switched on. */
import type { Verdict } from '../engine/advice-contract.ts';
import type { Chance } from './findings.ts';
import { wellKnown } from './turning.ts';

/** A chance that falls by less than this says nothing about the move. */
const much = 0.15;

/** The standard error of a chance from so many worlds. */
export const error = ({ fair, worlds, complete }: Chance): number => (complete ? 0 : Math.sqrt((fair * (1 - fair)) / Math.max(1, worlds)));

/** A verdict that fell from winnable to lost with the last move. */
export const thrownAway = (before: Verdict, after: Verdict): boolean => before === 'winnable' && after === 'unwinnable';

/**
 * A fair chance that fell by a lot with the last move. `luck`: the move showed a card that was not known before, and then
 * it may be the card's fault; to take such a move back would be to play with a card that one should not know.
 */
export function muchWorse(before: Chance | null | undefined, after: Chance | null | undefined, luck: boolean): boolean {
  // What is not said of itself is not said as a difference either.
  if (luck || !wellKnown(before) || !wellKnown(after)) return false;
  // A difference that the number of worlds may account for is none.
  return before.fair - after.fair >= Math.max(much, 2 * Math.hypot(error(before), error(after)));
}
