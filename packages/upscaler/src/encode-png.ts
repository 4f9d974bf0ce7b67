import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflate, deflateSync } from 'node:zlib';
import { slideRows, type RowStream } from './row-stream.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** PNG color types by number of channels. */
const COLOR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;
const STRIP_ROWS = 32;
const QUEUED_BYTES = 1024 * 1024;

/** Encodes a PNG while rows arrive. */
export async function encodePng(
  image: RowStream,
  profile: Buffer | undefined,
  level: number,
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(image.width, 0);
  header.writeUInt32BE(image.height, 4);
  header[8] = 8;
  header[9] = COLOR_TYPES[image.channels];
  const chunks = [SIGNATURE, writeChunk('IHDR', header)];
  if (profile) {
    chunks.push(writeChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)])));
  }
  await pipeline(
    Readable.from(filterRows(image), { objectMode: false, highWaterMark: QUEUED_BYTES }),
    createDeflate({ level, chunkSize: QUEUED_BYTES }),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const part of packed) chunks.push(writeChunk('IDAT', part));
    },
  );
  return Buffer.concat([...chunks, writeChunk('IEND', Buffer.alloc(0))]);
}

function writeChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

async function* filterRows(image: RowStream): AsyncGenerator<Buffer> {
  const stride = image.width * image.channels;
  let isFirst = true;
  for await (const { rows, pixels } of slideRows(image, STRIP_ROWS, 1)) {
    // PNG predicts the first row from zeros.
    if (isFirst) pixels.fill(0, 0, stride);
    isFirst = false;
    // Not reused: zlib may still be reading the previous strips.
    const filtered = Buffer.alloc(rows * (stride + 1));
    for (let row = 0; row < rows; row += 1) {
      const above = pixels.subarray(row * stride, (row + 1) * stride);
      const line = pixels.subarray((row + 1) * stride, (row + 2) * stride);
      const target = filtered.subarray(row * (stride + 1), (row + 1) * (stride + 1));
      filterRow(line, above, image.channels, target);
    }
    yield filtered;
  }
}

/** Picks the filter with the smallest sum of differences, as the PNG specification recommends. */
function filterRow(line: Buffer, above: Buffer, channels: number, target: Buffer): void {
  let least = Number.POSITIVE_INFINITY;
  for (const [filter, predict] of FILTERS) {
    let sum = 0;
    for (let index = 0; index < line.length && sum < least; index += 1) {
      const left = ((line[index] ?? 0) - predict(line, above, index, channels)) & 0xff;
      sum += Math.min(left, 256 - left);
    }
    if (sum >= least) continue;
    least = sum;
    target[0] = filter;
    for (let index = 0; index < line.length; index += 1) {
      target[index + 1] = (line[index] ?? 0) - predict(line, above, index, channels);
    }
  }
}

type Predict = (line: Buffer, above: Buffer, index: number, channels: number) => number;

const FILTERS: readonly [number, Predict][] = [
  [2, (_, above, index) => above[index] ?? 0],
  [1, (line, _, index, channels) => line[index - channels] ?? 0],
  [4, predictPaeth],
];

/** The Paeth predictor of the PNG specification. */
function predictPaeth(line: Buffer, above: Buffer, index: number, channels: number): number {
  const left = line[index - channels] ?? 0;
  const over = above[index] ?? 0;
  const corner = above[index - channels] ?? 0;
  const toLeft = Math.abs(over - corner);
  const toOver = Math.abs(left - corner);
  const toCorner = Math.abs(left + over - 2 * corner);
  if (toLeft <= toOver && toLeft <= toCorner) return left;
  return toOver <= toCorner ? over : corner;
}
