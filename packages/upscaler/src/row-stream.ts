/**
 * A picture as it flows from stage to stage: whole rows from the top down, 8 bits a channel, never all of it at once.
 * A stage may use a chunk's memory again as soon as the next one is asked for.
 */
export interface RowStream {
  readonly width: number;
  readonly height: number;
  /** Grey, RGB, or RGB and alpha. */
  readonly channels: 1 | 3 | 4;
  readonly rows: AsyncIterable<Buffer>;
}

export const hasAlpha = ({ channels }: RowStream): boolean => channels === 4;
export const countColours = ({ channels }: RowStream): 1 | 3 => (channels === 1 ? 1 : 3);

/** Some rows with `margin` rows more above and below; beyond the picture its first or last row stands again. */
export interface RowWindow {
  readonly rows: number;
  readonly pixels: Buffer;
}

/** Goes down the picture in steps of `step` rows. The window's memory is one and the same for all. */
export async function* slideRows(
  picture: RowStream,
  step: number,
  margin: number,
): AsyncGenerator<RowWindow> {
  const stride = picture.width * picture.channels;
  const pixels = Buffer.alloc((step + 2 * margin) * stride);
  const fill = makeReader(picture.rows);
  for (let top = 0; top < picture.height; top += step) {
    const rows = Math.min(step, picture.height - top);
    // What lay below the last step lies above this one; before the first there is nothing yet.
    const known = top === 0 ? margin : 2 * margin;
    if (top > 0) pixels.copyWithin(0, step * stride, (step + 2 * margin) * stride);
    const firstNew = top - margin + known;
    const fresh = Math.max(0, Math.min(picture.height, top + rows + margin) - firstNew);
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
        if (next.done) throw new Error('The picture has fewer rows than it said.');
        chunk = next.value;
      }
      const copied = chunk.copy(target, filled);
      filled += copied;
      chunk = chunk.subarray(copied);
    }
  };
}
