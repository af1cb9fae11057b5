/**
 * The position that is being set up for one game, with undo. Everything is remembered at once, in this browser and, where
 * it denies storage, until the page is left: a reload loses nothing.
 */
import type { Flaw, GameInfo, PositionCheck, View } from '../engine/contract.ts';
import { Died } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { withRules } from '../app/own.ts';
import { readLocal, writeLocal } from '../ground/local.ts';
import { cardsLeft, draftOf, draftText, emptyDraft, moveTo, placedCount, put, readDraft, take, turn, type Draft } from './draft.ts';

interface Remembered {
  /** position lines */
  draft: string;
  past: string[];
  future: string[];
  /** what is typed in the text field and not placed yet; null if it shows the position */
  typed: string | null;
}

const key = (game: string) => `quincunx-set-up-${game}`;
const lastGame = 'quincunx-set-up';
/** steps that can be undone after a reload */
const remembered = 100;
const memory = new Map<string, string>();

function recall(name: string): string | null {
  return memory.get(name) ?? readLocal(name);
}
/** False if it is only remembered until the page is left. */
function remember(name: string, text: string): boolean {
  memory.set(name, text);
  return writeLocal(name, text);
}

/** The game whose position was set up last, "" if none was. */
export const lastSetUp = (): string => recall(lastGame) ?? '';

function read(game: string): Remembered {
  const nothing: Remembered = { draft: '', past: [], future: [], typed: null };
  try {
    const { draft, past, future, typed } = JSON.parse(recall(key(game)) ?? '{}') as Partial<Remembered>;
    const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []);
    return {
      draft: typeof draft === 'string' ? draft : '',
      past: texts(past),
      future: texts(future),
      typed: typeof typed === 'string' ? typed : null,
    };
  } catch {
    return nothing; // not what this page writes
  }
}

export interface Held {
  pile: string;
  index: number;
}

export class Editor {
  readonly info: GameInfo;
  readonly #engine: Engine;
  draft: Draft = $state.raw({ redeals: 0, choice: '', piles: [] });
  /** the engine's opinion of the draft, or of the one before it while the answer is on its way; null before the first */
  check: PositionCheck | null = $state.raw(null);
  /** the check is of the present draft */
  checked = $state(false);
  typed: string | null = $state(null);
  /** a reload would bring it back; false if the browser denies storage or has no room */
  kept = $state(true);
  /** the pile that the next card goes to */
  pile = $state('');
  /** the card that is picked up */
  held: Held | null = $state.raw(null);
  #past: string[] = $state.raw([]);
  #future: string[] = $state.raw([]);
  #asked = 0;

  readonly left = $derived.by(() => cardsLeft(this.info, this.draft));
  readonly leftCount = $derived.by(() => this.info.cards - placedCount(this.draft));
  readonly text = $derived.by(() => withRules(draftText(this.info, this.draft)));
  /** what is wrong, whatever will still be placed */
  readonly flaws = $derived.by((): Flaw[] => (this.check?.wrong ?? []).filter(({ later }) => !later));
  readonly ready = $derived.by(() => this.checked && this.check !== null && this.check.wrong.length === 0);

  constructor(info: GameInfo, engine: Engine) {
    this.info = info;
    this.#engine = engine;
    const kept = read(info.id);
    this.draft = readDraft(info, kept.draft) ?? emptyDraft(info);
    this.#past = kept.past;
    this.#future = kept.future;
    this.typed = kept.typed;
    const tableau = this.draft.piles.find(({ id }) => id.startsWith('T'));
    this.pile = (tableau ?? this.draft.piles[0])?.id ?? '';
    void this.#judge();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  #keep(): void {
    const all: Remembered = {
      draft: this.text,
      past: this.#past.slice(-remembered),
      future: this.#future.slice(-remembered),
      typed: this.typed,
    };
    this.kept = remember(key(this.info.id), JSON.stringify(all)) && remember(lastGame, this.info.id);
  }

