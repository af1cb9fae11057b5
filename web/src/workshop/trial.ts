/** The table beside the rules, which is low on a phone. */
import type { Game } from '../play/game.svelte.ts';
import type { Size } from '../ground/rects.ts';
import { fitted, place } from '../table/layout.ts';
import { lowered, plan, type Wishes } from '../table/plan.ts';

/** As if it were so many times as high, where that is better. */
const higher = 1.4;
const narrow = 500;
/** Cards so wide are wide enough, px. */
const enough = 34;

/**
 * The height for which it is planned, px; 0 for its own. If it is planned for a greater one, cards are larger and the longest
 * piles fan less. All that is dealt has to be in sight. An open reserve has too many arrangements to try them twice.
 */
export function wholeOf({ info, view }: Pick<Game, 'info' | 'view'>, size: Size, wishes: Wishes): number {
  if (size.width === 0 || size.width >= narrow || info.reserveOpen) return 0;
  const height = higher * size.height;
  const low = place(fitted(lowered(plan(info, { ...size, height }, wishes), size.height), view), view, null);
  if (low.height > size.height + 1) return 0;
  return low.cardWidth >= enough || low.cardWidth > plan(info, size, wishes).cardWidth ? height : 0;
}
