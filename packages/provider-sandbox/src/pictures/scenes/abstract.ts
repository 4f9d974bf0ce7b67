import { mix, shade } from '../colour.ts';
import type { Sketch } from '../sketch.ts';

/** Soft light in several colours, and bands that flow through it. */
export function drawAbstract(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  const { far, near, main, second, accent } = palette;
  const light = shade(main, palette.isDark ? 0.2 : 0.3);
  sketch.background(
    sketch.gradient(
      [
        [0, palette.isDark ? far : mix(main, light, 0.35)],
        [1, palette.isDark ? shade(second, -0.2) : mix(second, near, 0.4)],
      ],
      random.between(20, 160),
    ),
  );
  const colours = [main, second, light, shade(second, 0.15), shade(main, -0.12), accent] as const;
  for (let count = 0; count < 7; count += 1) {
    const colour = colours[count % colours.length] ?? main;
    sketch.ellipse(
      width * random.between(-0.1, 1.1),
      height * random.between(-0.1, 1.1),
      unit * random.between(350, 700),
      unit * random.between(300, 650),
      sketch.glow([
        [0, colour, 0.85],
        [0.5, colour, 0.4],
        [1, colour, 0],
      ]),
    );
  }
  const bands = random.integer(4, 7);
  const turn = random.between(-35, 35);
  for (let band = 0; band < bands; band += 1) {
    const edge = sketch.waves(
      height * (0.25 + (0.75 * band) / bands),
      unit * random.between(50, 120),
      width * random.between(0.9, 1.6),
    );
    const colour = mix(colours[band % colours.length] ?? main, light, random.between(0, 0.4));
    sketch.below(
      edge,
      sketch.gradient(
        [
          [0, colour, 0.55],
          [0.6, colour, 0.08],
          [1, colour, 0],
        ],
        90,
      ),
      `transform="rotate(${turn.toFixed(0)} ${width / 2} ${height / 2}) translate(0 ${(unit * 20).toFixed(0)})"`,
    );
  }
}
