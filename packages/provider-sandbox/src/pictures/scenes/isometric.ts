import { mix, shade, type Colour } from '../colour.ts';
import type { Point, Sketch } from '../sketch.ts';

/** A little island of blocks, seen from above at an angle. */
export function drawIsometric(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  const ground = palette.isDark ? palette.far : mix(palette.near, palette.far, 0.3);
  sketch.background(
    sketch.gradient([
      [0, shade(ground, 0.04)],
      [1, shade(ground, -0.07)],
    ]),
  );
  sketch.endBackdrop();
  const cells = random.integer(5, 7);
  const half = (unit * 410) / cells;
  const centre: Point = [width / 2, height / 2 + unit * 20];
  const colours = [palette.main, palette.second, palette.accent, shade(palette.main, 0.12)] as const;
  const plate = mix(palette.second, palette.light, 0.35);
  const place = (column: number, row: number): Point => [
    centre[0] + (column - row) * half,
    centre[1] + (column + row - cells + 1) * half * 0.5,
  ];
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      const [x, y] = place(column, row);
      drawBlock(sketch, x, y + half * 0.6, half, half * 0.6, plate);
      const distance = Math.hypot(column - (cells - 1) / 2, row - (cells - 1) / 2);
      if (random.chance(0.12 + 0.07 * distance)) drawTree(sketch, x, y, half);
      else if (random.chance(0.72)) {
        const tall = half * random.between(0.4, 3.4) * Math.max(0.25, 1.15 - distance / cells);
        drawBlock(sketch, x, y, half * 0.8, tall, random.pick(colours));
      }
    }
  }
}

/** A block whose foot is centred at x, y. */
function drawBlock(sketch: Sketch, x: number, y: number, half: number, tall: number, colour: Colour): void {
  const top = y - tall;
  const quarter = half * 0.5;
  sketch.polygon(
    [
      [x - half, top],
      [x, top + quarter],
      [x, y + quarter],
      [x - half, y],
    ],
    shade(colour, -0.05),
  );
  sketch.polygon(
    [
      [x + half, top],
      [x, top + quarter],
      [x, y + quarter],
      [x + half, y],
    ],
    shade(colour, -0.15),
  );
  sketch.polygon(
    [
      [x, top - quarter],
      [x + half, top],
      [x, top + quarter],
      [x - half, top],
    ],
    shade(colour, 0.1),
  );
  for (let line = top + half * 0.55; line < y - half * 0.25; line += half * 0.55) {
    const band = half * 0.16;
    sketch.polygon(
      [
        [x - half * 0.8, line + quarter * 0.2],
        [x - half * 0.2, line + quarter * 0.8],
        [x - half * 0.2, line + quarter * 0.8 + band],
        [x - half * 0.8, line + quarter * 0.2 + band],
      ],
      sketch.palette.light,
      'opacity="0.75"',
    );
  }
}

function drawTree(sketch: Sketch, x: number, y: number, half: number): void {
  const leaf: Colour = { lightness: 0.6, chroma: 0.11, hue: 145 + sketch.random.between(-15, 15) };
  const trunk = { lightness: 0.42, chroma: 0.06, hue: 60 };
  sketch.rectangle(x - half * 0.07, y - half * 0.6, half * 0.14, half * 0.65, trunk);
  sketch.circle(
    x,
    y - half * 0.95,
    half * 0.46,
    sketch.glow(
      [
        [0, shade(leaf, 0.12)],
        [1, shade(leaf, -0.1)],
      ],
      [0.35, 0.3],
    ),
  );
}
