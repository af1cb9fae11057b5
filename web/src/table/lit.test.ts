/// <reference types="node" />
/** A lit place takes the card: the engine makes every move that the table offers, in positions of whole games. */
import { expect, it } from 'vitest';
import { Engine } from '../testing/engine.ts';

it('every target that is shown takes the card, and a tap moves it to one of them', async () => {
  const engine = await Engine.load();
  let targets = 0;
  for (const game of engine.games()) {
    let { view } = engine.table(`new ${game.id}#17`);
    for (let turn = 0; turn < 60 && view.status === 'playing'; ++turn) {
      for (const { pile, preferred, targets: offered } of view.sources) {
        for (const { move, pile: to } of offered) {
          expect(engine.why(move), `${game.id} turn ${turn}: ${move}`).toBeNull();
          expect(to).not.toBe(pile);
          ++targets;
        }
        if (preferred !== '')
          expect(
            offered.map(({ move }) => move),
            `${game.id} turn ${turn}`,
          ).toContain(preferred);
      }
      for (const control of view.controls) expect(engine.why(control), `${game.id} turn ${turn}: ${control}`).toBeNull();
      const useful = view.sources.map((source) => source.preferred).filter((move) => move !== '');
      const choices = turn % 3 === 0 && view.controls.length > 0 ? view.controls : [...useful, ...view.controls];
      const next = choices[turn % Math.max(1, choices.length)];
      if (next === undefined) break;
      ({ view } = engine.table(`play ${next}`));
    }
  }
  expect(targets).toBeGreaterThan(1000);
});
