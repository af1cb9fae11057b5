/** Games in progress, saved with every move. */
import type { Database } from './database.ts';
import { takeOver } from './old.ts';
import { forgetGlance, noteGame, noteGames } from './glance.ts';
import { inProgress, type SavedGame } from './saved.ts';
import { Shelf } from './shelf.ts';

const newestFirst = (a: SavedGame, b: SavedGame): number => b.updated - a.updated;

export class GameStore {
  readonly #database: Database;
  readonly #shelf: Shelf<SavedGame>;
  /** of each game what this page knows to be saved last */
  readonly #updated = new Map<string, number>();
  /** games in progress that were there */
  readonly #known = new Set<string>();
  #last: SavedGame | null = null;
  /** Games that the browser has deleted, or somebody in another tab. */
  onGone: (keys: string[]) => void = () => {};

  constructor(database: Database) {
    this.#database = database;
    this.#shelf = new Shelf<SavedGame>({
      database,
      store: 'saved',
      keyOf: ({ key }) => key,
      merge: (_, game) => game,
      newer: (left, had) => left.updated > had.updated,
      light: ({ advice: _, ...game }) => game,
      good: ({ key, record, updated }) => typeof key === 'string' && typeof record === 'string' && typeof updated === 'number',
      first: () => takeOver(database, 'saved'),
      patience: 2000,
    });
    database.onBack.add((lost) => {
      if (lost) void this.#lookAgain();
    });
  }

  /** The game in play is written again, and those that are gone are named. */
  async #lookAgain(): Promise<void> {
    const before = [...this.#known];
    if (this.#last && this.#known.has(this.#last.key)) await this.#shelf.put(this.#last, false);
    const now = new Set((await this.#shelf.all()).map(({ key }) => key));
    const gone = before.filter((key) => !now.has(key));
    for (const key of gone) this.#known.delete(key);
    if (gone.length > 0) this.onGone(gone);
  }

  #note(game: SavedGame): void {
    this.#updated.set(game.key, game.updated);
    if (inProgress(game)) this.#known.add(game.key);
    else this.#known.delete(game.key);
  }

  /** A game is saved later than before, even if the clock was set back. */
  #later(game: SavedGame): SavedGame {
    const before = this.#updated.get(game.key) ?? 0;
    const later = game.updated > before ? game : { ...game, updated: before + 1 };
    this.#note(later);
    return later;
  }

  async get(key: string): Promise<SavedGame | null> {
    const game = await this.#shelf.get(key);
    if (game) this.#note(game);
    return game;
  }

  /** Saves a move before anybody sees it; `put` follows. */
  leave(game: SavedGame): void {
    this.#last = this.#later(game);
    this.#shelf.leave(this.#last);
  }

  async put(game: SavedGame): Promise<void> {
    this.#last = this.#later(game);
    noteGame(this.#last);
    await this.#shelf.put(this.#last);
  }

  async remove(key: string): Promise<void> {
    this.#known.delete(key);
    if (this.#last?.key === key) this.#last = null;
    await this.#shelf.remove(key);
  }

  /** The most recently played first. */
  async list(): Promise<SavedGame[]> {
    const all = await this.#shelf.all();
    for (const game of all) this.#note(game);
    all.sort(newestFirst);
    // A database that does not answer knows nothing of what is there.
    if (this.#database.trouble === '') noteGames(all);
    return all;
  }

  flush(): Promise<void> {
    return this.#shelf.flush();
  }

  clear(): void {
    forgetGlance();
    this.#shelf.clear();
    this.#known.clear();
    this.#last = null;
  }
}
