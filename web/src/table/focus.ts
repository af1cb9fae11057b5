/**
 * Keeps the keyboard's focus on the page of a game. A button that has it may disappear or become disabled because it
 * was pressed: the last undo, a closed panel, "Resume". Browsers then leave the focus nowhere.
 */

/** A group of controls within which the focus stays if it can. */
const groups = '.actions, .history, .field, .end, .cover, header';
const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';

interface Last {
  element: HTMLElement;
  group: Element | null;
  /** among the focusable elements of its group */
  index: number;
  onTable: boolean;
}

/** Where the focus was when the page was replaced by that of another game: in the row of buttons, or on the table. */
let carried: number | 'table' | null = null;

/** `toTable` gives the focus to the table. Returns what ends it. */
export function keepFocus(root: HTMLElement, toTable: () => void): () => void {
  let last: Last | null = null;
  const nowhere = () => document.activeElement === null || document.activeElement === document.body;
  let awaited = false;

  const focusIn = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    const group = element.closest(groups);
    const index = group ? [...group.querySelectorAll(focusable)].indexOf(element) : -1;
    last = { element, group, index, onTable: element.closest('.surface') !== null };
  };

  const look = () => {
    if (awaited) {
      const table = root.querySelector<HTMLElement>('.surface');
      if (table && nowhere()) table.focus({ preventScroll: true });
      awaited = table === null && nowhere();
    }
    if (!last) return;
    const { element, group, index, onTable } = last;
    const active = document.activeElement;
    if (active !== null && active !== document.body && active !== element) return;
    const inert = element.closest('[inert]') !== null;
    if (element.isConnected && !inert && !(element as HTMLButtonElement).disabled) return;
    // The table itself replaces a card that has gone; here it is only left when it is covered.
    if (onTable && !inert) return;
    const others = [
      ...((inert ? root.querySelector('.cover') : group?.isConnected ? group : null)?.querySelectorAll<HTMLElement>(focusable) ?? []),
    ];
    const next = others[Math.min(index, others.length - 1)] ?? others[0];
    if (next) next.focus();
    else toTable();
  };

  const observer = new MutationObserver(look);
  observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'inert'] });
  root.addEventListener('focusin', focusIn);
  if (nowhere() && carried !== null) {
    if (carried === 'table') awaited = true;
    else root.querySelectorAll<HTMLElement>('.actions button')[carried]?.focus({ preventScroll: true });
  }
  carried = null;
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', focusIn);
    if (last?.onTable) carried = 'table';
    else if (last?.group?.matches('.actions'))
      carried = [...last.group.querySelectorAll('button')].indexOf(last.element as HTMLButtonElement);
    // The page of another game is there at once; after any other page, the focus is where a new page has it.
    setTimeout(() => (carried = null));
  };
}
