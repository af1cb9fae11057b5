/** Texts as files. */
import type { GameInfo } from '../engine/contract.ts';

export const recordName = (info: GameInfo, deal: string): string => `${info.id}-${deal === '' ? 'game' : deal}.pat`;

export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
