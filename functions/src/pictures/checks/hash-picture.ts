/** A hash for likeness: the low frequencies of a tiny picture. contracts/src/likeness.ts says what it contains, and why. */
import {
  CHROMA_FREQUENCIES,
  encodeHash,
  LUMA_FREQUENCIES,
  MAX_NIBBLE,
  CHROMA_STEP,
  type Frequency,
} from '@portal/contracts/likeness';
import type { TinyPicture } from '../make-placeholder.ts';

/** Of the largest luma value: what is flatter has no composition. */
const MIN_SCALE = 1;

export function hashPicture(tiny: TinyPicture): string {
  const { luma, blue, red } = toLumaAndChroma(tiny);
  const waves = transform(luma, tiny, LUMA_FREQUENCIES).map((value, index) => {
    const [down, across] = LUMA_FREQUENCIES[index] ?? [0, 0];
    // Detail is weaker the finer it is, but says as much. The root keeps what is strong from being all.
    return Math.sign(value) * Math.sqrt(Math.abs(value) * Math.hypot(down, across));
  });
  const scale = Math.max(MIN_SCALE, ...waves.map(Math.abs));
  const chroma = [blue, red].flatMap((plane) =>
    transform(plane, tiny, CHROMA_FREQUENCIES).map(
      (value) => Math.sign(value) * Math.sqrt(Math.abs(value) / CHROMA_STEP),
    ),
  );
  return encodeHash([...waves.map((wave) => (MAX_NIBBLE * wave) / scale), ...chroma]);
}

/** On white, as exports are. */
function toLumaAndChroma({ width, height, data }: TinyPicture) {
  const pixels = width * height;
  const planes = {
    luma: new Float64Array(pixels),
    blue: new Float64Array(pixels),
    red: new Float64Array(pixels),
  };
  for (let at = 0; at < pixels; at += 1) {
    const alpha = (data[4 * at + 3] ?? 0) / 255;
    const onWhite = (channel: number) => (data[4 * at + channel] ?? 0) * alpha + 255 * (1 - alpha);
    const luma = 0.299 * onWhite(0) + 0.587 * onWhite(1) + 0.114 * onWhite(2);
    planes.luma[at] = luma;
    planes.blue[at] = 0.564 * (onWhite(2) - luma);
    planes.red[at] = 0.713 * (onWhite(0) - luma);
  }
  return planes;
}

/** The discrete cosine transform of some frequencies, in levels: the mean for frequency 0. */
function transform(
  plane: Float64Array,
  { width, height }: TinyPicture,
  frequencies: readonly Frequency[],
): number[] {
  const most = Math.max(...frequencies.flat());
  const across = listWaves(width, most);
  const down = listWaves(height, most);
  // Rows first: each row's value is used by all frequencies down.
  const rows = across.map((wave) =>
    Array.from({ length: height }, (_, y) =>
      wave.reduce((sum, each, x) => sum + each * (plane[y * width + x] ?? 0), 0),
    ),
  );
  return frequencies.map(
    ([vertical, horizontal]) =>
      down[vertical]?.reduce((sum, each, y) => sum + each * (rows[horizontal]?.[y] ?? 0), 0) ?? 0,
  );
}

/** For each frequency from 0, one wave along the pixels. */
const listWaves = (pixels: number, most: number): number[][] =>
  Array.from({ length: most + 1 }, (_, frequency) =>
    Array.from(
      { length: pixels },
      (_, at) =>
        ((frequency > 0 ? Math.SQRT2 : 1) * Math.cos((Math.PI * frequency * (at + 0.5)) / pixels)) / pixels,
    ),
  );
