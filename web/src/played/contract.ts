/** The engine's answers to `games-stats`: docs/games-file.md, as types. */
interface Spread {
  best: number | null;
  median: number | null;
  last: number | null;
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** The games that fit, with or without help. */
export interface Part {
  played: number;
  won: number;
  inProgress: number;
  streak: number;
  longest: number;
  moves: Spread;
  /** ms */
  time: Spread;
  withPar: number;
  overPar: number;
  atPar: number;
  bestToPar: number | null;
  judged: number;
  /** the sum, in thousandths */
  thrown: number;
  days: number;
  firstDay: string;
  lastDay: string;
}

/** All games that fit. */
export interface Statistics extends Part {
  unaided: Part;
  /** with help of any kind */
  helped: Part;
  /** of the periods: day, week, month, year */
  unit: 'd' | 'w' | 'm' | 'y';
  periods: { first: string; played: number; won: number; moves: number | null; time: number | null }[];
  moveBins: Bin[];
  /** s */
  timeBins: Bin[];
  /** ids of the games and kinds that occur */
  games: string[];
  kinds: string[];
}
