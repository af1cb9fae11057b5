/** When the page may be left for a new version: no card is on its way or in somebody's hand. */
import { felt } from '../ground/felt.ts';

/** How long nothing must happen, ms. */
const rest = 300;

function busy(): boolean {
  if (felt.busy) return true;
  // Cards fly by animations of scripts; what style sheets move goes on and on.
  return document
    .getAnimations()
    .some((one) => one.playState === 'running' && !(one instanceof CSSAnimation) && !(one instanceof CSSTransition));
}

export async function quiet(): Promise<void> {
  for (let since = performance.now(); performance.now() - since < rest;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (busy()) since = performance.now();
  }
}
