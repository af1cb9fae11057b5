// Measures the first answer of solver.wasm in a Web Worker in Chromium, or with `node` as the engine in Node, by the
// processor's time, so that other programs make no difference; prints all answers as one JSON text.
// usage: node answer_speed.mjs chromium|node DEALS [GAME…]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import tests from '../web/playwright.config.ts';
import { firstAnswer, load } from './answer_worker.mjs';

const root = new URL('..', import.meta.url);
const firstDeal = 1_000_001;
/** How many moves of the novice are made before the solver is asked. */
const stages = [0, 20, 50, 100];

const [engine, deals, ...wanted] = process.argv.slice(2);
if (engine === 'node') {
  performance.now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
const table = (await load(readFileSync(new URL('build/wasm/table.wasm', root)))).ask;

/** The records of a game of the novice, one for each stage that it reaches. */
function recordsOf(deal) {
  const records = {};
  let state = table(`new ${deal}`);
  table('automatic never');
  for (let ply = 0; ; ++ply) {
    if (stages.includes(ply) && state.view.status === 'playing') records[ply] = state.record;
    const { hint } = ply < stages.at(-1) ? table('hint') : { hint: null };
    if (!hint) return records;
    state = table(`play ${hint.move}`);
  }
}

/** Has a page ask its worker about each record, and measures the time from message to message. */
async function inChromium(records) {
  const read = (path) => readFileSync(new URL(path, root));
  const files = {
    '/': ['text/html', () => '<!doctype html><title>solver</title>'],
    '/tools/answer_worker.mjs': ['text/javascript', () => read('tools/answer_worker.mjs')],
    '/web/src/engine/module.ts': ['text/javascript', () => stripTypeScriptTypes(read('web/src/engine/module.ts').toString())],
    '/solver.wasm': ['application/wasm', () => read('build/wasm/solver.wasm')],
  };
  const server = createServer(({ url }, response) => {
    const file = files[url];
    if (file) response.setHeader('content-type', file[0]).end(file[1]());
    else response.writeHead(404).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { chromium } = createRequire(new URL('web/package.json', root))('@playwright/test');
  const browser = await chromium.launch(tests.use.launchOptions);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(async (records) => {
      const worker = new Worker('/tools/answer_worker.mjs', { type: 'module' });
      const next = () =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
        });
      const { milliseconds } = await next();
      const answers = [];
      for (const record of records) {
        const start = performance.now();
        worker.postMessage(record);
        const answer = await next();
        answers.push({ ...answer, milliseconds: performance.now() - start });
      }
      return { compiled: milliseconds, answers };
    }, records);
  } finally {
    await browser.close();
    server.close();
  }
}

async function inNode(records) {
  const module = await load(readFileSync(new URL('build/wasm/solver.wasm', root)));
  const answers = records.map((record) => {
    const start = performance.now();
    const answer = firstAnswer(module, record);
    return { ...answer, milliseconds: performance.now() - start };
  });
  return { compiled: module.milliseconds, answers };
}

const games = table('games').games.filter(({ id, variantOf }) => (wanted.length > 0 ? wanted.includes(id) : variantOf === ''));
const result = [];
for (const { id } of games) {
  const played = Array.from({ length: Number(deals) }, (_, i) => recordsOf(`${id}#${firstDeal + i}`));
  // The latest first, so that no solution remembered from an earlier position helps with a later one.
  const asked = stages
    .toReversed()
    .flatMap((stage) => played.map((records, i) => ({ stage, deal: firstDeal + i, record: records[stage] })))
    .filter(({ record }) => record);
  const records = asked.map(({ record }) => record);
  const { compiled, answers } = await (engine === 'node' ? inNode(records) : inChromium(records));
  result.push({
    game: id,
    stages,
    compiled,
    memory: answers.at(-1).memory,
    answers: answers.map((answer, i) => ({ stage: asked[i].stage, deal: asked[i].deal, ...answer })),
  });
}
console.log(JSON.stringify(result));
