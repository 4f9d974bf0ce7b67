import { CONTEXT } from './model.ts';

/** The rest comes from a Lanczos filter: the model is worse at grain, the filter at edges. */
const MODEL_SHARE = 0.6;
const LOBES = 3;
const TAPS = 2 * LOBES;

/**
 * Mixes the model's output with a Lanczos filter, then shifts every 2 x 2 pixels to the mean of their source pixel, so that
 * scaling down gives the original. On photographs the mix is more accurate than either.
 */
export function refineTile(made: Float32Array, source: Float32Array, width: number, height: number): void {
  const [across, down] = [width + 2 * CONTEXT, height + 2 * CONTEXT];
  for (let plane = 0; plane < 3; plane += 1) {
    const from = source.subarray(plane * across * down, (plane + 1) * across * down);
    const to = made.subarray(plane * 4 * width * height, (plane + 1) * 4 * width * height);
    mixLanczos(to, from, width, height);
    keepMeans(to, from, width, height);
  }
}

/** Reused: a new one for every plane of every tile would pile up. */
let memory = new Float32Array();

function mixLanczos(to: Float32Array, from: Float32Array, width: number, height: number): void {
  const across = width + 2 * CONTEXT;
  const size = 2 * width * (height + 2 * CONTEXT);
  if (memory.length < size) memory = new Float32Array(size);
  const wide = memory.subarray(0, size);
  for (let index = 0; index < wide.length; index += 1) {
    const x = index % (2 * width);
    const row = (index - x) / (2 * width);
    wide[index] = filter(from, row * across, x, 1);
  }
  for (let index = 0; index < to.length; index += 1) {
    const x = index % (2 * width);
    const y = (index - x) / (2 * width);
    const filtered = filter(wide, x, y, 2 * width);
    to[index] = filtered + MODEL_SHARE * ((to[index] ?? 0) - filtered);
  }
}

/** The value at a position of the doubled line: a quarter of a sample before or after its source. */
function filter(samples: Float32Array, start: number, place: number, stride: number): number {
  const isBehind = place % 2;
  let at = start + ((place >> 1) + CONTEXT - LOBES + isBehind) * stride;
  let sum = 0;
  for (let tap = 0; tap < TAPS; tap += 1) {
    sum += (WEIGHTS[isBehind ? TAPS - 1 - tap : tap] ?? 0) * (samples[at] ?? 0);
    at += stride;
  }
  return sum;
}

const WEIGHTS = makeWeights();

function makeWeights(): number[] {
  const weights = Array.from({ length: TAPS }, (_, tap) => {
    const angle = Math.PI * (tap - LOBES + 0.25);
    return (Math.sin(angle) * Math.sin(angle / LOBES)) / angle ** 2;
  });
  const sum = weights.reduce((total, weight) => total + weight);
  return weights.map((weight) => weight / sum);
}

function keepMeans(to: Float32Array, from: Float32Array, width: number, height: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const first = 4 * y * width + 2 * x;
      const four = [first, first + 1, first + 2 * width, first + 2 * width + 1];
      let missing = from[(y + CONTEXT) * (width + 2 * CONTEXT) + x + CONTEXT] ?? 0;
      for (const index of four) missing -= (to[index] ?? 0) / 4;
      for (const index of four) to[index] = (to[index] ?? 0) + missing;
    }
  }
}
