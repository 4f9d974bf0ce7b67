/** A small square picture in RGBA. */
export interface Pixels {
  data: Buffer;
  edge: number;
}

export interface Pixel {
  x: number;
  y: number;
  red: number;
  green: number;
  blue: number;
  /** 0 to 1. */
  light: number;
}

/** Skips transparent pixels. */
export function* eachPixel({ data, edge }: Pixels): Generator<Pixel> {
  for (let index = 0; index < edge * edge; index += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(index * 4, index * 4 + 4);
    if (alpha < 128) continue;
    const light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    yield { x: index % edge, y: Math.floor(index / edge), red, green, blue, light };
  }
}

export function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function deviation(values: readonly number[]): number {
  const mean = average(values);
  return Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
}
