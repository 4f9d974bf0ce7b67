import { mix, shade } from '../colour.ts';
import type { Sketch } from '../sketch.ts';
import { drawSky } from './sky.ts';

/** Hills behind hills, the nearest with trees; or mountains, with snow on them. */
export function drawHills(sketch: Sketch, prompt: string): void {
  const { palette, random, width, height, unit } = sketch;
  const horizon = height * random.between(0.5, 0.62);
  drawSky(sketch, horizon);
  const hasPeaks = /mountain|alps|peak|snow|summit/i.test(prompt) || random.chance(0.35);
  if (hasPeaks) drawPeaks(sketch, horizon);
  const layers = random.integer(4, 6);
  const ground = shade(palette.main, palette.isDark ? -0.32 : -0.24);
  for (let layer = 0; layer < layers; layer += 1) {
    const share = layer / (layers - 1);
    const middle = horizon + (height * 0.9 - horizon) * share;
    const edge = sketch.waves(middle, unit * (36 + 30 * share), width * random.between(0.7, 1.3));
    const colour = mix(mix(palette.near, palette.second, 0.5), ground, share);
    sketch.below(
      edge,
      sketch.gradient([
        [0, shade(colour, 0.04)],
        [1, shade(colour, -0.08)],
      ]),
    );
    if (share > 0.3) drawTrees(sketch, edge, shade(colour, -0.07), unit * (14 + 44 * share));
  }
}

function drawTrees(
  sketch: Sketch,
  edge: (x: number) => number,
  colour: Parameters<typeof shade>[0],
  size: number,
): void {
  const { random, width } = sketch;
  for (let count = random.integer(5, 16); count > 0; count -= 1) {
    const x = width * random.next();
    const y = edge(x) + size * 0.15;
    const tall = size * random.between(1.2, 2.4);
    const wide = tall * 0.24;
    for (const part of [0, 0.28, 0.56]) {
      const top = y - tall * (1 - part * 0.8);
      const reach = wide * (0.55 + part * 0.8);
      sketch.polygon(
        [
          [x, top],
          [x + reach, top + tall * 0.42],
          [x - reach, top + tall * 0.42],
        ],
        colour,
      );
    }
  }
}

function drawPeaks(sketch: Sketch, horizon: number): void {
  const { palette, random, width, height, unit } = sketch;
  const rock = mix(palette.far, palette.ink, palette.isDark ? 0.2 : 0.35);
  for (let count = random.integer(3, 5); count > 0; count -= 1) {
    const x = width * random.between(0.05, 0.95);
    const tall = Math.min(horizon * 0.75, unit * random.between(220, 430));
    const top = horizon - tall;
    const reach = tall * random.between(0.75, 1.1);
    const base = height * 0.75;
    const slope = reach * ((base - top) / tall);
    sketch.polygon(
      [
        [x, top],
        [x + slope, base],
        [x - slope, base],
      ],
      sketch.gradient([
        [0, shade(rock, 0.06)],
        [1, mix(rock, palette.near, 0.55)],
      ]),
    );
    sketch.polygon(
      [
        [x, top],
        [x + slope, base],
        [x + slope * 0.18, base],
        [x - reach * 0.08, top + tall * 0.5],
      ],
      shade(rock, -0.07),
      'opacity="0.5"',
    );
    const snow = 0.3;
    sketch.polygon(
      [
        [x, top],
        [x + reach * snow, top + tall * snow],
        [x + reach * 0.12, top + tall * 0.22],
        [x + reach * 0.02, top + tall * 0.36],
        [x - reach * 0.1, top + tall * 0.24],
        [x - reach * snow, top + tall * snow],
      ],
      palette.light,
      'opacity="0.92"',
    );
  }
}
