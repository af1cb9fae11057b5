/**
 * A game being played, with all that protects it. It owns the claim that no other tab plays it, what is saved, the time,
 * whether the game is paused, and the ways back after a restart or a new deal; the table is the game's (`game.svelte.ts`).
 */
import { t as common } from '../words/texts/common.ts';
import { t } from '../words/texts/table.ts';
import { claim, type Claim } from '../store/claim.ts';
import type { GameInfo, Table } from '../engine/contract.ts';
import type { Solver } from '../engine/solver.ts';
import { Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { afterFrame } from '../ground/frames.ts';
import { loaded } from '../ground/load.ts';
import { whyRefused } from './answers.ts';
import { handedOver, readLocal, writeLocal } from '../ground/local.ts';
import { tell } from '../ui/notices.svelte.ts';
import type { GameStore } from '../store/games.ts';
import { keyOf, savedGame, type SavedGame } from '../store/saved.ts';
import type { Settings } from '../store/settings.svelte.ts';
import { failedWords, Told } from '../words/failed.ts';
import { Game } from './game.svelte.ts';

export interface Place {
  info: GameInfo;
  /** deal number as text, "" if the game has none */
  deal: string;
  /** id of a saved game without a deal number */
  saved: string;
  /** how a new deal was chosen, "" for no reason: kept in the record */
  kind?: string;
}

/** elsewhere: another tab plays it; two: another game of this deal was kept; broken: the saved record cannot be read */
type State = 'loading' | 'playing' | 'elsewhere' | 'two' | 'broken' | 'failed';

/** the key of the game that is paused in this tab, also after a reload */
const pausedKey = 'quincunx-paused';

export class Session {
  readonly place: Place;
  readonly key: string;
  readonly #engine: Engine;
  readonly #store: GameStore;
  readonly #settings: Settings;
  readonly solver: Solver;
  state: State = $state('loading');
  game: Game | null = $state.raw(null);
  trouble = $state('');
  time = $state(0);
  paused = $state(false);
  /** the record before the last restart */
  before = $state('');
  /** the game that was kept, and the one that was played before that could be read: one of them is to be played on */
  two: { kept: SavedGame; other: SavedGame } | null = $state.raw(null);
  /** what has been found out about the game, as it is saved; `advice/findings.ts` reads it */
  findings: unknown = undefined;
  /** the name of the entry that tells of a win that is new; '' if none does (`played/keeper.svelte.ts`) */
  freshWin: () => Promise<string> = async () => '';
  /** what happens now is only shown, and not saved */
  #shows = false;
  /** something else is looked at, such as the rules */
  #resting = false;
  #claim: Claim | null = null;
  #ended = false;
  /** something has changed since the game was last saved */
  #unkept = false;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #lastTick = 0;

  constructor(place: Place, engine: Engine, store: GameStore, settings: Settings, solver: Solver) {
    this.place = place;
    this.key = keyOf(place.info.id, place.deal, place.saved);
    this.#engine = engine;
    this.#store = store;
    this.#settings = settings;
    this.solver = solver;
  }

  /** Opens the game where it was left, or deals it. `take`: another tab has to let go. */
  async open(take = false): Promise<void> {
    this.state = 'loading';
    const taken = await claim(this.key, { take, onLost: () => this.#lost() });
    if (this.#ended) {
      taken?.release();
      return;
    }
    const { game: saved, other, sure } = await this.#store.open(this.key, this.#found);
    if (this.#ended) {
      taken?.release();
      return;
    }
    this.#claim = taken;
    if (!(await this.#show(saved, sure))) return;
    this.state = taken ? 'playing' : 'elsewhere';
    this.paused = readLocal(pausedKey, 'sessionStorage') === this.key;
    this.#startClock();
    if (saved && other) this.#ask(saved, other);
  }

  /** Puts a game on the table; false if that is not possible, which is said, or if the page has been left. */
  async #show(saved: SavedGame | null, sure = true): Promise<boolean> {
    try {
      await this.#begin(saved, sure);
    } catch (error) {
      const refused = error instanceof Refused;
      this.trouble = refused ? await whyRefused(this.#engine, error) : failedWords(error);
      if (this.#ended) return false;
      this.state = saved && refused ? 'broken' : 'failed';
      return false;
    }
    return !this.#ended;
  }

  /** Another game was kept than the one on the table, which could not be known when that was opened. */
  readonly #found = (kept: SavedGame): void => {
    const { game } = this;
    if (!game) {
      if (this.state === 'failed') void this.open();
      return;
    }
    // The player's own requests come first.
    const look = ({ holds }: typeof import('../store/apart.ts')) =>
      game.wish('now', () => {
        // A game that is only shown is saved again later, and then it is found again.
        if (this.#ended || game !== this.game || this.#shows || this.two) return false;
        const own = this.#savedGame(game.table);
        if (this.state === 'playing' && game.table.plies > 0 && !holds(kept, own)) {
          if (holds(own, kept)) this.#store.take(kept, false);
          else {
            this.keep();
            this.#ask(kept, this.#store.apartOf(own));
          }
          return true;
        }
        // Nothing was played meanwhile that the other game does not have.
        this.#store.take(kept);
        game.close();
        void this.#show(kept);
        return true;
      });
    loaded(() => import('../store/apart.ts')).then(look, (error: unknown) => tell(failedWords(error), 'warning'));
  };

  #ask(kept: SavedGame, other: SavedGame): void {
    if (this.state !== 'playing') return;
    this.two = { kept, other };
    this.state = 'two';
    this.game?.clear();
  }

  /** One of two games of this deal is played on; the other one is among the games in progress. */
  async choose(which: 'kept' | 'other'): Promise<void> {
    if (!this.two) return;
    const { kept, other } = this.two;
    this.two = null;
    if (which === 'kept') this.#store.take(kept);
    else void this.#store.choose(other, kept);
    if (await this.#show(which === 'kept' ? kept : other)) this.state = 'playing';
  }

  /** `sure`: that this is what was kept */
  async #begin(saved: SavedGame | null, sure: boolean): Promise<void> {
    const { info, deal, kind = '' } = this.place;
    let table: Table;
    if (saved) table = await this.#engine.load(saved.record);
    else if (deal !== '') table = await this.#engine.deal(`${info.id}#${deal}`);
    else throw new Told(sure ? t('failed.not-saved') : common('storage.silent'));
    const untouched = table.plies === 0;
    if (untouched && kind !== '') table = await this.#engine.meta('kind', kind);
    if (table.automatic !== this.#settings.automatic) table = await this.#engine.automatic(this.#settings.automatic);
    if (this.#ended) return;
    this.time = saved?.time ?? 0;
    this.before = saved?.before ?? '';
    this.findings = saved?.advice;
    this.game?.close();
    const events = { leave: (left: Table) => this.#leave(left), changed: () => this.#changed(), time: () => this.time };
    this.game = new Game(this.#engine, info, table, untouched ? 'deal' : 'jump', this.#settings, events, this.solver);
  }

  /** Forgets a record that cannot be read, and deals the same game again. */
  async dealAnew(): Promise<void> {
    await this.#store.remove(this.key);
    this.#claim?.release();
    await this.open();
  }

  #changed(): void {
    if (this.#ended || this.state !== 'playing' || this.#shows) return;
    // The database comes after the frame that shows it.
    if (!this.#unkept) afterFrame(() => this.#unkept && this.keep());
    this.#unkept = true;
  }

  #savedGame(table: Table): SavedGame {
    const { info, deal } = this.place;
    const saved = savedGame(table, info, { key: this.key, deal, time: Math.round(this.time), before: this.before });
    return { ...saved, ...(this.findings === undefined ? {} : { advice: this.findings }) };
  }

  /** Saves what has been found out with the game. */
  keepFindings(findings: unknown): void {
    this.findings = findings;
    this.#changed();
  }

  /** Saves the game now, if there is anything to save. */
  keep(): void {
    this.#tick();
    if (this.state !== 'playing' || this.#shows || !this.game || (this.game.table.plies === 0 && !this.#unkept)) return;
    this.#unkept = false;
    void this.#store.put(this.#savedGame(this.game.table));
  }

  /** For a page that may be left or frozen now: it begins nothing that another page would have to wait for. */
  leave(): void {
    if (this.game) void this.#leave(this.game.table);
  }

  /** Resolves when the table is safe even if this page's process ends. */
  async #leave(table: Table): Promise<void> {
    this.#tick();
    if (this.#ended || this.state !== 'playing' || this.#shows || (table.plies === 0 && !this.#unkept)) return;
    this.#store.leave(this.#savedGame(table));
    await handedOver();
  }

  #lost(): void {
    if (this.#ended) return;
    this.keep();
    this.#claim = null;
    this.state = 'elsewhere';
    this.game?.clear();
  }

  // ---- time ---------------------------------------------------------------------------------------------------

  /**
   * The clock runs while the player plays: after the first move, while the table is visible, not when paused, not at the
   * end.
   */
  get running(): boolean {
    const table = this.game?.table;
    return (
      this.state === 'playing' &&
      !this.paused &&
      !this.#resting &&
      !document.hidden &&
      table !== undefined &&
      !this.#shows &&
      table.plies > 0 &&
      table.view.status !== 'won'
    );
  }

  #startClock(): void {
    clearInterval(this.#ticking);
    this.#lastTick = performance.now();
    this.#ticking = setInterval(() => this.#tick(), 1000);
  }

  #tick(): void {
    const now = performance.now();
    // Time in which the tab slept does not count.
    if (this.running) this.time += Math.min(now - this.#lastTick, 2000);
    this.#lastTick = now;
  }

  pause(on: boolean): void {
    this.#tick();
    this.paused = on;
    writeLocal(pausedKey, on ? this.key : null, 'sessionStorage');
    this.game?.clear();
  }

  rest(on: boolean): void {
    this.#tick();
    this.#resting = on;
  }

  // ---- ways back ------------------------------------------------------------------------------------------------

  restart(): void {
    const game = this.game;
    if (!game || game.table.ply === 0 || this.#shows) return;
    this.before = game.table.record;
    void game.goto(0).then(() => {
      tell(t('do.restarted'), 'plain', { label: t('bar.undo'), run: () => this.undo() });
    });
  }

  get canUndo(): boolean {
    return (this.game?.table.ply ?? 0) > 0 || this.before !== '';
  }

  /** One move back; at the start, what was there before the restart. */
  undo(): void {
    const game = this.game;
    if (!game || this.state !== 'playing') return;
    if (game.table.ply > 0) void game.undo();
    else if (this.before !== '') {
      const record = this.before;
      this.before = '';
      void game.load(record);
    }
  }

  redo(): void {
    const game = this.game;
    if (game && this.state === 'playing' && game.table.ply < game.table.plies) void game.redo();
  }

  /** Does a job on the table of which nothing is saved, unless another one is being done. */
  async onlyShow(job: (game: Game) => Promise<unknown>): Promise<void> {
    if (!this.game || this.#shows) return;
    this.#shows = true;
    try {
      await job(this.game);
    } finally {
      this.#shows = false;
    }
  }
  /** The table only shows something: nothing of it is kept. */
  get shows(): boolean {
    return this.#shows;
  }

  close(): void {
    this.keep();
    this.#ended = true;
    this.#store.close(this.key, this.#found);
    clearInterval(this.#ticking);
    this.game?.close();
    this.#claim?.release();
  }
}

/** A deal number picked at random: small enough to read out, large enough not to come up twice. */
export function randomDeal(): string {
  const [low] = crypto.getRandomValues(new Uint32Array(1));
  const first = 32_001;
  return String(first + (low! % (10_000_000 - first)));
}
