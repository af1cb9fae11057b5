/** Written by wire/contract_test.cpp from the descriptions in wire/. */

/** Why a move is wrong, if something decides it. */
export interface WhyWrong {
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
}

/** `puzzle`: how far somebody has come with one. */
export interface PuzzleProgress {
  /** all that was made is right or neutral */ right: boolean;
  /** the last move can be taken back, and is not what is asked for */ neutral: boolean;
  /** moves that are right or neutral; those after a wrong one are not looked at */ made: number;
  /** no decision is left */ solved: boolean;
  /** the moves that play themselves now */ play: string[];
  /** the move of the next decision, after those; null if there is none */ next: string | null;
  /** decisions made right */ decision: number;
  /** in all */ decisions: number;
  /** null unless the last move is wrong and something decides it */ why: WhyWrong | null;
}
