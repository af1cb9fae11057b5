import { expect, it } from 'vitest';
import { Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { whyRefused } from './answers.ts';

const full = new Refused({
  message: 'too many notes',
  code: 'too-many-notes',
  parameters: { limit: '300' },
  line: 0,
  column: 0,
  refusal: null,
});

it('a refusal of the table is said in the page’s words, by its code', async () => {
  const engine = { games: () => Promise.resolve({ games: [{ id: 'x' }] }) } as unknown as Engine;
  expect(await whyRefused(engine, full)).toBe('There can’t be more than 300 of these.');
});

it('without the games it is said as the engine says it', async () => {
  const engine = { games: () => Promise.reject(new Error('gone')) } as unknown as Engine;
  expect(await whyRefused(engine, full)).toBe('too many notes');
});
