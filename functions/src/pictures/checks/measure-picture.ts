import type { Flaw, Measures } from '@portal/contracts/checks';
import type { Sharp } from 'sharp';
import { loadSharp } from '../load-sharp.ts';
import { encodePlaceholder, makeTinyPicture } from '../make-placeholder.ts';
import { findBanding, measureBanding } from './banding.ts';
import { findBlocks, measureBlocks } from './blocks.ts';
import { findClipping, measureHighlights, measureShadows } from './clipping.ts';
import { findColorCast, measureColorCast } from './color-cast.ts';
import { findEmpty, measureContent } from './content.ts';
import { cropFrame, describeFrame, findFrame } from './frame.ts';
import { hashPicture } from './hash-picture.ts';
import { findNoise, measureNoise } from './noise.ts';
import { decodePicture, flattenPicture } from './picture-pixels.ts';
import { findSoft, measureSharpness, toPercent, type Sharpness } from './sharpness.ts';
import { summarizePicture, type Summary } from './summarize-picture.ts';

/**
 * The placeholder and the measures of a picture, by decoding it once, to the last row. Call it within `withPictureMemory`, with
 * `isMeasured`.
 */
export async function measurePicture(image: Sharp): Promise<{ placeholder: string; measures: Measures }> {
  const sharp = await loadSharp();
  const decoded = await decodePicture(image);
  const { width, height, channels, reduction } = decoded;
  const tiny = await makeTinyPicture(sharp(decoded.data, { raw: { width, height, channels } }));
  const picture = await flattenPicture(decoded);
  const frame = await findFrame(picture);
  // The end of a frame is sharp, and its color is clipped: only what is inside is measured.
  const summary = await summarizePicture(cropFrame(picture, frame));
  const noise = await measureNoise(summary);
  const sharpness = await measureSharpness(summary, noise.deviation);
  const flaws = [
    ...(await findFlaws(summary, sharpness, findNoise(noise), reduction === 1)),
    describeFrame(frame, reduction),
  ].filter((flaw) => flaw !== undefined);
  return {
    placeholder: encodePlaceholder(tiny),
    measures: {
      hash: hashPicture(tiny),
      sharpness: toPercent(sharpness.steepness),
      ...(flaws.length > 0 && { flaws }),
    },
  };
}

/** `isFullSize`: a reduced picture has lost its blocks. */
async function findFlaws(
  summary: Summary,
  sharpness: Sharpness,
  noise: Flaw | undefined,
  isFullSize: boolean,
): Promise<(Flaw | undefined)[]> {
  const { cells } = summary;
  const empty = findEmpty(measureContent(cells));
  if (empty) return [empty];
  const soft = findSoft(sharpness);
  const blocks = isFullSize ? findBlocks(await measureBlocks(summary)) : undefined;
  const flaws = [
    soft,
    noise,
    // Blocks are steps, too.
    blocks ?? findBanding(await measureBanding(summary)),
    findColorCast(measureColorCast(cells)),
  ];
  // Blurred edges of black and white look like detail that was cut off.
  if (soft || blocks) return flaws;
  return [
    ...flaws,
    findClipping('clipped-highlights', measureHighlights(cells)),
    findClipping('clipped-shadows', measureShadows(cells)),
  ];
}
