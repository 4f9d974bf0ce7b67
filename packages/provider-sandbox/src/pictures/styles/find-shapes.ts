import sharp from 'sharp';
import {
  blurPlane,
  mapColours,
  openRaster,
  readRaster,
  resizePlane,
  type Raster,
  type Rgb,
} from './raster.ts';

/** A picture as a few flat colours: for each pixel the number of its colour. */
export interface Shapes {
  colours: readonly Rgb[];
  numbers: Uint8Array;
  width: number;
  height: number;
}

/** In pixels of the view from afar: the stairs of its edges go, and corners with them. */
const roundness = 1.1;

/** Of a palette of 4 bits. */
const mostColours = 16;

/**
 * Few colours, 16 at most, in shapes with round edges: the picture is looked at from afar, `coarse` pixels wide, and drawn
 * large again.
 */
export async function findShapes(picture: Raster, count: number, coarse: number): Promise<Shapes> {
  const { width, height } = picture;
  const afar = await openRaster(picture)
    .removeAlpha()
    .resize(coarse, coarse, { fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, colours: mostColours, dither: 0 })
    .toBuffer();
  const reduced = await readRaster(sharp(afar));
  const { colours, numbers } = mergeColours(numberColours(reduced), count);
  const enlarged = new Uint8Array(width * height);
  const nearness = new Uint8ClampedArray(width * height);
  for (const number of colours.keys()) {
    const values = Uint8ClampedArray.from(numbers, (other) => (other === number ? 255 : 0));
    const soft = await blurPlane({ ...reduced, values }, roundness);
    const plane = await resizePlane(soft, width, height);
    for (let index = 0; index < enlarged.length; index += 1) {
      const value = plane.values[index] ?? 0;
      if (value <= (nearness[index] ?? 0)) continue;
      nearness[index] = value;
      enlarged[index] = number;
    }
  }
  return { colours, numbers: enlarged, width, height };
}

type Painted = Pick<Shapes, 'colours' | 'numbers'>;

/** The two that are most alike become one, until there are no more than that. */
function mergeColours({ colours, numbers }: Painted, count: number): Painted {
  if (colours.length <= count) return { colours, numbers };
  let nearest = { one: 0, other: 0, distance: Infinity };
  for (const [one, colour] of colours.entries()) {
    for (const [other, beside] of colours.slice(0, one).entries()) {
      const distance = Math.hypot(...colour.map((value, channel) => value - (beside[channel] ?? 0)));
      if (distance < nearest.distance) nearest = { one, other, distance };
    }
  }
  const { one, other } = nearest;
  const merged = numbers.map((number) => {
    const kept = number === one ? other : number;
    return kept > one ? kept - 1 : kept;
  });
  return mergeColours({ colours: colours.toSpliced(one, 1), numbers: merged }, count);
}

export function paintShapes({ colours, numbers, width, height }: Shapes): Raster {
  const blank = { pixels: new Uint8ClampedArray(width * height * 4).fill(255), width, height };
  return mapColours(blank, (_red, _green, _blue, index) => colours[numbers[index] ?? 0] ?? [0, 0, 0]);
}

function numberColours({ pixels }: Raster): Painted {
  const numbers = new Uint8Array(pixels.length / 4);
  const known = new Map<string, number>();
  const colours: Rgb[] = [];
  for (let index = 0; index < numbers.length; index += 1) {
    const colour = [pixels[index * 4] ?? 0, pixels[index * 4 + 1] ?? 0, pixels[index * 4 + 2] ?? 0] as const;
    const name = colour.join();
    const number = known.get(name) ?? colours.push(colour) - 1;
    known.set(name, number);
    numbers[index] = number;
  }
  return { colours, numbers };
}
