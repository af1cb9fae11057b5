/** The keys of a game's page: one table for what handles keys and for the list of them. */
export const keys = {
  draw: ['d'],
  choose: ['1', '2'],
  undo: ['u', 'z', 'Backspace'],
  redo: ['r', 'y'],
  hint: ['h'],
  show: ['s'],
  seek: ['w'],
  finish: ['a'],
  new: ['n'],
  again: ['g'],
  restart: ['o'],
  pause: ['p'],
  history: ['b'],
  advice: ['v'],
  menu: ['m'],
  read: ['t'],
  field: ['/', ':'],
  keys: ['?'],
} as const satisfies Record<string, readonly string[]>;

export type Action = keyof typeof keys;
export const actions = Object.keys(keys) as Action[];

export const actionOf = (key: string): Action | undefined => actions.find((action) => (keys[action] as readonly string[]).includes(key));
