/**
 * Help on the table. It owns the hint that is shown, with the search for a better one, and keeps account of the help that
 * the game has had: in the record (`help.ts`).
 */
import { t } from '../words/texts/table.ts';
import type { Settings } from '../store/settings.svelte.ts';
import type { Hint, Table } from '../engine/contract.ts';
import type { Game } from '../table/game.svelte.ts';
import { loaded } from '../ui/load.ts';
import { endWith, Turn } from '../ui/turn.ts';
import { plain, type Said } from '../words/table.ts';
import type { FairAdvice } from './contract.ts';
import { forbidden, helpKey, helpOf, hidesCards, withHelp, wonKey, type Help } from './help.ts';
import { instantHint, searchedHint } from './questions.ts';
import type { Solver } from '../engine/solver.ts';
import type { Sure } from '../words/replies.ts';

/** How long the solver has for an instant answer, ms: it may have to be loaded first. */
const patience = 700;

type Advice = Pick<FairAdvice, 'hint' | 'basis' | 'wins' | 'trials' | 'otherWins' | 'otherTrials'>;

const parts = () => import('../table/answers.ts');
/** Words for the engine's answers; null while they cannot be loaded. */
export const answers = () => loaded(parts).catch(() => null);

export class Hints {
  readonly #game: Game;
  /** null: hints are the engine's rule of thumb */
  readonly #solver: Solver | null;
  readonly #settings: Settings;
  shown: Hint | null = $state.raw(null);
  /** the search for a better one than is shown */
  readonly #search = new Turn();

  constructor(game: Game, solver: Solver | null, settings: Settings) {
    this.#game = game;
    this.#solver = solver;
    this.#settings = settings;
  }

  show(): Promise<boolean> {
    const game = this.#game;
    return game.wish(async () => {
      if (game.guide) {
        game.guide.repeat();
        return true;
      }
      const refused = this.#refused();
      if (refused) {
        game.tell(refused, 'refusal');
        return false;
      }
      await this.#count('fair');
      const advice = await this.#instant();
      const words = await this.#words(advice);
      game.putDown();
      this.shown = advice.hint;
      game.tell(words, 'plain');
      if (advice.basis === 'one-world' || advice.basis === 'rule') void this.#searchOn();
      return advice.hint !== null;
    });
  }

  /** Plays the hint's move. */
  play(): Promise<boolean> {
    const game = this.#game;
    return game.wish(async () => (this.shown ? game.make(this.shown.move) : false));
  }

  clear(): void {
    this.shown = null;
    this.#search.end();
  }

  /** What a hint says that somebody has typed for. */
  async inField(): Promise<Said> {
    const refused = this.#refused();
    if (refused) return refused;
    await this.#count('fair');
    return this.#words(await this.#instant());
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
    return words ? words.adviceWords(info, advice, table.sawMore) : plain(advice.hint?.text ?? t('bar.advice-failed'));
  }

  /** What the solver says at once; the engine's rule of thumb if it cannot, or is not there in time. */
  async #instant(): Promise<Advice> {
    if (this.#solver && !this.#solver.unusable) {
      const asked = instantHint(this.#solver, this.#game.table.record);
      const timer = setTimeout(() => asked.cancel(), patience);
      const found = await asked.result.catch(() => null);
      clearTimeout(timer);
      if (found) return found.answer;
    }
    const { hint } = await this.#game.engine.hint();
    return { hint, basis: hint ? 'rule' : 'none', wins: 0, trials: 0, otherWins: 0, otherTrials: 0 };
  }

  /** Looks for a better move than the hint's, and shows it unless the hint is gone. */
  async #searchOn(): Promise<void> {
    if (!this.#solver || this.#solver.unusable) return;
    const on = this.#search.next();
    const { info, table } = this.#game;
    const search = searchedHint(this.#solver, table.record);
    endWith(on, () => search.cancel());
    const found = await search.result.catch(() => null);
    const words = await answers();
    // Cut off by time, it would depend on the machine.
    const advice = found?.late === false ? found.answer : null;
    if (on.aborted || !words || !advice?.hint || advice.basis === 'rule') return;
    const same = advice.hint.move === this.shown?.move;
    const { seen, spoken } = words.adviceWords(info, advice, table.sawMore);
    this.shown = advice.hint;
    this.#game.tell({ seen, spoken: same ? words.sureWords(advice, !hidesCards(info)) : spoken }, 'plain');
  }

  // ---- the help that was used ----------------------------------------------------------------------------------

  /** Help was used: that stays with the game. */
  async #count(kind: 'fair' | 'all-known'): Promise<void> {
    const had = helpOf(this.#game.table.meta);
    const has = withHelp(had, kind);
    if (has !== had) await this.#game.note(helpKey, has);
  }
  use(kind: 'fair' | 'all-known'): Promise<boolean> {
    return this.#game.wish(async () => {
      await this.#count(kind);
      return true;
    });
  }
  /** The player wants no help in this game, or wants it back; not after help has been used. */
  want(on: boolean): Promise<boolean> {
    return this.#game.wish(async () => {
      const had = helpOf(this.#game.table.meta);
      if (had !== '' && had !== 'none') return false;
      return this.#game.note(helpKey, on ? '' : 'none');
    });
  }
  /** Another record of the game is on the table: what was used stays with it. */
  async keep(had: Help): Promise<void> {
    if (had === 'none') await this.want(false);
    else if (had !== '') await this.use(had);
  }
  /** What had been used when the game is first won. */
  noteWin({ meta }: Table): void {
    if (!(wonKey in meta)) void this.#game.meta(wonKey, helpOf(meta) || 'unaided');
  }
}
