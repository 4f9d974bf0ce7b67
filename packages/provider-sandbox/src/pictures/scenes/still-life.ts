import { mix, shade, type Colour } from '../colour.ts';
import type { Sketch } from '../sketch.ts';

/** A vase with branches and some fruit on a table. */
export function drawStillLife(sketch: Sketch): void {
  const { palette, random, width, height, unit } = sketch;
  const table = height * random.between(0.68, 0.76);
  const wall = palette.isDark ? palette.far : mix(palette.near, palette.second, 0.25);
  sketch.background(
    sketch.gradient(
      [
        [0, shade(wall, -0.03)],
        [0.5, shade(wall, 0.05)],
        [1, shade(wall, -0.1)],
      ],
      random.between(20, 70),
    ),
  );
  const wood = mix(palette.accent, palette.ink, 0.35);
  sketch.rectangle(
    0,
    table,
    width,
    height - table,
    sketch.gradient([
      [0, shade(wood, 0.1)],
      [1, shade(wood, -0.08)],
    ]),
  );
  sketch.endBackdrop();
  const x = width * random.between(0.38, 0.62);
  const tall = unit * random.between(280, 380);
  const foot = table + unit * 90;
  drawShadow(sketch, x + unit * 60, foot, unit * 190);
  drawBranches(sketch, x, foot - tall);
  drawVase(sketch, x, foot, tall, palette.main);
  const fruits = random.integer(2, 4);
  for (let fruit = 0; fruit < fruits; fruit += 1) {
    const side = fruit % 2 === 0 ? 1 : -1;
    const radius = unit * random.between(52, 86);
    const fruitX = x + side * unit * (170 + 95 * Math.floor(fruit / 2) + random.between(0, 40));
    const fruitY = foot + unit * random.between(0, 60) - radius * 0.6;
    drawFruit(
      sketch,
      fruitX,
      fruitY,
      radius,
      random.pick([palette.accent, palette.second, shade(palette.main, 0.1)]),
    );
  }
}

function drawShadow(sketch: Sketch, x: number, y: number, reach: number): void {
  const { ink } = sketch.palette;
  sketch.ellipse(
    x,
    y,
    reach,
    reach * 0.18,
    sketch.glow([
      [0, ink, 0.5],
      [1, ink, 0],
    ]),
  );
}

function drawVase(sketch: Sketch, x: number, foot: number, tall: number, colour: Colour): void {
  const { random } = sketch;
  const neck = tall * random.between(0.1, 0.17);
  const belly = tall * random.between(0.3, 0.42);
  const top = foot - tall;
  const bellyY = foot - tall * random.between(0.3, 0.45);
  const base = belly * 0.55;
  sketch.path(
    `M${x - neck * 1.35} ${top} Q${x - neck * 0.8} ${top + tall * 0.14} ${x - neck} ${top + tall * 0.24} C${x - belly * 1.25} ${bellyY - tall * 0.12} ${x - belly * 1.2} ${bellyY + tall * 0.22} ${x - base} ${foot} Q${x} ${foot + tall * 0.05} ${x + base} ${foot} C${x + belly * 1.2} ${bellyY + tall * 0.22} ${x + belly * 1.25} ${bellyY - tall * 0.12} ${x + neck} ${top + tall * 0.24} Q${x + neck * 0.8} ${top + tall * 0.14} ${x + neck * 1.35} ${top} Z`,
    sketch.gradient(
      [
        [0, shade(colour, -0.1)],
        [0.3, shade(colour, 0.14)],
        [0.55, colour],
        [1, shade(colour, -0.2)],
      ],
      0,
    ),
  );
  sketch.ellipse(x, top, neck * 1.35, neck * 0.28, shade(colour, -0.24));
}

function drawBranches(sketch: Sketch, x: number, y: number): void {
  const { random, unit, palette } = sketch;
  const leaf: Colour = {
    lightness: palette.isDark ? 0.5 : 0.56,
    chroma: 0.09,
    hue: 140 + random.between(-20, 20),
  };
  for (let branch = random.integer(4, 7); branch > 0; branch -= 1) {
    const tipX = x + unit * random.between(-260, 260);
    const tipY = y - unit * random.between(160, 340);
    const bendX = x + (tipX - x) * 0.2;
    const bendY = y + (tipY - y) * 0.7;
    sketch.line(`M${x} ${y + unit * 10} Q${bendX} ${bendY} ${tipX} ${tipY}`, shade(leaf, -0.18), unit * 6);
    for (let step = 3; step <= 8; step += 1) {
      const share = step / 8;
      const leafX = (1 - share) ** 2 * x + 2 * (1 - share) * share * bendX + share ** 2 * tipX;
      const leafY = (1 - share) ** 2 * y + 2 * (1 - share) * share * bendY + share ** 2 * tipY;
      const size = unit * random.between(22, 38);
      const turn = random.between(-70, 70) + (step % 2 === 0 ? 60 : -60);
      sketch.ellipse(
        leafX,
        leafY - size,
        size * 0.42,
        size,
        shade(leaf, random.between(-0.06, 0.1)),
        `transform="rotate(${turn.toFixed(0)} ${leafX} ${leafY})"`,
      );
    }
  }
}

function drawFruit(sketch: Sketch, x: number, y: number, radius: number, colour: Colour): void {
  drawShadow(sketch, x + radius * 0.35, y + radius * 0.92, radius * 1.3);
  sketch.circle(
    x,
    y,
    radius,
    sketch.glow(
      [
        [0, shade(colour, 0.16)],
        [0.5, colour],
        [1, shade(colour, -0.2)],
      ],
      [0.34, 0.3],
    ),
  );
  const stalk = { lightness: 0.35, chroma: 0.05, hue: 70 };
  sketch.line(
    `M${x} ${y - radius * 0.85} Q${x + radius * 0.05} ${y - radius * 1.1} ${x + radius * 0.2} ${y - radius * 1.22}`,
    stalk,
    radius * 0.08,
  );
}
