/**
 * Writes down a game while it is played: that it was begun, how far it is, how it ended. The rules are those that the
 * statistics page states: a game is begun with its first move, and given up when another is dealt in its place or when
 * it is removed; undo and restart are part of it; a win stays a win. A deal that was won is another game when it is
 * played again from its start.
 */
import { flushSync } from 'svelte';
import { helpOf } from '../play/help.ts';
import { placesOf } from '../advice/findings.ts';
import type { Table } from '../engine/contract.ts';
import { movesTo } from '../engine/notation.ts';
import type { Game } from '../play/game.svelte.ts';
import type { Session } from '../play/session.svelte.ts';
import { isOfDay } from '../days/deals.ts';
import { finishOf, withFinish } from '../days/finish.ts';
import { dayOfKind, today } from '../store/names.ts';
import { keepLongest } from '../days/kept.ts';
import { knownOfDay } from '../days/known.ts';
import { kindOf, newName, now, type Entry } from '../store/entry.ts';
import { sendSoon } from '../service/soon.ts';
import { played, type PlayedStore } from '../store/played.ts';
import { featsOf } from './feats.ts';
import { thrownAway } from './thrown.ts';
import { watch } from '../ground/watch.svelte.ts';

/** How long a change that is none of the great ones may wait, ms. */
const patience = 1000;
/** The longest time that a file has room for. */
const longestTime = 1e12;

export class Keeper {
  readonly #session: Session;
  readonly #store: PlayedStore;
  readonly #end: () => void;
  #entry: Entry | null = null;
  /** the entry is being looked for: for the latest state of the table */
  #read: Promise<void> | null = null;
  #found = false;
  /** the database has not said in time which games of this deal there are */
  #unknown = false;
  /** a game that was won is at its start again: the number of moves that it had; -1: it is not */
  #restarted = -1;
  /** positions reached by moves that showed no card */
  readonly #calm = new Set<string>();
  #serial = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwritten = false;
  /** the moves, once it is over */
  #record: string | undefined;
  /** the entry tells of the win on the table, and of no other */
  #fresh = false;
  #closed = false;
  /** a deal of the day was finished on its day, which is not written yet */
  #day = false;
  /** whether its deal is that of its day is being looked up */
  #looked: Promise<void> = Promise.resolve();

