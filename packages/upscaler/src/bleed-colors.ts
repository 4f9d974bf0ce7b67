import { hasAlpha, slideRows, type RowStream } from './row-stream.ts';

/** Covers the model's context and the enlarged edge of the alpha channel. */
const REACH = 10;
const STEP = 64;
/** Below it a pixel's color is invisible, and often black. */
const MIN_VISIBLE_ALPHA = 8;

/**
 * Gives transparent pixels the color of the visible ones beside them. Otherwise enlarging would mix their hidden color,
 * often black, into the edge.
 */
export const bleedColors = (image: RowStream): RowStream =>
  hasAlpha(image) ? { ...image, rows: bleed(image) } : image;

async function* bleed(image: RowStream): AsyncGenerator<Buffer> {
  const { width, channels } = image;
  const stride = width * channels;
  const columns = new Float64Array(stride);
  for await (const { rows, pixels } of slideRows(image, STEP, REACH)) {
    const output = Buffer.from(pixels.subarray(REACH * stride, (REACH + rows) * stride));
    columns.fill(0);
    for (let row = 0; row < 2 * REACH; row += 1) addRow(columns, pixels, row, image, 1);
    for (let row = 0; row < rows; row += 1) {
      addRow(columns, pixels, row + 2 * REACH, image, 1);
      fillRow(output.subarray(row * stride, (row + 1) * stride), columns, channels);
      addRow(columns, pixels, row, image, -1);
    }
    yield output;
  }
}

/** Adds a row's colors to the columns, weighted by alpha; the last channel sums the weights. */
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
    const visible = sums[last] ?? 0;
    if ((row[x * channels + last] ?? 0) >= MIN_VISIBLE_ALPHA || visible === 0) continue;
    for (let channel = 0; channel < last; channel += 1) {
      row[x * channels + channel] = Math.round((sums[channel] ?? 0) / visible);
    }
  }
}

const add = (sums: Float64Array, index: number, value: number) => {
  sums[index] = (sums[index] ?? 0) + value;
};
