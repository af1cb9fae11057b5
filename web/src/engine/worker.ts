/// <reference lib="webworker" />
/**
 * The table engine's home. It loads the module, hands requests on and answers in the order they came. It knows
 * nothing of games, and it keeps nothing that the page does not have as well: it may die at any time. With the first text
 * that has rules in it, the module that reads those goes on with the table; the other one is what every visitor waits for.
 */
import ownUrl from '../../../build/wasm/own-table.wasm?url&no-inline';
import url from '../../../build/wasm/table.wasm?url&no-inline';
import type { SentTable } from './contract.ts';
import type { Ask, Reply } from './engine.ts';
import { Host, load } from './host.ts';
import { answer, type Module } from './module.ts';

const host = new Host(url);
let module = host.module;
/** it reads rules, or will once it is loaded */
let reads = false;
const error = { message: 'not loaded', line: 0, column: 0, code: 'not-loaded', parameters: {}, refusal: null };

async function own(before: Promise<Module | null>): Promise<Module | null> {
  const old = await before;
  try {
    const next = await load(ownUrl);
    const { record } = JSON.parse(answer(old!, 'table')) as Partial<SentTable>;
    if (record) answer(next, `load\n${record}`);
    return next;
  } catch {
    reads = false;
    return old;
  }
}

self.onmessage = async ({ data: { number, text } }: MessageEvent<Ask>) => {
  const rules = /^rules\b/m.test(text);
  if (rules && !reads) {
    reads = true;
    module = own(module);
  }
  const asked = await module;
  if (!asked) return;
  try {
    host.say({ number, answer: rules && !reads ? JSON.stringify({ ok: false, error }) : answer(asked, text) } satisfies Reply);
  } catch (trap) {
    host.fatal('crashed', trap);
  }
};
