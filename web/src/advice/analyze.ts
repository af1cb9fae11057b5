/** The questions of an analysis along a game: verdicts, then chances, in the order in which they tell most. */
import type { Table } from '../engine/contract.ts';
import type { Asking } from './asking.ts';
import { chanceOf, placesOf, withChance } from './findings.ts';
import { border, nextToSolve, verdictAt } from './known.ts';
import { longest, odds, mostWorlds, solution } from '../play/questions.ts';
import { spread, steepest, suspects } from './turning.ts';

/** An analysis begins with so many stretches of the game, and with so many worlds. */
const stretches = 32;
const fewSamples = 12;
/** For how long an analysis refines its odds, ms. */
const refining = 60_000;
/** what is being looked for */
export type Phase = 'verdicts' | 'odds' | 'moments';
interface Work {
  table: Table;
  moves: string[];
  on: AbortSignal;
  report: (phase: Phase, share: number) => void;
}

export async function findVerdicts(desk: Asking, { table, moves, on, report }: Work): Promise<void> {
  const plies = moves.length;
  const tried = new Set<number>();
  const undecided = () => {
    const { winnable, lost } = border(desk.findings.known, moves, plies);
    return (lost ?? plies + 1) - (winnable ?? -1) - 1;
  };
  // The end first: if it can still be won, nothing was thrown away.
  for (let ply: number | null = plies; ply !== null && !on.aborted; ply = nextToSolve(desk.findings.known, moves, plies, tried)) {
    if (tried.has(ply)) continue;
    tried.add(ply);
    if (verdictAt(desk.findings.known, moves, ply) !== 'unknown') continue;
    const run = solution(desk.solver, table.record, { ply }, 'analysis', longest);
    const found = await desk.answer(run, on);
    if (!found) {
      if (desk.failed) return;
      continue;
    }
    desk.learn(moves.slice(0, ply), found.answer);
    report('verdicts', 1 - undecided() / (plies + 1));
  }
}

/** First of a few positions with few worlds, so that there is a graph early; the moves that cost most, then all else. */
export async function findChances(
  desk: Asking,
  { table, moves, on, report }: Work,
  weighMove: (record: string, moves: readonly string[], at: number, move: string, on: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + refining;
  const plies = moves.length;
  const places = placesOf(moves);
  const few = [...new Set(spread(stretches).map((part) => Math.round((part * plies) / stretches)))];
  const all = 2 * few.length + plies;
  let done = 0;
  /** False if the analysis is over. */
  const weigh = async (ply: number, worlds = mostWorlds): Promise<boolean> => {
    report('odds', Math.min(1, done++ / all));
    const place = places[ply]!;
    const had = desk.findings.chances[place];
    if (had && (had.complete || had.worlds >= worlds)) return true;
    if (on.aborted || performance.now() >= until) return false;
    const run = odds(desk.solver, table.record, worlds, () => {}, { ply }, 'refine');
    const found = await desk.answer(run, on);
    const chance = found && chanceOf(found.answer);
    if (chance) desk.keep(withChance(desk.findings, place, chance));
    return !desk.failed;
  };
  for (const ply of few) if (!(await weigh(ply, fewSamples))) return;
  for (const ply of few) if (!(await weigh(ply))) return;
  // Where the chance fell, until the move is found; then everything else.
  const tried = new Set<number>();
  const next = () => steepest(places.map((place) => desk.findings.chances[place]));
  for (let ply = next(); ply !== null && !tried.has(ply); ply = next()) {
    tried.add(ply);
    if (!(await weigh(ply))) return;
  }
  /** Looks closely at the moves after which the chance fell: was it the move, or the card? */
  const judge = async (): Promise<void> => {
    const all = suspects(places.map((place) => desk.findings.chances[place] ?? null));
    for (const [i, ply] of all.entries()) {
      if (on.aborted || desk.failed || performance.now() >= until) return;
      report('moments', i / all.length);
      await weighMove(table.record, moves, ply - 1, moves[ply - 1]!, on);
    }
  };
  await judge();
  for (const ply of spread(plies)) if (!(await weigh(ply))) break;
  await judge();
}
