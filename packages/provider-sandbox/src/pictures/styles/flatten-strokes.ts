import { luminanceOf, type Raster } from './raster.ts';

/**
 * Kuwahara's filter: each pixel takes the mean of the calmest of the four squares that meet in it. Surfaces become strokes,
 * edges stay. A square's sum comes from running totals, so that the cost does not grow with the radius.
 */
export function flattenStrokes(picture: Raster, radius: number): Raster {
  const { pixels, width, height } = picture;
  const reach = Math.min(Math.max(1, Math.round(radius)), width - 1, height - 1);
  const { columns, means, unrest } = measureSquares(picture, reach);
  const lastLeft = columns - 1;
  const lastTop = height - reach - 1;
  const changed = new Uint8ClampedArray(pixels);
  for (let y = 0; y < height; y += 1) {
    const above = Math.max(0, y - reach) * columns;
    const below = Math.min(lastTop, y) * columns;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - reach);
      const right = Math.min(lastLeft, x);
      const upper = findCalmer(unrest, above + left, above + right);
      const calmest = findCalmer(unrest, upper, findCalmer(unrest, below + left, below + right));
      const at = (y * width + x) * 4;
      changed[at] = means[calmest * 3] ?? 0;
      changed[at + 1] = means[calmest * 3 + 1] ?? 0;
      changed[at + 2] = means[calmest * 3 + 2] ?? 0;
    }
  }
  return { ...picture, pixels: changed };
}

const findCalmer = (unrest: Float32Array, one: number, other: number): number =>
  (unrest[other] ?? 0) < (unrest[one] ?? 0) ? other : one;

/** Of every square of that reach within the picture, by its corner: the mean colour, and how far its light varies. */
function measureSquares(picture: Raster, reach: number) {
  const columns = picture.width - reach;
  const rows = picture.height - reach;
  const means = new Uint8ClampedArray(columns * rows * 3);
  const unrest = new Float32Array(columns * rows);
  const totals = sumUp(picture);
  const row = (picture.width + 1) * 4;
  const across = (reach + 1) * 4;
  const down = (reach + 1) * row;
  const count = (reach + 1) ** 2;
  for (let top = 0; top < rows; top += 1) {
    for (let left = 0; left < columns; left += 1) {
      const corner = top * row + left * 4;
      const mean = (at: number) =>
        ((totals[at + down + across] ?? 0) -
          (totals[at + across] ?? 0) -
          (totals[at + down] ?? 0) +
          (totals[at] ?? 0)) /
        count;
      const square = top * columns + left;
      const red = mean(corner);
      const green = mean(corner + 1);
      const blue = mean(corner + 2);
      means[square * 3] = red;
      means[square * 3 + 1] = green;
      means[square * 3 + 2] = blue;
      unrest[square] = mean(corner + 3) - luminanceOf(red, green, blue) ** 2;
    }
  }
  return { columns, means, unrest };
}

/** Of red, green, blue and the squared luminance: the sum of everything above and to the left. */
function sumUp({ pixels, width, height }: Raster): Float64Array {
  const row = (width + 1) * 4;
  const totals = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let reds = 0;
    let greens = 0;
    let blues = 0;
    let squares = 0;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const red = pixels[at] ?? 0;
      const green = pixels[at + 1] ?? 0;
      const blue = pixels[at + 2] ?? 0;
      reds += red;
      greens += green;
      blues += blue;
      squares += luminanceOf(red, green, blue) ** 2;
      const here = (y + 1) * row + (x + 1) * 4;
      totals[here] = reds + (totals[here - row] ?? 0);
      totals[here + 1] = greens + (totals[here - row + 1] ?? 0);
      totals[here + 2] = blues + (totals[here - row + 2] ?? 0);
      totals[here + 3] = squares + (totals[here - row + 3] ?? 0);
    }
  }
  return totals;
}
