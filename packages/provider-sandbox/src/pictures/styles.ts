/** `#rrggbb` */
type Color = string;

export interface Style {
  /** 1 keeps the colors as strong as they are. */
  saturation?: number;
  contrast?: number;
  /** Added to every channel. */
  lift?: number;
  /** Values left in each channel. */
  levels?: number;
  /** Colors by brightness, from dark to light, and their share. */
  tones?: { colors: readonly Color[]; share: number };
  /** Outlines where the brightness changes by more than `threshold`. */
  lines?: { ink: Color; strength: number; threshold: number };
  /** How dark the corners get. */
  vignette?: number;
  hasScanLines?: boolean;
  hasRoundCorners?: boolean;
  isOpaque?: boolean;
  /** Square blocks along the longer edge, in 16 colors. */
  blocks?: number;
}

const PLAIN: Style = { saturation: 1.3, contrast: 1.05, levels: 12 };

/** In this order: a prompt for chibi often names anime too. */
const STYLES: readonly (readonly [RegExp, Style])[] = [
  [
    /colou?ring[\s-]?(book|page)|line ?art/i,
    {
      tones: {
        colors: ['#ffffff', '#ffffff'],
        share: 1,
      },
      lines: { ink: '#000000', strength: 1, threshold: 18 },
      isOpaque: true,
    },
  ],
  [/fav ?icon|app icon/i, { saturation: 1.6, contrast: 1.4, levels: 3, hasRoundCorners: true }],
  [
    /chibi/i,
    {
      saturation: 1.2,
      contrast: 0.55,
      lift: 52,
      levels: 7,
      lines: { ink: '#96546e', strength: 0.8, threshold: 26 },
    },
  ],
  [/pixel/i, { saturation: 1.4, blocks: 80 }],
  [
    /synth-?wave|retro-?wave|vapou?r-?wave/i,
    {
      tones: {
        colors: ['#0e0428', '#360862', '#96108c', '#f6388a', '#ff9660', '#ffde96'],
        share: 1,
      },
      lines: { ink: '#5ad2ff', strength: 0.75, threshold: 40 },
      hasScanLines: true,
    },
  ],
  [
    /ghibli/i,
    {
      saturation: 1.25,
      contrast: 0.85,
      lift: 24,
      levels: 16,
      lines: { ink: '#604634', strength: 0.45, threshold: 20 },
    },
  ],
  [
    /\bgoth(ic)?\b/i,
    {
      contrast: 1.3,
      lift: -30,
      tones: {
        colors: ['#050409', '#1e1628', '#584e62', '#a8a0ae', '#e2dee2'],
        share: 0.92,
      },
      vignette: 0.85,
    },
  ],
  [
    /renaissance/i,
    {
      contrast: 1.1,
      tones: {
        colors: ['#120802', '#5c3414', '#b07c3e', '#e8c484', '#fae8be'],
        share: 0.72,
      },
      vignette: 0.7,
    },
  ],
  [
    /anime|manga/i,
    {
      saturation: 1.65,
      contrast: 1.12,
      levels: 8,
      lines: { ink: '#20163a', strength: 0.9, threshold: 30 },
    },
  ],
];

export const findStyle = (prompt: string): Style =>
  STYLES.find(([words]) => words.test(prompt))?.[1] ?? PLAIN;
