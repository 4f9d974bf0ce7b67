import type { RowStream } from './row-stream.ts';

/** Perceived brightness of each pixel. */
export function readLuminance(pixels: Buffer, { channels }: RowStream): Uint8Array {
  const light = new Uint8Array(pixels.length / channels);
  for (let index = 0, at = 0; index < light.length; index += 1, at += channels) {
    const first = pixels[at] ?? 0;
    light[index] =
      channels === 1
        ? first
        : 0.299 * first + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0) + 0.5;
  }
  return light;
}
