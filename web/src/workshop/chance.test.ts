/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answer } from '../engine/module.ts';
import type { GameInfo } from '../engine/contract.ts';
import type { Solution } from '../engine/solver-contract.ts';
import { moduleOf } from '../testing/engine.ts';
import { bounds, playedBy, questions, solvedOf, total, type Solved } from './chance.svelte.ts';

/** Rules, and what quincunx-lab says of their first deals: "winnable 123" nodes (tests/own_rules_test.py). */
const known = JSON.parse(readFileSync(new URL('../../../tests/workshop.json', import.meta.url), 'utf8')) as [object, string[]][];

async function opened(text: string): Promise<{ game: Solved; ask: <T>(questions: readonly string[]) => T }> {
  const { game, form } = JSON.parse(answer(await moduleOf('own-table'), `rules\n${text}`)) as { game: GameInfo; form: string };
  const solver = await moduleOf('solver');
  const ask = <T>(all: readonly string[]): T => {
    const answers = all.map((question) => JSON.parse(answer(solver, question)) as { ok: boolean; done?: boolean });
    for (const { ok } of answers) expect(ok).toBe(true);
    if (answers.at(-1)!.done === undefined) return answers.at(-1) as T;
    while (!(JSON.parse(answer(solver, 'step 20000')) as { done: boolean }).done);
    return JSON.parse(answer(solver, 'found')) as T;
  };
  return { game: solvedOf(game, form, text), ask };
}

it.each(known)('solves the deals of %j as quincunx-lab does', async (rules, said) => {
  const { game, ask } = await opened(JSON.stringify(rules));
  const told = said.map((_, i) => {
    const { verdict, nodes } = ask<Solution>(questions(game, i + 1));
    return `${verdict} ${nodes}`;
  });
  expect(told).toEqual(said);
});

// quincunx-lab fair gargantua#1..3 --player instant, and own#1..6 --rules games/files/klondike.json
it.each([
  ['gargantua', '{"based_on":"gargantua"}', ['winnable', 'winnable', 'unwinnable']],
  [
    'klondike',
    readFileSync(new URL('../../../games/files/klondike.json', import.meta.url), 'utf8'),
    ['winnable', 'winnable', 'winnable', 'winnable', 'winnable', 'unwinnable'],
  ],
] as const)('plays the deals of %s by hints as quincunx-lab does', async (_, text, said) => {
  const { game, ask } = await opened(JSON.stringify(JSON.parse(text)));
  const told: unknown[] = [];
  for (const i of said.keys()) told.push(await playedBy((all) => Promise.resolve(ask(all)), game, i + 1));
  expect(told).toEqual(said);
});

it('counts what is not known both ways', () => {
  expect(bounds({ winnable: 0, unwinnable: 0, unknown: 0 })).toEqual([0, 1]);
  const [low, high] = bounds({ winnable: 50, unwinnable: 40, unknown: 10 });
  // quincunx odds says the same of 50 and of 60 of 100: fair/interval.hpp
  expect(low).toBeCloseTo(0.4038, 4);
  expect(high).toBeCloseTo(0.6906, 4);
  expect(total({ winnable: 50, unwinnable: 40, unknown: 10 })).toBe(100);
});
