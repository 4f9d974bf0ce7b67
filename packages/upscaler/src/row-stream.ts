/**
 * An image as a stream of whole rows from the top, 8 bits per channel. A stage can reuse a chunk's memory once the next
 * chunk is requested.
 */
export interface RowStream {
  readonly width: number;
  readonly height: number;
  /** Gray, RGB, or RGB and alpha. */
  readonly channels: 1 | 3 | 4;
  readonly rows: AsyncIterable<Buffer>;
}

export const hasAlpha = ({ channels }: RowStream): boolean => channels === 4;
export const countColorChannels = ({ channels }: RowStream): 1 | 3 => (channels === 1 ? 1 : 3);

/** Rows with `margin` more above and below. The first and last rows of the image are repeated beyond it. */
export interface RowWindow {
  readonly rows: number;
  readonly pixels: Buffer;
}

/** Moves down the image by `step` rows. All windows share the same memory. */
export async function* slideRows(image: RowStream, step: number, margin: number): AsyncGenerator<RowWindow> {
  const stride = image.width * image.channels;
  const pixels = Buffer.alloc((step + 2 * margin) * stride);
  const fill = makeReader(image.rows);
  for (let top = 0; top < image.height; top += step) {
    const rows = Math.min(step, image.height - top);
    // The bottom of the previous window is the top of this one.
    const known = top === 0 ? margin : 2 * margin;
    if (top > 0) pixels.copyWithin(0, step * stride, (step + 2 * margin) * stride);
    const firstNew = top - margin + known;
    const fresh = Math.max(0, Math.min(image.height, top + rows + margin) - firstNew);
    await fill(pixels.subarray(known * stride, (known + fresh) * stride));
    if (top === 0) repeatRow(pixels, stride, margin, 0, margin);
    repeatRow(pixels, stride, known + fresh - 1, known + fresh, rows + 2 * margin);
    yield { rows, pixels: pixels.subarray(0, (rows + 2 * margin) * stride) };
  }
}

function repeatRow(pixels: Buffer, stride: number, row: number, from: number, to: number): void {
  for (let target = from; target < to; target += 1) {
    pixels.copyWithin(target * stride, row * stride, (row + 1) * stride);
  }
}

function makeReader(rows: AsyncIterable<Buffer>): (target: Buffer) => Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  return async (target) => {
    for (let filled = 0; filled < target.length;) {
      if (chunk.length === 0) {
        const next = await iterator.next();
        if (next.done) throw new Error('The image has fewer rows than its height.');
        chunk = next.value;
      }
      const copied = chunk.copy(target, filled);
      filled += copied;
      chunk = chunk.subarray(copied);
    }
  };
}
