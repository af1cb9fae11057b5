/** The puzzles of a game: its file is loaded when somebody wants one (docs/notation.md, "Puzzles"). */
import { loaded } from '../ground/load.ts';

export interface Puzzle {
  key: string;
  /** whoever has this rating solves it half of the time */
  grade: number;
  /** how many moves the player has to find */
  decisions: number;
  /** moves with spaces; `+` before one that plays itself */
  line: string;
  /** position lines, with that of the game */
  position: string;
}

export function puzzlesIn(text: string): Puzzle[] {
  const [version, game, count, ...lines] = text.trimEnd().split('\n');
  if (version !== 'quincunx-puzzles 2' || !/^game [a-z][a-z-]*$/.test(game ?? '') || count !== `puzzles ${lines.length}`)
    throw new Error('no file of puzzles, or not all of it');
  return lines.map((one) => {
    const [key = '', grade = '', , line = '', position = ''] = one.split(';');
    const decisions = line.split(' ').filter((move) => !move.startsWith('+')).length;
    return { key, grade: Number(grade), decisions, line, position: `${game}\n${position.replaceAll('/', '\n')}\n` };
  });
}

const files = import.meta.glob<string>('./data/*.puzzles', { query: '?raw', import: 'default' });
const counts = import.meta.glob<number>('./data/*.puzzles', { query: '?count', import: 'default', eager: true });
const fileOf = (game: string): string => `./data/${game}.puzzles`;
const kept = new Map<string, readonly Puzzle[]>();

export const hasPuzzles = (game: string): boolean => fileOf(game) in files;
export const countOf = (game: string): number => counts[fileOf(game)] ?? 0;

/** The best first; none if there are none. */
export async function puzzlesOf(game: string): Promise<readonly Puzzle[]> {
  const load = files[fileOf(game)];
  if (!kept.has(game)) kept.set(game, load ? puzzlesIn(await loaded(load)) : []);
  return kept.get(game)!;
}
