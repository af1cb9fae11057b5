/** Files that the page makes. */
import type { GameInfo } from '../engine/contract.ts';

export const recordName = (info: GameInfo, deal: string): string => `${info.id}-${deal === '' ? 'game' : deal}.pat`;

export const saveText = (text: string, name: string): void => saveBlob(new Blob([text], { type: 'text/plain' }), name);

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
