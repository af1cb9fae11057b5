/** When the page says of its own accord that a move was a bad one: only where the player has help switched on. */
import type { Verdict } from '../engine/solver-contract.ts';
import type { Weighed } from './findings.ts';

/** A mistake that costs less is not worth an interruption. */
const much = 0.15;

/** A verdict that fell from winnable to lost with the last move. */
export const thrownAway = (before: Verdict, after: Verdict): boolean => before === 'winnable' && after === 'unwinnable';

/**
 * A mistake that cost a lot. `showed`: the move showed a card that was not known before; to take it back would be to play
 * with a card that one should not know.
 */
export const muchWorse = (found: Weighed | undefined, showed: boolean): boolean =>
  !showed && !!found && !found.right && found.before - found.after >= much;
