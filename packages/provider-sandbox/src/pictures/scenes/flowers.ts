import { mix, shade, type Colour } from '../colour.ts';
import type { Point, Sketch } from '../sketch.ts';

/** Flowers of several kinds, in front of something out of focus. */
export function drawFlowers(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  sketch.background(
    sketch.gradient(
      [
        [0, palette.isDark ? palette.far : mix(palette.far, palette.light, 0.55)],
        [1, palette.isDark ? palette.ink : mix(palette.near, palette.second, 0.3)],
      ],
      random.between(60, 120),
    ),
  );
  for (let count = 0; count < 14; count += 1) {
    const colour = random.pick([palette.light, palette.accent, palette.second]);
    const radius = unit * random.between(50, 170);
    sketch.circle(
      width * random.next(),
      height * random.next(),
      radius,
      sketch.glow([
        [0, colour, 0.32],
        [0.8, colour, 0.22],
        [1, colour, 0],
      ]),
    );
  }
  sketch.endBackdrop();
  const leaf: Colour = {
    lightness: palette.isDark ? 0.42 : 0.52,
    chroma: 0.1,
    hue: 145 + random.between(-18, 14),
  };
  const foot: Point = [width * random.between(0.44, 0.56), height * 1.04];
  const count = random.integer(5, 9);
  const heads = Array.from({ length: count }, (_, index): Point => {
    const share = count === 1 ? 0.5 : index / (count - 1);
    return [width * (0.16 + 0.68 * share), height * random.between(0.2, 0.6)];
  });
  for (const head of heads) drawStem(sketch, head, foot, leaf);
  const petals = [palette.main, palette.accent, palette.second, shade(palette.main, 0.14)] as const;
  for (const [x, y] of heads.toSorted(([, one], [, other]) => one - other)) {
    drawFlower(sketch, x, y, unit * random.between(80, 150), random.pick(petals));
  }
}

function drawStem(sketch: Sketch, [x, y]: Point, [footX, footY]: Point, colour: Colour): void {
  const { random, unit } = sketch;
  const bend = x + (footX - x) * 0.25;
  const middle = (y + footY) / 2;
  sketch.line(`M${x} ${y} Q${bend} ${middle} ${footX} ${footY}`, shade(colour, -0.06), unit * 9);
  for (const side of [-1, 1]) {
    const share = random.between(0.3, 0.6);
    const leafX = x + (bend - x) * share * 1.2;
    const leafY = y + (footY - y) * share;
    const reach = unit * random.between(70, 140);
    const tipX = leafX + side * reach;
    const tipY = leafY - reach * 0.55;
    sketch.path(
      `M${leafX} ${leafY} Q${leafX + side * reach * 0.2} ${leafY - reach * 0.7} ${tipX} ${tipY} Q${leafX + side * reach * 0.8} ${leafY + reach * 0.1} ${leafX} ${leafY} Z`,
      side < 0 ? colour : shade(colour, 0.06),
    );
  }
}

function drawFlower(sketch: Sketch, x: number, y: number, radius: number, colour: Colour): void {
  const { random, palette } = sketch;
  const petals = random.integer(5, 12);
  const wide = radius * (petals > 8 ? 0.2 : 0.34);
  const start = random.between(0, 360);
  const fill = sketch.gradient(
    [
      [0, shade(colour, 0.14)],
      [1, shade(colour, -0.06)],
    ],
    90,
  );
  for (const ring of petals > 8 ? [1, 0.68] : [1, 0.62]) {
    for (let petal = 0; petal < petals; petal += 1) {
      const angle = start + (360 * (petal + (ring === 1 ? 0 : 0.5))) / petals;
      sketch.ellipse(
        x,
        y - radius * 0.56 * ring,
        wide * ring,
        radius * 0.5 * ring,
        fill,
        `transform="rotate(${angle.toFixed(1)} ${x} ${y})" opacity="${ring === 1 ? 0.92 : 0.85}"`,
      );
    }
  }
  const heart: Colour = { lightness: 0.8, chroma: 0.14, hue: 80 };
  sketch.circle(
    x,
    y,
    radius * 0.24,
    sketch.glow([
      [0, shade(heart, 0.08)],
      [1, mix(heart, palette.ink, 0.35)],
    ]),
  );
}
