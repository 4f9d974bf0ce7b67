/** A border of one color that ends in a straight line. The background of an object does not end so. */
import type { Side } from '@portal/contracts/checks';
import type { PicturePixels } from './picture-pixels.ts';

/** In levels of a channel: what is still the color of the border, and what is not. */
const MAX_DIFFERENCE = 8;
const MIN_STEP = 16;
/** Of a line: pixels of the border that may have another color, and of its end that must. From the bench. */
const MAX_OTHER_SHARE = 0.005;
const MIN_END_SHARE = 0.9;
/** The border may run into the picture within so many pixels. */
const END_PX = 3;
const MIN_FRAME_PX = 2;
/** Of the picture's width or height. A single wide one is the sky or the ground of a drawing. */
const MAX_FRAME_SHARE = 0.25;
const MAX_SINGLE_SHARE = 0.06;

/** The pixels at each side, 0 where there is no frame. */
export type Frame = Record<Side, number>;

interface Border {
  /** The first pixel of a line of this side, that many lines inward. */
  start: number;
  inward: number;
  along: number;
  length: number;
  depth: number;
}

export const SIDES = ['top', 'right', 'bottom', 'left'] as const satisfies Side[];

export function findFrame({ width, height, data }: PicturePixels): Frame {
  const borders: Record<Side, Border> = {
    top: { start: 0, inward: width, along: 1, length: width, depth: height },
    right: { start: width - 1, inward: -1, along: width, length: height, depth: width },
    bottom: { start: width * (height - 1), inward: -width, along: 1, length: width, depth: height },
    left: { start: 0, inward: 1, along: width, length: height, depth: width },
  };
  const uniform = mapSides((side) => countUniformLines(borders[side]));
  const framed = mapSides((side) => (endsInLine(side) ? uniform[side] : 0));
  const found = SIDES.filter((side) => framed[side] > 0);
  const [only] = found;
  if (only && found.length === 1 && framed[only] > MAX_SINGLE_SHARE * borders[only].depth)
    return { ...framed, [only]: 0 };
  return framed;

  function differs(pixel: number, color: number, by: number): boolean {
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = (data[3 * pixel + channel] ?? 0) - (data[3 * color + channel] ?? 0);
      if (difference > by || difference < -by) return true;
    }
    return false;
  }

  function findColor({ start, along, length }: Border): number {
    return start + along * Math.floor(length / 2);
  }

  function countUniformLines(border: Border): number {
    const { start, inward, along, length, depth } = border;
    const color = findColor(border);
    const most = Math.floor(MAX_FRAME_SHARE * depth);
    for (let line = 0; line <= most; line += 1) {
      let others = 0;
      for (let index = 0; index < length; index += 1) {
        if (differs(start + line * inward + index * along, color, MAX_DIFFERENCE)) others += 1;
        if (others > MAX_OTHER_SHARE * length) return line;
      }
    }
    // More than a frame.
    return 0;
  }

  function endsInLine(side: Side): boolean {
    const border = borders[side];
    const { start, inward, along, length, depth } = border;
    const lines = uniform[side];
    if (lines < MIN_FRAME_PX || lines + END_PX >= depth) return false;
    // Between the frames of the sides beside it.
    const isFlat = side === 'top' || side === 'bottom';
    const first = isFlat ? uniform.left : uniform.top;
    const end = length - (isFlat ? uniform.right : uniform.bottom);
    const color = findColor(border);
    let ends = 0;
    for (let index = first; index < end; index += 1)
      for (let line = lines; line < lines + END_PX; line += 1)
        if (differs(start + line * inward + index * along, color, MIN_STEP)) {
          ends += 1;
          break;
        }
    return ends >= MIN_END_SHARE * (end - first);
  }
}

const mapSides = (toPixels: (side: Side) => number): Frame => ({
  top: toPixels('top'),
  right: toPixels('right'),
  bottom: toPixels('bottom'),
  left: toPixels('left'),
});
