/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Solution } from '../engine/advice-contract.ts';
import { answer, begin } from '../engine/module.ts';
import type { GameInfo } from '../engine/contract.ts';
import { bounds, questions, solvedOf, total } from './chance.svelte.ts';

const moduleOf = async (name: string) => {
  const bytes = readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url));
  return begin((await WebAssembly.instantiate(bytes, {})).instance.exports);
};

/** Rules, and what quincunx-lab says of their first deals: "winnable 123" nodes (tests/own_rules_test.py). */
const known = JSON.parse(readFileSync(new URL('../../../tests/workshop.json', import.meta.url), 'utf8')) as [object, string[]][];

it.each(known)('solves the deals of %j as quincunx-lab does', async (rules, said) => {
  const text = JSON.stringify(rules);
  const { game, form } = JSON.parse(answer(await moduleOf('own-table'), `rules\n${text}`)) as { game: GameInfo; form: string };
  const solver = await moduleOf('solver');
  const told = said.map((_, i) => {
    for (const question of questions(solvedOf(game, form, text), i + 1))
      expect(JSON.parse(answer(solver, question))).toMatchObject({ ok: true });
    while (!(JSON.parse(answer(solver, 'step 20000')) as { done: boolean }).done);
    const { verdict, nodes } = JSON.parse(answer(solver, 'found')) as Solution;
    return `${verdict} ${nodes}`;
  });
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
