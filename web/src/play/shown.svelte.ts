/** The table as it is seen: the position, what is selected, marked and has just been offered, and messages. */
import type { GameInfo, PileView, Source, Table, Target, View } from '../engine/contract.ts';
import { pileOf } from '../engine/notation.ts';
import { dismiss, notices, tell } from '../ui/notices.svelte.ts';
import type { Said } from '../words/table.ts';
import { Marks } from './marks.svelte.ts';
import type { Spot } from './marks.ts';
import type { Change } from './pace.ts';
import type { Guide } from './taps.ts';

interface Update {
  table: Table;
  change: Change;
  /** a running number: one more with every update */
  serial: number;
}

/** How long after a tap another target may still be chosen, ms. */
const secondChoice = 4000;

export class Shown {
  readonly info: GameInfo;
  readonly marks = new Marks(this);
  /** what is on the table, and how it got there */
  update: Update = $state.raw() as Update;
  selected: Spot | null = $state.raw(null);
  /** other targets of the card that a tap has just moved */
  others: Target[] = $state.raw([]);
  /** null: everything is allowed that the engine allows */
  guide: Guide | null = $state.raw(null);
  busy = $state(false);
  /** counts the taps made before the choice that the game needs first */
  askedToChoose = $state(0);
  /** how often it was won on this table: a win that is opened is none */
  wins = $state(0);
  /** a win is being shown: no panel says so yet */
  festive = $state(false);
  /** cards that could not be moved: the board shakes them */
  refused: { ids: number[]; serial: number } = $state.raw({ ids: [], serial: 0 });
  /** late answers are dropped */
  closed = false;
  #othersTimer: ReturnType<typeof setTimeout> | undefined;
  /** number of the latest message about this game */
  #notice: number | null = null;

  constructor(info: GameInfo, table: Table, change: Change) {
    this.info = info;
    this.update = { table, change, serial: 0 };
  }

  get table(): Table {
    return this.update.table;
  }
  get view(): View {
    return this.update.table.view;
  }

  /** Ends all activity here, and the last message about this game is dismissed. */
  close(): void {
    this.closed = true;
    clearTimeout(this.#othersTimer);
    if (this.#notice !== null) dismiss(this.#notice);
  }

  tell({ seen, spoken }: Said, kind: 'plain' | 'refusal'): void {
    tell(seen, kind, null, spoken);
    this.#notice = notices.shown?.number ?? null;
  }

  pile(id: string): PileView | undefined {
    return pileOf(this.view, id);
  }

  source(pile: string, index: number): Source | null {
    return this.view.sources.find((source) => source.pile === pile && source.index === index) ?? null;
  }

  /** The targets of what is selected. */
  get targets(): Target[] {
    return this.selected ? (this.source(this.selected.pile, this.selected.index)?.targets ?? []) : [];
  }

  clear(): void {
    this.marks.sought = '';
    this.putDown();
  }

  /** Somebody says which moves are wanted now; null: nobody does. */
  follow(guide: Guide | null): void {
    this.guide = guide;
  }

  /** The show of a win is over. */
  celebrated(): void {
    this.festive = false;
  }

  /** Selects a card. */
  lift(spot: Spot): void {
    this.forgetOthers();
    this.selected = spot;
  }

  /** Nothing is selected, and nothing lit for a second choice. */
  putDown(): void {
    this.selected = null;
    this.forgetOthers();
  }

  /** For a moment another target may be chosen. */
  offer(others: Target[]): void {
    this.others = others;
    this.#othersTimer = setTimeout(() => (this.others = []), secondChoice);
  }
  forgetOthers(): void {
    clearTimeout(this.#othersTimer);
    this.others = [];
  }
}
