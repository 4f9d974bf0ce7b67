import type { Random } from '../random.ts';
import { drawHills, drawSea, drawCity } from './landscapes.ts';
import {
  drawFlowers,
  drawStillLife,
  drawIsometric,
  drawGeometric,
  drawAbstract,
  drawSpace,
} from './objects.ts';
import type { Scene } from './scene.ts';

const SCENES: readonly (readonly [RegExp, Scene])[] = [
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

/** The first scene that a word of the prompt names. Other prompts always get the same one. */
export function findScene(words: string, random: Random): Scene {
  const named = SCENES.find(([pattern]) => pattern.test(words));
  return named?.[1] ?? random.pick([drawHills, drawSea, drawFlowers, drawStillLife, drawAbstract, drawSpace]);
}
