/** Answers of the service of `quincunx serve`: docs/service-openapi.json, as types. */
export interface Service {
  /** null on a server for one machine alone */
  operator: { name: string; contact: string } | null;
  /** days */
  keeps: { results: number; challenges: number; votes: number; forgotten: number };
  /** the days for which results are taken; `until` in s since 1970 */
  open: { day: string; until: number }[];
}

interface Count {
  unaided: number;
  helped: number;
}

export interface Result {
  won: boolean;
  moves: number;
  helped: boolean;
}

export interface DayTable {
  day: string;
  game: string;
  deal: string;
  open: boolean;
  finished: Count;
  won: Count;
  /** of the games that were won, the fewest moves first */
  moves: ({ moves: number } & Count)[];
}

export interface ShortGame {
  moves: number;
  helped: boolean;
  record: string;
}

export interface GameVotes {
  game: string;
  /** how many gave one, two, … five */
  stars: number[];
  votes: number;
  mean: number;
  low: number;
  high: number;
}

export interface Challenge {
  challenge: string;
  deal: string;
  /** s since 1970 */
  until: number;
  results: (Result & { name: string; number: number; own: boolean })[];
}
