/** Written by wire/contract_test.cpp from the descriptions in wire/. */

/** A game, for menus and layout: everything a page may want to know about it. */
export interface GameInfo {
  /** as it is named in deals and records */ id: string;
  /** the name that people see */ name: string;
  /** id of the parent game, "" if the game is not a variant */ variantOf: string;
  /** first date with a deal of the day; "" if it has none */ dailySince: string;
  /** one sentence */ summary: string;
  /** packs of cards */ decks: number;
  /** how many */ cards: number;
  /** cards dealt to each pile, in the order of a view's piles */ dealt: number[];
  /** the most cards that each pile can hold, in the same order */ most: number[];
  /** how many */ foundations: number;
  /** how many piles */ tableau: number;
  /** the most cards dealt to one of them */ tableauDealt: number;
  /** the size up to which cards may be added; 0: any */ tableauCapacity: number;
  /** the player can build on tableau piles in some way */ tableauBuilt: boolean;
  /** how many piles */ reserve: number;
  /** every card of a reserve pile is available, not only its top */ reserveOpen: boolean;
  /** the most cards dealt to one of them */ reserveDealt: number;
  /** there is a waste */ hasWaste: boolean;
  /** there is a stock */ hasStock: boolean;
  /** the stock deals to the reserves */ stockDealsToReserves: boolean;
  /** -1 if unlimited */ redeals: number;
  /** by1/by2: what the player may choose; [] if there is no choice */ increments: number[];
  /** cards lie face down */ hasFaceDown: boolean;
}

/** How a game stands. */
export type Status = 'playing' | 'won' | 'stuck';

/** Kinds of piles. */
export type PileKind = 'foundation' | 'tableau' | 'reserve' | 'waste' | 'stock';

/** A card's place in a pile. */
export interface CardView {
  /** in dealing order, for the whole game; says nothing about the card */ id: number;
  /** rank and suit, "7H"; null if face down or in the stock */ card: string | null;
}

/** A pile, as the player sees it. */
export interface PileView {
  /** "F1" … "T1" … "R1" … "W" "S" */ id: string;
  /** what it is */ kind: PileKind;
  /** from 1 */ number: number;
  /** bottom to top */ cards: CardView[];
  /** of tableau piles: cards at the top that move together */ run?: number;
  /** of foundations: what it takes next: "8H", "8" (any suit), "A" (any suit not yet there), "" */ wants?: string;
  /** of foundations: the suits of that rank, "CDHS" */ suits?: string;
  /** of foundations: +1, -1, or 0 before the choice */ direction?: number;
}

/** A pile that accepts what was lifted. */
export interface Target {
  /** its id */ pile: string;
  /** the move's text, to be played as it stands */ move: string;
  /** null if it is listed; else the listed one for it, or "" if it changes nothing */ standIn: string | null;
}

/** Cards that may be lifted: those from `index` on, in an open reserve that one. */
export interface Source {
  /** its id */ pile: string;
  /** of the lowest card */ index: number;
  /** how many cards */ count: number;
  /** every accepted one */ targets: Target[];
  /** the move a tap makes, "" if no target is useful */ preferred: string;
}

/** One of the increments before the choice. */
export interface ChoiceView {
  /** by1 or by2 */ move: string;
  /** by which the foundations are built then */ increment: number;
  /** the ranks each foundation would take, in order */ sequences: string[];
}

/** All that the player sees and may do. */
export interface View {
  /** its id */ game: string;
  /** how it stands */ status: Status;
  /** in the order F T R W S */ piles: PileView[];
  /** what may be lifted */ sources: Source[];
  /** moves without cards: "draw", "redeal", "by1", "by2" */ controls: string[];
  /** what was chosen */ choice: '' | 'by1' | 'by2';
  /** left; 0 if the game has none, -1 if unlimited */ redeals: number;
  /** the game can be finished automatically */ finishable: boolean;
  /** before the choice, one for each increment */ choices: ChoiceView[];
}

/** A card from the stock, and the pile it was dealt to. */
export interface Dealt {
  /** its id */ pile: string;
  /** of the card */ id: number;
  /** rank and suit */ card: string;
}

/** One effect of a request. */
export type Event =
  | { type: 'move'; from: string; to: string; ids: number[]; cards: string[]; automatic: boolean }
  | { type: 'turn'; pile: string; id: number; card: string }
  | { type: 'refill'; pile: string; from: string; id: number; card: string }
  | { type: 'deal'; to: Dealt[] }
  | { type: 'redeal'; turned: number; kept: number }
  | { type: 'choice'; increment: number };

