import { dayOfKind, gameOf, isDate } from './names.ts';

/** A game that was begun, as the statistics know it: `game` of a file of games (docs/games-file.md). */
export interface Entry {
  /** `begun` and 32 random hexadecimal digits */
  name: string;
  /** s since 1970, like all times here but `time` */
  begun: number;
  /** of the saved game that it can be played on as */
  key: string;
  /** `carthage#12345`; `carthage~` of a game without a number */
  deal: string;
  kind: string;
  changed: number;
  state: 'playing' | 'given-up' | 'won';
  /** ms */
  time: number;
  /** the most moves that it has had */
  ply: number;
  moves: number;
  help: 'none' | 'fair' | 'all-known';
  par: number | null;
  /** thousandths of a chance */
  thrown: number | null;
  /** further help, `hint,odds` */
  flags?: string;
  /** of `changed`, in the player's calendar; a file need not say it */
  day?: string;
  /** what a later version has added */
  more?: Record<string, string>;
  /** when it was won or given up in this browser, 0 until then and for games from files */
  ended: number;
  /** it has been played in this browser */
  here: boolean;
}

/** The engine's part of an entry. */
export type Line = Omit<Entry, 'begun' | 'key' | 'ended' | 'here'> & { record?: string };

export const now = (): number => Math.floor(Date.now() / 1000);

/** A name that no other game has. */
export function newName(begun: number): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${begun}-${digits.join('')}`;
}

/** How a deal was chosen, from what its record says; a record may say anything. */
export function kindOf(said: string): string {
  return /^(winnable|level-[1-5])$/.test(said) || isDate(dayOfKind(said)) ? said : 'any';
}

/** An entry with what only this browser knows of it. */
export function entryOf(line: Line, had?: Entry): Entry {
  const { record: _, ...rest } = line;
  const { name, deal } = rest;
  return {
    ...rest,
    begun: Number(name.slice(0, name.indexOf('-'))),
    // A game without a number is found again by its name, a puzzle by its own.
    key: had?.key ?? (deal.endsWith('~') ? deal + (puzzleOf(line) ?? name.slice(-16)) : deal),
    ended: had?.ended ?? 0,
    here: had?.here ?? false,
  };
}

/** The end of a puzzle's key; undefined of anything else. */
const puzzleOf = ({ kind, more }: Pick<Entry, 'kind' | 'more'>): string | undefined =>
  kind === 'puzzle' && more?.['puzzle'] !== undefined ? `puzzle-${more['puzzle']}` : undefined;

/** A puzzle is written down like a game, and counts as none. */
export const isGame = ({ kind }: Pick<Entry, 'kind'>): boolean => kind !== 'puzzle';

/** It began with its deal: of one that was set up, or opened without a number, nobody knows what came before. */
export const isWhole = (entry: Pick<Entry, 'kind'>): boolean => isGame(entry) && entry.kind !== 'set-up';

/** The wins of whole games: the fewest moves of each deal, and the bests of each game. */
export function winsOf(entries: readonly Entry[]): { moves: Map<string, number>; best: Map<string, Pick<Entry, 'moves' | 'time'>> } {
  const wins: ReturnType<typeof winsOf> = { moves: new Map(), best: new Map() };
  for (const entry of entries) {
    if (entry.state !== 'won' || !isWhole(entry)) continue;
    wins.moves.set(entry.deal, Math.min(entry.moves, wins.moves.get(entry.deal) ?? entry.moves));
    const had = wins.best.get(gameOf(entry)) ?? entry;
    wins.best.set(gameOf(entry), { moves: Math.min(entry.moves, had.moves), time: Math.min(entry.time, had.time) });
  }
  return wins;
}

const told = ['state', 'ply', 'moves', 'changed', 'time', 'kind', 'help', 'flags', 'par', 'thrown', 'day'] as const;
/** They say the same, as far as a file is concerned. */
export function same(one: Entry | undefined, other: Entry | undefined): boolean {
  const said = (entry: Entry | undefined): unknown =>
    entry && [...told.map((name) => entry[name] ?? ''), Object.entries(entry.more ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))];
  return JSON.stringify(said(one)) === JSON.stringify(said(other));
}
