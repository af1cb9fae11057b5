/// <reference lib="webworker" />
/**
 * The table engine's home. It loads the module, hands requests on and answers in the order they came. It knows
 * nothing of games, and it keeps nothing that the page does not have as well: it may die at any time.
 */
import url from '../../../build/wasm/table.wasm?url&no-inline';
import type { Ask, Reply } from './engine.ts';
import { Host } from './host.ts';
import { answer } from './module.ts';

const host = new Host(url);

self.onmessage = async (event: MessageEvent<Ask>) => {
  const module = await host.module;
  if (!module) return;
  const { number, text } = event.data;
  try {
    host.say({ number, answer: answer(module, text) } satisfies Reply);
  } catch (error) {
    host.fatal('crashed', error);
  }
};
