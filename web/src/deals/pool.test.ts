import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Solver, Wish } from '../engine/solver.ts';
import { levelNames } from '../words/names.ts';
import { lastChoice, noteChoice } from './choice.ts';
import { fill, take } from './pool.ts';
import { findDeal, numberOf } from './requests.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});

/** A solver that finds the deals of a list, one after another, and then none. */
function finding(deals: string[]): { solver: Solver; wishes: Wish[] } {
  const wishes: Wish[] = [];
  const run = (wish: Wish) => {
    wishes.push(wish);
    const deal = deals.shift();
    return {
      result: Promise.resolve({
        answer: { done: true, deal: deal ? `carthage#${deal}` : null, tries: 1, level: null, nodes: 1 },
        late: false,
      }),
      cancel: () => {},
    };
  };
  return { solver: { run } as unknown as Solver, wishes };
}

describe('the pool of deals', () => {
  it('holds three of a game, and gives each once', async () => {
    const { solver, wishes } = finding(['1', '2', '3', '4']);
    await fill(solver, 'carthage', 'level-2');
    expect(wishes).toHaveLength(3);
    expect(wishes[0]!.first[0]).toMatch(/^start-find carthage from=[1-9]\d* level=2$/);
    expect(wishes[0]!.rank).toBe('refine');
    expect([take('carthage', 'level-2'), take('carthage', 'level-2'), take('carthage', 'level-2'), take('carthage', 'level-2')]).toEqual([
      '1',
      '2',
      '3',
      null,
    ]);
  });

  it('makes room for the kind that is asked for now', async () => {
    await fill(finding(['1', '2', '3']).solver, 'carthage', 'winnable');
    await fill(finding(['4', '5', '6']).solver, 'carthage', 'level-1');
    expect(take('carthage', 'winnable')).toBeNull();
    expect(take('carthage', 'level-1')).toBe('4');
  });

  it('gives up when nothing is found, and reads nothing that is no deal', async () => {
    await fill(finding([]).solver, 'carthage', 'winnable');
    expect(take('carthage', 'winnable')).toBeNull();
    for (const text of ['{', '7', '{"carthage":5}', '{"carthage":[null]}', '{"carthage":[{"kind":"winnable","deal":"0"}]}']) {
      stored.set('quincunx-pool', text);
      expect(take('carthage', 'winnable'), text).toBeNull();
    }
  });
});

describe('requests for deals', () => {
  it('name game, number and level', () => {
    const { solver, wishes } = finding(['1']);
    findDeal(solver, 'carthage', 'winnable', '17', true);
    expect(wishes[0]).toMatchObject({ rank: 'search', first: ['start-find carthage from=17'] });
    expect(numberOf('carthage-strict#18446744073709551615')).toBe('18446744073709551615');
  });
});

describe('what was chosen', () => {
  it('is remembered for each game', () => {
    expect(lastChoice('carthage')).toBe('winnable');
    noteChoice('carthage', 'level-3');
    noteChoice('gargantua', 'day');
    expect([lastChoice('carthage'), lastChoice('gargantua'), lastChoice('toString')]).toEqual(['level-3', 'day', 'winnable']);
    stored.set('quincunx-new-deal', '{"carthage":"level-9"}');
    expect(lastChoice('carthage')).toBe('winnable');
    expect(levelNames(3)).toHaveLength(3);
    expect([levelNames(1), levelNames(7)]).toEqual([[], []]);
  });
});
