import { flattenStrokes } from './flatten-strokes.ts';
import { openRaster, readRaster, type Plane, type Raster, type Rgb } from './raster.ts';

/** How far the colour of two neighbours may differ within one backdrop: a sky fades, an edge leaps. */
const smallestLeap = 11;

/** What can be reached from the upper edges without a leap in colour, at most `coarse` pixels wide; and its mean colour. */
export async function findBackdrop(picture: Raster, coarse: number): Promise<{ colour: Rgb; mask: Plane }> {
  const afar = openRaster(picture).resize(coarse, coarse, { fit: 'inside', withoutEnlargement: true });
  const small = flattenStrokes(await readRaster(afar), 2);
  const { pixels, width, height } = small;
  const values = new Uint8ClampedArray(width * height);
  const reached: number[] = [];
  const reach = (index: number) => {
    if (values[index] === 255) return;
    values[index] = 255;
    reached.push(index);
  };
  for (let x = 0; x < width; x += 1) reach(x);
  for (let y = 0; y < height / 2; y += 1) [y * width, y * width + width - 1].forEach(reach);
  const sum = [0, 0, 0];
  // What is reached on the way is gone through too.
  for (const index of reached) {
    const x = index % width;
    if (x > 0) reachWithoutLeap(index, index - 1);
    if (x < width - 1) reachWithoutLeap(index, index + 1);
    if (index >= width) reachWithoutLeap(index, index - width);
    if (index < width * (height - 1)) reachWithoutLeap(index, index + width);
    for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (pixels[index * 4 + channel] ?? 0);
  }
  const [red = 0, green = 0, blue = 0] = sum.map((total) => total / reached.length);
  return { colour: [red, green, blue], mask: { values, width, height } };

  function reachWithoutLeap(from: number, to: number) {
    const leaps = [0, 1, 2].some(
      (channel) =>
        Math.abs((pixels[from * 4 + channel] ?? 0) - (pixels[to * 4 + channel] ?? 0)) > smallestLeap,
    );
    if (!leaps) reach(to);
  }
}
