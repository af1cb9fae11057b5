/// <reference lib="webworker" />
/** The solver's home. It keeps nothing that cannot be found again: it may die at any time. */
import url from '../../../build/wasm/solver.wasm?url&no-inline';
import { Host } from './host.ts';
import { Tasks, type Order } from './tasks.ts';

const host = new Host(url);

/** Lets orders come in. A timer would wait for 4 ms. */
const channel = new MessageChannel();
const breath = () =>
  new Promise<void>((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

const tasks = host.module.then((module) => module && new Tasks(module, (progress) => host.say(progress), breath));

/** the last one, of those that came while the module was loaded */
let wanted: Order = 'stop';

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  if (data !== 'enough') wanted = data;
  try {
    const made = await tasks;
    if (data === 'enough' || data === wanted) await made?.take(data);
  } catch (error) {
    host.fatal('crashed', error);
  }
};

void host.module.then((module) => module && host.say('loaded'));
