/** How loud the sounds are, and that none of them clips or clicks: rendered without a loudspeaker. */
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import type { Page } from '@playwright/test';
import type * as Sounds from '../src/sound/sounds.ts';
import { expect, test } from './helpers.ts';

const source = readFileSync(new URL('../src/sound/sounds.ts', import.meta.url), 'utf8');
const script = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText;
const rate = 48_000;

interface Played {
  name: Sounds.SoundName;
  /** s */
  at?: number;
  count?: number;
}

/** Sounds at full volume, as samples. */
async function render(page: Page, seconds: number, played: Played[]): Promise<Float32Array> {
  const text = await page.evaluate(
    async ({ script, rate, seconds, played }) => {
      const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const { room, sounds, start } = (await import(url)) as typeof Sounds;
      const audio = new OfflineAudioContext(1, rate * seconds, rate);
      const hall = room(audio);
      for (const { name, at = 0.05, count = 1 } of played) for (const burst of sounds[name](count, Math.random)) start(hall, burst, at);
      const found = (await audio.startRendering()).getChannelData(0);
      let text = '';
      for (const byte of new Uint8Array(found.buffer)) text += String.fromCharCode(byte);
      return btoa(text);
    },
    { script, rate, seconds, played },
  );
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer);
}

/** A filter of second order. */
function filtered(samples: Float32Array, [b0, b1, b2, a1, a2]: readonly [number, number, number, number, number]): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

/** The loudest fifth of a second, in dB, weighted as ITU-R BS.1770 has it for 48 kHz. */
function loudness(samples: Float32Array): number {
  const heard = filtered(
    filtered(samples, [1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585]),
    [1, -2, 1, -1.99004745483398, 0.99007225036621],
  );
  const length = rate / 5;
  let best = 0;
  for (let from = 0; from + length <= heard.length; from += length / 8)
    best = Math.max(best, heard.slice(from, from + length).reduce((sum, x) => sum + x * x, 0) / length);
  return -0.691 + 10 * Math.log10(best);
}

const peak = (samples: Float32Array): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** For a look at it, or to listen: `SOUND=folder`. */
function save(name: string, samples: Float32Array): void {
  const folder = process.env['SOUND'];
  if (folder === undefined) return;
  writeFileSync(`${folder}/${name}.f32`, samples);
}

test('sounds are equally loud, and none clips or clicks', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.goto('about:blank');
  const names = ['slide', 'place', 'turned', 'home', 'emptied', 'complete', 'deal', 'refuse', 'win'] as const;
  const loud: Record<string, number> = {};
  const times = 4;
  for (const name of names) {
    for (const count of name === 'home' ? [1, 6] : [1]) {
      // No two of a kind are alike, so each is heard some times.
      let sum = 0;
      for (let time = 0; time < times; ++time) {
        const samples = await render(page, name === 'win' ? 5 : 2.5, [{ name, count }]);
        save(`${name}-${count}`, samples);
        sum += loudness(samples);
        expect(peak(samples), name).toBeLessThan(0.9);
        // Silence before it and after it, and no jump from one to the other.
        expect(peak(samples.slice(0, rate * 0.05)), name).toBeLessThan(1e-4);
        expect(peak(samples.slice(rate * 0.05, rate * 0.0503)), name).toBeLessThan(0.15 * peak(samples));
        expect(peak(samples.slice(-rate / 50)), name).toBeLessThan(1e-3);
      }
      loud[`${name} ${count}`] = sum / times;
    }
  }
  console.log(
    Object.entries(loud)
      .map(([name, db]) => `${name}: ${db.toFixed(1)} dB`)
      .join('\n'),
  );
  const all = Object.values(loud);
  expect(Math.max(...all) - Math.min(...all), JSON.stringify(loud)).toBeLessThan(4);
});

test('a fast finish is not louder than a loudspeaker can be', { tag: ['@desktop', '@full'] }, async ({ page }) => {
  await page.goto('about:blank');
  // Forty cards, one every 54 ms, four foundations complete at the end, and the music of the win.
  const run: Played[] = Array.from({ length: 40 }, (_, i) => ({ name: 'home', at: 0.05 + i * 0.054, count: i + 1 }));
  const complete: Played[] = [1, 2, 3, 4].map((count) => ({ name: 'complete', at: 1.9 + count * 0.1, count }));
  const samples = await render(page, 8, [...run, ...complete, { name: 'win', at: 2.6 }]);
  save('finish', samples);
  console.log(`finish: peak ${peak(samples).toFixed(2)}, ${loudness(samples).toFixed(1)} dB`);
  expect(peak(samples)).toBeLessThan(0.98);
});
