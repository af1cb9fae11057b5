/** Every game that was begun in this browser, its moves once it is over, and what is known of wins besides. */
import { database as shared, StorageError, type Database, type Fact, type Transaction } from './database.ts';
import { bestFact, better, mostRules, rulesFact, wonFact, type Best } from './facts.ts';
import { isGame, isWhole, same, type Entry } from './entry.ts';
import { gameOf, today } from './names.ts';
import { Shelf } from './shelf.ts';

/** The games begun last are kept, so many of them. */
export const mostGames = 10_000;
/** The moves are kept of the games that have ended last. */
export const mostRecords = 1000;
const mostWon = 10_000;
/** The time that an import may take, ms. */
const patience = 60_000;

/** In what a win is better than all before it. */
export type Beats = 'moves' | 'time' | null;

type Stored = Entry & { won?: string };
const stored = (entry: Entry): Stored => {
  const { won: _, ...rest } = entry as Stored;
  return entry.state === 'won' && isGame(entry) ? { ...rest, won: gameOf(entry) } : rest;
};
function entryIn(found: Stored): Entry {
  const { won: _, ...entry } = found;
  return entry;
}

/**
 * Facts that both know of a game that has been won are kept, whatever a late page says; and of one that has not, what another
 * page has said later.
 */
function kept(had: Entry | undefined, entry: Entry): Entry {
  if (had?.state !== 'won') return had && entry.state !== 'won' && had.changed > entry.changed ? had : entry;
  return { ...(entry.state === 'won' ? entry : had), par: entry.par ?? had.par, thrown: entry.thrown ?? had.thrown };
}

/** The news of an import. */
interface News {
  entries: Entry[];
  /** names of games that were deleted */
  gone: string[];
  facts: Fact[];
  /** by name */
  records: Map<string, string>;
}

/** A change of a fact in the database, made once that can be read. */
interface Change {
  id: string;
  next: (had: Fact | undefined) => Fact;
  /** it is being written, or may have been */
  busy: boolean;
  /** the game that it is written with, if that is entered then as the first with its key: both, or neither */
  entry?: string;
  /** as it was written with that game */
  fact?: Fact;
}

export class PlayedStore {
  readonly #database: Database;
  readonly #shelf: Shelf<Entry>;
  /** what is not written yet, in its order: for as long as the page is there */
  #changes: Change[] = [];
  /** the database was back while some were being written */
  #again = false;
  /** as they were read or changed last, for when the database does not answer */
  readonly #seen = new Map<string, Fact>();
  readonly #records = new Map<string, string>();

