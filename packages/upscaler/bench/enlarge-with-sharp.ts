import { openSquare, readPixels, type Square } from '../src/testing/images.ts';

/** More than the reach of the filter. */
const BORDER = 8;
/** Of a source pixel: the center of the first of two pixels is that far before the center of the pixel they came from. */
const OFFSET = 0.25;

/**
 * Doubles the size with the filter that sharp's `resize` uses for enlarging: bicubic, whatever `kernel` says. `resize` takes its
 * samples a quarter of a source pixel too far up and left, which costs 1 to 7 dB; `affine` lets us place them.
 */
export async function enlargeWithSharp(small: Square): Promise<Buffer> {
  const bordered = await readPixels(
    openSquare(small).extend({
      top: BORDER,
      bottom: BORDER,
      left: BORDER,
      right: BORDER,
      extendWith: 'copy',
    }),
  );
  const side = small.side + 2 * BORDER;
  const matrix: [number, number, number, number] = [2, 0, 0, 2];
  const doubled = await openSquare({ side, pixels: bordered })
    .affine(matrix, { idx: OFFSET, idy: OFFSET, interpolator: 'bicubic' })
    .raw()
    .toBuffer();
  const target = 2 * small.side;
  return readPixels(
    openSquare({ side: 2 * side, pixels: doubled }).extract({
      left: 2 * BORDER,
      top: 2 * BORDER,
      width: target,
      height: target,
    }),
  );
}
