/** A border of one color that ends in a straight line. The background of an object does not end so. */
import type { Flaw, Side } from '@portal/contracts/checks';
import { inBands } from './in-bands.ts';
import type { PicturePixels } from './picture-pixels.ts';

/** In levels of a channel: what is still the color of the border, and what is not. */
const MAX_DIFFERENCE = 8;
const MIN_STEP = 16;
/** In levels, of the means of two lines of the border: a gradient has more. */
const MAX_DRIFT = 2;
/** Of a line: pixels of the border that may have another color, and of its end that must. From the bench. */
const MAX_OTHER_SHARE = 0.005;
const MIN_END_SHARE = 0.9;
/** JPEG blurs the line within a block. */
const END_PX = 8;
const MIN_FRAME_PX = 2;
/** Of the picture's width or height. A single wide one is the sky or the ground of a drawing. */
const MAX_FRAME_SHARE = 0.25;
const MAX_SINGLE_SHARE = 0.06;
/** So that something is left of a small picture. */
const MAX_CUT_SHARE = 0.4;

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

const SIDES = ['top', 'right', 'bottom', 'left'] as const satisfies Side[];
const NO_FRAME: Frame = { top: 0, right: 0, bottom: 0, left: 0 };

export async function findFrame({ width, height, data }: PicturePixels): Promise<Frame> {
  const borders: Record<Side, Border> = {
    top: { start: 0, inward: width, along: 1, length: width, depth: height },
    right: { start: width - 1, inward: -1, along: width, length: height, depth: width },
    bottom: { start: width * (height - 1), inward: -width, along: 1, length: width, depth: height },
    left: { start: 0, inward: 1, along: width, length: height, depth: width },
  };
  const uniform: Frame = { ...NO_FRAME };
  for (const side of SIDES) uniform[side] = await countUniformLines(borders[side]);
  const framed: Frame = { ...NO_FRAME };
  for (const side of SIDES) if (endsInLine(side)) framed[side] = uniform[side];
  const [only, another] = listSides(framed);
  if (only && !another && framed[only] > MAX_SINGLE_SHARE * borders[only].depth) return NO_FRAME;
  return framed;

  function differs(pixel: number, color: number, by: number): boolean {
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = (data[3 * pixel + channel] ?? 0) - (data[3 * color + channel] ?? 0);
      if (difference > by || difference < -by) return true;
    }
    return false;
  }

  /** 0 if there are more than a frame has. */
  async function countUniformLines(border: Border): Promise<number> {
    const { length, depth } = border;
    const most = Math.floor(MAX_FRAME_SHARE * depth);
    let uniform = 0;
    await inBands(most + 1, length, (first, end) => {
      for (let line = first; line < end; line += 1) {
        if (!isUniform(border, line)) return false;
        uniform += 1;
      }
      return true;
    });
    return uniform > most ? 0 : uniform;
  }

  function isUniform({ start, inward, along, length }: Border, line: number): boolean {
    const color = findColor({ start, along, length });
    let others = 0;
    for (let index = 0; index < length; index += 1) {
      if (differs(start + line * inward + index * along, color, MAX_DIFFERENCE)) others += 1;
      if (others > MAX_OTHER_SHARE * length) return false;
    }
    return true;
  }

  /** From the outermost line to another. */
  function measureDrift({ start, inward, along, length }: Border, line: number): number {
    const sums = [0, 0, 0];
    for (let index = 0; index < length; index += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const outer = 3 * (start + index * along) + channel;
        sums[channel] = (sums[channel] ?? 0) + (data[outer + 3 * line * inward] ?? 0) - (data[outer] ?? 0);
      }
    return Math.max(...sums.map(Math.abs)) / length;
  }

  function endsInLine(side: Side): boolean {
    const { start, inward, along, length, depth } = borders[side];
    const lines = uniform[side];
    if (lines < MIN_FRAME_PX || lines + END_PX >= depth) return false;
    // Between the frames of the sides beside it.
    const isLevel = side === 'top' || side === 'bottom';
    const first = isLevel ? uniform.left : uniform.top;
    const end = length - (isLevel ? uniform.right : uniform.bottom);
    const color = findColor(borders[side]);
    if (measureDrift(borders[side], Math.floor(lines / 2)) > MAX_DRIFT) return false;
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

/** The pixel in the middle of the outermost line. */
const findColor = ({ start, along, length }: Pick<Border, 'start' | 'along' | 'length'>): number =>
  start + along * Math.floor(length / 2);

const listSides = (frame: Frame): Side[] => SIDES.filter((side) => frame[side] > 0);

/** What is certainly inside, without the blurred end of the frame. */
export function cropFrame(picture: PicturePixels, frame: Frame): PicturePixels {
  const cut = (side: Side, size: number) =>
    frame[side] > 0 ? Math.min(frame[side] + END_PX, Math.floor(MAX_CUT_SHARE * size)) : 0;
  const { width, height, start, stride } = picture;
  const [top, right] = [cut('top', height), cut('right', width)];
  const [bottom, left] = [cut('bottom', height), cut('left', width)];
  return {
    ...picture,
    width: width - left - right,
    height: height - top - bottom,
    start: start + top * stride + left,
  };
}

/** Measured in pixels of the file, where it is widest. */
export function describeFrame(frame: Frame, reduction: number): Flaw | undefined {
  const sides = listSides(frame);
  const px = Math.round(reduction * Math.max(...Object.values(frame)));
  return sides.length > 0 ? { kind: 'frame', measure: px, sides } : undefined;
}
