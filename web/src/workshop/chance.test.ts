/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Solution } from '../engine/advice-contract.ts';
import { answer, begin } from '../engine/module.ts';
import { bounds, questions, total, type Counts, type Solved } from './chance.svelte.ts';

const moduleOf = async (name: string) => {
  const bytes = readFileSync(new URL(`../../../build/wasm/${name}.wasm`, import.meta.url));
  return begin((await WebAssembly.instantiate(bytes, {})).instance.exports);
};

it('solves the deals as quincunx-lab does', async () => {
  const { rules, deals, won, lost, unknown } = JSON.parse(
    readFileSync(new URL('../../../tests/workshop.json', import.meta.url), 'utf8'),
  ) as {
    rules: object;
    deals: number;
    won: number;
    lost: number;
    unknown: number;
  };
  const text = JSON.stringify(rules);
  const { game, form } = JSON.parse(answer(await moduleOf('own-table'), `rules\n${text}`)) as { game: { id: string }; form: string };
  const solved: Solved = { id: game.id, rules: text, form };
  const solver = await moduleOf('solver');
  const counts: Counts = { winnable: 0, unwinnable: 0, unknown: 0 };
  for (let number = 1; number <= deals; ++number) {
    for (const question of questions(solved, number)) expect(JSON.parse(answer(solver, question))).toMatchObject({ ok: true });
    while (!(JSON.parse(answer(solver, 'step 20000')) as { done: boolean }).done);
    counts[(JSON.parse(answer(solver, 'found')) as Solution).verdict] += 1;
  }
  expect([counts.winnable, counts.unwinnable, counts.unknown]).toEqual([won, lost, unknown]);
});

it('counts what is not known both ways', () => {
  expect(bounds({ winnable: 0, unwinnable: 0, unknown: 0 })).toEqual([0, 1]);
  const [low, high] = bounds({ winnable: 50, unwinnable: 40, unknown: 10 });
  // quincunx odds says the same of 50 and of 60 of 100: fair/interval.hpp
  expect(low).toBeCloseTo(0.4038, 4);
  expect(high).toBeCloseTo(0.6906, 4);
  expect(total({ winnable: 50, unwinnable: 40, unknown: 10 })).toBe(100);
});