  async #judge(): Promise<void> {
    const asked = ++this.#asked;
    this.checked = false;
    const { text } = this;
    let check: PositionCheck;
    try {
      check = await this.#engine.check(text);
    } catch (error) {
      if (!(error instanceof Died)) return; // the engine cannot run here, which the page says
      try {
        check = await this.#engine.check(text); // it has been started again
      } catch {
        return;
      }
    }
    if (asked !== this.#asked) return;
    this.check = check;
    this.checked = true;
  }

  #change(draft: Draft): void {
    const before = this.text;
    this.draft = draft;
    if (this.text === before) return;
    this.#past = [...this.#past, before];
    this.#future = [];
    this.#keep();
    void this.#judge();
  }

  // ---- one card -----------------------------------------------------------------------------------------------

  size(pile: string): number {
    return this.draft.piles.find(({ id }) => id === pile)?.cards.length ?? 0;
  }

  /** The next card: on top of the pile, or above the card that is picked up. Returns where it lies, or null. */
  place(card: string): Held | null {
    if ((this.left.get(card) ?? 0) <= 0) return null;
    const above = this.held;
    const there = above ? { pile: above.pile, index: above.index + 1 } : { pile: this.pile, index: this.size(this.pile) };
    this.#change(put(this.draft, there.pile, there.index, card));
    if (above) this.held = there;
    return there;
  }

  cardAt({ pile, index }: Held): string {
    return this.draft.piles.find(({ id }) => id === pile)?.cards[index] ?? '';
  }

  /** Picks up a card, or puts it down again. */
  hold(held: Held | null): void {
    const same = held && this.held && held.pile === this.held.pile && held.index === this.held.index;
    this.held = same ? null : held;
    if (held) this.pile = held.pile;
  }

  /** The pile for the next cards; a card that is picked up moves there. Returns whether one did. */
  choose(pile: string): boolean {
    const { held } = this;
    this.held = null;
    this.pile = pile;
    if (held) this.#change(moveTo(this.draft, held.pile, held.index, pile));
    return held !== null;
  }

  takeBack(held: Held): void {
    this.held = null;
    this.pile = held.pile;
    this.#change(take(this.draft, held.pile, held.index));
  }

  /** Turns the card: face down with all below it, or face up with all above it. */
  turnOver({ pile, index }: Held): void {
    const hidden = this.draft.piles.find(({ id }) => id === pile)?.hidden ?? 0;
    this.#change(turn(this.draft, pile, index < hidden ? index : index + 1));
  }

  // ---- everything ---------------------------------------------------------------------------------------------

  clear(): void {
    this.held = null;
    this.#change(emptyDraft(this.info));
  }

  set(facts: Partial<Pick<Draft, 'redeals' | 'choice'>>): void {
    this.#change({ ...this.draft, ...facts });
  }

  /** Another position in place of this one, which undo brings back. */
  replace(draft: Draft): void {
    this.held = null;
    this.#change(draft);
  }

  /** The cards that are visible on a table. Returns how many are not. */
  take(view: View): number {
    const { draft, unseen } = draftOf(view);
    this.replace(draft);
    return unseen;
  }

  undo(): void {
    this.#travel(this.#past.at(-1), () => {
      this.#future = [...this.#future, this.text];
      this.#past = this.#past.slice(0, -1);
    });
  }
  redo(): void {
    this.#travel(this.#future.at(-1), () => {
      this.#past = [...this.#past, this.text];
      this.#future = this.#future.slice(0, -1);
    });
  }
  #travel(to: string | undefined, record: () => void): void {
    if (to === undefined) return;
    record();
    this.held = null;
    this.draft = readDraft(this.info, to) ?? this.draft;
    this.#keep();
    void this.#judge();
  }

  // ---- text ---------------------------------------------------------------------------------------------------

  /** Sets the text field; null: the position again. */
  type(text: string | null): void {
    this.typed = text === this.text ? null : text;
    this.#keep();
  }
}
