import type { PictureRequest } from './make-picture.ts';
import { choosePalette } from './palette.ts';
import { Random } from '../random.ts';
import { drawAbstract } from './scenes/abstract.ts';
import { drawCity } from './scenes/city.ts';
import { drawFlowers } from './scenes/flowers.ts';
import { drawGeometric } from './scenes/geometric.ts';
import { drawHills } from './scenes/hills.ts';
import { drawIsometric } from './scenes/isometric.ts';
import { drawSea } from './scenes/sea.ts';
import { drawSpace } from './scenes/space.ts';
import { drawStillLife } from './scenes/still-life.ts';
import { Sketch } from './sketch.ts';

type Scene = (sketch: Sketch, prompt: string) => void;

const wordsOfScenes: readonly (readonly [RegExp, Scene])[] = [
  [/\b(space|planet|galaxy|star|stars|cosmic|moon|rocket|astronaut)\b/, drawSpace],
  [/\b(city|cities|street|skyline|town|tower|tokyo|york|cyberpunk|urban|building\w*)\b/, drawCity],
  [/\b(sea|ocean|beach|boat|ship|sail\w*|lake|harbou?r|wave\w*|island|coast\w*|water)\b/, drawSea],
  [/\b(flower\w*|rose|roses|tulip\w*|bouquet|garden|blossom\w*|petal\w*|botanical|plant\w*)\b/, drawFlowers],
  [/\b(vase|fruit|still life|bottle|cup|mug|product|table|kitchen|food|ceramic|lemon\w*)\b/, drawStillLife],
  [/\b(isometric|room|house|village|block|blocks|voxel|low-poly|office|castle)\b/, drawIsometric],
  [/\b(pattern|geometric|tile\w*|bauhaus|mosaic|logo|icon|poster)\b/, drawGeometric],
  [/\b(abstract|gradient|texture|background|flow\w*|wallpaper|liquid)\b/, drawAbstract],
  [
    /\b(mountain\w*|hill\w*|landscape|forest|valley|meadow|sunset|sunrise|desert|snow\w*|tree\w*|field\w*)\b/,
    drawHills,
  ],
];

/** The picture as SVG. Words choose the scene; a prompt without any of them always gets the same one. */
export function drawScene({ prompt, seed, width, height, transparent }: PictureRequest): string {
  const words = prompt.toLowerCase();
  const named = wordsOfScenes.find(([pattern]) => pattern.test(words))?.[1];
  const usual = new Random(`scene/${words}`);
  const draw =
    named ??
    usual.pick([
      drawHills,
      drawSea,
      drawFlowers,
      drawStillLife,
      drawIsometric,
      drawAbstract,
      drawGeometric,
      drawSpace,
    ]);
  const random = new Random(`${words}/${seed}`);
  const sketch = new Sketch(width, height, random, choosePalette(prompt, random));
  draw(sketch, words);
  // A scene without a subject of its own is all backdrop.
  return sketch.toSvg(transparent);
}
