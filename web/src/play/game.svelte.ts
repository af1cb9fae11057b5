/**
 * One game on the table, and the only way in to it: a tap, a drag, a key, a typed move, a hint that is played, a lesson
 * and a film all end here as one request to the engine. Requests wait for each other, so a tap made while an answer is on
 * its way acts on the table that the answer brings. What is seen is in `Shown`, what a request does in `Within`.
 *
 * `hints` owns the hint and the help that was used, `marks` what is marked.
 */
import { helpOf } from './help.ts';
import { Hints } from './hints.svelte.ts';
import type { Solver } from '../engine/solver.ts';
import type { GameInfo, Table, View } from '../engine/contract.ts';
import type { Engine } from '../engine/engine.ts';
import { latest } from '../ground/latest.ts';
import type { Settings } from '../store/settings.svelte.ts';
import type { Spot } from './marks.ts';
import type { Change } from './pace.ts';
import { Shown } from './shown.svelte.ts';
import { Within, type Done, type GameEvents, type Wish } from './within.ts';

export class Game extends Shown {
  readonly engine: Engine;
  readonly hints: Hints;
  readonly #within: Within;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    engine: Engine,
    info: GameInfo,
    table: Table,
    change: Change,
    settings: Settings,
    events: GameEvents,
    solver: Solver | null = null,
  ) {
    super(info, events.seen?.(table) ?? table, change);
    this.engine = engine;
    this.hints = new Hints(this, this.wish, engine, solver, settings);
    const won = (won: Table, anew: boolean): void => this.hints.noteWin(won, anew);
    this.#within = new Within(engine, this, settings, { ...events, won });
    engine.onRestored = () => void this.wish('again');
  }

  override close(): void {
    this.hints.clear();
    super.close();
  }

  override clear(): void {
    this.hints.clear();
    super.clear();
  }

  override lift(spot: Spot): void {
    this.hints.clear();
    super.lift(spot);
  }

  readonly wish: Wish = (job, ...given) => {
    const does = this.#within[job] as (...given: unknown[]) => Promise<Done<typeof job>>;
    const run = async () => {
      if (this.closed) return false;
      this.busy = true;
      try {
        return await does.apply(this.#within, given);
      } catch (error) {
        await this.#within.failed(error);
        return false;
      } finally {
        this.busy = false;
      }
    };
    const result = this.#queue.then(run);
    this.#queue = result;
    return result;
  };

  /** Plays a move given by its text. Returns whether it was accepted. */
  readonly play = (move: string) => this.wish('make', move);
  /** A tap, a click or Enter on a card or an empty place. */
  readonly tap = (spot: Spot) => this.wish('tap', spot);
  readonly pick = (spot: Spot) => this.wish('pick', spot);
  readonly drop = (from: Spot, to: string) => this.wish('drop', from, to);
  readonly home = (spot: Spot) => this.wish('home', spot);
  readonly draw = () => this.wish('draw');

  readonly undo = () => this.wish('undo');
  readonly redo = () => this.wish('redo');
  /** `quiet`: one of many, of which none is spoken */
  readonly goto = (ply: number, quiet = false) => this.wish('goto', ply, quiet);
  /** How the table lay at a ply; it is not shown. */
  async viewAt(ply: number): Promise<View> {
    return (await this.wish('viewAt', ply)) || this.view;
  }
  /** As `goto`, for a slider. */
  readonly slideTo = latest(async (ply: number) => ply !== this.table.ply && this.goto(ply));
  /** The record of another state of this game. The help that was used stays with the game. */
  async load(record: string): Promise<boolean> {
    const had = helpOf(this.table.meta);
    const loaded = await this.wish('load', record);
    await this.hints.keep(had);
    return loaded;
  }
  readonly finish = () => this.wish('finish');
  readonly automatic = (level: Table['automatic']) => this.wish('automatic', level);
  readonly mark = (text: string) => this.wish('mark', text);
  readonly unmark = (ply: number) => this.wish('unmark', ply);
}
