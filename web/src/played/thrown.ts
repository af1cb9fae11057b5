/** How much of the chance to win the player's moves have thrown away, as far as that has been found out. */
import { placesOf, readFindings, type Chance } from '../advice/findings.ts';
import { border } from '../advice/known.ts';

/** A move that costs less than this says nothing: the chances are estimates. */
const least = 0.1;

/** The standard error of a chance from so many worlds. */
const error = ({ fair, worlds, complete }: Chance): number => (complete ? 0 : Math.sqrt((fair * (1 - fair)) / Math.max(1, worlds)));

/**
 * In thousandths; null if it is not known. `calm`: names of positions that were reached by a move that showed no card.
 * Only such a move can be blamed for a chance that fell, unless the judge has said what a move cost.
 */
export function thrownAway(findings: unknown, moves: readonly string[], won: boolean, calm: ReadonlySet<string>): number | null {
  const { known, chances, weighed } = readFindings(findings);
  const { winnable, lost } = border(known, moves, moves.length);
  if (!won && winnable !== null && lost === winnable + 1) return 1000;
  if ((won && winnable === moves.length) || (!won && lost === 0)) return 0;
  const places = placesOf(moves);
  let sum = 0;
  let compared = 0;
  for (let ply = 1; ply < places.length; ++ply) {
    const judged = weighed[places[ply]!];
    if (judged) {
      ++compared;
      sum += judged.right ? 0 : judged.before - judged.after;
      continue;
    }
    const before = chances[places[ply - 1]!];
    const after = chances[places[ply]!];
    if (!before || !after || !calm.has(places[ply]!)) continue;
    ++compared;
    const cost = before.fair - after.fair;
    if (cost >= Math.max(least, 2 * Math.hypot(error(before), error(after)))) sum += cost;
  }
  return compared === 0 ? null : Math.min(1000, Math.round(1000 * sum));
}
