/** What all pages share: the engine, the games, the store and the address. */
import { getContext, setContext } from 'svelte';
import { Solver, startSolver } from './advice/solver.ts';
import type { GameInfo, View } from './contract.ts';
import { Engine, startWorker, Unusable } from './engine.ts';
import { t } from './messages/common.ts';
import { gameWords } from './names.ts';
import { tell } from './notices.svelte.ts';
import { databases } from './refusable.ts';
import { parseRoute, routeText, type Route } from './routes.ts';
import { GameStore, type Trouble } from './saved.ts';

export function troubleWords(trouble: Exclude<Trouble, ''>): string {
  return trouble === 'denied' ? t('storage.denied') : t('storage.full');
}

const reasons: Record<Unusable['code'], () => string> = {
  'no-wasm': () => t('engine.no-wasm'),
  'no-worker': () => t('engine.no-worker'),
  'no-simd': () => t('engine.no-simd'),
  'not-loaded': () => t('engine.not-loaded'),
  crashed: () => t('engine.crashed'),
};

export class App {
  route: Route = $state.raw(parseRoute(location.hash));
  games: GameInfo[] = $state.raw([]);
  /** why nothing can be played, "" if it can */
  unusable = $state('');
  storage: Trouble = $state('');
  readonly store: GameStore;
  readonly engine: Engine;
  /** starts when it is first asked */
  readonly solver = new Solver({ start: startSolver });
  /** called after the engine has been restored to the last record */
  onRestart: () => void = () => {};
  /** where the player was before the last new deal */
  previous = $state('');
  /** the table whose position the next page is to set up */
  setUpFrom: View | null = null;
  /** what it says when it is there */
  setUpSays = '';

  constructor() {
    this.store = new GameStore(databases(), (trouble) => {
      this.storage = trouble;
      if (trouble !== '') tell(troubleWords(trouble), 'warning');
    });
    this.engine = new Engine({
      start: startWorker,
      onRestart: () => {
        tell(t('engine.restarted'), 'warning');
        this.onRestart();
      },
      onUnusable: (reason) => (this.unusable = reasons[reason.code]()),
    });
    this.engine.games().then(
      ({ games }) => (this.games = games.map(gameWords)),
      () => {}, // said by onUnusable
    );
    // A move may still be on its way to the database when its table has been left, and now the page.
    const rescue = (): void => this.store.rescue();
    addEventListener('pagehide', rescue);
    document.addEventListener('visibilitychange', rescue);
    addEventListener('hashchange', () => (this.route = parseRoute(location.hash)));
  }

  game(id: string): GameInfo | undefined {
    return this.games.find((game) => game.id === id);
  }

  go(route: Route, replace = false): void {
    const address = routeText(route);
    if (replace) {
      history.replaceState(null, '', address);
      this.route = route;
    } else if (location.hash !== address) location.hash = address;
    else this.route = route;
  }
}

const key = Symbol('app');
export const provideApp = (app: App): App => setContext(key, app);
export const useApp = (): App => getContext(key);
