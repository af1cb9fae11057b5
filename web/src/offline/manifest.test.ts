/** The list of what stores and systems ask of a page before they offer it as an app. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifestOf, screenshotsOf } from '../../vite/manifest.ts';

const games = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'].map((id) => ({
  id,
  name: id,
  dailySince: '',
  summary: '',
  about: '',
  picture: '',
  won: null,
  moves: null,
  variants: [],
}));

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
  form_factor: string;
  label: string;
}
interface Manifest {
  [name: string]: unknown;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
}

const file = (path: string): Buffer => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));

/** Width and height, from the file itself. */
function sizeOf(picture: Buffer): string {
  if (picture.toString('latin1', 1, 4) === 'PNG') return `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`;
  for (let at = 2; ; at += 2 + picture.readUInt16BE(at + 2))
    if ([0xc0, 0xc1, 0xc2].includes(picture[at + 1]!)) return `${picture.readUInt16BE(at + 7)}x${picture.readUInt16BE(at + 5)}`;
}

describe.each(['en', 'de'])('the manifest (%s)', (language) => {
  const manifest = JSON.parse(manifestOf(games, language)) as Manifest;

  it('says who it is and where it begins, relative to any folder', () => {
    expect(manifest).toMatchObject({ lang: language, start_url: './', scope: './', display: 'standalone', categories: ['games'] });
    for (const name of ['name', 'short_name', 'description', 'background_color', 'theme_color']) expect(manifest[name]).toBeTruthy();
    expect((manifest['short_name'] as string).length).toBeLessThanOrEqual(12);
  });

  it('has icons of both sizes, and one that may be cut to any shape', () => {
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
    for (const { src, sizes } of pictures) expect(sizeOf(file(`public/${src}`))).toBe(sizes);
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  });

  it('shows the app on wide and narrow screens', () => {
    const named = screenshotsOf(games);
    for (const { file: path, size } of named) expect(sizeOf(readFileSync(path))).toBe(size);
    expect(manifest.screenshots.map(({ src }) => src)).toEqual(named.map(({ path }) => `./${path}`));
    for (const factor of ['wide', 'narrow']) {
      const some = manifest.screenshots.filter(({ form_factor }) => form_factor === factor);
      expect(some.length).toBeGreaterThanOrEqual(2);
      expect(new Set(some.map(({ sizes }) => sizes)).size).toBe(1);
      for (const { label, sizes } of some) {
        expect(label).toBeTruthy();
        const [width = 0, height = 0] = sizes.split('x').map(Number);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
        expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
      }
    }
  });

  it('has shortcuts into the app', () => {
    expect(manifest.shortcuts.length).toBeGreaterThan(0);
    for (const { name, url, icons } of manifest.shortcuts) {
      expect(name).toBeTruthy();
      expect(url).toMatch(/^\.\/#\//);
      expect(icons.map(({ sizes }) => sizes)).toContain('192x192');
    }
  });

  it('opens files, takes what is shared, and leaves open tables alone', () => {
    expect(manifest['file_handlers']).toMatchObject([{ action: './?open', accept: { 'text/plain': ['.pat'] } }]);
    expect(manifest['share_target']).toMatchObject({ action: './', method: 'GET', params: { text: 'text', url: 'url' } });
    expect(manifest['launch_handler']).toEqual({ client_mode: ['navigate-new', 'auto'] });
  });
});
