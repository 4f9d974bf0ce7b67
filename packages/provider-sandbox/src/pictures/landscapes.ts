import type { Random } from '../random.ts';
import type { Palette } from './palette.ts';
import type { Canvas, Scene } from './scene.ts';
import { backdrop, circle, ellipse, path, polygon, rectangle, repeat, ridge } from './shapes.ts';

function drawSky({ width, random, palette }: Canvas, horizon: number): string {
  const [x, y] = [width * random.between(0.2, 0.8), horizon * random.between(0.3, 0.75)];
  const radius = random.between(45, 85);
  const stars = repeat(palette.isDark ? 50 : 0, () =>
    circle(width * random.next(), horizon * random.next(), random.between(1, 3), palette.light, 0.7),
  );
  const clouds = repeat(palette.isDark ? 0 : 3, () => {
    const [left, top, size] = [
      width * random.next(),
      horizon * random.between(0.1, 0.7),
      random.between(60, 130),
    ];
    return (
      rectangle(left, top, size * 2.4, size * 0.3, palette.light, `rx="${size * 0.15}" fill-opacity="0.55"`) +
      rectangle(
        left + size * 0.5,
        top - size * 0.2,
        size * 1.2,
        size * 0.4,
        palette.light,
        `rx="${size * 0.2}" fill-opacity="0.55"`,
      )
    );
  });
  const glow = repeat(3, (ring) => circle(x, y, radius * (2.4 - ring * 0.45), palette.light, 0.16));
  return backdrop(width, palette.sky, horizon) + stars + glow + circle(x, y, radius, palette.light) + clouds;
}

export const drawHills: Scene = (canvas) => {
  const { width, random, palette } = canvas;
  const layers = random.integer(4, 6);
  const sky = drawSky(canvas, 560);
  const land = repeat(layers, (layer) => {
    const depth = (layer + 1) / layers;
    return ridge(random, width, 470 + 400 * depth, 260 - 130 * depth, 210 + 130 * depth, palette.land(depth));
  });
  const trees = repeat(random.integer(5, 9), () => {
    const [x, y, size] = [width * random.next(), random.between(860, 960), random.between(50, 95)];
    return polygon([x, y - size * 2, x - size * 0.5, y, x + size * 0.5, y], palette.ink);
  });
  return { backdrop: sky + land + trees };
};

export const drawSea: Scene = (canvas) => {
  const { width, random, palette } = canvas;
  const horizon = random.between(430, 560);
  const sky = drawSky(canvas, horizon);
  const [x, size] = [width * random.between(0.25, 0.75), random.between(110, 190)];
  const y = horizon + random.between(150, 240);
  const side = random.pick([-1, 1]);
  const boat =
    polygon([x, y - size * 1.3, x, y - size * 0.2, x + side * size * 0.6, y - size * 0.2], palette.light) +
    polygon(
      [x - side * 10, y - size, x - side * 10, y - size * 0.2, x - side * size * 0.4, y - size * 0.2],
      palette.accent,
    ) +
    polygon(
      [
        x - size * 0.6,
        y - size * 0.14,
        x + size * 0.6,
        y - size * 0.14,
        x + size * 0.35,
        y + 20,
        x - size * 0.35,
        y + 20,
      ],
      palette.ink,
    );
  const waves = repeat(6, (layer) => {
    const top = horizon + (1_000 - horizon) * (layer / 6) ** 1.3 + (layer === 0 ? 0 : 12);
    const shape = ridge(random, width, top, layer * 7, 60 + layer * 35, palette.land(0.25 + layer * 0.13));
    return layer === 2 ? boat + shape : shape;
  });
  const island = ellipse(
    width * random.next(),
    horizon,
    random.between(150, 300),
    random.between(40, 90),
    palette.land(0.45),
  );
  return { backdrop: sky + island + waves };
};

export const drawCity: Scene = (canvas) => {
  const { width, random, palette } = canvas;
  const sky = drawSky(canvas, 700);
  const rows = repeat(3, (row) => {
    const color = palette.land(0.25 + row * 0.35);
    let shapes = '';
    for (let x = -random.between(0, 80); x < width;) {
      const [across, tall] = [random.between(70, 130), random.between(180, 560 - row * 110)];
      const top = 900 - tall;
      shapes += rectangle(x, top, across + 1, tall, color);
      if (row > 0) shapes += drawWindows(random, x, top, across, tall, palette);
      x += across + random.pick([0, 0, 14]);
    }
    return shapes;
  });
  return { backdrop: sky + rows + rectangle(0, 900, width, 100, palette.ink) };
};

/** One path for all windows of a building: librsvg draws few large shapes faster than many small ones. */
function drawWindows(random: Random, x: number, top: number, across: number, tall: number, palette: Palette) {
  let d = '';
  for (let row = top + 20; row < top + tall - 30; row += 34) {
    for (let column = x + 14; column < x + across - 20; column += 26) {
      if (random.chance(0.4)) d += `M${column.toFixed(0)} ${row.toFixed(0)}h12v18h-12z`;
    }
  }
  return path(d, random.pick([palette.light, palette.accent]), 'fill-opacity="0.75"');
}
