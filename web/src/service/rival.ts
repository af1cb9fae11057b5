/** Whom to beat in a challenge: all that the table's page needs of what is kept for the service, which is loaded later. */
import { readJson } from '../ground/local.ts';

interface Kept {
  challenges?: Record<string, { deal?: string; rival?: { name: string; won: boolean; moves: number } } | null>;
}

/** Null if a deal is in no challenge, or nobody has won it there. */
export function rivalOn(deal: string): { challenge: string; name: string; moves: number } | null {
  const { challenges } = (readJson('quincunx-service') ?? {}) as Kept;
  for (const [challenge, one] of Object.entries(challenges ?? {}).reverse())
    if (one?.deal === deal && one.rival?.won) return { challenge, name: one.rival.name, moves: one.rival.moves };
  return null;
}
