import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePort } from '../testing/port.ts';
import { Died, Refused, Unusable } from './client.ts';
import { Solver, type Wish } from './solver.ts';
import type { Order, Progress, Task } from './tasks.ts';

class FakeSolver extends FakePort<Order, Progress> {
  get task(): Task {
    return this.orders.filter((order) => typeof order === 'object').at(-1)!;
  }
  answer(value: object, over = true, number = this.task.number, memory = 1 << 20): void {
    this.say({ number, answer: JSON.stringify({ ok: true, ...value }), over, late: false, memory });
  }
}

function solver() {
  const ports: FakeSolver[] = [];
  const made = new Solver({
    start: () => {
      ports.push(new FakeSolver());
      return ports.at(-1)!;
    },
    patience: 1000,
    loading: 5000,
    rest: 10_000,
    memory: 8 << 20,
  });
  const ask = (rank: Wish['rank'], first = rank) => made.run<{ x: number }>({ rank, first: [first] });
  return { made, ports, ask };
}

describe('solver client', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('starts no worker before it is asked', async () => {
    const { made, ports, ask } = solver();
    expect(ports).toHaveLength(0);
    const asked = ask('hint');
    expect(ports).toHaveLength(1);
    ports[0]!.say('loaded');
    expect(made.ready).toBe(true);
    ports[0]!.answer({ x: 1 });
    expect(await asked.result).toEqual({ answer: { ok: true, x: 1 }, late: false });
  });

  it('does the most urgent first, and what was pushed aside again', async () => {
    const { ports, ask } = solver();
    const verdict = ask('verdict');
    const odds = ask('odds');
    const hint = ask('hint');
    const [port] = ports;
    expect(port!.orders.map((order) => (order as Task).first[0])).toEqual(['verdict', 'hint']);
    const late = (port!.orders[0] as Task).number;
    port!.answer({ x: 9 }, true, late); // of the verdict, which was pushed aside
    port!.answer({ x: 1 });
    expect((await hint.result)!.answer.x).toBe(1);
    expect(port!.task.first).toEqual(['verdict']);
    expect(port!.task.number).not.toBe(late);
    port!.answer({ x: 2 });
    expect((await verdict.result)!.answer.x).toBe(2);
    port!.answer({ x: 3 });
    expect((await odds.result)!.answer.x).toBe(3);
  });

  it('stops what is cancelled, even if it was pushed aside', async () => {
    const { ports, ask } = solver();
    const verdict = ask('verdict');
    const hint = ask('hint');
    verdict.cancel();
    expect(await verdict.result).toBeNull();
    ports[0]!.answer({ x: 1 });
    await hint.result;
    expect(ports[0]!.orders).toHaveLength(2);
    const other = ask('odds');
    other.cancel();
    expect(await other.result).toBeNull();
    expect(ports[0]!.orders.at(-1)).toBe('stop');
  });

  it('does sooner what somebody waits for now, and ends it when that is enough', async () => {
    const { ports, ask } = solver();
    const analysis = ask('analysis');
    const thinking = ask('think');
    const [port] = ports;
    expect(port!.orders).toHaveLength(1);
    thinking.raise('hint');
    expect(port!.task.first).toEqual(['think']);
    thinking.enough();
    expect(port!.orders.at(-1)).toBe('enough');
    port!.answer({ x: 1 });
    expect((await thinking.result)!.answer.x).toBe(1);
    expect(port!.task.first).toEqual(['analysis']);
    const later = ask('think');
    later.enough(); // it has not begun: there is nothing to be had
    expect(await later.result).toBeNull();
    analysis.cancel();
  });

  it('reports progress, and refuses what the solver refuses', async () => {
    const { made, ports } = solver();
    const seen: number[] = [];
    const asked = made.run<{ x: number }>({ rank: 'odds', first: ['a'], time: 5 }, ({ x }) => seen.push(x));
    ports[0]!.answer({ x: 1 }, false);
    ports[0]!.answer({ x: 2 }, false);
    ports[0]!.say({
      number: ports[0]!.task.number,
      answer: JSON.stringify({ ok: false, error: { message: 'no', line: 0, column: 0, code: '', parameters: {}, refusal: null } }),
      over: true,
      late: false,
      memory: 1,
    });
    await expect(asked.result).rejects.toBeInstanceOf(Refused);
    expect(seen).toEqual([1, 2]);
  });

  it('tries again once in a new worker when the worker dies', async () => {
    const { ports, ask } = solver();
    const hint = ask('hint');
    ports[0]!.say('loaded');
    vi.advanceTimersByTime(1001); // no word
    expect(ports[0]!.ended).toBe(true);
    expect(ports[1]!.task.first).toEqual(['hint']);
    const failed = hint.result.catch((reason: unknown) => reason);
    ports[1]!.say({ fatal: 'crashed', detail: 'unreachable' });
    expect(await failed).toBeInstanceOf(Died);
  });

  it('gives up when the worker dies again and again', async () => {
    const { made, ports, ask } = solver();
    const all = ['hint', 'odds', 'verdict', 'analysis'].map((rank) => ask(rank as Wish['rank']).result.catch((reason: unknown) => reason));
    for (let i = 0; i < 4; ++i) ports.at(-1)!.say({ fatal: 'crashed', detail: 'again' });
    expect(ports).toHaveLength(4);
    expect((await all[3]) as Unusable).toBeInstanceOf(Unusable);
    expect(made.unusable?.code).toBe('crashed');
    await expect(ask('hint').result).rejects.toBeInstanceOf(Unusable);
  });

  it('may be asked again after it could not be loaded, but not without WebAssembly', async () => {
    const { made, ports, ask } = solver();
    const first = ask('hint').result.catch((reason: unknown) => reason);
    ports[0]!.say({ fatal: 'not-loaded', detail: '404' });
    expect(((await first) as Unusable).code).toBe('not-loaded');
    expect(made.unusable).toBeNull();
    const second = ask('hint').result.catch((reason: unknown) => reason);
    ports[1]!.say({ fatal: 'no-wasm', detail: '' });
    expect(((await second) as Unusable).code).toBe('no-wasm');
    expect(made.unusable?.code).toBe('no-wasm');
  });

  it('lets the worker go when nothing is wished for, or when it has grown too large', async () => {
    const { made, ports, ask } = solver();
    made.warm();
    vi.advanceTimersByTime(10_001);
    expect(ports[0]!.ended).toBe(true);
    const small = ask('hint');
    ports[1]!.answer({});
    await small.result;
    expect(ports[1]!.ended).toBe(false);
    const large = ask('hint');
    ports[1]!.answer({}, true, ports[1]!.task.number, 9 << 20);
    await large.result;
    expect(ports[1]!.ended).toBe(true);
    expect(made.memory).toBe(0);
  });
});
