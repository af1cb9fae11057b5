/** Which pile a player means when dropping cards: generous to what is allowed, but not blind to a clear miss. */
import type { Layout } from './layout.ts';
import { distance, overlap, type Rect } from '../ground/rects.ts';

type Drop = { pile: string; legal: boolean } | null;

/**
 * `held`: where the lowest of the held cards is. The legal pile with the largest overlap wins, unless the card is
 * clearly over another pile; a near miss (half a card away) still lands. Null: back to where it came from.
 */
export function chooseDrop(layout: Layout, held: Rect, from: string, legal: readonly string[]): Drop {
  const area = held.width * held.height;
  let best: { pile: string; share: number } | null = null;
  let other: { pile: string; share: number } | null = null;
  let near: { pile: string; far: number } | null = null;
  for (const pile of layout.piles.values()) {
    const share = overlap(held, pile.reach) / area;
    if (pile.id === from) {
      if (share > (other?.share ?? 0)) other = { pile: pile.id, share };
      continue;
    }
    if (legal.includes(pile.id)) {
      if (share > (best?.share ?? 0)) best = { pile: pile.id, share };
      const far = distance(pile.reach, held.x + held.width / 2, held.y + held.height / 2);
      if (far < (near?.far ?? Infinity)) near = { pile: pile.id, far };
    } else if (share > (other?.share ?? 0)) other = { pile: pile.id, share };
  }
  if (best && (best.share >= 0.2 || best.share >= (other?.share ?? 0) / 2)) return { pile: best.pile, legal: true };
  if (near && near.far <= held.width && (other?.share ?? 0) < 0.25) return { pile: near.pile, legal: true };
  if (!other || other.pile === from || other.share < 0.15) return null;
  return { pile: other.pile, legal: false };
}
