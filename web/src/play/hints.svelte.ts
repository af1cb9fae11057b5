/**
 * Help on the table. It owns the hint that is shown, which stays until the table changes, and keeps account of the help
 * that the game has had: in the record (`help.ts`).
 */
import { t } from '../words/texts/table.ts';
import type { Settings } from '../store/settings.svelte.ts';
import type { Hint, Table } from '../engine/contract.ts';
import type { Engine } from '../engine/engine.ts';
import { movesTo } from '../engine/notation.ts';
import { Turn } from '../ground/turn.ts';
import { plain, type Said } from '../words/table.ts';
import { answers } from './answers.ts';
import type { Shown } from './shown.svelte.ts';
import type { Wish } from './within.ts';
import type { FairAdvice } from '../engine/solver-contract.ts';
import { forbidden, helpOf, wonKey, type Help } from './help.ts';
import { Thinking } from './thinking.ts';
import type { Running, Solver, Wish as Asked } from '../engine/solver.ts';
import type { Sure } from './replies.ts';

/** Nobody is told that a hint is being looked for before this, ms. */
const atOnce = 200;

export class Hints {
  readonly #game: Shown;
  readonly #wish: Wish;
  readonly #engine: Engine;
  /** null: hints are the engine's rule of thumb */
  readonly #thinking: Thinking | null;
  readonly #settings: Settings;
  shown: Hint | null = $state.raw(null);
  /** a move that is shown only as long as somebody holds it */
  held = $state('');
  /** The player has been told that the game can no longer be won: then no chance is said beside a hint. */
  lost: () => boolean = () => false;
  /** somebody waits for a hint */
  readonly #asked = new Turn();

  constructor(game: Shown, wish: Wish, engine: Engine, solver: Solver | null, settings: Settings) {
    this.#game = game;
    this.#wish = wish;
    this.#engine = engine;
    this.#thinking = solver && new Thinking(solver);
    this.#settings = settings;
  }

  async show(): Promise<void> {
    const game = this.#game;
    let asks = false;
    await this.#wish('now', () => {
      const refused = this.#refused();
      if (game.guide) game.guide.repeat();
      else if (refused) game.tell(refused, 'refusal');
      else asks = true;
      return asks;
    });
    if (!asks) return;
    await this.use('fair');
    // Nothing else has to wait meanwhile: who plays on wants no hint any more.
    const on = this.#asked.next();
    const slow = setTimeout(() => on.aborted || game.tell(plain(t('bar.thinking')), 'plain'), atOnce);
    const advice = await this.#best();
    const words = await this.#words(advice);
    clearTimeout(slow);
    await this.#wish('now', () => {
      if (on.aborted) return false;
      game.putDown();
      this.shown = advice.hint;
      game.tell(words, 'plain');
      return true;
    });
  }

  /** Thinks about the position on the table, unless the player wants no help. */
  think(): void {
    const { table, guide } = this.#game;
    if (guide || table.view.status !== 'playing' || this.#refused()) this.rest();
    else this.#thinking?.about(this.#place, table.record);
  }
  /** The search for the considered hint, as urgent as it is wanted; null if there can be none. */
  consider(rank: Asked['rank']): Running<FairAdvice> | null {
    return this.#thinking?.want(this.#place, this.#game.table.record, rank) ?? null;
  }
  rest(): void {
    this.#thinking?.rest(this.#place);
  }
  get #place(): string {
    return movesTo(this.#game.table).join(' ');
  }

  /** Plays the hint's move. */
  play(): Promise<boolean> {
    return this.#wish('makeOf', () => this.shown?.move ?? '');
  }

  clear(): void {
    this.shown = null;
    this.held = '';
    this.#asked.end();
  }

  /** The words of a hint that somebody has typed for. */
  async inField(): Promise<Said> {
    const refused = this.#refused();
    if (refused) return refused;
    await this.use('fair');
    return this.#words(await this.#best());
  }

  /** Why the player gets no fair help; null if it may be given. */
  #refused(): Said | null {
    const why = forbidden('fair', this.#game.info, this.#game.table.meta, this.#settings);
    if (why === '') return null;
    const words = why === 'game' ? t('help.none-here') : t('help.off');
    return plain(words);
  }

  /** A hint in words; in the engine's own English while they cannot be loaded. */
  async #words(advice: Sure): Promise<Said> {
    const words = await answers();
    const { info, table } = this.#game;
    const lost = this.lost();
    const said: Sure = lost ? { hint: advice.hint, basis: 'certain-loss' } : advice;
    return words ? words.adviceWords(info, said, table.sawMore && !lost) : plain(advice.hint?.text ?? t('bar.advice-failed'));
  }

  /** The advice of the solver; the engine's rule of thumb if it cannot, or is not there in time. */
  async #best(): Promise<Sure> {
    const idea = await this.#thinking?.ask(this.#place, this.#game.table.record);
    if (idea) return { ...idea.advice, quick: idea.quick };
    const { hint } = await this.#engine.hint();
    return { hint, basis: hint ? 'rule' : 'none', quick: hint !== null };
  }

  // ---- the help that was used ----------------------------------------------------------------------------------

  use(kind: 'fair' | 'all-known'): Promise<boolean> {
    return this.#wish('use', kind);
  }
  want(help: boolean): Promise<boolean> {
    return this.#wish('want', help);
  }
  /** Another record of the game is on the table: what was used stays with it. */
  async keep(had: Help): Promise<void> {
    if (had === 'none') await this.want(false);
    else if (had !== '') await this.use(had);
  }
  /** Notes the help that had been used when the game was won. `anew`: the win on the table has just been made, perhaps not the first. */
  noteWin({ meta }: Table, anew: boolean): void {
    if (anew || !(wonKey in meta)) void this.#wish('note', wonKey, helpOf(meta) || 'unaided');
  }
}
