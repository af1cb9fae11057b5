/** Wishes wait for each other, and none can be written that waits for itself. */
import { expect, expectTypeOf, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { settings } from '../store/settings.svelte.ts';
import { Engine as Module } from '../testing/engine.ts';
import { Game } from './game.svelte.ts';
import { triedOut, type Within, type Wish } from './within.ts';

it('does what is wished in turn, and then what is wished for then', async () => {
  const module = await Module.load();
  const info = module.games().find(({ id }) => id === 'stalactites')!;
  const asked: string[] = [];
  const later = (request: string) =>
    new Promise((done) => setTimeout(() => (asked.push(request), done(module.table(request))), 20 - 5 * asked.length));
  const engine = { play: (move: string) => later(`play ${move}`), undo: () => later('undo') } as unknown as Engine;
  const game = new Game(engine, info, module.table('new stalactites#7'), 'deal', settings, triedOut);
  const made = [game.play('by1'), game.undo(), game.wish('now', () => game.table.ply === 0 && asked.push('now') > 0)];
  expect(game.table.ply).toBe(0);
  expect(await Promise.all(made)).toEqual([true, true, true]);
  expect(asked).toEqual(['play by1', 'undo', 'now']);
});

it('has no job that could wait for itself', () => {
  expectTypeOf<Parameters<Wish>[0]>().toExtend<keyof Within>();
  expectTypeOf<(game: Game) => Promise<boolean>>().not.toExtend<Parameters<Wish>[0]>();
  // A job that has a game could wish, and then wait: it does not compile.
  expectTypeOf<() => Promise<boolean>>().not.toExtend<Parameters<Within['now']>[0]>();
  expectTypeOf<() => Promise<string>>().not.toExtend<Parameters<Within['makeOf']>[0]>();
});
