/** Puzzles solved in the page as fast as it takes them, for tests in every engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Solved {
  /** their keys, in the order in which they came */
  keys: string[];
  /** how long it took until the next one was there, ms */
  waits: number[];
}

const folder = fileURLToPath(new URL('../src/puzzles/data/', import.meta.url));

/** The games that have puzzles: those with the most first. */
export const puzzleGames = (): string[] =>
  readdirSync(folder)
    .map((name) => name.replace('.puzzles', ''))
    .sort((a, b) => solutionsOf(b).length - solutionsOf(a).length);

/** The solutions of a game's puzzles, by key. */
export function solutionsOf(game: string): [key: string, line: string][] {
  const lines = readFileSync(`${folder}${game}.puzzles`, 'utf8').trimEnd().split('\n').slice(3);
  return lines.map((line) => line.split(';')).map(([key = '', , , moves = '']) => [key, moves]);
}

/** Runs in the page, where a puzzle is on the table and the command field is open. */
export async function solveSome({ lines, count }: { lines: [key: string, line: string][]; count: number }): Promise<Solved> {
  const solutions = new Map(lines);
  const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);
  const shown = () => find('[data-puzzle]')?.dataset['puzzle'] ?? '';
  const state = () => find('.exercise')?.dataset['state'] ?? '';
  const until = async (what: string, is: () => boolean) => {
    // So many looks, not so many seconds: the machine may stand still meanwhile.
    for (let looks = 0; !is(); ++looks) {
      if (looks > 4000) throw new Error(`${shown()}: ${what}: ${state()}: ${find('.exercise')?.innerText ?? ''}`);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  const solved: Solved = { keys: [], waits: [] };
  for (let i = 0; i < count; ++i) {
    const key = shown();
    const moves = solutions.get(key)!.split(' ');
    for (const move of moves.filter((one) => !one.startsWith('+'))) {
      await until('look', () => state() === 'look' && find('#field') !== null);
      const field = find<HTMLInputElement>('#field')!;
      field.value = move.toLowerCase();
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // The table may show a move before the puzzle has taken it up: then it looks for one still.
      let taken = false;
      const watch = new MutationObserver(() => (taken ||= state() !== 'look'));
      watch.observe(find('.exercise')!, { attributes: true });
      field.form!.requestSubmit();
      await until(`after ${move}`, () => taken && !/judging|right/.test(state()));
      watch.disconnect();
      if (state() === 'wrong' || state() === 'unknown') throw new Error(`${key}: ${move} is ${state()}: ${find('.exercise')!.innerText}`);
    }
    await until('solved', () => state() === 'solved' && find('[data-puzzle]')!.dataset['solved'] === 'true');
    solved.keys.push(key);
    const next = [...document.querySelectorAll<HTMLElement>('.exercise button')].at(-1)!;
    const pressed = performance.now();
    next.click();
    await until('the next one', () => shown() !== key && find('.surface[data-ply="0"] button') !== null);
    solved.waits.push(performance.now() - pressed);
  }
  return solved;
}

/**
 * The value below which a share of them are. Work beside the tests only adds to waits: how long the page takes shows in a
 * quarter of them.
 */
export const valueAt = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!;
