/// <reference types="node" />
/** The marks say what the engine says: in whole games of every game, a card is marked as wanted if a foundation takes it. */
import { expect, it } from 'vitest';
import { aimedMove } from '../engine/notation.ts';
import { Engine } from '../testing/engine.ts';
import { wanted } from '../play/marks.ts';

/** Why a foundation does not take a card, whatever pile it comes from. */
const unfit = new Set(['wrong-suit-or-rank', 'wrong-color-or-rank', 'wrong-rank', 'foundation-start', 'suit-taken']);

it('marks the cards that the engine accepts, and no others of their rank', async () => {
  const engine = await Engine.load();
  const seen = { exact: 0, kin: 0 };
  for (const info of engine.games()) {
    let { view } = engine.table(`new ${info.id}#17`);
    for (let turn = 0; turn < 150 && view.status === 'playing'; ++turn) {
      const foundations = view.piles.filter((pile) => pile.kind === 'foundation');
      for (const want of new Set(foundations.map((pile) => pile.wants ?? ''))) {
        if (want === '') continue;
        for (const { spot, above, card, exact } of wanted(view, want)) {
          const open = info.reserveOpen && spot.pile.startsWith('R');
          if (above > 0 && !open) continue;
          const takes = foundations.some((pile) => {
            if (pile.wants !== want) return false;
            const refusal = engine.why(aimedMove(info, view, spot.pile, spot.index, pile.id));
            return refusal === null || !unfit.has(refusal.code);
          });
          expect(exact, `${info.id} turn ${turn}: ${card} in ${spot.pile} where ${want} is wanted`).toBe(takes);
          ++seen[exact ? 'exact' : 'kin'];
        }
      }
      const useful = view.sources.map((source) => source.preferred).filter((move) => move !== '');
      const choices = turn % 3 === 0 && view.controls.length > 0 ? view.controls : [...useful, ...view.controls];
      const next = choices[turn % Math.max(1, choices.length)];
      if (next === undefined) break;
      ({ view } = engine.table(`play ${next}`));
    }
  }
  expect(seen.exact).toBeGreaterThan(300);
  expect(seen.kin).toBeGreaterThan(300);
});
