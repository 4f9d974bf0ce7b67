import { mix, shade } from '../colour.ts';
import type { Sketch } from '../sketch.ts';
import { drawSky } from './sky.ts';

/** Open water under the sun, a boat or two on it. */
export function drawSea(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  const horizon = height * random.between(0.42, 0.58);
  const [sunX] = drawSky(sketch, horizon);
  const isBluish = palette.main.hue > 175 && palette.main.hue < 285;
  const deep = {
    lightness: palette.isDark ? 0.26 : 0.46,
    chroma: Math.min(0.09, palette.main.chroma),
    hue: isBluish ? palette.main.hue : random.between(205, 245),
  };
  if (random.chance(0.6)) drawIsland(sketch, horizon);
  sketch.rectangle(
    0,
    horizon,
    width,
    height - horizon,
    sketch.gradient([
      [0, mix(palette.near, deep, 0.35)],
      [0.35, mix(palette.near, deep, 0.75)],
      [1, shade(deep, -0.08)],
    ]),
  );
  drawReflection(sketch, sunX, horizon);
  const layers = 6;
  const boatLayer = random.integer(1, 3);
  for (let layer = 0; layer < layers; layer += 1) {
    const share = (layer + 1) / (layers + 0.5);
    const y = horizon + (height - horizon) * share ** 1.4;
    if (layer === boatLayer)
      drawBoat(sketch, width * random.between(0.2, 0.8), y + unit * 6, unit * (40 + 130 * share));
    const edge = sketch.waves(y, unit * (2 + 12 * share), unit * (90 + 320 * share));
    sketch.below(edge, shade(mix(palette.near, deep, 0.6 + 0.35 * share), -0.02), 'opacity="0.38"');
  }
}

function drawReflection(sketch: Sketch, x: number, horizon: number): void {
  const { palette, random, height, unit } = sketch;
  const steps = 16;
  for (let step = 0; step < steps; step += 1) {
    const share = step / steps;
    const wide = unit * (30 + 130 * share) * random.between(0.5, 1.1);
    sketch.rectangle(
      x - wide + unit * random.between(-22, 22),
      horizon + (height - horizon) * share ** 1.3 + unit * 6,
      wide * 2,
      unit * (3 + 6 * share),
      palette.light,
      `rx="${3 * unit}" opacity="${(0.75 - 0.6 * share).toFixed(2)}"`,
    );
  }
}

function drawIsland(sketch: Sketch, horizon: number): void {
  const { palette, random, width, unit } = sketch;
  const x = width * random.between(0.1, 0.9);
  const reach = unit * random.between(160, 340);
  const tall = unit * random.between(50, 130);
  sketch.path(
    `M${x - reach} ${horizon} Q${x - reach * 0.5} ${horizon - tall * 1.3} ${x - reach * 0.1} ${horizon - tall * 0.8} T${x + reach} ${horizon} Z`,
    mix(palette.near, palette.ink, 0.5),
  );
}

function drawBoat(sketch: Sketch, x: number, y: number, size: number): void {
  const { palette, random } = sketch;
  const side = random.chance(0.5) ? 1 : -1;
  sketch.path(
    `M${x - size * 0.5} ${y - size * 0.16} L${x + size * 0.5} ${y - size * 0.16} Q${x + size * 0.34} ${y + size * 0.04} ${x + size * 0.2} ${y + size * 0.04} L${x - size * 0.28} ${y + size * 0.04} Z`,
    palette.ink,
  );
  sketch.polygon(
    [
      [x, y - size * 1.2],
      [x, y - size * 0.22],
      [x + side * size * 0.52, y - size * 0.22],
    ],
    palette.light,
  );
  sketch.polygon(
    [
      [x - side * size * 0.05, y - size * 1.05],
      [x - side * size * 0.05, y - size * 0.22],
      [x - side * size * 0.34, y - size * 0.22],
    ],
    palette.accent,
  );
}
