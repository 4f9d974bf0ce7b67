import type { Random } from '../random.ts';

/** CSS colors that go together, chosen by the words of the prompt. */
export interface Palette {
  isDark: boolean;
  sky: readonly [top: string, horizon: string];
  main: string;
  second: string;
  accent: string;
  light: string;
  ink: string;
  /** From the horizon (0), pale with distance, to the foreground (1). */
  land: (depth: number) => string;
}

const HUES: readonly (readonly [RegExp, number])[] = [
  [/\b(red|crimson|scarlet|ruby|cherry|strawberr\w+|rose)\b/, 2],
  [/\b(orange|copper|pumpkin|terracotta|autumn|fall|fox)\b/, 26],
  [/\b(yellow|gold|golden|lemon|honey|sand|desert|brass)\b/, 44],
  [/\b(lime|olive|moss)\b/, 80],
  [/\b(green|forest|emerald|jungle|grass|mint|garden|leaf|leaves)\b/, 138],
  [/\b(teal|turquoise|cyan|aqua|lagoon)\b/, 178],
  [/\b(blue|navy|azure|sapphire|sea|ocean|ice|winter|water)\b/, 212],
  [/\b(indigo|violet|purple|lavender|lilac|amethyst|galaxy)\b/, 268],
  [/\b(pink|magenta|fuchsia|coral|blossom\w*|candy)\b/, 335],
];
const DARK = /\b(night|dark|midnight|black|neon|space|moon\w*|noir|galaxy|goth\w*|cyberpunk|synthwave)\b/;
const VIVID = /\b(neon|vivid|vibrant|bright|bold|pop|cyberpunk|synthwave|candy|comic|cartoon)\b/;
const SOFT = /\b(pastel|soft|calm|gentle|mist\w*|fog\w*|dreamy|minimal\w*|watercolou?r|pale|quiet)\b/;
const WARM = /\b(sunset|sunrise|dusk|dawn|warm|golden hour|evening|summer)\b/;
const GRAY = /\b(gr[ae]y|silver|white|monochrome|steel|snow\w*|concrete|marble)\b/;

export function choosePalette(words: string, random: Random): Palette {
  const named = HUES.filter(([pattern]) => pattern.test(words)).map(([, hue]) => hue);
  const isWarm = WARM.test(words);
  const isDark = DARK.test(words) || (!isWarm && random.chance(0.1));
  const hue = (named[0] ?? (isWarm ? 24 : random.integer(0, 360))) + random.between(-8, 8);
  const secondHue = named[1] ?? hue + random.pick([30, -30, 45, 150]);
  const saturation = (VIVID.test(words) ? 1.35 : SOFT.test(words) ? 0.7 : 1) * (GRAY.test(words) ? 0.2 : 1);
  const lift = SOFT.test(words) ? 8 : 0;
  const color = (hue: number, percent: number, lightness: number) =>
    `hsl(${Math.round(hue + 360) % 360}, ${Math.min(95, Math.round(percent * saturation))}%, ${Math.round(lightness)}%)`;
  return {
    isDark,
    sky: isDark
      ? [color(hue + 15, 50, 9), color(secondHue, 45, 32)]
      : isWarm
        ? [color(335, 58, 68 + lift), color(32, 85, 82)]
        : [color(hue, 58, 66 + lift), color(secondHue, 62, 88)],
    main: color(hue, 58, (isDark ? 48 : 56) + lift),
    second: color(secondHue, 52, (isDark ? 42 : 60) + lift),
    accent: color(isWarm ? 46 : hue + 170, 72, 66),
    light: color(isWarm ? 46 : secondHue, 60, 94),
    ink: color(hue, 32, isDark ? 8 : 20),
    land: (depth) =>
      color(hue + 25 * (1 - depth), 34 + 12 * depth, isDark ? 30 - 22 * depth : 72 + lift - 46 * depth),
  };
}
