import { expect, it } from 'vitest';
import { games } from '../testing/games.ts';
import { dealtView } from './dealt.ts';

it('makes up a deal that may well occur', () => {
  for (const game of games) {
    const { piles } = dealtView(game);
    expect(
      piles.map((pile) => pile.cards.length),
      game.id,
    ).toEqual(game.dealt);
    const shown = piles.flatMap((pile) => pile.cards.flatMap(({ card }) => (card === null ? [] : [card])));
    for (const card of shown) expect(shown.filter((other) => other === card).length, `${game.id} ${card}`).toBeLessThanOrEqual(game.decks);
    expect([...shown].sort(), `${game.id} is shuffled`).not.toEqual(shown);
  }
});
