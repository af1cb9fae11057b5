import { expect, test } from 'vitest';
import type { Module } from './module.ts';
import { Tasks, type Progress, type Task } from './tasks.ts';

/** Answers requests by `say`, and notes them. */
function tasks(say: (request: string, asked: string[]) => object) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const asked: string[] = [];
  const heard: Progress[] = [];
  let size = 0;
  const module: Module = {
    memory,
    q_alloc: () => 0,
    q_request: (at, length) => {
      asked.push(new TextDecoder().decode(new Uint8Array(memory.buffer, at, length)));
      size = new TextEncoder().encodeInto(JSON.stringify(say(asked.at(-1)!, asked)), new Uint8Array(memory.buffer, 1024)).written;
      return 1024;
    },
    q_answer_size: () => size,
  };
  const made = new Tasks(
    module,
    (progress) => heard.push(progress),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  const take = async (task: Omit<Task, 'number'>) => {
    await made.take({ number: 1, ...task });
    return { asked: asked.map((request) => request.replace(/\d+$/, 'n')), last: heard.at(-1)! };
  };
  return { made, take };
}

test('a request that begins no search has its own answer', async () => {
  const { take } = tasks(() => ({ ok: true, text: 'x' }));
  const { asked, last } = await take({ first: ['record\n', 'clean\nx'], time: 5 });
  expect(asked).toEqual(['record\n', 'clean\nx']);
  expect(last).toMatchObject({ answer: '{"ok":true,"text":"x"}', over: true, late: false });
});

test('a search is stepped until it is done, and asked once for what it has found', async () => {
  const { take } = tasks((request, asked) => (request === 'found' ? { ok: true, move: 'draw' } : { ok: true, done: asked.length > 3 }));
  const { asked, last } = await take({ first: ['start-hint'], time: 60_000 });
  expect(asked).toEqual(['start-hint', 'step n', 'step n', 'step n', 'found']);
  expect(last).toMatchObject({ answer: '{"ok":true,"move":"draw"}', over: true, late: false });
});

test('a search whose time is up is stopped before it is asked', async () => {
  const { take } = tasks((request) => (request === 'found' ? { ok: true } : { ok: true, done: false }));
  const { asked, last } = await take({ first: ['start-hint'], time: 0 });
  expect(asked).toEqual(['start-hint', 'step n', 'stop', 'found']);
  expect(last).toMatchObject({ over: true, late: true });
});

test('what is refused ends it', async () => {
  const { take } = tasks((request) => ({ ok: !request.startsWith('start'), done: false }));
  const { asked, last } = await take({ first: ['start-hint', 'x'], time: 5 });
  expect(asked).toEqual(['start-hint']);
  expect(last).toMatchObject({ answer: '{"ok":false,"done":false}', over: true });
});
