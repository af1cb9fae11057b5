/** Just enough PNG to shrink screenshots, put them side by side and compare them. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** RGB, three bytes to a dot, from the top left. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads PNG with eight bits to a channel, RGB or RGBA, not interlaced: what browsers write. */
export function decode(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(signature)) throw new Error('no PNG');
  let width = 0;
  let height = 0;
  let channels = 0;
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[body[9]!] ?? 0;
      if (body[8] !== 8 || channels === 0 || body[12] !== 0) throw new Error('a PNG of another kind');
    } else if (type === 'IDAT') parts.push(body);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; ++x) {
      const here = raw[y * (stride + 1) + 1 + x]!;
      const left = x >= channels ? lines[y * stride + x - channels]! : 0;
      const up = y > 0 ? lines[(y - 1) * stride + x]! : 0;
      const corner = x >= channels && y > 0 ? lines[(y - 1) * stride + x - channels]! : 0;
      lines[y * stride + x] = here + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    }
  }
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; ++i) for (let c = 0; c < 3; ++c) data[i * 3 + c] = lines[i * channels + c]!;
  return { width, height, data };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

export function encode({ width, height, data }: Picture): Buffer {
  const stride = width * 3;
  const lines = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; ++y) {
    // Each line as its difference from the one above, which packs well.
    lines[y * (stride + 1)] = 2;
    for (let x = 0; x < stride; ++x) lines[y * (stride + 1) + 1 + x] = data[y * stride + x]! - (y > 0 ? data[(y - 1) * stride + x]! : 0);
  }
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.concat([Buffer.from(type, 'latin1'), body]);
    const whole = Buffer.alloc(head.length + 8);
    whole.writeUInt32BE(body.length, 0);
    head.copy(whole, 4);
    whole.writeUInt32BE(crc32(head), head.length + 4);
    return whole;
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', deflateSync(lines, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** Every square of `block` dots becomes one dot of its mean color; an edge that fills no square is left out. */
export function shrink(picture: Picture, block: number): Picture {
  const width = Math.floor(picture.width / block);
  const height = Math.floor(picture.height / block);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; ++y) {
    for (let x = 0; x < width; ++x) {
      for (let c = 0; c < 3; ++c) {
        let sum = 0;
        for (let dy = 0; dy < block; ++dy)
          for (let dx = 0; dx < block; ++dx) sum += picture.data[((y * block + dy) * picture.width + x * block + dx) * 3 + c]!;
        data[(y * width + x) * 3 + c] = Math.round(sum / (block * block));
      }
    }
  }
  return { width, height, data };
}

/** Pictures of one size side by side. */
export function beside(pictures: readonly Picture[]): Picture {
  const [first] = pictures;
  if (!first || pictures.some((one) => one.width !== first.width || one.height !== first.height))
    throw new Error('pictures of different sizes');
  const { width, height } = first;
  const data = new Uint8Array(width * pictures.length * height * 3);
  pictures.forEach((one, i) => {
    for (let y = 0; y < height; ++y) data.set(one.data.subarray(y * width * 3, (y + 1) * width * 3), (y * pictures.length + i) * width * 3);
  });
  return { width: width * pictures.length, height, data };
}

export function cut(sheet: Picture, count: number, which: number): Picture {
  const width = sheet.width / count;
  const data = new Uint8Array(width * sheet.height * 3);
  for (let y = 0; y < sheet.height; ++y) {
    const start = (y * sheet.width + which * width) * 3;
    data.set(sheet.data.subarray(start, start + width * 3), y * width * 3);
  }
  return { width, height: sheet.height, data };
}

/** The share of dots in which a channel differs by more than `tolerance`; 1 for pictures of different sizes. */
export function difference(a: Picture, b: Picture, tolerance: number): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let wrong = 0;
  for (let i = 0; i < a.data.length; i += 3) {
    if ([0, 1, 2].some((c) => Math.abs(a.data[i + c]! - b.data[i + c]!) > tolerance)) ++wrong;
  }
  return wrong / (a.width * a.height);
}
