// Runs one of our modules in Node the way its native twin runs (native_main.cpp): requests arrive on standard input,
// and answers go to standard output, each as its number of bytes on a line followed by the bytes.
// usage: node module.mjs table.wasm [file]
// At the end, the size of the module's memory in bytes is written to the file.
import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(process.argv[2])), {});
exports._initialize?.();

let waiting = Buffer.alloc(0);

/** Reads until `ready` finds what it waits for; null at the end of the input. */
function read(ready) {
  const chunk = Buffer.alloc(1 << 16);
  for (;;) {
    const size = ready(waiting);
    if (size >= 0) {
      const found = waiting.subarray(0, size);
      waiting = waiting.subarray(size);
      return found;
    }
    const got = readSync(0, chunk);
    if (got === 0) return null;
    waiting = Buffer.concat([waiting, chunk.subarray(0, got)]);
  }
}

function write(bytes) {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
}

for (;;) {
  const line = read((bytes) => bytes.indexOf(10) + 1 || -1);
  if (line === null) break;
  const size = Number(line.toString('latin1'));
  const request = read((bytes) => (bytes.length >= size ? size : -1));
  if (request === null) throw new Error('the input ends within a request');
  const place = exports.q_alloc(size);
  new Uint8Array(exports.memory.buffer, place, size).set(request);
  const answer = exports.q_request(place, size) >>> 0;
  const answerSize = exports.q_answer_size() >>> 0;
  write(Buffer.from(`${answerSize}\n`));
  write(Buffer.from(exports.memory.buffer, answer, answerSize));
}

if (process.argv[3]) writeFileSync(process.argv[3], String(exports.memory.buffer.byteLength));
