import { mix, shade, type Colour } from '../colour.ts';
import type { Sketch } from '../sketch.ts';

/** Tiles of quarter circles, discs and stripes. */
export function drawGeometric(sketch: Sketch): void {
  const { palette, random, width, height } = sketch;
  const tiles = random.integer(3, 5);
  const size = Math.min(width, height) / tiles;
  const { main, second, accent, light, ink } = palette;
  const colours = [main, second, accent, light, ink, shade(main, 0.15), mix(second, light, 0.5)] as const;
  for (let y = 0; y < height; y += size) {
    for (let x = 0; x < width; x += size) {
      const ground = random.pick(colours);
      const others = colours.filter((colour) => Math.abs(colour.lightness - ground.lightness) > 0.12);
      const [first = accent] = others;
      sketch.rectangle(x, y, size + 0.5, size + 0.5, ground);
      drawTile(sketch, x, y, size, random.pick([first, ...others]), random.pick([first, ...others]));
    }
  }
}

function drawTile(sketch: Sketch, x: number, y: number, size: number, colour: Colour, other: Colour): void {
  const { random } = sketch;
  const turn = `transform="rotate(${90 * random.integer(0, 3)} ${x + size / 2} ${y + size / 2})"`;
  switch (random.integer(0, 5)) {
    case 0:
      sketch.path(`M${x} ${y} h${size} a${size} ${size} 0 0 1 ${-size} ${size} Z`, colour, turn);
      sketch.path(
        `M${x} ${y} h${size / 2} a${size / 2} ${size / 2} 0 0 1 ${-size / 2} ${size / 2} Z`,
        other,
        turn,
      );
      break;
    case 1:
      sketch.circle(x + size / 2, y + size / 2, size * 0.36, colour);
      sketch.circle(x + size / 2, y + size / 2, size * 0.16, other);
      break;
    case 2:
      for (const stripe of [0, 1, 2])
        sketch.rectangle(x, y + (size * (2 * stripe + 1)) / 6, size, size / 6, colour, turn);
      break;
    case 3:
      sketch.path(`M${x} ${y + size / 2} a${size / 2} ${size / 2} 0 0 1 ${size} 0 Z`, colour, turn);
      sketch.path(`M${x} ${y + size} a${size / 2} ${size / 2} 0 0 1 ${size} 0 Z`, other, turn);
      break;
    case 4:
      sketch.polygon(
        [
          [x, y],
          [x + size, y],
          [x, y + size],
        ],
        colour,
        turn,
      );
      break;
    default:
      sketch.path(
        `M${x} ${y} Q${x + size} ${y} ${x + size} ${y + size} Q${x} ${y + size} ${x} ${y} Z`,
        colour,
        turn,
      );
  }
}
