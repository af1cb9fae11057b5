/** Games of one's own are kept, as many as a file of games holds. */
import type { GameInfo } from '../engine/contract.ts';
import { mostRules, rulesFactOf } from '../store/facts.ts';
import { played } from '../store/played.ts';
import { tell } from '../ui/notices.svelte.ts';
import { t } from '../words/texts/workshop.ts';
import { rulesOf } from './own.ts';

/**
 * A game that this page has learned is the player's own: it is kept, exported and merged, with the name that it has now.
 * False, and said, if there is no room.
 */
export async function keep({ id }: GameInfo): Promise<boolean> {
  const fact = rulesFactOf(id, rulesOf(id)!);
  const kept = (await played.facts()).filter((one) => 'rules' in one);
  if (kept.length >= mostRules && !kept.some((one) => one.id === fact.id)) {
    tell(t('yours.full', { count: mostRules }), 'warning');
    return false;
  }
  await played.change(fact.id, () => fact);
  return true;
}
