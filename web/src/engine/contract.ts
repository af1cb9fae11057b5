/**
 * The contract between the table engine (C++ in `table.wasm`) and the page. The engine answers every request with one
 * JSON text of these shapes (written by `wire/table/table_json.cpp`). No rule of any game is in TypeScript: what may be
 * done, and what a thing means, is decided here by the engine.
 *
 * Module interface (wasm32, no imports): `memory`, `_initialize()`, `q_alloc(size) -> pointer` (a buffer for the
 * next request, owned by the module, valid until the next q_alloc), `q_request(pointer, size) -> pointer` of the
 * answer and `q_answer_size() -> size`. Request and answer are UTF-8. One module instance holds one table.
 *
 * Requests: a verb and its arguments on the first line; a payload, if there is one, follows after the first line feed.
 *
 *   games                    -> { games: GameInfo[] }
 *   new <deal>               -> SentTable    deal text of the notation: `carthage#12345` or `carthage:7HKS…`
 *   load \n<record>          -> SentTable    a record text (.pat)
 *   setup \n<position>       -> SentTable    a game that starts from position lines (docs/notation.md)
 *   check \n<position>       -> PositionCheck  the same lines, complete or not; the table stays as it is
 *   table                    -> SentTable    the current state again, without events
 *   view <ply>               -> { view: View }   how it lay, or will lie, there
 *   play <move>              -> SentTable    any accepted move; a refused one is an error with a `refusal`
 *   undo | redo              -> SentTable    the player's move with the automatic moves that followed it
 *   goto <ply>               -> SentTable    0 … plies; the rest stays as redo tail (restart is `goto 0`)
 *   automatic never|safe|all -> SentTable    automatic play from now on (kept as record meta `automatic`)
 *   finish                   -> SentTable    plays the rest automatically; only if `view.finishable`
 *   mark <text>              -> SentTable    bookmark at the current ply (a second one there replaces it)
 *   unmark <ply>             -> SentTable
 *   meta <key> <text>        -> SentTable    stores a text in the record (empty text removes it)
 *   why <move>               -> { refusal: Refusal | null }
 *   hint                     -> { hint: Hint | null }        fair: from the view alone
 *   field <text>             -> FieldAnswer   command field input; a move is played immediately
 */

export type Status = 'playing' | 'won' | 'stuck';
export type PileKind = 'foundation' | 'tableau' | 'reserve' | 'waste' | 'stock';

/** A game, for menus and layout: everything a page may want to know about it. */
export interface GameInfo {
  id: string;
  name: string;
  /** id of the parent game, "" if the game is not a variant */
  variantOf: string;
  /** the first date that has a deal of the day, `2026-11-25`; "" if it has none */
  dailySince: string;
  summary: string;
  decks: number;
  cards: number;
  /** cards dealt to each pile, in the order of a view's piles */
  dealt: number[];
  /** the most cards that each pile can hold, in the same order */
  most: number[];
  foundations: number;
  tableau: number;
  /** most cards ever dealt to one tableau pile (layout) */
  tableauDealt: number;
  /** the size up to which the player may add cards; 0: no limit */
  tableauCapacity: number;
  /** the player can build on tableau piles in some way */
  tableauBuilt: boolean;
  reserve: number;
  /** every card of a reserve pile is available, not only its top */
  reserveOpen: boolean;
  reserveDealt: number;
  hasWaste: boolean;
  hasStock: boolean;
  /** the stock deals to the reserves */
  stockDealsToReserves: boolean;
  /** -1 if unlimited */
  redeals: number;
  /** by1/by2: the increments the player may choose; [] if there is no choice */
  increments: number[];
  hasFaceDown: boolean;
}

/** A card's place in a pile; `card` is null if it is face down or in the stock, so that its identity is unknown. */
export interface CardView {
  /** index in dealing order, stable for the whole game (for animation); says nothing about the card */
  id: number;
  /** rank and suit, "7H" */
  card: string | null;
  /** it is face down, but known: where everything is (puzzles); the engine never says that */
  down?: true;
}

export interface PileView {
  /** "F1" … "T1" … "R1" … "W" "S" */
  id: string;
  kind: PileKind;
  /** from 1 */
  number: number;
  /** bottom to top */
  cards: CardView[];
  /** what a foundation takes next: "8H", "8" (any suit), "A" (any suit not yet there); "" if complete or unknown */
  wants?: string;
  /** of foundations: the suits of which it takes that rank, "CDHS" */
  suits?: string;
  /** of foundations: group number from 0, and the direction: +1, -1, or 0 before the choice */
  group?: number;
  /** of tableau piles: how many cards at the top are in order and move together */
  run?: number;
  direction?: number;
}

