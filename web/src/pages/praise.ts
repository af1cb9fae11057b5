/** The one thing that is said of a win: the greatest that is true of it. */
export interface Feats {
  /** without help */
  unaided: boolean;
  /** the first win of the game without help */
  first: boolean;
  /** in what it beats all earlier wins of the game */
  beats: 'moves' | 'time' | null;
  /** moves over par, below 0 under it; null if par is not known (yet) */
  overPar: number | null;
}

export type Praise = 'first' | 'par' | 'moves' | 'time' | 'unaided' | '';

/** With help it is no feat to be first, or as good as the program that helped. */
export function praiseOf({ unaided, first, beats, overPar }: Feats): Praise {
  if (unaided && first) return 'first';
  if (unaided && overPar !== null && overPar <= 0) return 'par';
  return beats ?? (unaided ? 'unaided' : '');
}
