/** Games in progress, saved with every move. */
import type { Database } from './database.ts';
import { loaded } from '../ground/load.ts';
import { forgetGlance, noteGame, noteGames } from './glance.ts';
import { apart, inProgress, knows, versionsOf, type SavedGame } from './saved.ts';
import { Shelf } from './shelf.ts';

const newestFirst = (a: SavedGame, b: SavedGame): number => b.updated - a.updated;

/** The line by which this page knows a game when it saves it. */
interface Line {
  by: string;
  /** what it was played on from */
  after: NonNullable<SavedGame['after']>;
  /** what was kept has been read, or there was nothing */
  read: boolean;
  /** it was opened without what had been found out */
  light: boolean;
  /** what it is called when it turns out that something else was kept */
  found: (kept: SavedGame) => void;
}

const newLine = (from: SavedGame | null, read = true, found: Line['found'] = () => {}): Line => ({
  by: Math.random().toString(36).slice(2),
  after: from ? versionsOf(from) : [],
  read,
  light: !read,
  found,
});

export class GameStore {
  readonly #database: Database;
  readonly #shelf: Shelf<SavedGame>;
  /** of each game what this page knows to be saved last */
  readonly #updated = new Map<string, number>();
  readonly #lines = new Map<string, Line>();
  /** of games that nobody has opened since, what was brought in apart from them */
  readonly #apart = new Map<string, SavedGame>();
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
      merge: (had, { light: _, ...game }) =>
        game.advice === undefined && had?.advice !== undefined ? { ...game, advice: had.advice } : game,
      knows: (game, had) => knows(game, had) && !(game.light && had.advice && game.advice),
      apart: async () => (await loaded(() => import('./apart.ts'))).apartWith({ apart, knows }),
      onApart: (kept, other) => {
        const line = this.#lines.get(kept.key);
        if (line) line.found(kept);
        else this.#apart.set(kept.key, other);
      },
      newer: (left, had) => left.updated > had.updated,
      light: ({ advice: _, ...game }) => game,
      good: ({ key, record, updated }) => typeof key === 'string' && typeof record === 'string' && typeof updated === 'number',
    });
    database.onBack.add((lost) => {
      if (lost) void this.#lookAgain();
      for (const [key, line] of this.#lines) if (!line.read) void this.#lookFor(key, line);
    });
  }

  /** The game in play is written again, and those that are gone are named. */
  async #lookAgain(): Promise<void> {
    const before = [...this.#known];
    if (this.#last && this.#known.has(this.#last.key)) await this.#shelf.put(this.#last, false);
    const { found, sure } = await this.#database.surely(() => this.#shelf.all());
    if (!sure) return;
    const now = new Set(found.map(({ key }) => key));
    const gone = before.filter((key) => !now.has(key));
    for (const key of gone) this.#known.delete(key);
    if (gone.length > 0) this.onGone(gone);
  }

  /** A game was opened before it could be read: whether there was one is known now. */
  async #lookFor(key: string, line: Line): Promise<void> {
    const { found, sure } = await this.#database.surely(() => this.#shelf.look(key));
    if (!sure || line.read || this.#lines.get(key) !== line) return;
    line.read = true;
    if (found && !knows({ ...line, updated: Infinity }, found)) line.found(found);
  }

  #note(game: SavedGame): void {
    this.#updated.set(game.key, game.updated);
    if (inProgress(game)) this.#known.add(game.key);
    else this.#known.delete(game.key);
  }

  /** A game is saved later than before, even if the clock was set back. */
  #later(game: SavedGame): SavedGame {
    const before = this.#updated.get(game.key) ?? 0;
    let line = this.#lines.get(game.key);
    if (!line) this.#lines.set(game.key, (line = newLine(null)));
    const { by, after, light } = line;
    const later = { ...game, by, after, ...(light ? { light } : {}), updated: Math.max(game.updated, before + 1) };
    this.#note(later);
    return later;
  }

  /** The kept game, to look at it. */
  async get(key: string): Promise<SavedGame | null> {
    const game = await this.#shelf.get(key);
    if (game) this.#note(game);
    return game;
  }

  /** The same, and whether that is known. */
  async looked(key: string): Promise<{ game: SavedGame | null; sure: boolean }> {
    const { found: game, sure } = await this.#database.surely(() => this.get(key));
    return { game, sure: sure || this.#database.trouble === 'denied' };
  }

  /**
   * The game, to play it: what is saved next replaces it, and nothing else. `found` is told, if it could not be read now,
   * or if another tab has gone on with it, that another one was kept; what is saved until `take` or `choose` is kept apart.
   */
  async open(key: string, found: Line['found']): Promise<{ game: SavedGame | null; other: SavedGame | null; sure: boolean }> {
    const { found: game, sure } = await this.#database.surely(() => this.get(key));
    this.#lines.set(key, newLine(game, sure, found));
    const other = (game && this.#apart.get(key)) ?? null;
    this.#apart.delete(key);
    return { game, other, sure: sure || this.#database.trouble === 'denied' };
  }

  /** It is not played any longer. */
  close(key: string, found: Line['found']): void {
    if (this.#lines.get(key)?.found === found) this.#lines.delete(key);
  }

  /** The last version of a game that this page has saved, as it is apart. */
  apartOf(game: SavedGame): SavedGame {
    return apart(this.#later(game));
  }

  /**
   * The game that was kept is played on: as it is, or as a game that has all its moves (`shown`: false). What this page has
   * saved apart stays there.
   */
  take(kept: SavedGame, shown = true): void {
    const { found } = this.#lines.get(kept.key)!;
    this.#note(kept);
    this.#lines.set(kept.key, { ...newLine(kept, true, found), light: !shown });
  }

  /** Another game, which has been saved apart, replaces the one that was kept, which goes apart in its turn. */
  async choose(game: SavedGame, kept: SavedGame): Promise<void> {
    const { found } = this.#lines.get(kept.key)!;
    this.#note(kept);
    this.#lines.set(kept.key, newLine(kept, true, found));
    const other = apart(kept);
    this.#shelf.remember([other]);
    this.#shelf.leave(other);
    this.#shelf.forgo(apart(game).key);
    await this.put({ ...game, key: kept.key, deal: kept.deal });
  }

  /** Saves a move before anybody sees it; `put` follows. */
  leave(game: SavedGame): void {
    this.#last = this.#later(game);
    this.#shelf.leave(this.#last);
  }

  /** `over`: what it is to replace, where the game was not opened to be played */
  async put(game: SavedGame, over?: SavedGame | null): Promise<void> {
    if (over !== undefined) this.#lines.set(game.key, newLine(over));
    this.#last = this.#later(game);
    noteGame(this.#last);
    await this.#shelf.put(this.#last);
  }

  async remove(key: string): Promise<void> {
    this.#known.delete(key);
    this.#lines.delete(key);
    if (this.#last?.key === key) this.#last = null;
    await this.#shelf.remove(key);
  }

  /** The most recently played first. */
  async list(): Promise<SavedGame[]> {
    return (await this.listed()).games;
  }

  /** The same, and whether these are all. */
  async listed(): Promise<{ games: SavedGame[]; sure: boolean }> {
    const { found: games, sure } = await this.#database.surely(() => this.#shelf.all());
    for (const game of games) this.#note(game);
    games.sort(newestFirst);
    // A database that does not answer knows nothing of what is there.
    if (sure) noteGames(games);
    return { games, sure };
  }

  flush(): Promise<void> {
    return this.#shelf.flush();
  }

  clear(): void {
    forgetGlance();
    this.#shelf.clear();
    this.#known.clear();
    this.#lines.clear();
    this.#apart.clear();
    this.#last = null;
  }
}
