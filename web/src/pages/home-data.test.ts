import { describe, expect, it } from 'vitest';
import { leadOf } from '../../vite/catalogs.ts';
import { heroPicture, knownDeals, pictureOf, studyOf, wonBy, wonDeals } from '../../vite/home-data.ts';
import offers from 'virtual:offers';
import { answer } from '../engine/module.ts';
import type { Found, Levels } from '../engine/solver-contract.ts';
import { Engine } from '../testing/engine.ts';
import { full } from '../testing/full.ts';
import { solverModule } from '../testing/storage.ts';
import { difficultyOf } from './difficulty.ts';

describe('what Home says', () => {
  it('counts wins as the documents do', () => {
    expect(wonBy({ parts: [{ count: 500 }, { count: 300 }], won: [7, 1, 4] })).toBe(0.38);
    expect(wonBy({ parts: [{ count: 500 }] })).toBeNull();
    expect(studyOf('patience-fair')).toBeNull();
  });

  it('has figures for every game', () => {
    for (const game of ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'])
      for (const who of ['fair', 'novice']) expect(wonBy(studyOf(`${game}-${who}`)), game + who).toBeGreaterThan(0);
  });

  it('names deals of the study', () => {
    const [stalactites, grandfather] = knownDeals([
      { id: 'stalactites', name: 'Stalactites' },
      { id: 'grandfather', name: 'Grandfather' },
    ]);
    for (const number of [...stalactites!.hardest, ...stalactites!.lost, ...grandfather!.hardest])
      expect(Number(number)).toBeGreaterThan(1e8);
    expect([stalactites!.hardest.length, stalactites!.lost.length, grandfather!.lost.length]).toEqual([3, 3, 0]);
  });

  it('offers of each game what the solver says, and deals that can be won', { timeout: 600_000 }, async () => {
    expect(wonDeals('patience')).toEqual([]);
    const solver = await solverModule();
    const ask = <T>(request: string): T => JSON.parse(answer(solver, request)) as T;
    const games = (await Engine.load()).games().map(({ id }) => id);
    expect(Object.keys(offers)).toEqual(games);
    for (const game of games) {
      const { won, ...offer } = offers[game]!;
      expect({ ok: true, ...offer }).toEqual(ask<Levels>(`levels ${game}`));
      expect(won.length, game).toBe(offer.winnable ? 16 : 0);
      expect(new Set(won).size).toBe(won.length);
      // The solver looks for a deal from that number on, and finds that very one; Carthage's take it long.
      for (const number of full ? won : won.slice(0, game === 'carthage' ? 1 : 4)) {
        ask(`start-find ${game} from=${number}`);
        while (!ask<{ done: boolean }>('step 1000000').done);
        expect(ask<Found>('found'), game).toMatchObject({ deal: `${game}#${number}` });
      }
    }
  });

  it('takes the lead of a rules page', () => expect(leadOf('# A\n\nOne\ntwo.\n\n## B\n\nThree.\n')).toBe('One two.'));

  it('orders the games by how often they are won', () => {
    expect([100, 80, 60, 40].map((mean) => difficultyOf({ fair: mean, novice: mean - 20 }))).toEqual([1, 1, 3, 4]);
  });
});

describe('the pictures of Home', () => {
  it('show the cards of a deal that are seen, and no other', async () => {
    const engine = await Engine.load();
    for (const game of engine.games()) {
      const { view } = engine.table(`new ${game.id}#4`);
      const picture = pictureOf(game, view);
      const uses = [...picture.matchAll(/<use href="#(back|\w\w)" x=/g)].map((match) => match[1]!);
      const open = view.piles.flatMap((pile) => pile.cards).flatMap((card) => (card.card === null ? [] : [card.card]));
      expect(uses.filter((card) => card !== 'back').sort(), game.id).toEqual([...open].sort());
      expect(picture.includes('NaN'), game.id).toBe(false);
    }
  });

  it('have no two parts of the same name', () => {
    const names = [...heroPicture().matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(4);
    expect(new Set(names).size).toBe(names.length);
  });
});
