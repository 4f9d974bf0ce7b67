/** Colours that go together, led by the words of the prompt. */
import type { Colour } from './colour.ts';
import { Random } from '../random.ts';

export interface Palette {
  isDark: boolean;
  /** Behind everything: above, and towards the horizon. */
  far: Colour;
  near: Colour;
  /** The two leading colours, and one that stands out. */
  main: Colour;
  second: Colour;
  accent: Colour;
  light: Colour;
  ink: Colour;
}

const hues: readonly (readonly [RegExp, number])[] = [
  [/\b(red|crimson|scarlet|ruby|cherry|strawberr\w+|rose)\b/, 25],
  [/\b(orange|copper|pumpkin|terracotta|autumn|fall|fox)\b/, 52],
  [/\b(yellow|gold|golden|lemon|honey|sand|desert|brass)\b/, 85],
  [/\b(lime|olive|moss)\b/, 120],
  [/\b(green|forest|emerald|jungle|grass|mint|garden|leaf|leaves)\b/, 148],
  [/\b(teal|turquoise|cyan|aqua|lagoon)\b/, 195],
  [/\b(blue|navy|azure|sapphire|sea|ocean|ice|winter|water)\b/, 245],
  [/\b(indigo|violet|purple|lavender|lilac|amethyst|galaxy)\b/, 300],
  [/\b(pink|magenta|fuchsia|coral|blossom\w*|candy)\b/, 355],
];

const darkWords =
  /\b(night|dark|midnight|black|neon|space|moon\w*|noir|galaxy|gothic|goth|cyberpunk|synthwave)\b/;
const dayWords = /\b(day|morning|noon|sunny|bright|light|white|pastel|soft|minimal\w*)\b/;
const vividWords = /\b(neon|vivid|vibrant|bright|bold|pop|cyberpunk|synthwave|candy|comic|cartoon)\b/;
const softWords = /\b(pastel|soft|calm|gentle|mist\w*|fog\w*|dreamy|minimal\w*|watercolou?r|pale|quiet)\b/;
const warmWords = /\b(sunset|sunrise|dusk|dawn|warm|golden hour|evening|summer)\b/;
const greyWords = /\b(gr[ae]y|silver|white|monochrome|steel|snow\w*|concrete|marble)\b/;

export function choosePalette(prompt: string, random: Random): Palette {
  const words = prompt.toLowerCase();
  const named = hues.filter(([pattern]) => pattern.test(words)).map(([, hue]) => hue);
  // What no word decides is the same for every image of a prompt, give or take.
  const usual = new Random(`palette/${words}`);
  const warm = warmWords.test(words);
  const lead = named[0] ?? (warm ? 45 : usual.pick([25, 60, 145, 190, 235, 255, 290, 340]));
  const hue = lead + random.between(-14, 14);
  const otherHue = named[1] ?? hue + usual.pick([38, -42, 60, 150, 190]) + random.between(-15, 15);
  const accentHue = warm ? 60 : hue + random.pick([170, 200, 130, -90]);
  const isDark = darkWords.test(words) || (!dayWords.test(words) && !warm && random.chance(0.12));
  const strength =
    (vividWords.test(words) ? 1.5 : softWords.test(words) ? 0.75 : 1) * (greyWords.test(words) ? 0.25 : 1);
  const colour = (lightness: number, chroma: number, of: number): Colour => ({
    lightness,
    chroma: chroma * strength,
    hue: of,
  });
  const soft = softWords.test(words) ? 0.08 : 0;
  return {
    isDark,
    far: isDark ? colour(0.2, 0.06, hue + 10) : colour(0.76 + soft, 0.085, warm ? hue - 90 : hue),
    near: isDark ? colour(0.42, 0.11, otherHue) : colour(0.94, 0.05, warm ? 70 : otherHue),
    main: colour(isDark ? 0.55 : 0.62 + soft, 0.14, hue),
    second: colour(isDark ? 0.48 : 0.66 + soft, 0.12, otherHue),
    accent: colour(0.77, 0.13, accentHue),
    light: colour(0.96, 0.03, warm ? 75 : accentHue),
    ink: colour(isDark ? 0.16 : 0.3, 0.06, hue),
  };
}
