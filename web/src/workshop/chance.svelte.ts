/**
 * How often games can be won: numbered deals, one after another, are solved with all cards known. Each has the same limit of
 * nodes and memory, so that the counts are those of `quincunx-lab solve` on any machine. Where cards are hidden, deals are
 * also played by hints, by the fair player's instant answers (`quincunx-lab fair --player instant`).
 */
import { isOwn } from '../app/own.ts';
import type { GameInfo } from '../engine/contract.ts';
import { request } from '../engine/request.ts';
import type { Verdict } from '../engine/solver-contract.ts';
import { Solver, type Running, type Wish } from '../engine/solver.ts';
import { startSolver } from '../engine/workers.ts';

/** Limits of one deal, as `quincunx-lab solve --time 0 --nodes 100000 --memory 64` has them: a search gets half of a module's memory. */
const limits = { nodes: 100_000, mb: 2 * 64 };

/** A game whose deals are solved: the text of its rules, '' for a listed one, and their form for the solver. */
export interface Solved {
  id: string;
  rules: string;
  form: string;
  /** its deals are played by hints instead */
  hints?: boolean;
}
const nameOf = ({ id, hints }: Solved): string => (hints ? `${id} by hints` : id);
export const solvedOf = ({ id }: GameInfo, form: string, text: string): Solved => ({ id, rules: isOwn(id) ? text : '', form });
export type Counts = Record<Verdict, number>;
const none: Counts = { winnable: 0, unwinnable: 0, unknown: 0 };

export const total = (counts: Counts): number => counts.winnable + counts.unwinnable + counts.unknown;

/** Wilson's bounds of 95 % for a share (fair/interval.hpp). */
function wilson(hits: number, size: number): [number, number] {
  if (size === 0) return [0, 1];
  const z = 1.9599639845400545;
  const share = hits / size;
  const middle = share + (z * z) / (2 * size);
  const spread = z * Math.sqrt((share * (1 - share)) / size + (z * z) / (4 * size * size));
  const all = 1 + (z * z) / size;
  return [hits === 0 ? 0 : (middle - spread) / all, hits === size ? 1 : (middle + spread) / all];
}
/** The bounds of the share that can be won; deals that are not decided count as lost for the lower one, as won for the other. */
export const bounds = (counts: Counts): [number, number] => [
  wilson(counts.winnable, total(counts))[0],
  wilson(counts.winnable + counts.unknown, total(counts))[1],
];

/** A request that lays out a deal, after some moves. */
function laidOut({ id, rules, form }: Solved, number: number, moves: readonly string[] = []): string {
  const own = rules === '' ? '' : `rules ${rules}\n`;
  const lines = ['quincunx-record 1', `game ${id}`, `${own}deal ${id}#${number}`, 'moves', ...moves, 'end', ''].join('\n');
  return request('record', form === '' ? {} : { rules: form }, { lines });
}
/** Requests about a deal. */
export const questions = (game: Solved, number: number) => [laidOut(game, number), request('start-solve', limits)] as const;

/** So many moves are a game that goes round in circles. */
const longest = 5000;
/** Plays a deal by hints; null if `ask` gives it up. */
export async function playedBy(
  ask: <T extends object>(questions: Wish<T>['first']) => Promise<T | null>,
  game: Solved,
  number: number,
): Promise<'winnable' | 'unwinnable' | null> {
  const moves: string[] = [];
  while (moves.length < longest) {
    const advice = await ask([laidOut(game, number, moves), request('hint')]);
    if (!advice) return null;
    if (!advice.hint) break;
    moves.push(advice.hint.move);
  }
  // A game that is won needs no more moves.
  const end = await ask([laidOut(game, number, moves), request('start-solve', { nodes: 1 })]);
  return end && (end.verdict === 'winnable' && end.line.length === 0 ? 'winnable' : 'unwinnable');
}

export class Chance {
  readonly #solver = new Solver({ start: startSolver });
  /** by game, so that nothing is lost with a change that is taken back */
  counts: ReadonlyMap<string, Counts> = $state.raw(new Map());
  games: readonly Solved[] = $state.raw([]);
  /** somebody wants to know */
  wanted = $state(false);
  /** why it rests although it is wanted */
  rests: '' | 'hidden' | 'battery' | 'failed' = $state('');
  #running: Running<unknown> | null = null;
  #turn = 0;

  of(game: Solved): Counts {
    return this.counts.get(nameOf(game)) ?? none;
  }

  /** Which games are compared. What was solved of others is kept. */
  compare(games: readonly Solved[]): void {
    this.games = games.filter((game, i) => games.findIndex((one) => nameOf(one) === nameOf(game)) === i);
    this.#begin();
  }
  go(on: boolean): void {
    this.wanted = on;
    if (on && this.rests === 'failed') this.rests = '';
    this.#begin();
  }
  rest(why: Chance['rests']): void {
    if (this.rests === 'failed') return;
    this.rests = why;
    this.#begin();
  }

  /** Begins anew: what is being solved is left. */
  #begin(): void {
    const turn = ++this.#turn;
    this.#running?.cancel();
    this.#running = null;
    if (this.wanted && this.rests === '' && this.games.length > 0) void this.#work(turn);
  }

  async #work(turn: number): Promise<void> {
    const ask = async <T extends object>(first: Wish<T>['first']): Promise<T | null> => {
      const running = this.#solver.run({ rank: 'analysis', first, time: Infinity });
      this.#running = running;
      const done = await running.result;
      return done && turn === this.#turn ? done.answer : null;
    };
    try {
      while (turn === this.#turn) {
        // In turn, so that they can be compared: the one of which fewer are known.
        const game = [...this.games].sort((a, b) => total(this.of(a)) - total(this.of(b)))[0]!;
        const before = this.of(game);
        const number = total(before) + 1;
        const verdict = game.hints ? await playedBy(ask, game, number) : ((await ask(questions(game, number)))?.verdict ?? null);
        if (verdict === null) return;
        this.counts = new Map(this.counts).set(nameOf(game), { ...before, [verdict]: before[verdict] + 1 });
      }
    } catch {
      if (turn !== this.#turn) return;
      this.rests = 'failed';
    }
  }

  close(): void {
    this.#turn += 1;
    this.#solver.close();
  }
}