  constructor(database: Database = shared) {
    this.#database = database;
    this.#shelf = new Shelf<Entry>({
      database,
      store: 'played',
      besides: ['records', 'facts'],
      keyOf: ({ name }) => name,
      merge: (had, entry) => stored(kept(had, entry)),
      newer: (left, had) => left.changed > had.changed || (left.changed === had.changed && left.ply >= had.ply && !same(left, had)),
      light: (entry) => entry,
      good: ({ name, deal, changed }) => typeof name === 'string' && typeof deal === 'string' && typeof changed === 'number',
      written: async (transaction, entry, had) => {
        if (!had) {
          await this.#putCounted(transaction, entry);
          await this.#makeRoom(transaction);
        }
        const record = this.#records.get(entry.name);
        if (record !== undefined) await this.#putRecord(transaction, entry, record);
      },
    });
    database.onBack.add(() => {
      this.#again = this.#changes.some(({ busy }) => busy);
      void this.#writeChanges();
    });
  }

  get trouble(): Database['trouble'] {
    return this.#database.trouble;
  }

  /** The entries read, and whether that is all that there is; where storage is denied, all is what the page knows. */
  async surely<T>(read: () => Promise<T>): Promise<{ found: T; sure: boolean }> {
    const { found, sure } = await this.#database.surely(read);
    return { found, sure: sure || this.trouble === 'denied' };
  }

  /** The same, however long the database is silent. */
  async certainly<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const { found, sure } = await this.surely(read);
      if (sure || this.trouble === 'full') return found;
      const { onBack } = this.#database;
      await new Promise<void>((resolve) => {
        // The trouble with reading may be of another kind, such as a part that cannot be loaded.
        if (this.trouble === '') return void setTimeout(resolve, 2000);
        const back = (): void => {
          onBack.delete(back);
          resolve();
        };
        onBack.add(back);
      });
    }
  }

  async all(): Promise<Entry[]> {
    return (await this.#shelf.all()).map(entryIn);
  }

  /** Entries with a key, not all of which are of this device. */
  async withKey(key: string): Promise<Entry[]> {
    const found = await this.#shelf.all(
      (transaction) => transaction.objectStore('played').index('key').getAll(key),
      (entry) => entry.key === key,
    );
    return found.map(entryIn);
  }

  /** The game that was begun last of those with a key that were played here; null if there is none. */
  async latest(key: string): Promise<Entry | null> {
    // Another device may have begun the same deal.
    const own = (await this.withKey(key)).filter(({ here }) => here);
    return own.reduce<Entry | null>((best, one) => (best !== null && best.begun > one.begun ? best : one), null);
  }

  /** Leaves a game for the next page, in case this one ends. */
  leave(entry: Entry): void {
    this.#shelf.leave(entry);
  }

  /** Writes a game, and drops the one that was begun first if there are too many. `record`: it is over. */
  async put(entry: Entry, record?: string): Promise<void> {
    if (record !== undefined) this.#records.set(entry.name, record);
    await this.#shelf.put(entry);
    if (!this.#shelf.waiting.has(entry.name)) this.#records.delete(entry.name);
  }

  /**
   * Writes a game and what follows from it; `fact` is null if there was a game with its key. Until it is `written`, the page
   * knows it, and nothing is left of it for another one.
   */
  async putCounted(entry: Entry, id: string, next: Change['next']): Promise<{ fact: Fact | null; written: boolean }> {
    const change: Change = { id, next, busy: false, entry: entry.name };
    this.#changes.push(change);
    await this.#shelf.put(entry, false);
    const written = !this.#shelf.waiting.has(entry.name);
    return { fact: written ? (change.fact ?? null) : this.#known(id)!, written };
  }

  async #putCounted(transaction: Transaction, { name, key }: Entry): Promise<void> {
    const changes = this.#changes.filter(({ entry }) => entry === name);
    if (changes.length === 0 || (await transaction.objectStore('played').index('key').count(key)) > 1) return;
    for (const one of changes) await this.#putFact(transaction, (one.fact = one.next(await transaction.objectStore('facts').get(one.id))));
  }

  /** The changes that are not written, but for those written with a game. */
  get #open(): Change[] {
    for (const { entry, id, fact } of this.#changes) if (fact && !this.#shelf.waiting.has(entry!)) this.#seen.set(id, fact);
    this.#changes = this.#changes.filter(({ entry }) => entry === undefined || this.#shelf.waiting.has(entry));
    return this.#changes;
  }

  async #putRecord(transaction: Transaction, { name, ended, state }: Entry, record: string): Promise<void> {
    const records = transaction.objectStore('records');
    const rules = rulesFact(record);
    if (rules) await this.#putFact(transaction, rules);
    await records.put(state === 'playing' ? { name, record } : { name, record, ended: Math.max(1, ended) });
    const over = (await records.index('ended').count()) - mostRecords;
    if (over > 0) for (const { name: old } of await records.index('ended').getAll(null, over)) await records.delete(old);
  }

  /** The wins of games that are dropped are kept, as facts. */
  async #makeRoom(transaction: Transaction): Promise<void> {
    const played = transaction.objectStore('played');
    const over = (await played.count()) - mostGames;
    if (over <= 0) return;
    for (const entry of await played.index('begun').getAll(null, over)) {
      await played.delete(entry.name);
      await transaction.objectStore('records').delete(entry.name);
      if (entry.state !== 'won' || !isWhole(entry)) continue;
      await this.#putFact(transaction, bestFact(gameOf(entry), entry));
      await this.#putFact(transaction, wonFact(entry.deal, entry.moves, entry.day));
    }
  }

  async #putFact(transaction: Transaction, fact: Fact): Promise<void> {
    const place = transaction.objectStore('facts');
    const had = await place.get(fact.id);
    const [kind = ''] = fact.id.split(' ');
    const most = { won: mostWon, rules: mostRules }[kind];
    if (!had && most && (await place.count(IDBKeyRange.bound(`${kind} `, `${kind}!`))) >= most) return;
    await place.put(better(had, fact));
  }

  remove(name: string): Promise<void> {
    return this.#shelf.remove(name);
  }

  /**
   * Writes a fact that follows from what it was. While the database does not answer, it is what the page knows, and is
   * found again from what is there as soon as that can be read.
   */
  async change(id: string, next: Change['next']): Promise<Fact> {
    this.#changes.push({ id, next, busy: false });
    await this.#writeChanges();
    return this.#known(id)!;
  }

  /** Forgets a fact. */
  async drop(id: string): Promise<void> {
    this.#changes = this.#changes.filter((one) => one.id !== id);
    this.#seen.delete(id);
    if (this.trouble !== 'denied')
      await this.#database.run('readwrite', ['facts'], (transaction) => transaction.objectStore('facts').delete(id));
  }

  /** A fact, as far as this page knows it. */
  #known(id: string): Fact | undefined {
    return this.#open.filter((one) => one.id === id).reduce<Fact | undefined>((had, { next }) => next(had), this.#seen.get(id));
  }

  async #writeChanges(): Promise<void> {
    const batch = this.#changes.filter(({ busy, entry }) => !busy && entry === undefined);
    if (batch.length === 0) return;
    const facts = new Map<string, Fact>();
    const written = (): void => {
      for (const [id, fact] of facts) this.#seen.set(id, fact);
      this.#changes = this.#changes.filter((one) => !batch.includes(one));
    };
    const free = (): void => {
      for (const one of batch) one.busy = false;
      if (!this.#again) return;
      this.#again = false;
      void this.#writeChanges();
    };
    for (const one of batch) one.busy = true;
    try {
      await this.#database.run('readwrite', ['facts'], async (transaction) => {
        const place = transaction.objectStore('facts');
        for (const { id, next } of batch) {
          const fact = next(await place.get(id));
          await this.#putFact(transaction, fact);
          facts.set(id, fact);
        }
      });
      written();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // Nothing is to be counted twice.
      if (error.late) error.late.then(written, free);
      else free();
    }
  }

  /**
   * Writes games that were merged with those in `before`, all or none. False if another tab has changed one of them
   * since, or one of the lines in `others`: then they have to be merged again. Rejects if there is no room, or no answer.
   */
  async replace(
    { entries, gone, facts, records }: News,
    before: ReadonlyMap<string, Entry>,
    others?: ReadonlyMap<string, Fact>,
  ): Promise<boolean> {
    await this.#shelf.flush();
    try {
      return await this.#database.run(
        'readwrite',
        ['played', 'records', 'facts'],
        async (transaction) => {
          const played = transaction.objectStore('played');
          for (const entry of entries) {
            const had = await played.get(entry.name);
            if (!same(had && entryIn(had), before.get(entry.name))) return false;
          }
          for (const fact of others ? facts : []) {
            const had = await transaction.objectStore('facts').get(fact.id);
            if ('other' in fact && JSON.stringify(had) !== JSON.stringify(others!.get(fact.id))) return false;
          }
          for (const entry of entries) await played.put(stored(entry));
          for (const name of gone) {
            await played.delete(name);
            await transaction.objectStore('records').delete(name);
          }
          for (const fact of facts) await this.#putFact(transaction, fact);
          for (const entry of entries) {
            const record = records.get(entry.name);
            if (record !== undefined) await this.#putRecord(transaction, entry, record);
            else await transaction.objectStore('records').delete(entry.name);
          }
          await this.#makeRoom(transaction);
          return true;
        },
        { time: patience, now: true },
      );
    } catch (error) {
      if (!(error instanceof StorageError) || error.trouble !== 'denied') throw error;
      // Without storage the page knows them until it is left.
      this.#shelf.remember(entries);
      for (const name of gone) void this.#shelf.remove(name);
      for (const fact of facts) this.#changes.push({ id: fact.id, next: (had) => better(had, fact), busy: false });
      for (const [name, record] of records) this.#records.set(name, record);
      return true;
    }
  }

  /** The moves of games, by name. */
  async records(): Promise<Map<string, string>> {
    const found = await this.#read(['records'], (transaction) => transaction.objectStore('records').getAll(), []);
    return new Map([...found.map(({ name, record }): [string, string] => [name, record]), ...this.#records]);
  }

  async facts(): Promise<Fact[]> {
    const found = await this.#read(['facts'], (transaction) => transaction.objectStore('facts').getAll(), []);
    const all = new Map(found.map((fact) => [fact.id, fact]));
    for (const [id, fact] of all) this.#seen.set(id, fact);
    for (const { id, next } of this.#open) all.set(id, next(all.get(id)));
    return [...all.values()];
  }

  async #read<T>(stores: 'records'[] | 'facts'[], work: (transaction: Transaction) => Promise<T>, otherwise: T): Promise<T> {
    // All of them may take a while; whether the database answers is known sooner.
    await this.#shelf.all(async () => []);
    try {
      return await this.#database.run('readonly', stores, work, { time: patience });
    } catch (error) {
      if (error instanceof StorageError) return otherwise;
      throw error;
    }
  }

  /** The fewest moves in which the deals of a game have been won. */
  async won(game: string): Promise<Map<string, number>> {
    const entries = await this.#wins(game);
    const all = new Map<string, number>();
    const note = (deal: string, moves: number): unknown => all.set(deal, Math.min(moves, all.get(deal) ?? moves));
    for (const { deal, moves } of entries) if (!deal.endsWith('~')) note(deal, moves);
    for (const fact of await this.facts()) if ('won' in fact && gameOf(fact.won) === game) note(fact.won.deal, fact.won.moves);
    return all;
  }

  #wins(game: string): Promise<Entry[]> {
    return this.#shelf.all(
      (transaction) => transaction.objectStore('played').index('won').getAll(game),
      (entry) => entry.state === 'won' && isGame(entry) && gameOf(entry) === game,
    );
  }

  /**
   * The wins of a deal and of its game before this one; null if it is the first, or has no deal. `fresh`: the
   * entry that tells of this win; '' if none does, since its game had been won before: then it stays a fact. `alone`: an
   * earlier win of the game was, or may have been, without help.
   */
  async noteWin(
    win: Best & { game: string; deal: string; fresh: string },
  ): Promise<{ deal: number | null; game: Best | null; beats: Beats; alone: boolean }> {
    const { game, deal, moves, fresh } = win;
    if (deal === '') return { deal: null, game: null, beats: null, alone: true };
    const time = Math.round(win.time); // as entries have it
    const {
      found: [wins, facts],
      sure,
    } = await this.surely(async () => [await this.#wins(game), await this.facts()] as const);
    const others = wins.filter((entry) => isWhole(entry) && entry.name !== fresh);
    const ofGame: Best[] = [...others];
    let alone = others.some(({ help }) => help === 'none');
    const ofDeal = others.filter((one) => one.deal === deal).map((one) => one.moves);
    for (const fact of facts) {
      if ('best' in fact && fact.best.game === game) {
        ofGame.push(fact.best);
        alone = true;
      }
      if ('won' in fact && fact.won.deal === deal) ofDeal.push(fact.won.moves);
    }
    const fewest = Math.min(...ofGame.map((one) => one.moves));
    const fastest = Math.min(...ofGame.map((one) => one.time));
    if (fresh === '' && moves > 0) {
      for (const fact of [bestFact(game, { moves, time }), wonFact(deal, moves, today())])
        this.#changes.push({ id: fact.id, next: (had) => better(had, fact), busy: false });
      await this.#writeChanges();
    }
    // Nobody knows what was won before.
    if (!sure) return { deal: null, game: null, beats: null, alone: true };
    return {
      deal: ofDeal.length === 0 ? null : Math.min(...ofDeal),
      game: ofGame.length === 0 ? null : { moves: fewest, time: fastest },
      alone,
      beats: ofGame.length === 0 ? null : moves < fewest ? 'moves' : time < fastest ? 'time' : null,
    };
  }

  /** How many games have ended from a time on. */
  async endedSince(time: number): Promise<number> {
    const from = Math.max(1, time);
    const ended = await this.#shelf.all(
      (transaction) => transaction.objectStore('played').index('ended').getAll(IDBKeyRange.lowerBound(from)),
      (entry) => entry.ended >= from,
    );
    return ended.length;
  }

  /** Forgets everything; rejects if that is not possible. */
  async clear(): Promise<void> {
    const clear = async (transaction: Transaction): Promise<void> => {
      for (const name of ['saved', 'played', 'records', 'facts'] as const) await transaction.objectStore(name).clear();
    };
    // A player who is told that it was not possible may go on playing.
    await this.#database.run('readwrite', ['saved', 'played', 'records', 'facts'], clear, { now: true });
  }

  /** Forgets everything that this page has in memory. */
  forget(): void {
    this.#shelf.clear();
    this.#changes = [];
    this.#seen.clear();
    this.#records.clear();
  }
}

export const played = new PlayedStore();
