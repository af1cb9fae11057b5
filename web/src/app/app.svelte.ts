/** Everything that all pages share: the engine, the games, the store and the address. */
import { getContext, setContext } from 'svelte';
import { Solver } from '../engine/solver.ts';
import type { GameInfo, View } from '../engine/contract.ts';
import { Engine } from '../engine/engine.ts';
import { startSolver, startWorker } from '../engine/workers.ts';
import { t } from '../words/texts/common.ts';
import { gameWords } from '../words/names.ts';
import { dismiss, tell } from '../ui/notices.svelte.ts';
import { tooOld } from '../ground/oldest.ts';
import { parseRoute, routeText, type Route } from './routes.ts';
import { troubleWords, unusableWords } from '../words/failed.ts';
import { database, type Trouble } from '../store/database.ts';
import { GameStore } from '../store/games.ts';

export class App {
  route: Route = $state.raw(parseRoute(location.hash));
  games: GameInfo[] = $state.raw([]);
  /** games that are not listed, whose rules have been read (`own.ts`) */
  own: GameInfo[] = $state.raw([]);
  /** why nothing can be played, "" if it can */
  unusable = $state('');
  /** trying again would not help */
  hopeless = $state(false);
  storage: Trouble = $state('');
  readonly store: GameStore;
  readonly engine: Engine;
  /** starts when it is first asked */
  readonly solver = new Solver({ start: startSolver });
  /** where the player was before the last new deal */
  previous = $state('');
  /** for the page that sets up a position next: the table to begin with, and what it says when it is there */
  #setUp: { from?: View; says?: string } = {};

  constructor() {
    this.store = new GameStore(database);
    database.onTrouble = (trouble) => {
      this.storage = trouble;
      if (trouble !== '') tell(troubleWords(trouble), 'warning');
      else dismiss(); // what was said
    };
    this.store.onGone = (keys) => {
      const games = keys.map((key) =>
        key
          .replace(/^[^#~]+/, (id) => this.game(id)?.name ?? id)
          .replace('#', ' ')
          .replace(/~.*/, ''),
      );
      tell(t('storage.gone', { games: games.join(', ') }), 'warning');
    };
    this.engine = new Engine({
      start: startWorker,
      onRestart: () => tell(t('engine.restarted'), 'warning'),
      onUnusable: ({ code }) => {
        // An old browser may fail in any way.
        const reason = tooOld() ? 'too-old' : code;
        this.unusable = unusableWords(reason);
        this.hopeless = ['too-old', 'no-wasm', 'no-worker'].includes(reason);
      },
    });
    this.engine.games().then(
      ({ games }) => (this.games = games.map(gameWords)),
      () => {}, // said by onUnusable
    );
    // A page in a browser's cache keeps no other one waiting, and writes what it has left when it is back.
    addEventListener('pagehide', ({ persisted }: PageTransitionEvent) => persisted && database.rest());
    addEventListener('pageshow', ({ persisted }: PageTransitionEvent) => persisted && void this.store.flush());
    addEventListener('hashchange', () => this.read());
  }

  game(id: string): GameInfo | undefined {
    return [...this.games, ...this.own].find((game) => game.id === id);
  }

  /** Reads the address. */
  read(): void {
    this.route = parseRoute(location.hash);
  }

  /** The rules of a game that is not listed have been read. */
  know(game: GameInfo): void {
    this.own = [...this.own.filter(({ id }) => id !== game.id), game];
  }

  go(route: Route, replace = false): void {
    const address = routeText(route);
    if (replace) {
      history.replaceState(null, '', address);
      this.route = route;
    } else if (location.hash !== address) location.hash = address;
    else this.route = route;
  }

  /** Another deal takes the place of one that was begun at an address; '' if none was. */
  goFrom(address: string, route: Route): void {
    this.go(route);
    this.previous = address;
  }
  /** The player is back at an address: there is nothing to go back to. */
  isBack(address: string): void {
    if (this.previous === address) this.previous = '';
  }

  setUp(game: string, how: { from?: View; says?: string }): void {
    this.#setUp = how;
    this.go({ page: 'set-up', game }, how.says !== undefined);
  }
  takeSetUp(): { from?: View; says?: string } {
    const taken = this.#setUp;
    this.#setUp = {};
    return taken;
  }
}

const key = Symbol('app');
export const provideApp = (app: App): App => setContext(key, app);
export const useApp = (): App => getContext(key);
