/** How the table changes, and how fast that is shown. */
/** deal: a new game; play: something happened in order; jump: undo, redo, another ply; same: no card moved */
export type Change = 'deal' | 'play' | 'jump' | 'same';

const durations = { off: 0, slow: 420, normal: 240, fast: 140, fastest: 80 } as const;

const calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
/** How long a card takes for its way, ms; 0 if nothing is to move. */
export const pace = (animation: keyof typeof durations): number => (calm?.matches ? 0 : durations[animation]);

/** Nothing may move, and yet it is to be seen what has changed: cards fade in at their new places. */
export const fades = (animation: keyof typeof durations): boolean => calm?.matches === true && animation !== 'off';
