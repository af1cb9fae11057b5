// Measures the page's own solver worker in Chromium, over whole games of the fair player: the instant answer at every
// ply; at every few plies the searched move, the share of worlds that can be won, to ten points either way, and the
// verdict. Prints all times as one JSON text. usage: node hint_speed.mjs DEALS EVERY [GAME…]
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import tests from '../web/playwright.config.ts';
import { answer, begin } from '../web/src/engine/module.ts';

const root = new URL('..', import.meta.url);
const dist = new URL('web/dist/', root);
const firstDeal = 1_000_001;
const [deals, every, ...wanted] = process.argv.slice(2);

const { instance } = await WebAssembly.instantiate(readFileSync(new URL('build/wasm/table.wasm', root)), {});
const module = begin(instance.exports);
function table(request) {
  const result = JSON.parse(answer(module, request));
  if (!result.ok) throw new Error(`${request}: ${result.error.message}`);
  return result;
}
const workerFile = readdirSync(new URL('assets/', dist)).find((name) => /^solver-worker-.*\.js$/.test(name));
if (!workerFile) throw new Error('web/dist has no solver: run npm run build in web/');

const types = { js: 'text/javascript', wasm: 'application/wasm' };
const server = createServer(({ url }, response) => {
  if (url === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><title>solver</title>');
  if (!/^\/assets\/[\w.-]+$/.test(url)) return response.writeHead(404).end();
  response.setHeader('content-type', types[url.split('.').at(-1)] ?? 'text/plain').end(readFileSync(new URL(`.${url}`, dist)));
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const { chromium } = createRequire(new URL('web/package.json', root))('@playwright/test');
const browser = await chromium.launch(tests.use.launchOptions);
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.evaluate(async (file) => {
  const worker = new Worker(`/assets/${file}`, { type: 'module' });
  let hear = () => {};
  worker.onerror = ({ message }) => hear({ fatal: message });
  worker.onmessage = ({ data }) => hear(data);
  await new Promise((loaded) => (hear = loaded));
  let number = 0;
  /** Does a task; `enough` says of an answer that goes on that it will do. */
  globalThis.task = (first, enough) =>
    new Promise((resolve, reject) => {
      const mine = ++number;
      const start = performance.now();
      hear = (data) => {
        if (data.fatal !== undefined) return reject(new Error(JSON.stringify(data)));
        const answer = JSON.parse(data.answer);
        if (data.number !== mine) return;
        if (!answer.ok) return reject(new Error(data.answer));
        if (!data.over && !enough?.(answer)) return;
        worker.postMessage('stop');
        resolve({ answer, milliseconds: performance.now() - start, memory: data.memory, late: data.late });
      };
      worker.postMessage({ number: mine, first, time: 10_000 });
    });
}, workerFile);

const ask = (record, kind) =>
  page.evaluate(
    ({ record, kind }) => {
      const at = `record\n${record}`;
      if (kind === 'verdict') return task([at, 'start-solve']);
      if (kind === 'instant') return task([at, 'hint']);
      if (kind === 'searched') return task([at, 'start-hint']);
      const narrow = ({ allKnown: [low, high], complete }) => !complete && high - low <= 0.2;
      return task([at, 'start-odds worlds=100'], narrow);
    },
    { record, kind },
  );

const games = table('games').games.filter(({ id, hasFaceDown, hasStock }) => (wanted.length > 0 ? wanted.includes(id) : hasFaceDown || hasStock));
const result = [];
for (const { id } of games) {
  const times = { instant: [], searched: [], odds: [], verdict: [] };
  let memory = 0;
  let wins = 0;
  for (let deal = firstDeal; deal < firstDeal + Number(deals); ++deal) {
    let state = table(`new ${id}#${deal}`);
    table('automatic never');
    for (let ply = 0; state.view.status === 'playing' && ply < 1000; ++ply) {
      if (ply % Number(every) === 0)
        for (const kind of ['searched', 'odds', 'verdict']) {
          const { milliseconds, memory: bytes } = await ask(state.record, kind);
          times[kind].push(milliseconds);
          memory = Math.max(memory, bytes);
        }
      const { answer, milliseconds, memory: bytes } = await ask(state.record, 'instant');
      times.instant.push(milliseconds);
      memory = Math.max(memory, bytes);
      // Nothing wins any more, or nothing can be done: the game is over for this player.
      if (!answer.hint || answer.basis === 'certain-loss') break;
      state = table(`play ${answer.hint.move}`);
    }
    if (state.view.status === 'won') ++wins;
  }
  result.push({ game: id, times, memory, wins });
}
await browser.close();
server.close();
console.log(JSON.stringify(result));
