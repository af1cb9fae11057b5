/** Sends what waits at every chance. What does so is loaded only if there may be something. */
import type { GameStore } from '../store/games.ts';
import { database } from '../store/database.ts';
import { loaded } from '../ground/load.ts';
import { mayWait } from './kept.svelte.ts';

let games: GameStore | undefined;

/** Now, if the page has come so far: it does so a little later anyway. */
export function sendSoon(): void {
  const store = games;
  if (!store || !mayWait()) return;
  void loaded(() => import('./service.ts')).then(
    ({ sendNow }) => sendNow(store),
    () => {}, // at the next chance
  );
}

/** At the start, when there is a connection or the database again, and when somebody looks at the page again. */
export function sendAtEveryChance(store: GameStore): void {
  games = store;
  sendSoon();
  database.onBack.add(sendSoon);
  addEventListener('online', sendSoon);
  addEventListener('pageshow', sendSoon);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendSoon());
}
