import type { Flaw, FlawKind, Side } from './checks.ts';

export const FLAW_LABELS: Readonly<Record<FlawKind, string>> = {
  soft: 'Soft',
  noise: 'Noise',
  'clipped-highlights': 'Clipped highlights',
  'clipped-shadows': 'Clipped shadows',
  banding: 'Banding',
  blocks: 'JPEG blocks',
  'color-cast': 'Color cast',
  frame: 'Frame',
  empty: 'Almost empty',
};

const DESCRIPTIONS: Readonly<Record<FlawKind, (flaw: Flaw) => string>> = {
  /** Sharpness of the sharpest region. */
  soft: ({ measure }) => `Soft: nothing in the picture is sharp (${measure} of 100)`,
  /** Standard deviation in levels. */
  noise: ({ measure }) => `Noise: smooth areas vary by ${measure} of 255 levels`,
  /** Percent of the picture. */
  'clipped-highlights': ({ measure }) =>
    `Clipped highlights: ${measure}% of the picture is white without detail`,
  'clipped-shadows': ({ measure }) => `Clipped shadows: ${measure}% of the picture is black without detail`,
  banding: ({ measure }) => `Banding: ${measure}% of the picture shows steps instead of a gradient`,
  /** Levels between neighboring blocks. */
  blocks: ({ measure }) => `JPEG blocks: squares of 8 px, ${measure} levels apart`,
  /** Percent by which a channel is too strong. */
  'color-cast': ({ measure }) => `Color cast: what should be gray is tinted by ${measure}%`,
  frame: ({ measure, sides = [] }) => `Frame of ${measure} px ${describeSides(sides)}`,
  /** Percent of the picture. */
  empty: ({ measure }) =>
    measure === 0
      ? 'Almost empty: the picture is one color'
      : `Almost empty: only ${measure}% of the picture shows anything`,
};

/** At most 12 words. */
export const describeFlaw = (flaw: Flaw): string => DESCRIPTIONS[flaw.kind](flaw);

function describeSides(sides: readonly Side[]): string {
  if (sides.length === 4) return 'on all sides';
  return `at the ${new Intl.ListFormat('en').format(sides)}`;
}
