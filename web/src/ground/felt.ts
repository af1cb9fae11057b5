/** The table, for parts that know none: what they ask it, it alone says (`Board.svelte`). */
export const felt = {
  /** cards lie on it, and can be seen */
  dealt: false,
  /** a card is in somebody's hand, or a request under way */
  busy: false,
};
