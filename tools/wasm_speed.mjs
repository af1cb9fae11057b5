// Times the work of bench.wasm: prints one JSON line with the best time in seconds and the signature of every game. The
// export takes the game's index in the list.
// usage: node wasm_speed.mjs bench.wasm q_play_out|q_search REPEATS
import { readFileSync } from 'node:fs';

const [file, name, repeats] = process.argv.slice(2);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
exports._initialize?.();

const games = [];
for (let game = 0; game < exports.q_games(); ++game) {
  let seconds = Infinity;
  let signature = 0n;
  exports[name](game); // deals the cards, and gives the engine time to optimize the code
  for (let repeat = 0; repeat < Number(repeats); ++repeat) {
    const start = process.hrtime.bigint();
    signature = BigInt.asUintN(64, exports[name](game));
    seconds = Math.min(seconds, Number(process.hrtime.bigint() - start) / 1e9);
  }
  games.push({ seconds, signature: signature.toString(16).padStart(16, '0') });
}
console.log(JSON.stringify(games));
