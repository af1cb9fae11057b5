import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakePort } from '../testing/port.ts';
import { Died, Refused, Unusable } from './client.ts';
import { Engine, type Ask, type Reply } from './engine.ts';
import { startWorker } from './workers.ts';

class FakeTable extends FakePort<Ask, Reply> {
  answer(value: object, index = this.orders.length - 1): void {
    this.say({ number: this.orders[index]!.number, answer: JSON.stringify(value) });
  }
}

function engine() {
  const ports: FakeTable[] = [];
  const restarts: string[] = [];
  const unusable: Unusable[] = [];
  const made = new Engine({
    start: () => {
      const port = new FakeTable();
      ports.push(port);
      return port;
    },
    patience: 1000,
    onRestart: (reason) => restarts.push(reason),
    onUnusable: (reason) => unusable.push(reason),
  });
  return { made, ports, restarts, unusable };
}

describe('engine client', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('matches answers to requests by number', async () => {
    const { made, ports } = engine();
    const first = made.games();
    const second = made.why('T1>T2');
    expect(ports[0]!.orders.map((ask) => ask.text)).toEqual(['games', 'why T1>T2']);
    ports[0]!.answer({ ok: true, refusal: null }, 1);
    ports[0]!.answer({ ok: true, games: [] }, 0);
    expect(await second).toMatchObject({ refusal: null });
    expect(await first).toMatchObject({ games: [] });
  });

  it('gives a refusal with its words', async () => {
    const { made, ports } = engine();
    const asked = made.play('T1>T2');
    const refusal = { code: 'space', parameters: {}, text: 'only a king goes on an empty pile' };
    ports[0]!.answer({ ok: false, error: { message: 'refused', line: 0, column: 0, code: '', parameters: {}, refusal } });
    const error = await asked.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).message).toBe(refusal.text);
    expect((error as Refused).failure.refusal).toEqual(refusal);
  });

  it('brings the last record back when the worker crashes, and drops late answers', async () => {
    const { made, ports, restarts } = engine();
    const dealt = made.deal('carthage#1');
    ports[0]!.answer({ ok: true, record: 'the record' });
    await dealt;
    const lost = made.play('draw');
    const failed = lost.catch((reason: unknown) => reason);
    ports[0]!.say({ fatal: 'crashed', detail: 'unreachable' });
    expect(await failed).toBeInstanceOf(Died);
    expect(ports[0]!.ended).toBe(true);
    expect(ports[1]!.orders.map((ask) => ask.text)).toEqual(['load\nthe record']);
    ports[0]!.answer({ ok: true, record: 'late' }, 1);
    ports[1]!.answer({ ok: true, record: 'the record' });
    expect(restarts).toEqual(['unreachable']);
    const again = made.undo();
    ports[1]!.answer({ ok: true, record: 'other' });
    expect(await again).toMatchObject({ record: 'other' });
  });

  it('says its rules again to a new worker, before the record', async () => {
    const { made, ports } = engine();
    const told = made.rules('{}');
    ports[0]!.answer({ ok: true, game: { id: 'own-abc' }, form: '' });
    expect(await told).toMatchObject({ game: { id: 'own-abc' } });
    made.rules('{').catch(() => {});
    ports[0]!.answer({ ok: false, error: { message: 'no', code: 'x', line: 0, column: 0, parameters: {}, refusal: null } });
    const dealt = made.deal('own-abc#1');
    ports[0]!.answer({ ok: true, record: 'the record' });
    await dealt;
    made.undo().catch(() => {});
    ports[0]!.say({ fatal: 'crashed', detail: 'unreachable' });
    expect(ports[1]!.orders.map((ask) => ask.text)).toEqual(['rules\n{}', 'load\nthe record']);
  });

  it('counts a worker as dead whose answer cannot be read', async () => {
    const { made, ports, restarts } = engine();
    const failed = made.games().catch((reason: unknown) => reason);
    ports[0]!.say({ number: ports[0]!.orders[0]!.number, answer: '{' });
    expect(await failed).toBeInstanceOf(Died);
    expect(restarts).toHaveLength(1);
  });

  it('counts a silent worker as dead', async () => {
    const { made, ports } = engine();
    const failed = made.games().catch((reason: unknown) => reason);
    vi.advanceTimersByTime(1001);
    expect(await failed).toBeInstanceOf(Died);
    expect(ports).toHaveLength(2);
  });

  it('gives up when the worker dies again and again', async () => {
    const { made, ports, unusable } = engine();
    for (let i = 0; i < 4; ++i) ports.at(-1)!.say({ fatal: 'crashed', detail: 'again' });
    expect(ports).toHaveLength(4);
    expect(unusable).toHaveLength(1);
    await expect(made.games()).rejects.toBeInstanceOf(Unusable);
  });

  it('says at once when the browser lacks what is needed', async () => {
    const { made, ports, unusable } = engine();
    const failed = made.games().catch((reason: unknown) => reason);
    ports[0]!.say({ fatal: 'too-old', detail: '' });
    expect(((await failed) as Unusable).code).toBe('too-old');
    expect(unusable[0]!.code).toBe('too-old');
    expect(ports).toHaveLength(1);
  });

  it('keeps typed text on one line', () => {
    const { made, ports } = engine();
    made.field('t4\nload f').catch(() => {});
    made.mark('before\r\nthe redeal').catch(() => {});
    expect(ports[0]!.orders.map((ask) => ask.text)).toEqual(['field t4 load f', 'mark before the redeal']);
  });
});

describe('the first worker', () => {
  const workers: FakeTable[] = [];
  const place = globalThis as { quincunxTable?: { worker: unknown; failed: boolean } | undefined };
  beforeEach(() => {
    workers.length = 0;
    vi.stubGlobal(
      'Worker',
      class extends FakeTable {
        constructor() {
          super();
          workers.push(this);
        }
      },
    );
  });
  afterEach(() => {
    place.quincunxTable = undefined;
  });

  it('is the one that was started before the page, once', () => {
    const early = new FakeTable();
    place.quincunxTable = { worker: early, failed: false };
    expect(startWorker()).toBe(early);
    expect(workers).toEqual([]);
    expect(startWorker()).toBe(workers[0]);
    expect(early.ended).toBe(false);
  });

  it('is another one if that has failed, so that the page hears why', () => {
    const early = new FakeTable();
    place.quincunxTable = { worker: early, failed: true };
    expect(startWorker()).toBe(workers[0]);
    expect(early.ended).toBe(true);
  });
});
