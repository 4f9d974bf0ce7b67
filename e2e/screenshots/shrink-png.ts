import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MAX_COLORS = 256;

/** Reduces a PNG to a palette of its most frequent colors, without visible loss for UI screenshots. */
export function shrinkPng(png: Buffer): Buffer {
  const { header, data } = readChunks(png);
  const [width, height, depth, colorType] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
  ];
  if (depth !== 8 || colorType !== 2) throw new Error('The screenshot is not in 24-bit colour.');
  const pixels = unfilter(inflateSync(data), width, height);
  const palette = choosePalette(pixels);

  const rows = Buffer.alloc((width + 1) * height);
  const nearest = new Map<number, number>(palette.map((colour, index) => [colour, index]));
  for (let index = 0; index < width * height; index += 1) {
    const colour = pixels.readUIntBE(index * 3, 3);
    let entry = nearest.get(colour);
    if (entry === undefined) nearest.set(colour, (entry = findNearest(palette, colour)));
    rows[Math.floor(index / width) * (width + 1) + 1 + (index % width)] = entry;
  }

  header[9] = 3;
  const colours = Buffer.alloc(palette.length * 3);
  for (const [index, colour] of palette.entries()) colours.writeUIntBE(colour, index * 3, 3);
  return Buffer.concat([
    SIGNATURE,
    makeChunk('IHDR', header),
    makeChunk('PLTE', colours),
    makeChunk('IDAT', deflateSync(rows, { level: 9 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function readChunks(png: Buffer): { header: Buffer; data: Buffer } {
  const data: Buffer[] = [];
  let header = Buffer.alloc(0);
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = Buffer.from(content);
    if (type === 'IDAT') data.push(content);
    at += length + 12;
  }
  return { header, data: Buffer.concat(data) };
}

/** Each row starts with its filter type, which predicts a byte from the left (a), above (b) and upper left (c). */
function unfilter(filtered: Buffer, width: number, height: number): Buffer {
  const stride = width * 3;
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const kind = filtered[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const a = column < 3 ? 0 : (pixels[at - 3] ?? 0);
      const b = pixels[at - stride] ?? 0;
      const c = column < 3 ? 0 : (pixels[at - stride - 3] ?? 0);
      const predicted = [0, a, b, (a + b) >> 1, paeth(a, b, c)][kind] ?? 0;
      pixels[at] = (filtered[row * (stride + 1) + 1 + column] ?? 0) + predicted;
    }
  }
  return pixels;
}

function paeth(a: number, b: number, c: number): number {
  const [fromA, fromB, fromC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  if (fromA <= fromB && fromA <= fromC) return a;
  return fromB <= fromC ? b : c;
}

function choosePalette(pixels: Buffer): number[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_COLORS)
    .map(([colour]) => colour);
}

function findNearest(palette: readonly number[], colour: number): number {
  let best = { index: 0, distance: Infinity };
  for (const [index, entry] of palette.entries()) {
    const distance = [16, 8, 0].reduce(
      (sum, shift) => sum + (((entry >> shift) & 255) - ((colour >> shift) & 255)) ** 2,
      0,
    );
    if (distance < best.distance) best = { index, distance };
  }
  return best.index;
}

function makeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
