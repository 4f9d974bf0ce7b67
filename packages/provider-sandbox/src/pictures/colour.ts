/** A colour in OKLCH: there, the same lightness looks equally light in every hue. */
export interface Colour {
  lightness: number;
  chroma: number;
  hue: number;
}

export function toHex({ lightness, chroma, hue }: Colour): string {
  const angle = toRadians(hue);
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return `#${[
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
    .map(toByte)
    .join('')}`;
}

function toByte(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

/** Straight through the colours between, so that opposite hues meet in a grey and not in a rainbow. */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (of: (colour: Colour) => number) => of(one) + (of(other) - of(one)) * share;
  const a = between(({ chroma, hue }) => chroma * Math.cos(toRadians(hue)));
  const b = between(({ chroma, hue }) => chroma * Math.sin(toRadians(hue)));
  return {
    lightness: between(({ lightness }) => lightness),
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The same colour, so much lighter (or darker, below 0). */
export function shade(colour: Colour, change: number): Colour {
  return { ...colour, lightness: Math.min(0.99, Math.max(0.08, colour.lightness + change)) };
}
