/** A window that moves to another screen keeps its size: only how sharp it is changes. */
import { sharpen } from './images.svelte.ts';

export function followScreen(): void {
  sharpen();
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', followScreen, { once: true });
}
