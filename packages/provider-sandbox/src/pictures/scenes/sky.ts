import { mix, type Colour } from '../colour.ts';
import type { Point, Sketch } from '../sketch.ts';

const sunlight: Colour = { lightness: 0.95, chroma: 0.075, hue: 82 };
const moonlight: Colour = { lightness: 0.95, chroma: 0.025, hue: 95 };

/** The sky, with a sun by day, a moon and stars by night. Tells where the sun stands. */
export function drawSky(sketch: Sketch, horizon: number): Point {
  const { palette, random, width, unit } = sketch;
  const { far, near } = palette;
  sketch.background(
    sketch.gradient([
      [0, far],
      [(0.6 * horizon) / sketch.height, mix(far, near, 0.6)],
      [horizon / sketch.height, near],
      [1, near],
    ]),
  );
  if (palette.isDark) drawStars(sketch, horizon);
  const sun: Point = [width * random.between(0.2, 0.8), horizon * random.between(0.3, 0.8)];
  const radius = unit * random.between(55, 110);
  const colour = palette.isDark ? moonlight : sunlight;
  sketch.circle(
    ...sun,
    radius * 5,
    sketch.glow([
      [0, colour, 0.75],
      [0.25, colour, 0.3],
      [1, colour, 0],
    ]),
  );
  sketch.circle(...sun, radius, colour);
  if (!palette.isDark) drawClouds(sketch, horizon);
  return sun;
}

function drawStars(sketch: Sketch, horizon: number): void {
  const { random, width, unit, palette } = sketch;
  for (let count = 0; count < 90; count += 1) {
    const y = horizon * random.next() ** 1.4;
    sketch.circle(
      width * random.next(),
      y,
      unit * random.between(0.8, 2.6),
      palette.light,
      `opacity="${random.between(0.3, 0.95).toFixed(2)}"`,
    );
  }
}

function drawClouds(sketch: Sketch, horizon: number): void {
  const { random, width, unit, palette } = sketch;
  for (let cloud = random.integer(1, 4); cloud > 0; cloud -= 1) {
    const x = width * random.next();
    const y = horizon * random.between(0.12, 0.7);
    const size = unit * random.between(40, 90);
    const opacity = `opacity="${random.between(0.3, 0.7).toFixed(2)}"`;
    sketch.rectangle(
      x - size * 2,
      y - size * 0.1,
      size * 4,
      size * 0.5,
      palette.light,
      `rx="${size * 0.25}" ${opacity}`,
    );
    for (let puff = -1; puff <= 1; puff += 1) {
      const radius = size * random.between(0.45, 0.8);
      sketch.ellipse(x + puff * size * 0.9, y, radius * 1.1, radius * 0.75, palette.light, opacity);
    }
  }
}
