import sharp, { type Sharp } from 'sharp';
import { paintAnime } from './styles/anime.ts';
import { paintChibi } from './styles/chibi.ts';
import { drawColoringBook } from './styles/coloring-book.ts';
import { drawFavicon } from './styles/favicon.ts';
import { paintGoth } from './styles/goth.ts';
import { paintPlainly } from './styles/painterly.ts';
import { paintPixelArt } from './styles/pixel-art.ts';
import { mapColours, openRaster, readRaster, type Raster } from './styles/raster.ts';
import { paintRenaissance } from './styles/renaissance.ts';
import { paintStudioGhibli } from './styles/studio-ghibli.ts';
import { paintSynthwave } from './styles/synthwave.ts';

type Style = (picture: Raster) => Promise<Raster>;

/** In this order: a chibi is often said to be anime too. */
const wordsOfStyles: readonly (readonly [RegExp, Style])[] = [
  [/colou?ring[\s-]?(book|page)|line ?art/i, drawColoringBook],
  [/fav ?icon|app icon/i, drawFavicon],
  [/chibi/i, paintChibi],
  [/pixel/i, paintPixelArt],
  [/synth-?wave|retro-?wave|vapou?r-?wave/i, paintSynthwave],
  [/ghibli/i, paintStudioGhibli],
  [/\bgoth(ic)?\b/i, paintGoth],
  [/renaissance/i, paintRenaissance],
  [/anime|manga/i, paintAnime],
];

/** As large as it is worked on: a laptop does this in a moment, and nobody looks for more strokes. */
const largestEdge = 1_024;

/**
 * The picture in the style that the prompt names, in the picture's own ratio and not larger than 1,024 pixels; what was
 * transparent stays so where the style allows it. To be resized and encoded by the caller.
 */
export async function stylePicture(picture: Buffer, prompt: string): Promise<Sharp> {
  const style = wordsOfStyles.find(([words]) => words.test(prompt))?.[1] ?? paintPlainly;
  const size = { width: largestEdge, height: largestEdge, fit: 'inside', withoutEnlargement: true } as const;
  const image = sharp(picture);
  const { hasAlpha } = await image.metadata();
  const raster = await readRaster(image.autoOrient().resize(size));
  return openRaster(await style(hasAlpha ? fillTransparent(raster) : raster));
}

/** White where nothing shows: the colour hidden there would run into the strokes beside it. */
function fillTransparent(picture: Raster): Raster {
  return mapColours(picture, (red, green, blue, index) => {
    const alpha = picture.pixels[index * 4 + 3] ?? 255;
    const fill = (value: number) => 255 + ((value - 255) * alpha) / 255;
    return alpha === 255 ? [red, green, blue] : [fill(red), fill(green), fill(blue)];
  });
}
