/** The usual hash, 64 bits as of sharp-phash, to compare with: signs of the low frequencies of luma, and whether they are above the median. */
import type { TinyPicture } from '@portal/functions/src/pictures/make-placeholder.ts';

const EDGE = 8;

export function hashByDct({ width, height, data }: TinyPicture): boolean[] {
  const values: number[] = [];
  for (let down = 1; down <= EDGE; down += 1)
    for (let across = 1; across <= EDGE; across += 1) {
      let sum = 0;
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) {
          const at = 4 * (y * width + x);
          const luma = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
          sum +=
            luma *
            Math.cos((Math.PI * down * (y + 0.5)) / height) *
            Math.cos((Math.PI * across * (x + 0.5)) / width);
        }
      values.push(sum);
    }
  const median = values.toSorted((one, other) => one - other)[values.length / 2] ?? 0;
  return values.map((value) => value > median);
}

export const compareDctHashes = (one: readonly boolean[], other: readonly boolean[]): number =>
  one.filter((bit, index) => bit === other[index]).length / one.length;