/** A bookmark. */
export interface Mark {
  /** where it is */ ply: number;
  /** what it says */ text: string;
}

/** A game, where it stands. */
export interface SentTable {
  /** what the player sees */ view: View;
  /** what the request did; [] after undo, redo, goto, load: compare card places */ events: Event[];
  /** moves made */ ply: number;
  /** and with those that were taken back */ plies: number;
  /** bookmarks */ marks: Mark[];
  /** what is kept in the record */ meta: Record<string, string>;
  /** automatic play */ automatic: 'never' | 'safe' | 'all';
  /** deal text, or "" for a game from a position */ deal: string;
  /** moves that were taken back have shown cards; no advice uses them */ sawMore: boolean;
  /** everything needed to come back here */ record: string;
}

/** The client adds all moves made, also those taken back: the record has them. */
export type Table = SentTable & { moves: { text: string; automatic: boolean }[] };

/** Why a move is refused: `session/player/refusal.cpp` has the codes. */
export interface Refusal {
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
}

/** A move and its reason: `session/player/hint.hpp` has the codes. */
export interface Hint {
  /** its text */ move: string;
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
}

/** A command's result: `wire/table/command_field.hpp` has the codes. */
export interface FieldAnswer {
  /** what it was */ kind: 'moved' | 'answer' | 'choices' | 'refused' | 'unclear';
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
  /** with the code "refused" */ refusal: Refusal | null;
  /** with the code "hint" */ hint: Hint | null;
  /** move texts to choose from */ choices: string[];
  /** with "moved" */ table: SentTable | null;
}

/** A pile in position lines. */
export interface PlacedPile {
  /** as in a view */ id: string;
  /** from the bottom */ cards: string[];
  /** so many of them, the first, lie face down */ hidden: number;
}

/** The content of position lines. */
export interface PlacedPosition {
  /** its id */ game: string;
  /** as in a view */ redeals: number;
  /** as in a view */ choice: '' | 'by1' | 'by2';
  /** all of the game, in the order F T R W S */ piles: PlacedPile[];
}

/** A fault in position lines: `engine/notation.hpp` has the codes. */
export interface Flaw {
  /** tells them apart */ code: string;
  /** pile ids, cards, numbers as text */ parameters: Record<string, string>;
  /** plain English */ text: string;
  /** in the lines, from 1 */ line: number;
  /** in that line, from 1 */ column: number;
  /** cards are missing, and this may be right once they are there */ later: boolean;
}

/** Position lines of any game, read and judged by ruling A8. */
export interface PositionCheck {
  /** what the lines say; null if they cannot be read, and `wrong` says why */ position: PlacedPosition | null;
  /** cards of the game that no pile has yet, each as often as it is missing */ left: string[];
  /** empty: the position can be played */ wrong: Flaw[];
}

/** Why a request is refused; nothing has changed then. */
export interface Reason {
  /** plain English */ message: string;
  /** in a text; 0 if not applicable */ line: number;
  /** in that line; 0 if not applicable */ column: number;
  /** docs/notation.md, "Reasons"; "" if the message is all there is */ code: string;
  /** of the code */ parameters: Record<string, string>;
  /** of a move that is none of the game's */ refusal: Refusal | null;
}

export interface Failure {
  ok: false;
  error: Reason;
}

export type Answer<T> = ({ ok: true } & T) | Failure;

/** The text after the line of a request. */
export interface Lines {
  lines: string;
}

/** From what requests take, as `request.ts` does, to their answers. */
export interface TableQuestions {
  games: () => { games: GameInfo[] };
  new: (deal: string) => SentTable;
  load: (lines: Lines) => SentTable;
  setup: (lines: Lines) => SentTable;
  check: (lines: Lines) => PositionCheck;
  table: () => SentTable;
  view: (ply: number) => { view: View };
  play: (move: string) => SentTable;
  undo: () => SentTable;
  redo: () => SentTable;
  goto: (ply: number) => SentTable;
  automatic: (which: 'never' | 'safe' | 'all') => SentTable;
  finish: () => SentTable;
  mark: (text: string) => SentTable;
  unmark: (ply: number) => SentTable;
  meta: (key: string, text: string) => SentTable;
  why: (move: string) => { refusal: Refusal | null };
  hint: () => { hint: Hint | null };
  field: (text: string) => FieldAnswer;
}
export interface OwnTableQuestions {
  rules: (lines: Lines) => { game: GameInfo; form: string; text: string };
}
