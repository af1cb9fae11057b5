/** How the controls in a part of the page lie, in each frame. */
import type { Tab } from './tab.ts';

/** Keys of a table, with what each opens. */
export const partsByKey = [
  ['n', 'dialog form'],
  ['?', 'dialog'],
  ['b', '.history'],
  ['/', '.field'],
] as const;

/** From now on, notes how they lie; what it returns says the different ways. */
export async function watch(tab: Pick<Tab, 'evaluate'>, part: string): Promise<() => Promise<string[]>> {
  await tab.evaluate((part: string) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const found = document.querySelector<HTMLElement>(part);
      if (found) {
        const now = [found, ...found.querySelectorAll<HTMLElement>('button, a, input, select, textarea')]
          .filter((one) => one.getClientRects().length > 0)
          .map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return `${one === found ? part : (one.ariaLabel ?? one.innerText)}: ${[x, y, width, height].map(Math.round).join(' ')}`;
          })
          .join('\n');
        if (seen.at(-1) !== now) seen.push(now);
      }
      // A WebKit that nobody looks at draws no frames.
      let due = true;
      const again = () => {
        if (due) look();
        due = false;
      };
      requestAnimationFrame(again);
      setTimeout(again, 50);
    };
    look();
  }, part);
  return () => tab.evaluate(() => (window as unknown as { seen: string[] }).seen);
}
