import type { Square } from './images.ts';

const WINDOW = 8;
const STEP = 4;
/** SSIM's standard constants for 8 bits, which keep uniform windows stable. */
const MEANS_FLOOR = (0.01 * 255) ** 2;
const SPREADS_FLOOR = (0.03 * 255) ** 2;

/** Mean SSIM of the luminance of two images; 1 if they are equal. */
export function measureSimilarity(one: Square, other: Square): number {
  const [first, second] = [readLuminance(one), readLuminance(other)];
  let [sum, windows] = [0, 0];
  for (let y = 0; y + WINDOW <= one.side; y += STEP) {
    for (let x = 0; x + WINDOW <= one.side; x += STEP) {
      sum += compareWindows(first, second, y * one.side + x, one.side);
      windows += 1;
    }
  }
  return sum / windows;
}

function compareWindows(first: Float64Array, second: Float64Array, at: number, side: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let row = 0; row < WINDOW; row += 1) {
    for (let column = 0; column < WINDOW; column += 1) {
      const a = first[at + row * side + column] ?? 0;
      const b = second[at + row * side + column] ?? 0;
      sumA += a;
      sumB += b;
      squaresA += a * a;
      squaresB += b * b;
      products += a * b;
    }
  }
  const count = WINDOW ** 2;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const spreads = squaresA / count - meanA ** 2 + squaresB / count - meanB ** 2;
  const shared = products / count - meanA * meanB;
  return (
    ((2 * meanA * meanB + MEANS_FLOOR) * (2 * shared + SPREADS_FLOOR)) /
    ((meanA ** 2 + meanB ** 2 + MEANS_FLOOR) * (spreads + SPREADS_FLOOR))
  );
}

const readLuminance = ({ side, pixels }: Square) =>
  Float64Array.from({ length: side * side }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * index, 3 * index + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
