/** Every first game is played on the engine, in every way that it allows: no step can rot. */
import { describe, expect, it } from 'vitest';
import type { GameInfo, Table } from '../engine/contract.ts';
import { cardName, cardSign } from '../words/names.ts';
import { readMove } from '../engine/notation.ts';
import { Engine } from '../testing/engine.ts';
import { gameOf, games } from '../testing/games.ts';
import { verdictOn } from '../testing/solver.ts';
import { lessonDeals } from './deals.ts';
import { acceptedMoves, fits, scripts, stepWords } from './scripts.ts';

const engine = await Engine.load();
const own = games.map(({ id }) => id);

/** Plays a first game in every way that it accepts; the tables that it may end with. */
function endings(game: GameInfo, visit: (table: Table, step: string, said: { seen: string; spoken: string }) => void = () => {}): Table[] {
  const { steps } = scripts[game.id]!;
  const go = (table: Table, at: number): Table[] => {
    const step = steps[at];
    if (!step) return [table];
    const moves = acceptedMoves(table.view, step[0]);
    expect(moves, `${game.id}: ${step[0]}`).not.toEqual([]);
    visit(table, step[0], stepWords(game, table.view, step));
    return moves.flatMap((move) => {
      engine.table(`load \n${table.record}`);
      return go(engine.table(`play ${move}`), at + 1);
    });
  };
  return go(engine.table(`new ${game.id}#${lessonDeals[game.id]}`), 0);
}

describe('the first game', () => {
  it('is there for every game, and for no other', () => {
    const all = [...own].sort();
    expect(Object.keys(scripts).sort()).toEqual(all);
    expect(Object.keys(lessonDeals).sort()).toEqual(all);
  });

  it.each(own)('of %s has three to six moves, each of one card that is named', (id) => {
    const game = gameOf(id);
    expect(scripts[id]!.steps.length).toBeGreaterThanOrEqual(3);
    expect(scripts[id]!.steps.length).toBeLessThanOrEqual(6);
    endings(game, (table, step, { seen, spoken }) => {
      const moves = acceptedMoves(table.view, step);
      // Two copies of a card in an open reserve are as good as each other.
      expect(new Set(moves.map((move) => `${readMove(move).card || readMove(move).from} ${readMove(move).count}`)).size, step).toBe(1);
      // Wherever it may go, it goes on the same card, or on none.
      const on = new Set(moves.map((move) => table.view.piles.find((pile) => pile.id === readMove(move).to)?.cards.at(-1)?.card));
      expect(on.size, step).toBe(1);
      for (const text of [seen, spoken]) expect(text).not.toMatch(/\{\{|undefined|\b(T|F|R)\d/);
      const { from, count } = readMove(moves[0]!);
      const pile = table.view.piles.find((one) => one.id === from);
      if (!pile) return;
      const { card } = readMove(step);
      const lifted = card !== '' ? card : (pile.cards.at(-count)?.card ?? '?');
      expect(seen).toContain(cardSign(lifted));
      expect(spoken).toContain(cardName(lifted));
    });
  });

  it.each(own)('of %s can be won afterwards', async (id) => {
    const game = gameOf(id);
    for (const table of endings(game)) {
      expect(table.view.status).toBe('playing');
      expect(await verdictOn(table.record)).toBe('winnable');
    }
  });

  // In Carthage no rule of thumb wins.
  it.each(own.filter((id) => id !== 'carthage'))('of %s is won by who follows simple rules from there', (id) => {
    const game = gameOf(id);
    let [table] = endings(game) as [Table];
    engine.table(`load \n${table.record}`);
    for (let n = 0; n < 1500 && table.view.status === 'playing'; ++n) {
      const { hint } = engine.must<{ hint: { move: string } | null }>('hint');
      if (!hint) break;
      table = engine.table(`play ${hint.move}`);
    }
    expect(table.view.status).toBe('won');
  });

  it('tells the moves of a step from others', () => {
    expect(fits('T7>F', 'T7>F3')).toBe(true);
    expect(fits('T7>F', 'T7>T3')).toBe(false);
    expect(fits('T1>F', 'T12>F1')).toBe(false);
    expect(fits('T7>T1*2', 'T7>T1')).toBe(false);
    expect(fits('R@AH>F', 'R2@AH>F1')).toBe(true);
    expect(fits('R@AH>F', 'R2@AD>F1')).toBe(false);
    expect(fits('draw', 'draw')).toBe(true);
    expect(fits('draw', 'by1')).toBe(false);
  });
});
