import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { Random } from '../random.ts';
import { encode, type ImageFormat } from './encode.ts';
import { choosePalette } from './palette.ts';
import { findScene } from './scenes.ts';

export interface PictureRequest {
  prompt: string;
  seed: string;
  width: number;
  height: number;
  format: ImageFormat;
  transparent: boolean;
}

/** Draws a picture: the same one for the same request. */
export async function makePicture(request: PictureRequest): Promise<Buffer> {
  const drawn = sharp(Buffer.from(drawPicture(request)));
  const image = EFFECTS.reduce(
    (made, [words, apply]) => (words.test(request.prompt) ? apply(made, request) : made),
    drawn,
  );
  return encode(request.transparent ? image : image.removeAlpha(), request.format);
}

/** Words of a prompt that change the whole picture, as with real models. */
const EFFECTS: readonly [RegExp, (image: Sharp, request: PictureRequest) => Sharp][] = [
  // For files as large as those of real models, which drawings do not have.
  [/film grain/i, (image, request) => image.composite([makeGrain(request)])],
  [/out of focus/i, (image, { width }) => image.blur(width / 40)],
  [/overexposed/i, (image) => image.linear(2.5, 60)],
  [/white border/i, (image, request) => image.composite([makeBorder(request)])],
];

const makeGrain = ({ width, height }: PictureRequest): OverlayOptions => {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  return {
    input: { create: { width, height, channels: 3, background: '#808080', noise } },
    blend: 'overlay',
  };
};

const makeBorder = ({ width, height }: PictureRequest): OverlayOptions => ({
  input: Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" fill="none" stroke="white" stroke-width="${width / 12}"/></svg>`,
  ),
});

function drawPicture({ prompt, seed, width, height, transparent }: PictureRequest): string {
  const words = prompt.toLowerCase();
  const random = new Random(`${words}/${seed}`);
  const drawScene = findScene(words, new Random(`scene/${words}`));
  const units = (1_000 * width) / height;
  const { backdrop, subject } = drawScene({ width: units, random, palette: choosePalette(words, random) });
  const content = transparent ? (subject ?? cutOut(backdrop, units)) : backdrop + (subject ?? '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${units} 1000">${content}</svg>`;
}

const cutOut = (content: string, width: number) =>
  `<clipPath id="cut"><ellipse cx="${width / 2}" cy="500" rx="${width * 0.45}" ry="450"/></clipPath><g clip-path="url(#cut)">${content}</g>`;
