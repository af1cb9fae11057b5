/** Records packed into links: "Links" in docs/notation.md. */

/** The longest link, in characters, so that programs pass it on whole. */
export const longestLink = 2000;
/** The largest record, in bytes. */
export const largestRecord = 1024 * 1024;

/** The first letter: 2 of a record that has the rules of its game. */
const versionOf = (record: string): string => (/^rules /m.test(record) ? '2' : '1');

/**
 * The fault of a link. version: a later way of packing, none, or that of other records; characters: some that no link has; long: longer
 * than any link; cut: the end is missing; trailing: something follows the end; damaged: not what was packed; large: a
 * record cannot be so large; text: it is no text; browser: this browser cannot unpack
 */
export type LinkFlaw = 'empty' | 'version' | 'characters' | 'long' | 'cut' | 'trailing' | 'damaged' | 'large' | 'text' | 'browser';

export class BadLink extends Error {
  readonly code: LinkFlaw;
  constructor(code: LinkFlaw) {
    super(`bad link: ${code}`);
    this.code = code;
  }
}

/** Links of whole games can be made here. Some browsers have no such stream, and others one that knows only other formats. */
export function canPack(): boolean {
  try {
    new CompressionStream('deflate-raw');
    return true;
  } catch {
    return false;
  }
}

/** The text that follows `#/shared/` for a record. */
export async function pack(record: string): Promise<string> {
  const packed = await new Response(new Blob([record]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();
  const letters = btoa(Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte)).join(''));
  return versionOf(record) + letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The record that `pack` made into this. */
export async function unpack(packed: string): Promise<string> {
  if (packed === '') throw new BadLink('empty');
  // The length comes first: nothing is done with a link that is too long.
  if (packed.length > longestLink) throw new BadLink('long');
  if (!/^[\w-]+$/.test(packed)) throw new BadLink('characters');
  if (packed[0] !== '1' && packed[0] !== '2') throw new BadLink('version');
  const data = packed.slice(1);
  if (data === '' || data.length % 4 === 1) throw new BadLink('cut');
  const bytes = Uint8Array.from(atob(data.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const text = await inflated(bytes);
  let record: string;
  try {
    record = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch {
    throw new BadLink('text');
  }
  if (packed[0] !== versionOf(record)) throw new BadLink('version');
  return record;
}

/** Decompresses, but no more than a record can have, however much would follow. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { parts, written, flaw } = await inflate(bytes);
  // Was it whole before the byte at which it went wrong, or before the last one? Some engines ignore what follows.
  const before = flaw === null ? bytes.length - 1 : written;
  if ((flaw === null || flaw === 'damaged') && before > 0 && (await inflate(bytes.slice(0, before))).flaw === null)
    throw new BadLink('trailing');
  if (flaw) throw new BadLink(flaw);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

interface Inflated {
  parts: Uint8Array[];
  /** bytes that went in before something was wrong */
  written: number;
  flaw: 'browser' | 'large' | 'damaged' | 'cut' | null;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Inflated> {
  let stream: DecompressionStream;
  try {
    stream = new DecompressionStream('deflate-raw');
  } catch {
    return { parts: [], written: 0, flaw: 'browser' };
  }
  const reader = stream.readable.getReader();
  const writer = stream.writable.getWriter();
  const done: Inflated = { parts: [], written: 0, flaw: null };

  const reading = (async () => {
    let size = 0;
    for (;;) {
      const { value, done: over } = await reader.read();
      if (over) return;
      size += value.length;
      if (size > largestRecord) {
        done.flaw = 'large';
        done.parts = [];
        await reader.cancel();
        return;
      }
      done.parts.push(value);
    }
  })().catch(() => {}); // the writer is told the same

  // Byte by byte: so it is known where it went wrong, and no step makes much of little.
  try {
    for (; done.written < bytes.length && done.flaw === null; ++done.written)
      await writer.write(bytes.slice(done.written, done.written + 1));
  } catch {
    done.flaw ??= 'damaged';
  }
  if (done.flaw === null) {
    try {
      await writer.close();
    } catch {
      done.flaw ??= 'cut';
    }
  } else await writer.abort().catch(() => {}); // it has failed already
  await reading;
  return done;
}
