/** A game that was begun, as the statistics know it: a line of a file of games (docs/games-file.md). */
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
  /** when it was won or given up in this browser, 0 until then and for games from files */
  ended: number;
  /** it has been played in this browser */
  here: boolean;
}

export const now = (): number => Math.floor(Date.now() / 1000);

/** A name that no other game has. */
export function newName(begun: number): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return `${begun}-${digits.join('')}`;
}

/** How a deal was chosen, from what its record says; a record may say anything. */
export function kindOf(said: string): string {
  const date = /^day-(\d{4}-\d\d-\d\d)$/.exec(said)?.[1];
  if (date !== undefined) {
    const time = Date.parse(date);
    return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? 'any' : said;
  }
  return /^(winnable|level-[1-5])$/.test(said) ? said : 'any';
}

/** What a file has room for. */
const longestTime = 1e12;
const mostMoves = 50_000;

export function lineOf({ name, deal, kind, changed, state, time, ply, moves, help, par, thrown }: Entry): string {
  const [most, last] = [Math.min(ply, mostMoves), Math.min(moves, mostMoves)];
  return `game ${name} ${deal} ${kind} ${changed} ${state} ${Math.min(time, longestTime)} ${most} ${last} ${help} ${par ?? '-'} ${thrown ?? '-'}`;
}

/** Reads a line that the engine has written. */
export function entryOf(line: string): Entry {
  const [, name, deal, kind, changed, state, time, ply, moves, help, par, thrown] = line.split(' ') as [string, ...string[]];
  const number = (text: string | undefined): number | null => (text === '-' ? null : Number(text));
  return {
    name: name!,
    begun: Number(name!.slice(0, name!.indexOf('-'))),
    // A game without a number is found again by its name.
    key: deal!.endsWith('~') ? deal + name!.slice(-16) : deal!,
    deal: deal!,
    kind: kind!,
    changed: Number(changed),
    state: state as Entry['state'],
    time: Number(time),
    ply: Number(ply),
    moves: Number(moves),
    help: help as Entry['help'],
    par: number(par),
    thrown: number(thrown),
    ended: 0,
    here: false,
  };
}
