/**
 * Takes README's pictures from the real page: `npx node e2e/readme-pictures.ts http://127.0.0.1:8080/`, once the page is served
 * there. First moments, worst moments, and play as a moving picture, for which `img2webp` is needed (package webp).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { browserPath } from '../tools/browser.ts';
import { withSettings } from './helpers.ts';

const address = process.argv[2];
if (address === undefined) throw new Error('usage: pictures.ts ADDRESS OF THE PAGE');
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const records = fileURLToPath(new URL('../../tests/records/', import.meta.url));

interface Picture {
  name: string;
  record: string;
  /** how many of its moves have been made */
  ply: number;
  width: number;
  height: number;
}
/** As the manifest wants them: 1120 by 700 on a desktop, 360 by 640 on a phone. */
const desktop = { width: 1120, height: 700 };
const phone = { width: 360, height: 640 };
const pictures: Picture[] = [
  { name: 'gargantua-desktop', record: 'gargantua-won', ply: 0, ...desktop },
  { name: 'carthage-desktop', record: 'carthage-won', ply: 0, ...desktop },
  { name: 'grandfather-phone', record: 'grandfather-won', ply: 0, ...phone },
  { name: 'gloucestershire-phone', record: 'gloucestershire-won', ply: 0, ...phone },
  { name: 'stalactites-phone', record: 'stalactites-won', ply: 1, ...phone },
  // The last deal has just come: the reserve is at its fullest.
  { name: 'carthage-late-phone', record: 'carthage-stuck', ply: -1, ...phone },
  { name: 'carthage-late-desktop', record: 'carthage-stuck', ply: -1, ...desktop },
  // Forty moves on, the longest columns.
  { name: 'gargantua-late-phone', record: 'gargantua-won', ply: 120, ...phone },
];
const film = { name: 'play', record: 'gargantua-won', from: 150, moves: 17, between: 420, width: 720, height: 450, rate: 12, slower: 8 };

/** The record as it was after so many moves; the rest can be made again. -1: after the last deal from the stock. */
function recordAt(name: string, ply: number): { text: string; ply: number } {
  const text = readFileSync(`${records}${name}.pat`, 'utf8');
  const found = /\nmoves\n([\s\S]*?)\n(at |mark |meta |result |end)/.exec(text);
  if (!found) throw new Error(`${name}.pat has no moves`);
  const moves = found[1]!.split(/\s+/);
  const at = ply >= 0 ? ply : moves.findLastIndex((move) => move.replace('+', '') === 'draw') + 1;
  return { text: text.replace(/\n(at \d+|result \w+)(?=\n)/g, '').replace(/\nend\s*$/, `\nat ${at}\nend\n`), ply: at };
}

async function show(page: Page, name: string, ply: number): Promise<void> {
  const record = recordAt(name, ply);
  await page.goto(address!);
  await page.getByLabel('Open a saved game').setInputFiles({ name: 'game.pat', mimeType: 'text/plain', buffer: Buffer.from(record.text) });
  await page.locator(`.surface[data-ply="${record.ply}"]`).waitFor();
  await page.waitForFunction(() => !document.querySelector('.surface.busy'));
  await sleep(1500);
}

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
async function pageOf({ width, height }: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    hasTouch: width < 500,
    isMobile: width < 500,
  });
  const page = await context.newPage();
  await withSettings(page, {});
  return page;
}

for (const { name, record, ply, ...size } of pictures) {
  const page = await pageOf(size);
  await show(page, record, ply);
  await page.screenshot({ path: `${images}${name}.jpg`, type: 'jpeg', quality: 80 });
  await page.context().close();
}

// The film: what the browser really draws, frame by frame. The page's time runs slower, so that a busy machine has enough
// of it for each frame.
const page = await pageOf(film);
await show(page, film.record, film.from);
const session = await page.context().newCDPSession(page);
await session.send('Animation.enable');
await session.send('Animation.setPlaybackRate', { playbackRate: 1 / film.slower });
await page.evaluate((slower) => {
  const later = globalThis.setTimeout;
  Object.assign(globalThis, { setTimeout: (run: () => void, time = 0) => later(run, time * slower) });
  const start = performance.now();
  const now = performance.now.bind(performance);
  performance.now = () => start + (now() - start) / slower;
}, film.slower);
const frames: { data: string; time: number }[] = [];
session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
  const time = (metadata.timestamp ?? 0) / film.slower;
  if (time - (frames.at(-1)?.time ?? 0) > 0.9 / film.rate) frames.push({ data, time });
  session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}); // the last one comes after the end
});
await session.send('Page.startScreencast', { format: 'png', maxWidth: film.width, maxHeight: film.height });
for (let move = 0; move < film.moves; ++move) {
  await page.keyboard.press('r');
  await sleep(film.between * film.slower);
}
await session.send('Page.stopScreencast');
await browser.close();

const folder = mkdtempSync(join(tmpdir(), 'film-'));
try {
  const options = frames.flatMap(({ data, time }, i) => {
    const file = join(folder, `${String(i).padStart(4, '0')}.png`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    const next = frames[i + 1]?.time ?? time + 2;
    return ['-d', String(Math.max(20, Math.round(1000 * (next - time)))), file];
  });
  const made = spawnSync(
    'img2webp',
    [
      '-loop',
      '0',
      '-min_size',
      '-kmin',
      '9',
      '-kmax',
      '40',
      '-lossy',
      '-q',
      '50',
      '-m',
      '6',
      ...options,
      '-o',
      `${images}${film.name}.webp`,
    ],
    { stdio: 'inherit' },
  );
  if (made.status !== 0) throw new Error('img2webp failed; it is in the package webp');
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${pictures.length} pictures, and a film of ${frames.length} frames`);
