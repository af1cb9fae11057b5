/** Written by wire/contract_test.cpp from the descriptions in wire/. */

/** Values of games in the order in which they ended. */
export interface Spread {
  /** the least */ best: number | null;
  /** the one in the middle */ median: number | null;
  /** of the last game */ last: number | null;
}

/** The games that fit. */
export interface Part {
  /** won or lost */ played: number;
  /** games won */ won: number;
  /** games that are not over */ inProgress: number;
  /** won since the last loss */ streak: number;
  /** the longest streak */ longest: number;
  /** of games won */ moves: Spread;
  /** of games won, ms */ time: Spread;
  /** games won whose par is known */ withPar: number;
  /** the sum of their differences to par */ overPar: number;
  /** games with as many moves as par, or fewer */ atPar: number;
  /** the least difference */ bestToPar: number | null;
  /** games over of which it is known what was thrown away */ judged: number;
  /** the sum, in thousandths */ thrown: number;
  /** on which a game ended */ days: number;
  /** "" if there is none */ firstDay: string;
  /** "" if there is none */ lastDay: string;
}

/** The games that ended within some time. */
export interface Period {
  /** its first day */ first: string;
  /** games won or lost */ played: number;
  /** games won */ won: number;
  /** the median */ moves: number | null;
  /** the median, ms */ time: number | null;
}

/** How many values are from `from` on and less than `to`. */
export interface Bin {
  /** the least */ from: number;
  /** more than the most */ to: number;
  /** how many */ count: number;
}

/** All games that fit, and how they went. */
export interface Course extends Part {
  /** of the periods: day, week, month, year */ unit: 'd' | 'w' | 'm' | 'y';
  /** from the first to the last, without gaps */ periods: Period[];
  /** of games won */ moveBins: Bin[];
  /** of games won, s */ timeBins: Bin[];
}

/** `games-stats`: of all games that fit. */
export interface Statistics extends Course {
  /** ids of those that occur */ games: string[];
  /** that occur */ kinds: string[];
  /** without help */ unaided: Part;
  /** with help of any kind */ helped: Part;
}

/** `games-file`: the file of games played. */
export interface SavedGames {
  /** the file */ text: string;
  /** in it */ games: number;
  /** games in progress that it has without their moves, for lack of room */ left: number;
}
