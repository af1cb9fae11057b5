/** The achievements: each says something of a game. Known from the entries, and from the moves where they are kept. */
import { placesOf, readFindings } from '../advice/findings.ts';
import type { GameInfo } from '../engine/contract.ts';
import { finishOf } from '../days/finish.ts';
import { dayOfKind, gameOf } from '../store/names.ts';
import { daysOf } from '../days/days.ts';
import type { Entry } from '../store/entry.ts';

/** Feats that only the moves of a win show; in the field `feats` of its game (docs/games-file.md). */
const feats = ['no-cell', 'no-redeal', 'odds'] as const;
type Feat = (typeof feats)[number];
/** A chance below this is a small one. */
const small = 0.2;
/** So many wins are a row. */
const inRow = 5;

type Rules = Pick<GameInfo, 'id' | 'variantOf' | 'dailySince' | 'reserve' | 'reserveDealt' | 'stockDealsToReserves' | 'redeals'>;

/** The feats of the moves of a win. */
export function featsOf(info: Rules, moves: readonly string[], findings?: unknown): Feat[] {
  const cells = info.reserve > 0 && info.reserveDealt === 0 && !info.stockDealsToReserves;
  const { chances } = readFindings(findings);
  const found: Record<Feat, boolean> = {
    'no-cell': cells && !moves.some((move) => />R\d/.test(move)),
    'no-redeal': info.redeals !== 0 && !moves.includes('redeal'),
    odds: placesOf(moves).some((place) => (chances[place]?.fair ?? 1) < small),
  };
  return feats.filter((feat) => found[feat]);
}

/** The moves of a record. */
export function movesIn(record: string): string[] {
  const [, moves = ''] = /\nmoves\n([\s\S]*?)(?:\nresult |\nend|$)/.exec(record) ?? [];
  return moves.split(/\s+/).filter((move) => move !== '');
}

const achievements = ['games', 'day', 'par', 'flawless', 'hardest', 'no-cell', 'no-redeal', 'odds', 'row', 'strict'] as const;
export type Achievement = (typeof achievements)[number];
export interface Achieved {
  /** the game that achieved it first */
  first: Partial<Record<Achievement, Entry>>;
  /** how far the player is with those that have steps, and how many there are */
  steps: Partial<Record<Achievement, [done: number, all: number]>>;
}

/** `records`: the moves of games, by name. Help of any kind achieves nothing, but who asks for a chance may defy it. */
export function achieved(entries: readonly Entry[], games: readonly Rules[], records: ReadonlyMap<string, string>): Achieved {
  const first: Achieved['first'] = {};
  let level = 0;
  const infos = new Map(games.map((info) => [info.id, info]));
  const families = games.filter(({ variantOf }) => variantOf === '').map(({ id }) => id);
  // A deal that had been finished may be won later, and with help.
  const ofDays = entries.filter(({ state, help, kind, day }) => state === 'won' && help === 'none' && dayOfKind(kind) === day);
  const { stars } = daysOf(ofDays, [], games).unaided;
  const onDay = new Map<string, Set<string>>();
  for (const one of ofDays)
    if (finishOf(one)?.unaided && families.includes(gameOf(one))) onDay.set(one.day!, (onDay.get(one.day!) ?? new Set()).add(gameOf(one)));
  const wonGames = new Set<string>();
  const rows = new Map<string, number>();
  const over = entries.filter(({ state }) => state !== 'playing').sort((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1));
  for (const entry of over) {
    const id = gameOf(entry);
    const info = infos.get(id);
    // A game of one's own counts for nothing.
    if (!info) continue;
    const alone = entry.state === 'won' && entry.help === 'none';
    const row = alone ? (rows.get(id) ?? 0) + 1 : 0;
    rows.set(id, row);
    if (entry.state !== 'won') continue;
    const record = records.get(entry.name);
    const said = entry.more?.['feats']?.split(',') ?? (record === undefined ? [] : featsOf(info, movesIn(record)));
    if (alone) {
      wonGames.add(id);
      level = Math.max(level, Number(/^level-(\d)$/.exec(entry.kind)?.[1] ?? 0));
    }
    const finish = finishOf(entry);
    const found: Record<Achievement, boolean> = {
      games: alone && families.every((one) => wonGames.has(one)),
      day: finish !== null && stars.includes(finish.day),
      par: alone && entry.par !== null && entry.moves <= entry.par,
      flawless: alone && entry.thrown === 0,
      hardest: alone && entry.kind === 'level-5',
      'no-cell': alone && said.includes('no-cell'),
      'no-redeal': alone && said.includes('no-redeal'),
      odds: entry.help !== 'all-known' && said.includes('odds'),
      row: row >= inRow,
      strict: alone && info.variantOf !== '',
    };
    for (const one of achievements) if (found[one]) first[one] ??= entry;
  }
  return {
    first,
    steps: {
      games: [families.filter((one) => wonGames.has(one)).length, families.length],
      day: [Math.max(0, ...[...onDay.values()].map(({ size }) => size)), families.length],
      hardest: [level, 5],
      row: [Math.max(0, ...rows.values()), inRow],
    },
  };
}
