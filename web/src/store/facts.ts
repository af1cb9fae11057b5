/** Facts about wins that no entry tells of, and which of two says more. */
import type { Fact } from './database.ts';

export interface Best {
  moves: number;
  /** ms */
  time: number;
}

export const wonFact = (deal: string, moves: number, day?: string): Fact => ({
  id: `won ${deal}`,
  won: { deal, moves, ...(day === undefined ? {} : { day }) },
});
export const bestFact = (game: string, { moves, time }: Best): Fact => ({ id: `best ${game}`, best: { game, moves, time } });

/** As many as a file of games holds (docs/games-file.md). */
export const mostRules = 100;
export const rulesFactOf = (game: string, text: string): Fact & { rules: { game: string; text: string } } => ({
  id: `rules ${game}`,
  rules: { game, text },
});
/** The rules in a record; null if it is of a listed game. */
export function rulesFact(record: string): ReturnType<typeof rulesFactOf> | null {
  const [, game, text] = /^game (own-\S+)\r?\nrules (.*)$/m.exec(record) ?? [];
  return game === undefined || text === undefined ? null : rulesFactOf(game, text);
}

/** The better of two facts about the same wins. */
export function better(had: Fact | undefined, fact: Fact): Fact {
  if (had && 'won' in had && 'won' in fact) {
    const days = [had.won.day, fact.won.day].filter((day) => day !== undefined).sort();
    return {
      id: fact.id,
      won: { ...had.won, ...fact.won, moves: Math.min(had.won.moves, fact.won.moves), ...(days[0] === undefined ? {} : { day: days[0] }) },
    };
  }
  if (had && 'best' in had && 'best' in fact) {
    return {
      id: fact.id,
      best: { ...had.best, ...fact.best, moves: Math.min(had.best.moves, fact.best.moves), time: Math.min(had.best.time, fact.best.time) },
    };
  }
  return fact;
}
