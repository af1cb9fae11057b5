/** Whom to beat in a challenge: all that the table's page needs of what is kept for the service, which is loaded later. */
import { readJson } from '../ground/local.ts';

/** In localStorage. */
export const keptName = 'quincunx-service';

export interface Rival {
  /** as the page says it */
  name: string;
  won: boolean;
  moves: number;
}

/** localStorage may hold anything. */
export const object = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

export function rivalIn(value: unknown): Rival | null {
  const { name, won, moves } = object(value);
  return typeof name === 'string' && typeof won === 'boolean' && typeof moves === 'number' ? { name, won, moves } : null;
}

/** The last challenge of a deal counts. Null if there is none, or nobody has won it there. */
export function rivalOn(deal: string): (Rival & { challenge: string }) | null {
  const challenges = Object.entries(object(object(readJson(keptName))['challenges']));
  const [challenge = '', one] = challenges.findLast(([, one]) => object(one)['deal'] === deal) ?? [];
  const rival = rivalIn(object(one)['rival']);
  return rival?.won ? { ...rival, challenge } : null;
}
