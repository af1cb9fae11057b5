/** The service of this page's server, for whatever part of the page asks. */
import { today } from '../store/entry.ts';
import type { GameStore } from '../store/games.ts';
import { played } from '../store/played.ts';
import { Client, Problem } from './client.ts';
import { mayWait } from './kept.ts';
import { sendAll, type Stores } from './results.ts';

export const client = new Client(new URL('.', document.baseURI).href);

export const storesOf = (games: GameStore): Stores => ({ games, played });

let running: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
let listening = false;

/** who wants to know when all that waited has been sent */
let told: (() => void)[] = [];

/** Sends what waits: now, and whenever there is a connection again or somebody looks at the page again. */
export function sendLater(games: GameStore, sent?: () => void): void {
  if (!listening) {
    listening = true;
    addEventListener('online', () => sendLater(games));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendLater(games));
  }
  running = running.then(async () => {
    clearTimeout(timer);
    // Not before: a run that began earlier may not have seen what is to be sent.
    if (sent) told.push(sent);
    try {
      if (mayWait()) await sendAll(client, storesOf(games), today());
      for (const tell of told) tell();
      told = [];
    } catch (error) {
      if (error instanceof Problem && error.again > 0) timer = setTimeout(() => sendLater(games), error.again * 1000);
    }
  });
}
