import { makePicture } from '@portal/provider-sandbox/pictures';
import { Random } from '@portal/provider-sandbox/random';
import sharp from 'sharp';
import { toPixels, type BasePicture } from './base-picture.ts';
import { DRAWINGS } from './drawings.ts';

const SIZES = [
  [1024, 768],
  [900, 900],
  [768, 1024],
  [1152, 648],
] as const;
const SEEDS = 10;

/** Two seeds of each: the same theme in another composition. */
const PROMPTS = [
  'a sailing boat on a calm sea',
  'a harbor at dusk',
  'snowy mountains',
  'a forest valley in fog',
  'desert hills at sunset',
  'a neon city at night',
  'city skyline in the morning',
  'a bouquet of red roses',
  'a botanical poster of plants',
  'lemons in a ceramic bowl',
  'a glass bottle on a table',
  'an isometric room',
  'a low-poly castle',
  'a geometric bauhaus poster',
  'a mosaic of blue tiles',
  'an abstract liquid background',
  'pastel gradient wallpaper',
  'a planet and its moon in space',
  'a rocket among stars',
  'a tropical island',
];
const SCENE_SEEDS = 2;

export async function* drawPictures(): AsyncGenerator<BasePicture> {
  for (const kind of Object.keys(DRAWINGS))
    for (let seed = 0; seed < SEEDS; seed += 1) yield drawPicture(kind, seed);
  for (const [index, prompt] of PROMPTS.entries())
    for (let seed = 0; seed < SCENE_SEEDS; seed += 1) {
      const [width, height] = SIZES[index % SIZES.length] ?? SIZES[0];
      const request = {
        prompt,
        seed: String(seed),
        width,
        height,
        format: 'png',
        transparent: false,
      } as const;
      yield {
        source: prompt,
        region: 'whole',
        kind: 'scene',
        theme: prompt,
        isGray: false,
        pixels: await toPixels(sharp(await makePicture(request))),
      };
    }
}

async function drawPicture(kind: string, seed: number): Promise<BasePicture> {
  const draw = DRAWINGS[kind];
  if (!draw) throw new Error(`There is no drawing ${kind}.`);
  const [width, height] = SIZES[seed % SIZES.length] ?? SIZES[0];
  const { svg, subject, blur } = draw({ width, height, random: new Random(`${kind}/${seed}`) });
  const render = (content: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
    );
  let image = sharp(render(svg));
  if (blur !== undefined) image = image.blur(blur);
  if (subject !== undefined) image = image.composite([{ input: render(subject) }]);
  return {
    source: `${kind} ${seed}`,
    region: 'whole',
    kind,
    theme: kind,
    isGray: false,
    pixels: await toPixels(image),
  };
}
