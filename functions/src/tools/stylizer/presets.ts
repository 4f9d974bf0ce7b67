import type { PictureProvider } from '@portal/contracts/studio-settings';

export interface Preset {
  id: string;
  /** Shown on its tile and on its batches. */
  name: string;
  prompt: string;
  sampleImages: readonly string[];
  /** Overrides the studio's setting. */
  provider?: PictureProvider;
  /** Shown to the person before use. */
  note?: string;
}

/** What a style must not change. */
const KEEP_THE_PICTURE =
  'Keep the composition, the framing and the point of view of the original. Keep every subject where it is: the same ' +
  'number of people, animals and objects, with their poses, expressions, hair and clothing recognisable. Add no new ' +
  'subjects. Add no writing, signature, watermark or frame, and fill the whole picture.';

const KEEP_THE_SUBJECT =
  'Keep its silhouette, its pose and its main colours, so that whoever knows the original recognises it. Add no new ' +
  'subjects, and no writing, signature or watermark.';

const STOCK_AGENCIES =
  'Stock agencies generally do not accept images in the style of a living artist or of a studio. Check the rules of ' +
  'your agency before you submit one.';

function preset(
  id: string,
  name: string,
  prompt: string,
  more: Pick<Preset, 'provider' | 'note'> = {},
): Preset {
  const sampleImages = [1, 2, 3, 4].map((number) => `/presets/${id}-${number}.webp`);
  return { id, name, prompt, sampleImages, ...more };
}

export const PRESETS: readonly Preset[] = [
  preset(
    'anime',
    'Anime',
    'Redraw this picture as a frame of a modern Japanese anime series: clean, confident ink lines of varying weight, flat ' +
      'cel shading in two or three tones with crisp shadow edges, bright and saturated colours, large expressive eyes ' +
      `with clear highlights where there are faces, and a softly painted, detailed background. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'renaissance',
    'Renaissance',
    'Repaint this picture as an Italian Renaissance oil painting of about 1500: warm earth colours, deep umber shadows ' +
      'and golden light from one side, soft transitions without outlines, finely glazed skin and heavy folds of cloth, ' +
      `a hazy blue distance where there is one, and the faintest craquelure of old varnish. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'studioghibli',
    'Studio Ghibli',
    'Repaint this picture with the look of a hand-painted animated film by Studio Ghibli: backgrounds in gouache with ' +
      'lush greens and towering white summer clouds where there is sky, gentle natural light, thin brown outlines, ' +
      'simple rounded faces with small features, soft flat colours on the figures, and a calm, nostalgic mood. ' +
      KEEP_THE_PICTURE,
    { note: STOCK_AGENCIES },
  ),
  preset(
    'chibi',
    'Chibi',
    'Redraw this picture in chibi style: every figure two to three heads tall with an oversized head, big glossy eyes, a ' +
      'tiny nose and mouth, blushing cheeks and short rounded limbs; objects and scenery plump and simplified to match; ' +
      `thick smooth outlines, candy pastel colours, soft highlights. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'goth',
    'Goth',
    'Repaint this picture in a dark gothic style: near-black shadows, ashen whites and cold greys with a restrained accent ' +
      'of deep crimson or violet, dramatic low light like candles or a moon behind mist, rich textures of lace, velvet, ' +
      `wrought iron and weathered stone where they fit, a solemn and romantic mood. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'pixel',
    'Pixel',
    'Redraw this picture as 16-bit pixel art: one even grid of large square pixels with hard edges and no blur or ' +
      'anti-aliasing, a limited palette of about 32 colours, deliberate dithering for gradients, dark one-pixel outlines ' +
      `around the subjects, clear shapes that read at a glance. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'synthwave',
    'Synthwave',
    'Repaint this picture in synthwave style of the 1980s: a night palette of deep indigo and violet with glowing magenta, ' +
      'cyan and sunset orange, neon rim light around the subjects, strong contrast, glossy reflections, light haze and ' +
      `faint scan lines; a horizon grid or a striped sun only where there is open ground or sky. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'coloringbook',
    'Coloringbook',
    'Redraw this picture as a coloring book page for printing: only clean black outlines of even weight on pure white, ' +
      'every shape closed so that it can be coloured in, the most important details kept and the small ones left out, ' +
      `no grey, no shading, no hatching, no filled black areas. ${KEEP_THE_PICTURE}`,
  ),
  preset(
    'favicon',
    'Favicon',
    "Turn this picture's main subject into a favicon: one bold, simplified emblem in the middle of a rounded square in a " +
      'single contrasting colour, four to six flat colours without gradients, thick clean outlines, no small details, ' +
      `readable at 32 by 32 pixels. ${KEEP_THE_SUBJECT}`,
  ),
];

export const findPreset = (id: string): Preset | undefined => PRESETS.find((each) => each.id === id);
