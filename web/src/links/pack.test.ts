import { readdirSync, readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { BadLink, canPack, largestRecord, longestLink, pack, unpack } from './pack.ts';

const folder = new URL('../../../tests/records/', import.meta.url);
const records = readdirSync(folder)
  .filter((name) => name.endsWith('.pat'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));
const code = (data: string): Promise<string> =>
  unpack(data).then(
    () => 'read',
    (error: unknown) => (error instanceof BadLink ? error.code : String(error)),
  );
const packedBytes = (bytes: Uint8Array | string): string => `1${Buffer.from(bytes).toString('base64url')}`;
const deflated = (text: string | Uint8Array): Buffer => deflateRawSync(text, { level: 9 });
/** Node says only at the end that the middle was wrong; e2e/links.spec.ts compares the codes that a browser gives. */
const notWhole = ['cut', 'damaged', 'trailing'];

describe('a packed record', () => {
  it('is offered only where it can be made: some browsers know other ways to compress', () => {
    expect(canPack()).toBe(true);
    const Whole = CompressionStream;
    vi.stubGlobal('CompressionStream', function (format: CompressionFormat) {
      if (format === 'deflate-raw') throw new TypeError('unsupported format');
      return new Whole(format);
    });
    expect(canPack()).toBe(false);
    vi.unstubAllGlobals();
    vi.stubGlobal('CompressionStream', undefined);
    expect(canPack()).toBe(false);
  });

  it('is unpacked as it was, and makes a link for every game in the tests', async () => {
    expect(records.length).toBeGreaterThan(10);
    for (const record of [...records, 'x', 'grüße · 七 · 🂡\r\n', '\uFEFFquincunx-record 1\n']) {
      const packed = await pack(record);
      expect(packed).toMatch(/^1[A-Za-z0-9_-]+$/);
      expect(packed.length).toBeLessThan(longestLink - 200);
      expect(await unpack(packed)).toBe(record);
    }
  });

  it('is what other programs make of it by the documented format', async () => {
    const record = records[0]!;
    expect(await unpack(packedBytes(deflated(record)))).toBe(record);
    expect(await unpack(packedBytes(deflateRawSync(record, { level: 0 })))).toBe(record);
  });

  it('is unpacked up to the size of the largest record, and no further', async () => {
    const most = 'x'.repeat(largestRecord);
    expect((await unpack(packedBytes(deflated(most)))).length).toBe(largestRecord);
    expect(await code(packedBytes(deflated(`${most}x`)))).toBe('large');
  });

  it('is refused if it is a bomb', async () => {
    // Some 1.4 kB that would become 1.4 MB, the most that fits into a link.
    const bomb = packedBytes(deflated(Buffer.alloc(1_430_000)));
    expect(bomb.length).toBeLessThan(longestLink);
    expect(await code(bomb)).toBe('large');
  });

  it('is refused however short it was cut off', async () => {
    const packed = await pack(records.find((record) => record.includes('stalactites'))!);
    for (let length = 1; length < packed.length; ++length) expect(await code(packed.slice(0, length)), String(length)).toBe('cut');
    expect(await code('')).toBe('empty');
  });

  it('is refused if something follows it', async () => {
    const record = deflated(records[0]!);
    for (const after of ['\0', 'x', 'quincunx', '\xff'.repeat(100)]) {
      expect(await code(packedBytes(Buffer.concat([record, Buffer.from(after, 'latin1')]))), JSON.stringify(after)).toBe('trailing');
    }
  });

  it('is refused with characters, a length or a version that no link has', async () => {
    const packed = await pack(records[0]!);
    for (const bad of ['+', '/', '=', '.', ' ', '%', '<', 'ä', '\n', '\0']) {
      expect(await code(`${packed}${bad}`), bad).toBe('characters');
      expect(await code(`${bad}${packed}`), bad).toBe('characters');
    }
    expect(await code('1'.repeat(longestLink))).not.toBe('long');
    expect(await code('1'.repeat(longestLink + 1))).toBe('long');
    expect(await code('1'.repeat(100_000))).toBe('long');
    for (const version of '03456789azAZ_-') expect(await code(version + packed.slice(1)), version).toBe('version');
  });

  it('is of version 2 exactly if it has rules, which older pages cannot read', async () => {
    const own = records[0]!.replace(/^game .*\n/m, 'game own-abcdefghijklmn\nrules {"decks":1}\n');
    const packed = await pack(own);
    expect(packed[0]).toBe('2');
    expect(await unpack(packed)).toBe(own);
    expect(await code(`1${packed.slice(1)}`)).toBe('version');
    expect(await code(`2${(await pack(records[0]!)).slice(1)}`)).toBe('version');
  });

  it('is refused if it is not UTF-8', async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0x41, 0x80]])
      expect(await code(packedBytes(deflated(Uint8Array.from(bytes))))).toBe('text');
  });

  it('gives a text or a code, whatever the bytes', async () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const record = await pack(records[0]!);
    for (let i = 0; i < 60; ++i) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 60) + 1 }, () => random() * 256);
      expect(['read', 'text', 'large', ...notWhole]).toContain(await code(packedBytes(bytes)));
      // One character of a good link is another one.
      const at = 1 + Math.floor(random() * (record.length - 1));
      const changed = record.slice(0, at) + 'AZaz09-_'[Math.floor(random() * 8)]! + record.slice(at + 1);
      expect(['read', 'text', 'large', ...notWhole]).toContain(await code(changed));
    }
  });
});
