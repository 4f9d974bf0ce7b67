import { mix, shade, type Colour } from '../colour.ts';
import type { Sketch } from '../sketch.ts';

/** A planet with its ring and moons, far out. */
export function drawSpace(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  const night: Colour = { ...palette.far, lightness: 0.16, chroma: 0.05 };
  sketch.background(
    sketch.gradient(
      [
        [0, night],
        [1, shade({ ...palette.second, chroma: 0.08 }, -0.4)],
      ],
      random.between(30, 150),
    ),
  );
  for (const colour of [palette.main, palette.accent, palette.second]) {
    sketch.ellipse(
      width * random.next(),
      height * random.next(),
      unit * random.between(300, 620),
      unit * random.between(220, 420),
      sketch.glow([
        [0, colour, 0.4],
        [1, colour, 0],
      ]),
    );
  }
  for (let star = 0; star < 160; star += 1) {
    sketch.circle(
      width * random.next(),
      height * random.next(),
      unit * random.next() ** 3 * 4 + unit * 0.7,
      palette.light,
      `opacity="${random.between(0.3, 1).toFixed(2)}"`,
    );
  }
  sketch.endBackdrop();
  const x = width * random.between(0.4, 0.6);
  const y = height * random.between(0.42, 0.58);
  const radius = unit * random.between(190, 270);
  drawPlanet(sketch, x, y, radius);
  const angle = random.between(0, 2 * Math.PI);
  const distance = radius * random.between(1.35, 1.6);
  drawBall(
    sketch,
    x + Math.cos(angle) * distance,
    y + Math.sin(angle) * distance * 0.8,
    radius * 0.17,
    palette.light,
  );
}

function drawPlanet(sketch: Sketch, x: number, y: number, radius: number): void {
  const { palette, random } = sketch;
  const tilt = random.between(-28, 28);
  const hasRing = random.chance(0.65);
  const ring = mix(palette.accent, palette.light, 0.4);
  const turn = `rotate(${tilt.toFixed(0)} ${x} ${y})`;
  const reach = radius * 1.7;
  const arc = (side: 0 | 1) => `M${x - reach} ${y} A${reach} ${reach * 0.26} 0 0 ${side} ${x + reach} ${y}`;
  const drawRing = (side: 0 | 1) => {
    sketch.line(arc(side), ring, radius * 0.13, `transform="${turn}" opacity="0.85"`);
  };
  if (hasRing) drawRing(1);
  drawBall(sketch, x, y, radius, palette.main);
  for (let band = -3; band <= 3; band += 1) {
    const across = Math.sqrt(1 - (band / 4.2) ** 2) * radius;
    sketch.ellipse(
      x,
      y + (band * radius) / 4.2,
      across * 0.97,
      radius * random.between(0.03, 0.09),
      random.pick([palette.second, palette.light, shade(palette.main, -0.15)]),
      `transform="${turn}" opacity="${random.between(0.15, 0.4).toFixed(2)}"`,
    );
  }
  if (hasRing) drawRing(0);
}

function drawBall(sketch: Sketch, x: number, y: number, radius: number, colour: Colour): void {
  sketch.circle(
    x,
    y,
    radius,
    sketch.glow(
      [
        [0, shade(colour, 0.2)],
        [0.45, colour],
        [1, shade(colour, -0.34)],
      ],
      [0.32, 0.3],
    ),
  );
}