export interface Target {
  pile: string;
  /** the move's text, to be played as it stands */
  move: string;
  /** null: the move is in the list of legal moves; else the listed move that stands for it, or "" if the move
   *  changes nothing (a whole pile to an empty pile) */
  standIn: string | null;
}

/** What may be lifted: the cards from `index` to the top of `pile` (for an open reserve: the card at `index`). */
export interface Source {
  pile: string;
  index: number;
  count: number;
  /** every accepted target */
  targets: Target[];
  /** the move a tap makes, "" if no target is useful */
  preferred: string;
}

export interface View {
  game: string;
  status: Status;
  /** in the order F T R W S */
  piles: PileView[];
  sources: Source[];
  /** move texts of the available controls: "draw", "redeal", "by1", "by2" */
  controls: string[];
  choice: '' | 'by1' | 'by2';
  /** redeals left; 0 if the game has none, -1 if unlimited */
  redeals: number;
  /** number of listed moves */
  legal: number;
  /** the game can be finished automatically */
  finishable: boolean;
  /** before the choice, for each increment: the ranks each foundation would take, in order (`sequences[foundation]`) */
  choices: { move: string; increment: number; sequences: string[] }[];
}

export type Event =
  | { type: 'move'; from: string; to: string; ids: number[]; cards: string[]; automatic: boolean }
  | { type: 'turn'; pile: string; id: number; card: string }
  | { type: 'refill'; pile: string; from: string; id: number; card: string }
  /** cards from the stock, in dealing order */
  | { type: 'deal'; to: { pile: string; id: number; card: string }[] }
  | { type: 'redeal'; turned: number; kept: number }
  | { type: 'choice'; increment: number };

export interface Mark {
  ply: number;
  text: string;
}

export interface SentTable {
  view: View;
  /** what the request did, in order; [] after undo, redo, goto, load (compare card places instead) */
  events: Event[];
  ply: number;
  plies: number;
  marks: Mark[];
  meta: Record<string, string>;
  automatic: 'never' | 'safe' | 'all';
  /** deal text, or "" for a game from a position */
  deal: string;
  /** cards were seen by moves that were taken back and not made again; no advice uses them */
  sawMore: boolean;
  /** record text: everything needed to come back here */
  record: string;
}

/** The client adds all moves made, including the redo tail: the record has them. */
export type Table = SentTable & { moves: { text: string; automatic: boolean }[] };

/**
 * Why a move is refused. `code` tells refusals apart; `parameters` are pile ids, cards, numbers as text. See
 * `session/player/refusal.hpp` for the parameters and `refusal.cpp` for the codes; `text` is plain English.
 */
export interface Refusal {
  code: string;
  parameters: Record<string, string>;
  text: string;
}

export interface Hint {
  move: string;
  /** the kind of reason: "safe", "turns-up", …, "draw"; all are in `session/player/hint.hpp` */
  code: string;
  parameters: Record<string, string>;
  text: string;
}

export interface FieldAnswer {
  kind: 'moved' | 'answer' | 'choices' | 'refused' | 'unclear';
  /** codes and parameters are in `wire/table/command_field.hpp` */
  code: string;
  parameters: Record<string, string>;
  /** with the code "refused" */
  refusal: Refusal | null;
  /** with the code "hint" */
  hint: Hint | null;
  /** plain English; the result first */
  text: string;
  /** move texts to choose from */
  choices: string[];
  /** with "moved" */
  table: SentTable | null;
}

/** Position lines of any game (docs/notation.md), read and judged by ruling A8. */
export interface PositionCheck {
  /** what the lines say; null if they cannot be read, and `wrong` says why */
  position: {
    game: string;
    /** as in a view */
    redeals: number;
    choice: '' | 'by1' | 'by2';
    /** all piles of the game, in the order F T R W S; of `cards`, from the bottom, the first `hidden` lie face down */
    piles: { id: string; cards: string[]; hidden: number }[];
  } | null;
  /** the cards of the game that no pile has yet; a card that is missing twice is there twice */
  left: string[];
  /** empty: the position can be played */
  wrong: Flaw[];
}

/**
 * `code` tells flaws apart, with `parameters` as in `scan_position` and `flaws` of `engine/notation.hpp`; `text` is
 * plain English.
 */
export interface Flaw {
  code: string;
  parameters: Record<string, string>;
  text: string;
  /** in the lines, from 1 */
  line: number;
  column: number;
  /** cards are missing, and this may be right once they are there */
  later: boolean;
}

export interface Failure {
  ok: false;
  error: {
    message: string;
    /** in a bad record or position text; 0 if not applicable */
    line: number;
    column: number;
    /** why a text can't be read, with its parameters (docs/notation.md, "Reasons"); "" if the message is all there is */
    code: string;
    parameters: Record<string, string>;
    refusal: Refusal | null;
  };
}

export type Answer<T> = ({ ok: true } & T) | Failure;
