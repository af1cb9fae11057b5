/** Files that the page makes. */
import type { GameInfo } from '../engine/contract.ts';
import { isOwn } from './own.ts';

/** A game in the name of a file: nobody knows the id of one of one's own. */
export const fileWord = ({ id, name }: Pick<GameInfo, 'id' | 'name'>): string =>
  isOwn(id) ? name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() : id;
export const recordName = (info: GameInfo, deal: string): string => `${fileWord(info)}-${deal === '' ? 'game' : deal}.pat`;

export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
