// Times the random games of bench.wasm: one JSON line with the best seconds and the signature of every game.
// usage: node wasm_speed.mjs bench.wasm REPEATS
import { readFileSync } from 'node:fs';

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])), {});
exports._initialize?.();

const games = [];
for (let game = 0; game < exports.q_games(); ++game) {
  let seconds = Infinity;
  let signature = 0n;
  exports.q_play_out(game); // deals the cards, and lets the engine's code be optimized
  for (let repeat = 0; repeat < Number(process.argv[3]); ++repeat) {
    const start = process.hrtime.bigint();
    signature = BigInt.asUintN(64, exports.q_play_out(game));
    seconds = Math.min(seconds, Number(process.hrtime.bigint() - start) / 1e9);
  }
  games.push({ seconds, signature: signature.toString(16).padStart(16, '0') });
}
console.log(JSON.stringify(games));
