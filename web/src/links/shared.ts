/** The record of a game that is shared. */
import type { GameInfo, Table, View } from '../engine/contract.ts';
import { rulesFact } from '../store/facts.ts';
import { draftOf, draftText } from '../setup/draft.ts';

/** The par that a shared record says, if it can be one. */
export const parIn = (meta: Table['meta']): string | undefined => /^[1-9]\d{0,4}$/.exec(meta['par'] ?? '')?.[0];

/** The most lines `meta` of a record. */
const mostMeta = 300;

/** The record with what is known of the game beside it: `time` in ms, 0 if it is not known. */
export function sharedRecord(record: string, time: number, par: number | null): string {
  const more = [...(time >= 1000 ? [`meta time ${Math.floor(time / 1000)}`] : []), ...(par !== null ? [`meta par ${par}`] : [])];
  const bare = record.replace(/^meta (time|par) .*\n/gm, '');
  if ((bare.match(/^meta /gm) ?? []).length + more.length > mostMeta) return bare;
  return bare.replace(/^end\n?$(?![\s\S])/m, `${more.map((line) => `${line}\n`).join('')}end\n`);
}

/** A record of the position alone, with the rules in the game's record; null where cards are hidden, or the game is over. */
export function positionRecord(info: GameInfo, view: View, record: string): string | null {
  const { draft, unseen } = draftOf(view);
  if (unseen > 0 || view.status === 'won') return null;
  const rules = rulesFact(record);
  return `quincunx-record 1\ngame ${info.id}\n${rules ? `rules ${rules.rules.text}\n` : ''}position\n${draftText(info, draft)}\nend\nmoves\nend\n`;
}
