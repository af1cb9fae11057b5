import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Table } from '../engine/contract.ts';
import type { Game } from '../play/game.svelte.ts';
import { settings } from '../store/settings.svelte.ts';
import { Engine } from '../testing/engine.ts';
import { plain } from '../words/table.ts';
import { Exercise, type Judged, type Task } from './exercise.svelte.ts';

const engine = await Engine.load();
const info = engine.games().find(({ id }) => id === 'stalactites')!;

/** A game as an exercise needs it, without the page. */
class Played {
  readonly info = info;
  table: Table = engine.table('new stalactites#7');
  guide: Game['guide'] = null;
  /** it has changed */
  changed = (): void => {};
  constructor() {
    this.table = engine.table('automatic never');
  }
  get view() {
    return this.table.view;
  }
  set(request: string): Promise<boolean> {
    this.table = engine.table(request);
    this.changed();
    return Promise.resolve(true);
  }
  play = (move: string) => this.set(`play ${move}`);
  goto = (ply: number) => this.set(`goto ${ply}`);
  load = (record: string) => this.set(`load\n${record}`);
  follow = (guide: Game['guide']) => void (this.guide = guide);
}

const yes: Judged = { right: true, why: plain('Yes.'), then: null };
const no: Judged = { right: false, why: plain('No.'), then: null };
const nothing: Judged = { right: true, neutral: true, why: plain('Nothing.'), then: [] };

let game: Played;
/** what is said of moves, the next one first */
let verdicts: (Judged | null | Promise<Judged | null>)[];
let exercise: Exercise;
let asked: string[][];
const moves = () => game.view.sources.flatMap(({ targets }) => targets.map(({ move }) => move));
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function play(move = moves()[0]!): Promise<string> {
  await game.play(move);
  await settled();
  return move;
}

beforeEach(async () => {
  settings.animation = 'off';
  game = new Played();
  await game.play('by1');
  verdicts = [];
  asked = [];
  const task: Task = {
    record: null,
    judge: (all) => {
      asked.push([...all]);
      return Promise.resolve(verdicts.shift() ?? null);
    },
    solution: () => Promise.resolve(moves()[0] ?? null),
  };
  exercise = new Exercise(game as unknown as Game, task);
  game.changed = () => exercise.follow();
  await exercise.begin();
});

