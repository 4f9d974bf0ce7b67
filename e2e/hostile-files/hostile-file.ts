import type { NamedPicture } from '../support/send-pictures.ts';

export type HostileTool = 'upscale' | 'stylizer' | 'keyword-generator';

/** What becomes of a file, the same for all tools or by tool: `made`, or why its item failed. */
type Outcome = string | Record<HostileTool, string>;

export interface HostileFile extends NamedPicture {
  outcome: Outcome;
  /** Of a picture that other programs read as something else: what these look for. */
  tail?: string;
}

export const MADE = 'made';
export const DAMAGED = 'The picture is damaged.';
export const CUT = 'The picture is damaged: it ends too early.';
const NOT_FOR_UPSCALE = 'This is not a JPEG, PNG or WebP picture.';
const NO_PICTURE_AT_ALL = 'This is not a JPEG, PNG, WebP, GIF, AVIF or TIFF picture.';

/** Of a type that the upscaler does not take. */
export const notForUpscale = (outcome: string): Outcome => ({
  upscale: NOT_FOR_UPSCALE,
  stylizer: outcome,
  'keyword-generator': outcome,
});
export const NO_PICTURE = notForUpscale(NO_PICTURE_AT_ALL);
/** The Keyword Generator takes the first image. */
export const ANIMATED: Outcome = {
  upscale: 'This picture is animated. Save one of its frames as a picture.',
  stylizer: 'This picture is animated. Save one of its frames as a picture.',
  'keyword-generator': MADE,
};
export const tooLarge = (megapixels: number): Outcome =>
  `At ${megapixels} megapixels the picture is too large; the most is 100.`;

export const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

type Row = [name: string, bytes: Buffer, outcome: Outcome];

export const toFiles = (rows: readonly Row[]): HostileFile[] =>
  rows.map(([name, bytes, outcome]) => ({ name, bytes, outcome }));
