/** The table, for parts that know none: what they ask it, it alone says (`Board.svelte`). */
export const felt = {
  /** cards lie on it, and can be seen */
  dealt: false,
  /** a card is in somebody's hand, or a request under way */
  busy: false,
};

/** Parts that lie over a table: each says so itself, and how much of it a message has to leave free. */
interface Lying {
  /** what is needed now */
  lit?: readonly Element[];
  /** the buttons of the choice before the first move */
  choices?: readonly Element[];
  other?: readonly Element[];
}
const parts = new Set<() => Lying>();

/** For a part while it is there. */
export const over =
  (of: (element: HTMLElement) => Lying = (element) => ({ lit: [element] })) =>
  (element: HTMLElement): (() => void) => {
    const part = (): Lying => of(element);
    parts.add(part);
    return () => void parts.delete(part);
  };

export const allOver = (kind: keyof Lying): Element[] => [...parts].flatMap((part) => part()[kind] ?? []);
