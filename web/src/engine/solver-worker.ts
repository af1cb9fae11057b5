/// <reference lib="webworker" />
/**
 * The solver's home: does one task at a time, in steps, so that it can be told to stop in between. It knows nothing of
 * games, and it keeps nothing that cannot be found again: it may die at any time.
 */
import url from '../../../build/wasm/solver.wasm?url&no-inline';
import { Host } from './host.ts';
import { answer, type Module } from './module.ts';

/** Requests to be made one after another; then, perhaps, one that is repeated until it is done or the time is up. */
export interface Task {
  number: number;
  first: string[];
  /** asked for with a number of nodes, "" if the answer to the last of `first` is all that is wanted */
  step: string;
  /** asked for when the time is up; another step, or what has been found so far */
  end: string;
  /** ms */
  time: number;
}
/**
 * What the page says: a task, which takes the place of the one before; that none is wanted any more; that the time of the
 * one under way is up.
 */
export type Order = Task | 'stop' | 'enough';

export interface Progress {
  number: number;
  answer: string;
  /** this is the task's last answer */
  over: boolean;
  /** the time was up before the task was done */
  late: boolean;
  /** of the module, in bytes; it never becomes less */
  memory: number;
}

/** Between two answers to a task that goes on, ms: the page shows no more than this, and knows that the worker lives. */
const pause = 100;
/** A step takes about this long, ms: so long may an order have to wait. */
const shortStep = 2;
const longStep = 10;
const mostNodes = 1 << 16;

const host = new Host(url);
let current = 0;
/** the task whose time is up */
let enough = 0;

/** Lets orders come in. A timer would wait for 4 ms. */
const channel = new MessageChannel();
const breath = () =>
  new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

async function work(module: Module, { number, first, step, end, time }: Task): Promise<void> {
  const say = (text: string, over: boolean, late = false) =>
    host.say({ number, answer: text, over, late, memory: module.memory.buffer.byteLength } satisfies Progress);
  const start = performance.now();
  let text = '';
  for (const request of first) {
    text = answer(module, request);
    if (!(JSON.parse(text) as { ok: boolean }).ok) return say(text, true);
  }
  if (step === '') return say(text, true);
  let said = start;
  for (let nodes = 64, before = performance.now(); ;) {
    text = answer(module, `${step} ${nodes}`);
    const now = performance.now();
    const took = now - before;
    if (took < shortStep) nodes = Math.min(2 * nodes, mostNodes);
    if (took > longStep) nodes = Math.max(nodes >> 1, 1);
    const { done } = JSON.parse(text) as { done?: boolean };
    if (done !== false) return say(text, true);
    if (enough === number || now - start >= time) return say(end === step ? text : answer(module, `${end} 0`), true, true);
    if (now - said >= pause) {
      said = now;
      say(text, false);
    }
    await breath();
    if (current !== number) return;
    before = performance.now();
  }
}

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  if (data === 'enough') {
    enough = current;
    return;
  }
  current = data === 'stop' ? 0 : data.number;
  const module = await host.module;
  if (!module || data === 'stop' || current !== data.number) return;
  try {
    await work(module, data);
  } catch (error) {
    host.fatal('crashed', error);
  }
};

void host.module.then((module) => module && host.say('loaded'));
