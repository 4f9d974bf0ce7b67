import { hasAlpha, slideRows, type RowStream } from './row-stream.ts';

/** As far as the model looks, and the enlarged edge of the alpha channel reaches. */
const REACH = 10;
const STEP = 64;
/** Below it a pixel's colour is not to be seen, and often black whatever is beside it. */
const SEEN = 8;

/**
 * Gives the unseen pixels around what is seen its colour, or enlarging would draw their own, often black, into the
 * edge.
 */
export const bleedColours = (picture: RowStream): RowStream =>
  hasAlpha(picture) ? { ...picture, rows: bleed(picture) } : picture;

async function* bleed(picture: RowStream): AsyncGenerator<Buffer> {
  const { width, channels } = picture;
  const stride = width * channels;
  const columns = new Float64Array(stride);
  for await (const { rows, pixels } of slideRows(picture, STEP, REACH)) {
    const output = Buffer.from(pixels.subarray(REACH * stride, (REACH + rows) * stride));
    columns.fill(0);
    for (let row = 0; row < 2 * REACH; row += 1) addRow(columns, pixels, row, picture, 1);
    for (let row = 0; row < rows; row += 1) {
      addRow(columns, pixels, row + 2 * REACH, picture, 1);
      fillRow(output.subarray(row * stride, (row + 1) * stride), columns, channels);
      addRow(columns, pixels, row, picture, -1);
    }
    yield output;
  }
}

/** Adds a row's colours to the columns, each as much as it is seen; the last channel sums how much that is. */
function addRow(
  columns: Float64Array,
  pixels: Buffer,
  row: number,
  { width, channels }: RowStream,
  sign: 1 | -1,
): void {
  const last = channels - 1;
  for (let x = 0; x < width; x += 1) {
    const at = (row * width + x) * channels;
    const alpha = sign * (pixels[at + last] ?? 0);
    for (let channel = 0; channel < last; channel += 1) {
      add(columns, x * channels + channel, alpha * (pixels[at + channel] ?? 0));
    }
    add(columns, x * channels + last, alpha);
  }
}

function fillRow(row: Buffer, columns: Float64Array, channels: number): void {
  const sums = new Float64Array(channels);
  const addColumn = (x: number, sign: 1 | -1) => {
    for (let channel = 0; channel < channels; channel += 1) {
      add(sums, channel, sign * (columns[x * channels + channel] ?? 0));
    }
  };
  const last = channels - 1;
  for (let x = 0; x < REACH; x += 1) addColumn(x, 1);
  for (let x = 0; x * channels < row.length; x += 1) {
    addColumn(x + REACH, 1);
    addColumn(x - REACH - 1, -1);
    const seen = sums[last] ?? 0;
    if ((row[x * channels + last] ?? 0) >= SEEN || seen === 0) continue;
    for (let channel = 0; channel < last; channel += 1) {
      row[x * channels + channel] = Math.round((sums[channel] ?? 0) / seen);
    }
  }
}

const add = (sums: Float64Array, index: number, value: number) => {
  sums[index] = (sums[index] ?? 0) + value;
};
