import { MEGAPIXEL } from '@portal/contracts/agencies/agency';

/** What one processor converts within the time of a task, several times slower than ours. */
const MAX_PART_PIXELS = 10_000 * MEGAPIXEL;

interface Sized {
  width: number;
  height: number;
}

/** The pictures of each ZIP, in their order. Those that it does not contain are in the report of the ZIP around them. */
export function splitParts<Picture extends Sized>(
  pictures: readonly Picture[],
  isContained: (picture: Picture) => boolean,
): Picture[][] {
  const parts: Picture[][] = [];
  let part: Picture[] | undefined;
  let total = 0;
  for (const picture of pictures) {
    const pixels = isContained(picture) ? picture.width * picture.height : 0;
    if (!part || total + pixels > MAX_PART_PIXELS) {
      part = [];
      parts.push(part);
      total = 0;
    }
    part.push(picture);
    total += pixels;
  }
  return parts;
}