describe('an exercise', () => {
  it('says what counts in the same moment in which it can be seen', async () => {
    const counted: string[] = [];
    exercise.task.counted = () => counted.push(`${exercise.state} ${exercise.mistakes} ${exercise.hints}`);
    await exercise.hint();
    verdicts = [no];
    await play();
    await exercise.again();
    verdicts = [yes];
    await play();
    expect(counted).toEqual(['look 0 1', 'wrong 1 1', 'solved 1 1']);
  });

  it('judges the move that is made, with those before it', async () => {
    expect(exercise.state).toBe('look');
    verdicts = [yes];
    const move = await play();
    expect(asked).toEqual([['by1', move]]);
    expect([exercise.state, exercise.said?.seen, exercise.mistakes]).toEqual(['solved', 'Yes.', 0]);
  });

  it('counts a mistake once; one may play on, and goes back before it', async () => {
    verdicts = [no, yes];
    await play();
    expect([exercise.state, exercise.mistakes]).toEqual(['wrong', 1]);
    await play();
    expect([exercise.state, exercise.mistakes, game.table.ply]).toEqual(['wrong', 1, 3]);
    await exercise.again();
    expect([exercise.state, exercise.said, game.table.ply]).toEqual(['look', null, 1]);
    await play();
    expect([exercise.state, exercise.mistakes, asked.length]).toEqual(['solved', 1, 2]);
  });

  it('is where it was when a mistake is taken back by any other input', async () => {
    verdicts = [no];
    await play();
    await game.goto(1);
    expect([exercise.state, exercise.said]).toEqual(['look', null]);
  });

  it('does not go back before its beginning', async () => {
    await game.goto(0);
    await settled();
    expect([game.table.ply, exercise.state]).toEqual([1, 'look']);
  });

  it('plays what plays itself, and goes on from there', async () => {
    const first = moves()[0]!;
    // The same moves on another table say what can follow.
    const after = engine.table(`play ${first}`).view.sources[0]!.targets[0]!.move;
    engine.table('undo');
    verdicts = [{ ...yes, then: [after] }, yes];
    await play(first);
    await vi.waitFor(() => expect(exercise.state).toBe('look'));
    expect(game.table.ply).toBe(3);
    await game.goto(2);
    await settled();
    expect(game.table.ply).toBe(3);
    await play();
    expect(exercise.state).toBe('solved');
  });

  it('goes on from a move that changes nothing, which can be taken back and is no mistake', async () => {
    verdicts = [nothing, nothing, no, yes];
    await play();
    expect([exercise.state, exercise.said?.seen, exercise.mistakes]).toEqual(['look', 'Nothing.', 0]);
    await play();
    expect([exercise.state, game.table.ply]).toEqual(['look', 3]);
    await exercise.undo();
    expect([exercise.state, exercise.said, game.table.ply]).toEqual(['look', null, 2]);
    await play();
    expect([exercise.state, exercise.mistakes, game.table.ply]).toEqual(['wrong', 1, 3]);
    await exercise.undo();
    expect([exercise.state, game.table.ply]).toEqual(['look', 2]);
    await play();
    expect(exercise.state).toBe('solved');
    expect(asked.map((all) => all.length)).toEqual([2, 3, 3, 3]);
    await exercise.undo();
    expect(game.table.ply).toBe(3);
  });

  it('judges a move that is made while one that changes nothing is judged', async () => {
    let say!: (judged: Judged) => void;
    verdicts = [new Promise((resolve) => (say = resolve)), no];
    await play();
    await play();
    expect([exercise.state, game.table.ply, asked.length]).toEqual(['judging', 3, 1]);
    say(nothing);
    await settled();
    expect(asked.map((all) => all.length)).toEqual([2, 3]);
    expect([exercise.state, exercise.said?.seen, exercise.mistakes]).toEqual(['wrong', 'No.', 1]);
    await exercise.again();
    expect([exercise.state, game.table.ply]).toEqual(['look', 2]);
  });

  it('judges a move that is made while one that is right is judged, and takes back what is in the way of what plays itself', async () => {
    let say!: (judged: Judged) => void;
    verdicts = [new Promise((resolve) => (say = resolve)), new Promise(() => {})];
    await play();
    await play();
    say({ ...yes, then: [] });
    await vi.waitFor(() => expect(asked.map((all) => all.length)).toEqual([2, 3]));
    expect([exercise.state, game.table.ply]).toEqual(['judging', 3]);
    await exercise.again();
    expect([exercise.state, game.table.ply]).toEqual(['look', 2]);
    const first = moves()[0]!;
    const after = engine.table(`play ${first}`).view.sources[0]!.targets[0]!.move;
    engine.table('undo');
    verdicts = [new Promise((resolve) => (say = resolve))];
    await play(first);
    await play(moves().find((move) => move !== after));
    say({ ...yes, then: [after] });
    await vi.waitFor(() => expect(exercise.state).toBe('look'));
    expect(game.table.moves.slice(0, game.table.ply).map(({ text }) => text)).toEqual([...asked.at(-1)!, after]);
    expect(asked).toHaveLength(3);
  });

  it('has hints in two steps, which count, and are gone after a move', async () => {
    await exercise.hint();
    expect([exercise.hinted, exercise.hints, game.guide?.cardOnly]).toEqual([1, 1, true]);
    expect(exercise.said?.seen).toMatch(/^It’s /);
    await exercise.hint();
    expect([exercise.hinted, exercise.hints, game.guide?.cardOnly]).toEqual([2, 2, false]);
    await exercise.hint();
    expect(exercise.hints).toBe(2);
    verdicts = [no];
    await play();
    expect([exercise.hinted, game.guide?.marked]).toEqual([0, '']);
  });

  it('says when nobody can say', async () => {
    await play();
    expect([exercise.state, exercise.mistakes]).toEqual(['unknown', 0]);
    await exercise.undo();
    expect(exercise.state).toBe('look');
  });

  it('hears no verdict on a move that was taken back meanwhile, and none after its end', async () => {
    let say!: (judged: Judged) => void;
    verdicts = [new Promise((resolve) => (say = resolve))];
    await play();
    expect(exercise.state).toBe('judging');
    await game.goto(1);
    say(no);
    await settled();
    expect([exercise.state, exercise.mistakes, exercise.said]).toEqual(['look', 0, null]);
    verdicts = [new Promise((resolve) => (say = resolve))];
    await play();
    exercise.close();
    say(no);
    await settled();
    expect([exercise.mistakes, game.guide]).toEqual([0, null]);
  });
});
