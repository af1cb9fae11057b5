import { expect, it } from 'vitest';
import { endWith, Turn } from './turn.ts';

it('ends each turn when the next is taken, and the last when nobody wants it', () => {
  const turn = new Turn();
  const first = turn.next();
  expect(first.aborted).toBe(false);
  const second = turn.next();
  expect([first.aborted, second.aborted]).toEqual([true, false]);
  expect(turn.signal).toBe(second);
  turn.end();
  expect(second.aborted).toBe(true);
});

it('ends what belongs to a turn once, at once if the turn is over', () => {
  const turn = new Turn();
  const ended: string[] = [];
  endWith(turn.next(), () => ended.push('first'));
  expect(ended).toEqual([]);
  turn.next();
  turn.end();
  endWith(turn.signal, () => ended.push('late'));
  expect(ended).toEqual(['first', 'late']);
});
