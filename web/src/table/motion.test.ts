import { describe, expect, it } from 'vitest';
import type { Event } from '../engine/contract.ts';
import { dealtView, gameOf } from '../testing/games.ts';
import { place, type Layout } from './layout.ts';
import { plan } from './plan.ts';
import { schedule } from './motion.ts';

const game = gameOf('gargantua');
const planned = plan(game, { width: 1440, height: 848 });

function layouts(): [Layout, Layout, number, number] {
  const before = dealtView(game);
  const after = structuredClone(before);
  const from = after.piles.find((pile) => pile.id === 'T5')!;
  const to = after.piles.find((pile) => pile.id === 'F1')!;
  const moved = from.cards.pop()!;
  to.cards.push(moved);
  const turned = from.cards.at(-1)!;
  turned.card = 'JD';
  return [place(planned, before), place(planned, after), moved.id, turned.id];
}

describe('motion', () => {
  it('moves what changed its place and turns what was covered after that', () => {
    const [before, after, moved, turned] = layouts();
    const events: Event[] = [
      { type: 'move', from: 'T5', to: 'F1', ids: [moved], cards: ['AH'], automatic: false },
      { type: 'turn', pile: 'T5', id: turned, card: 'JD' },
    ];
    const steps = schedule(before, after, events, 'play', 200);
    expect(steps.map((step) => step.id).sort()).toEqual([moved, turned].sort());
    const delay = (id: number) => steps.find((step) => step.id === id)!.delay;
    expect(delay(moved)).toBe(0);
    expect(delay(turned)).toBeGreaterThan(0);
  });

  it('lets a run trail, and none of its cards for long', () => {
    const before = dealtView(game);
    const after = structuredClone(before);
    const [from, to] = ['T9', 'T1'].map((name) => after.piles.find(({ id }) => id === name)!);
    const run = from!.cards.splice(-4);
    to!.cards.push(...run);
    const ids = run.map(({ id }) => id);
    const events: Event[] = [{ type: 'move', from: 'T9', to: 'T1', ids, cards: [], automatic: false }];
    const delays = new Map(
      schedule(place(planned, before), place(planned, after), events, 'play', 200).map(({ id, delay }) => [id, delay]),
    );
    const own = ids.map((id) => delays.get(id)!);
    expect(own).toEqual([...own].sort((a, b) => a - b));
    expect(own[0]).toBe(0);
    expect(own[3]).toBeGreaterThan(20);
    expect(own[3]).toBeLessThan(100);
  });

  it('undoes at once', () => {
    const [before, after] = layouts();
    for (const step of schedule(after, before, [], 'jump', 200)) expect(step.delay).toBe(0);
  });

  it('deals in dealing order and is soon over', () => {
    const [, after] = layouts();
    const steps = schedule(null, after, [], 'deal', 240);
    expect(steps.length).toBe(45);
    expect(Math.max(...steps.map((step) => step.delay))).toBeLessThan(1000);
  });

  it('shortens long chains', () => {
    const [before, after, moved] = layouts();
    const events: Event[] = Array.from({ length: 80 }, () => ({
      type: 'move',
      from: 'T5',
      to: 'F1',
      ids: [moved],
      cards: ['AH'],
      automatic: true,
    }));
    expect(schedule(before, after, events, 'play', 240)[0]!.delay).toBeLessThan(2400);
  });
});
