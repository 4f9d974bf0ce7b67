import { mix, shade, type Colour } from '../colour.ts';
import type { Sketch } from '../sketch.ts';
import { drawSky } from './sky.ts';

/** A skyline in three depths, windows lit. */
export function drawCity(sketch: Sketch): void {
  const { palette, height, unit, random } = sketch;
  const ground = height * random.between(0.84, 0.92);
  drawSky(sketch, ground);
  const depths = [0, 0.5, 1];
  for (const depth of depths) {
    const colour = shade(
      mix(mix(palette.far, palette.near, 0.5), palette.ink, 0.35 + 0.6 * depth),
      palette.isDark ? -0.05 * depth : 0,
    );
    drawRow(sketch, ground, unit * (300 + 160 * (1 - depth)), unit * (70 + 60 * depth), colour, depth);
  }
  sketch.rectangle(
    0,
    ground,
    sketch.width,
    height - ground,
    sketch.gradient([
      [0, shade(palette.ink, 0.12)],
      [1, shade(palette.ink, -0.04)],
    ]),
  );
  for (let count = 0; count < 26; count += 1) {
    sketch.rectangle(
      sketch.width * random.next(),
      ground + (height - ground) * random.next(),
      unit * random.between(14, 70),
      unit * 3,
      random.chance(0.5) ? palette.accent : palette.light,
      `rx="${unit * 1.5}" opacity="${random.between(0.15, 0.5).toFixed(2)}"`,
    );
  }
}

function drawRow(
  sketch: Sketch,
  ground: number,
  tallest: number,
  wide: number,
  colour: Colour,
  depth: number,
): void {
  const { random, width, unit } = sketch;
  for (let x = -wide * random.next(); x < width;) {
    const across = wide * random.between(0.7, 1.5);
    const tall = tallest * random.between(0.35, 1) * (1.15 - 0.35 * depth);
    const top = ground - tall;
    sketch.rectangle(
      x,
      top,
      across,
      tall + unit * 4,
      sketch.gradient([
        [0, shade(colour, 0.05)],
        [1, shade(colour, -0.05)],
      ]),
    );
    if (random.chance(0.3))
      sketch.rectangle(x + across * 0.46, top - tall * 0.16, unit * 4, tall * 0.16, colour);
    if (random.chance(0.25))
      sketch.rectangle(x + across * 0.2, top - unit * 22, across * 0.6, unit * 23, colour);
    if (depth > 0) drawWindows(sketch, x, top, across, tall, depth);
    x += across + unit * random.between(-4, 14);
  }
}

function drawWindows(
  sketch: Sketch,
  x: number,
  top: number,
  across: number,
  tall: number,
  depth: number,
): void {
  const { random, unit, palette } = sketch;
  const size = unit * (6 + 4 * depth);
  const gap = size * 2.1;
  const share = palette.isDark ? 0.5 : 0.32;
  // A path for all of them: hundreds of shapes would take their time.
  const paths = ['', '', ''];
  for (let row = top + gap * 0.7; row < top + tall - gap; row += gap * 1.25) {
    for (let column = x + gap * 0.6; column < x + across - gap * 0.7; column += gap) {
      if (!random.chance(share)) continue;
      const kind = random.chance(0.12) ? 2 : random.integer(0, 1);
      paths[kind] +=
        `M${column.toFixed(1)} ${row.toFixed(1)}h${size.toFixed(1)}v${(size * 1.5).toFixed(1)}h-${size.toFixed(1)}z`;
    }
  }
  const lit = { lightness: 0.9, chroma: 0.11, hue: 85 };
  const [bright = '', dim = '', coloured = ''] = paths;
  sketch.path(bright, lit, 'opacity="0.9"');
  sketch.path(dim, lit, 'opacity="0.5"');
  sketch.path(coloured, palette.accent, 'opacity="0.8"');
}
