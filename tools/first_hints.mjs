// Plays whole games by hints alone, as somebody does who asks for one 400 ms after each move and plays the first answer:
// what the page has considered by then or within two more seconds, or its quick idea. Time is counted in nodes, so every
// machine plays the same games. usage: node first_hints.mjs GAME FIRST COUNT [NODES-PER-MS]; prints a line of JSON a deal.
import { readFileSync } from 'node:fs';
import { load } from './answer_worker.mjs';

const [game, first, count, rate = '150'] = process.argv.slice(2);
const look = 400;
const wait = 2000;
const root = new URL('../build/wasm/', import.meta.url);
const table = (await load(readFileSync(new URL('table.wasm', root)))).ask;
const solver = (await load(readFileSync(new URL('solver.wasm', root)))).ask;

/** The first answer at a position; `quick`: there was no time to consider it. */
function firstHint(record) {
  solver(`record\n${record}`);
  solver('start-hint');
  // The page shows a move as soon as it is decided; the chance may come later.
  for (let budget = 0; ; budget = 1000) {
    const { done } = solver(`step ${budget}`);
    const answer = solver('found');
    if (answer.decided || done) return { answer, quick: false };
    if (answer.nodes <= (look + wait) * Number(rate)) continue;
    solver('stop');
    return { answer: solver('found'), quick: true };
  }
}

for (let deal = Number(first); deal < Number(first) + Number(count); ++deal) {
  let state = table(`new ${game}#${deal}`);
  table('automatic never');
  const said = { deal, won: false, hints: 0, quick: 0, later: 0, decisions: 0 };
  while (state.view.status === 'playing' && said.hints < 1000) {
    const { answer, quick } = firstHint(state.record);
    if (!answer.hint || answer.basis === 'certain-loss') break;
    said.hints += 1;
    said.decisions += answer.nodes > 0;
    said.quick += quick;
    said.later += answer.nodes > (look + 300) * Number(rate);
    state = table(`play ${answer.hint.move}`);
  }
  said.won = state.view.status === 'won';
  console.log(JSON.stringify(said));
}
