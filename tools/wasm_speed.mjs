// Times the work of bench.wasm: prints one JSON line with the signature of every game and the best time in seconds of the
// processor, as the native program counts them. The export takes the game's index in the list.
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
    const start = process.cpuUsage();
    signature = BigInt.asUintN(64, exports[name](game));
    const { user, system } = process.cpuUsage(start);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  games.push({ seconds, signature: signature.toString(16).padStart(16, '0') });
}
console.log(JSON.stringify(games));
