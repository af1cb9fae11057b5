/**
 * Keeps the keyboard's focus on the page of a game. A button that has it may disappear or become disabled because it
 * was pressed: the last undo, a closed panel, "Resume". Browsers then leave the focus nowhere.
 */

/** A group of controls within which the focus stays if it can; and the table. */
type Kind = 'table' | 'actions' | 'cover' | 'head' | 'history' | 'field' | 'end';
const groups = new Map<Element, Kind>();
/** For such a group while it is there. */
export const focusGroup = (kind: Kind) => (element: Element) => {
  groups.set(element, kind);
  return () => void groups.delete(element);
};
const groupOf = (element: Element | null): Element | null => element && (groups.has(element) ? element : groupOf(element.parentElement));
const groupIn = (root: Element, kind: Kind): HTMLElement | undefined =>
  [...groups.keys()].find((one) => groups.get(one) === kind && root.contains(one)) as HTMLElement | undefined;
/** The focus is on the table, or would be. */
export const onTable = (element: Element): boolean => [...groups].some(([one, kind]) => kind === 'table' && one.contains(element));
const isInert = (element: Element | null): boolean => element instanceof HTMLElement && (element.inert || isInert(element.parentElement));

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
    const group = groupOf(element);
    const index = group ? [...group.querySelectorAll(focusable)].indexOf(element) : -1;
    last = { element, group, index, onTable: onTable(element) };
  };

  const look = () => {
    if (awaited) {
      const table = groupIn(root, 'table');
      if (table && nowhere()) table.focus({ preventScroll: true });
      awaited = !table && nowhere();
    }
    if (!last) return;
    const { element, group, index, onTable: there } = last;
    const active = document.activeElement;
    if (active !== null && active !== document.body && active !== element) return;
    const inert = isInert(element);
    if (element.isConnected && !inert && !(element as HTMLButtonElement).disabled) return;
    // The table itself replaces a card that has gone; here it is only left when it is covered.
    if (there && !inert) return;
    const others = [
      ...((inert ? groupIn(root, 'cover') : group?.isConnected ? group : null)?.querySelectorAll<HTMLElement>(focusable) ?? []),
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
    else groupIn(root, 'actions')?.querySelectorAll('button')[carried]?.focus({ preventScroll: true });
  }
  carried = null;
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', focusIn);
    if (last?.onTable) carried = 'table';
    else if (last?.group && groups.get(last.group) === 'actions')
      carried = [...last.group.querySelectorAll('button')].indexOf(last.element as HTMLButtonElement);
    // The page of another game is there at once; after any other page, the focus is where a new page has it.
    setTimeout(() => (carried = null));
  };
}
