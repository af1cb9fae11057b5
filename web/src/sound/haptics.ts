/** Vibrations of a phone: a card that lands, one that may not, a game that is won. */
import { settings } from '../store/settings.svelte.ts';

const patterns = { place: [8], refuse: [20, 50, 20], win: [30, 60, 30, 60, 80] } as const;

/** Whether there is anything to feel here: desktops have the function, too. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/** One of the patterns, or times of motion and of rest in turn, ms. */
export function vibrate(what: keyof typeof patterns | number[]): void {
  if (settings.sound === 'off' || !canVibrate()) return;
  // Before the player has done something, browsers refuse and complain.
  if ((navigator.userActivation as UserActivation | undefined)?.hasBeenActive !== true) return;
  navigator.vibrate(typeof what === 'string' ? patterns[what] : what);
}