  constructor(session: Session, store: PlayedStore = played) {
    this.#session = session;
    this.#store = store;
    this.#end = $effect.root(() => {
      watch(
        () => [session.state, session.game?.update],
        () => this.#follow(),
      );
    });
    session.freshWin = async () => {
      await this.#read;
      await this.#looked;
      return this.#fresh ? this.#entry!.name : '';
    };
  }

  /** `givenUp`: another deal takes its place. */
  close(givenUp: boolean): void {
    const { game } = this.#session;
    if (givenUp && this.#entry?.state === 'playing' && game) this.#note(game.table, 'given-up');
    // An analysis after the end may have found out what was thrown away.
    if (this.#entry && this.#entry.state !== 'playing' && this.#entry.thrown === null && game) {
      const thrown = this.#thrown(game.table);
      if (thrown !== null) this.#change({ thrown });
    }
    this.#flush();
    this.#closed = true;
    this.#end();
  }

  #follow(): void {
    const { state, shows, game, key } = this.#session;
    if (state !== 'playing') {
      // Another tab may go on with it.
      this.#flush();
      this.#entry = null;
      this.#read = null;
      this.#found = false;
      this.#serial = -1;
      return;
    }
    if (!game || shows) return;
    const { update, wins } = game;
    if (this.#found) {
      this.#see(update, wins > 0);
      return;
    }
    if (this.#unknown) this.#noteWin(update.table, wins > 0);
    // The page may be left before that is known: then what has happened until now is written all the same.
    const read = this.#entries(key).then((entries) => {
      if (this.#read !== read) return;
      this.#entry ??= entries && onTable(entries);
      this.#found = true;
      this.#see(update, wins > 0);
      if (this.#closed) this.#flush();
    });
    this.#read = read;
  }

  /** The games of a deal, once they can be read; as soon as it is clear that they cannot be read yet, a win is written. */
  async #entries(key: string): Promise<Entry[]> {
    const read = (): Promise<Entry[]> => this.#store.withKey(key);
    const { found, sure } = await this.#store.surely(read);
    if (sure) return found;
    this.#unknown = true;
    const { game } = this.#session;
    if (game) this.#noteWin(game.table, game.wins > 0);
    return this.#store.certainly(read);
  }

  /** A win of a game that was begun on this table, whatever has been begun before: that goes on when it is played on. */
  #noteWin(table: Table, wonHere: boolean): void {
    if (!this.#entry && wonHere && table.view.status === 'won') this.#begin(table);
  }

  #see({ table, change, serial }: Game['update'], wonHere: boolean): void {
    if (serial === this.#serial) return;
    this.#serial = serial;
    if (change === 'play' && table.ply > 0 && !table.events.some(({ type }) => type === 'turn' || type === 'refill' || type === 'deal')) {
      this.#calm.add(placesOf(movesTo(table))[table.ply]!);
    }
    const won = table.view.status === 'won';
    if (!this.#entry) {
      // A win that was opened is none of the player's.
      if (table.plies > 0 && (!won || wonHere)) this.#begin(table);
    } else if (this.#entry.state === 'won') {
      if (!won) this.#fresh = false;
      const before = this.#restarted;
      this.#restarted = table.ply === 0 ? table.plies : -1;
      if (before >= 0 && table.ply > 0 && table.plies !== before) this.#begin(table);
    } else if (won) {
      if (wonHere) {
        this.#note(table, 'won');
        this.#fresh = true;
      }
    } else if (this.#entry.state === 'playing' || (serial > 0 && (change !== 'same' || table.ply !== this.#entry.moves))) {
      // A game that was given up is in progress again when it is played on, not when it is looked at.
      this.#note(table, 'playing');
    }
  }

  #thrown(table: Table): number | null {
    return thrownAway(this.#session.findings, movesTo(table), table.view.status === 'won', this.#calm);
  }

  #begin(table: Table): void {
    const { key, place } = this.#session;
    const begun = now();
    this.#entry = {
      name: newName(begun),
      begun,
      key,
      deal: place.deal === '' ? `${place.info.id}~` : key,
      kind: place.deal === '' ? 'set-up' : kindOf(table.meta['kind'] ?? ''),
      changed: begun,
      state: 'playing',
      time: 0,
      ply: 1,
      moves: 0,
      help: 'none',
      par: null,
      thrown: null,
      ended: 0,
      here: true,
    };
    this.#record = undefined;
    this.#fresh = table.view.status === 'won';
    this.#note(table, table.view.status === 'won' ? 'won' : 'playing');
    if (dayOfKind(this.#entry.kind) !== '') this.#look(this.#entry);
    this.#flush();
  }

  #note(table: Table, state: Entry['state']): void {
    const help = helpOf(table.meta);
    const changed = now();
    const before = this.#entry!;
    const ply = Math.max(before.ply, table.ply);
    // A game that is only looked at has not changed.
    const same = before.state === state && before.ply === ply && before.moves === table.ply;
    if (same && before.help === (help === '' ? 'none' : help)) return;
    this.#record = state === 'playing' ? undefined : table.record;
    const feats = state === 'won' ? featsOf(this.#session.place.info, movesTo(table), this.#session.findings) : [];
    const noted: Entry = {
      ...before,
      ...(feats.length > 0 ? { more: { ...before.more, feats: feats.join(',') } } : {}),
      changed,
      day: today(),
      state,
      ended: state === 'playing' ? 0 : changed,
      time: Math.min(Math.round(this.#session.time), longestTime),
      ply,
      moves: table.ply,
      help: help === '' ? 'none' : help,
      thrown: state === 'playing' ? null : this.#thrown(table),
      here: true,
    };
    this.#change(noted);
    const finished = withFinish(noted, table.view.status === 'stuck');
    if (finished !== noted) this.#look(finished);
    if (state !== before.state) this.#flush();
  }

  /** Only with the deal of its day a game is one, and what it says of its end counts; any address may call itself so. */
  #look(entry: Entry): void {
    const known = knownOfDay(entry);
    if (known === null)
      this.#looked = isOfDay(this.#session.solver, entry).then(
        (is) => this.#judge(entry, is),
        () => {}, // a day that nobody knows does not count
      );
    else this.#judge(entry, known);
  }

  #judge(entry: Entry, ofDay: boolean): void {
    const finished = finishOf(entry) !== null;
    if (ofDay && !finished) return;
    if (ofDay) this.#day = true;
    const news = (to: Entry): Partial<Entry> => (ofDay ? { more: { ...entry.more, ...to.more } } : { kind: 'any' });
    if (this.#entry?.name === entry.name) this.#change(news(this.#entry));
    else if (finished) void this.#store.put({ ...entry, ...news(entry) });
    this.#flush();
  }

  #change(what: Partial<Entry>): void {
    this.#entry = { ...this.#entry!, ...what };
    this.#unwritten = true;
    // A page may end at any time.
    this.#store.leave(this.#entry);
    this.#timer ??= setTimeout(this.#flush, patience);
  }

  #flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#unwritten || !this.#entry) return;
    this.#unwritten = false;
    const written = this.#store.put(this.#entry, this.#record);
    // A game that was given up is a result, too, and nothing else tells of it.
    if (this.#entry.state !== 'playing') void written.then(sendSoon);
    if (!this.#day) return;
    this.#day = false;
    void written.then(() => keepLongest(this.#store));
  };
}

/** Which of a deal's games is on the table: one in progress, or else the one that was begun last. */
function onTable(entries: readonly Entry[]): Entry | null {
  // Another device may have begun the same deal.
  const own = entries.filter(({ here }) => here).sort((one, other) => other.begun - one.begun);
  return own.find(({ state }) => state === 'playing') ?? own[0] ?? null;
}

/** Writes down a game that was left before anything followed it. */
export function noteLeft(session: Session): void {
  const keeper = new Keeper(session);
  flushSync();
  keeper.close(false);
}

/** The par of a deal that has just been won is known. */
export async function notePar(deal: string, par: number, store: PlayedStore = played): Promise<void> {
  const entry = await store.latest(deal);
  if (entry?.state === 'won' && entry.par === null) await store.put({ ...entry, par });
}
