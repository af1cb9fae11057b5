import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FairAdvice } from '../engine/solver-contract.ts';
import type { Solver } from '../engine/solver.ts';
import { Thinking } from './thinking.ts';

interface Asked {
  record: string;
  rank: string;
  settle: (move: string, late?: boolean) => void;
  decide: (move: string) => void;
  fail: () => void;
  over: boolean;
}

/** A solver that answers when the test says so; `hasty`: it has something by the time nobody waits any longer. */
function thinking(hasty = true) {
  const asked: Asked[] = [];
  const solver = {
    unusable: null,
    run: ({ rank, first }: { rank: string; first: string[] }, progress: (advice: FairAdvice) => void) => {
      let one: Asked;
      const result = new Promise((resolve, reject) => {
        one = {
          record: first[0]!.split('\n')[1]!,
          rank,
          over: false,
          settle: (move, late = false) => resolve({ answer: { hint: { move } } as FairAdvice, late }),
          decide: (move) => progress({ decided: true, hint: { move }, chance: 0.99 } as FairAdvice),
          fail: () => reject(new Error('dead')),
        };
        asked.push(one);
        Object.assign(one, { cancelled: () => resolve(null) });
      });
      return {
        result,
        cancel: () => ((one.over = true), (one as unknown as { cancelled: () => void }).cancelled()),
        raise: (to: string) => (one.rank = to),
        enough: () => hasty && one.settle('hasty', true),
      };
    },
  };
  return { asked, solver, made: new Thinking(solver as unknown as Solver) };
}
const moveOf = async (idea: ReturnType<Thinking['ask']>) => {
  const { advice, quick } = (await idea) ?? {};
  return advice && `${advice.hint?.move}${quick ? ', quick' : ''}`;
};

describe('thinking ahead', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('has the answer ready', async () => {
    const { asked, made } = thinking();
    made.about('a', 'record a');
    made.about('a', 'record a');
    expect(asked.map(({ record, rank }) => [record, rank])).toEqual([['record a', 'think']]);
    asked[0]!.settle('T1-T2');
    expect(await moveOf(made.ask('a', 'record a'))).toBe('T1-T2');
    expect(await moveOf(made.ask('a', 'record a, with notes'))).toBe('T1-T2');
    expect(asked).toHaveLength(1);
  });

  it('rests, but for what somebody waits for', async () => {
    const { asked, made } = thinking();
    made.about('a', 'record a');
    made.rest('a');
    expect(asked[0]!.over).toBe(true);

    const idea = made.ask('a', 'record a');
    made.rest('a');
    expect(asked[1]!.over).toBe(false);
    asked[1]!.settle('T1-T2');
    expect(await moveOf(idea)).toBe('T1-T2');

    const left = made.ask('b', 'record b');
    made.rest('c');
    expect(asked[2]!.over).toBe(true);
    expect(await left).toBe(null);
  });

  it('is urgent once somebody waits, for two seconds', async () => {
    const { asked, made } = thinking();
    made.about('a', 'record a');
    const idea = made.ask('a', 'record a');
    expect(asked[0]!.rank).toBe('hint');
    await vi.advanceTimersByTimeAsync(1999);
    asked[0]!.settle('T1-T2');
    expect(await moveOf(idea)).toBe('T1-T2');

    const slow = made.ask('b', 'record b');
    await vi.advanceTimersByTimeAsync(2000);
    expect(await moveOf(slow)).toBe('hasty, quick');
    // It was not considered, so it is begun anew.
    void made.ask('b', 'record b');
    expect(asked.map(({ record }) => record)).toEqual(['record a', 'record b', 'record b']);
  });

  it('answers once the move is decided, and knows its chance later', async () => {
    const { asked, made } = thinking();
    const idea = made.ask('a', 'record a');
    asked[0]!.decide('T1-T2');
    expect(await moveOf(idea)).toBe('T1-T2');
    expect((await idea)!.advice.chance).toBeNull();
    asked[0]!.settle('T1-T2, with its chance');
    await vi.advanceTimersByTimeAsync(0);
    expect(await moveOf(made.ask('a', 'record a'))).toBe('T1-T2, with its chance');
    expect(asked).toHaveLength(1);
  });

  it('ends with the position', async () => {
    const { asked, made } = thinking();
    const old = made.ask('a', 'record a');
    made.about('b', 'record b');
    expect(asked[0]!.over).toBe(true);
    expect(await old).toBeNull();
    made.stop();
    expect(asked[1]!.over).toBe(true);
  });

  it('answers nothing where the solver says nothing, fails or can never be had', async () => {
    const { asked, solver, made } = thinking(false);
    const silent = made.ask('a', 'record a');
    await vi.advanceTimersByTimeAsync(2500);
    expect(await silent).toBeNull();
    const dead = made.ask('b', 'record b');
    asked.at(-1)!.fail();
    expect(await dead).toBeNull();
    Object.assign(solver, { unusable: new Error('never') });
    expect(await made.ask('c', 'record c')).toBeNull();
    expect(asked).toHaveLength(2);
  });
});
