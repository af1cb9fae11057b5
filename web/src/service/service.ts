/** The service of this page's server, for whatever part of the page asks. */
import type { GameStore } from '../store/games.ts';
import { played } from '../store/played.ts';
import { Client } from './client.ts';
import { noteStorage } from './kept.svelte.ts';
import { sender } from './outbox.ts';
import { collect } from './results.ts';

export const client = new Client(new URL('.', document.baseURI).href);
addEventListener('storage', noteStorage);

const send = sender(client);

/** Puts what is to be sent into the outbox, and sends it. Resolves when all is sent, or when it has to be sent later. */
export const sendNow = async (games: GameStore): Promise<void> => {
  await collect({ games, played });
  await send();
};
