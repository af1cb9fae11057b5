import { beforeEach, expect, it } from 'vitest';
import { Engine } from '../testing/engine.ts';
import { Device, Page, solverModule, solverOf } from '../testing/storage.ts';
import { puzzlesIn, type Puzzle } from './data.ts';
import file from './data/stalactites.puzzles?raw';
import { keepStreak, knownOf, streakOn } from './kept.ts';
import { judgeLeft, leaveMoves, type LeftMoves } from './left.ts';

const game = 'stalactites';
const puzzles = puzzlesIn(file).slice(0, 40);
const engine = await Engine.load();
const solver = solverOf(await solverModule());
/** what a player makes, and what plays itself */
const lineOf = ({ line }: Puzzle): string[] => line.replaceAll('+', '').split(' ');
const [one] = puzzles as [Puzzle];
const long = puzzles.find(({ decisions, line }) => decisions > 1 && !line.includes('+'))!;
const left = (made: string[], counts = true): LeftMoves => ({ made, counts, time: 4000 });

let device: Device;
let page: Page;
beforeEach(() => {
  device = new Device();
  device.use();
  page = new Page(engine, solver);
});

/** Puzzles as the next page finds them. */
async function next() {
  await judgeLeft(game, () => Promise.resolve(puzzles), solver, page.played);
  expect(device.left.filter((key) => key.includes('left-move'))).toEqual([]);
  return knownOf(game, page.played);
}

/** Any move but the one to be found. */
function wrong({ position, line }: Puzzle): string {
  const { view } = engine.table(`setup\n${position}`);
  const moves = view.sources.flatMap(({ targets }) => targets.map(({ move }) => move));
  return moves.find((move) => !line.startsWith(move))!;
}

it('a wrong move counts although the page ended before it was judged', async () => {
  leaveMoves(game, one.key, left([wrong(one)]));
  const { results, player } = await next();
  expect(results.get(one.key)?.state).toBe('given-up');
  expect([player.games, player.value < 1500]).toEqual([1, true]);
  expect((await next()).player).toEqual(player);
});

it('and so does the last right one, but none before it', async () => {
  leaveMoves(game, long.key, left(lineOf(long).slice(0, 1)));
  expect((await next()).results.size).toBe(0);
  leaveMoves(game, long.key, left(lineOf(long)));
  const { results, player } = await next();
  expect([results.get(long.key)?.state, player.games]).toEqual(['won', 1]);
});

it('a move that was taken back does not count, nor does what this page has not written', async () => {
  leaveMoves(game, one.key, left([wrong(one)]));
  leaveMoves(game, one.key, null);
  for (const [key, text] of [
    ['0000000000', JSON.stringify(left(['T1>T2']))],
    [one.key, '{"made":[1],"counts":true,"time":1}'],
    ['', 'null'],
  ])
    device.local.set(`quincunx-left-move:${game}~${key}`, text!);
  expect((await next()).results.size).toBe(0);
});

it('what another page has judged meanwhile does not count twice', async () => {
  leaveMoves(game, one.key, left([wrong(one)]));
  const judging = judgeLeft(game, () => Promise.resolve(puzzles), solver, page.played);
  leaveMoves(game, one.key, null);
  await judging;
  expect((await next()).results.size).toBe(0);
});

it('a wrong move ends the streak in which it was made, and touches no rating', async () => {
  keepStreak({ game, done: ['a', 'b'], at: one.key });
  leaveMoves(game, one.key, left([wrong(one)], false));
  const { player, longest } = await next();
  expect([streakOn(game), player.games, longest]).toEqual([null, 0, 2]);
});

it('a wrong move leaves any other streak alone', async () => {
  for (const [at, counts] of [
    [puzzles[1]!.key, false],
    [one.key, true],
  ] as const) {
    keepStreak({ game, done: ['a', 'b'], at });
    leaveMoves(game, one.key, left([wrong(one)], counts));
    await next();
    expect(streakOn(game)?.at).toBe(at);
  }
});

it('what cannot be judged now is judged another time', async () => {
  leaveMoves(game, one.key, left([wrong(one)]));
  await judgeLeft(game, () => Promise.resolve(puzzles), solverOf(null), page.played);
  expect((await next()).results.get(one.key)?.state).toBe('given-up');
});
