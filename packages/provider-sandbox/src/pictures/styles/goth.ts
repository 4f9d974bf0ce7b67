import { flattenStrokes } from './flatten-strokes.ts';
import { mapColours, mixColours, openRaster, overlay, readRaster, unitOf, type Raster } from './raster.ts';
import { mapTones } from './tones.ts';

const crimson = [150, 12, 34] as const;

/** Night and ash: black, violet greys, bone; of all colours only red is left, as crimson. */
export async function paintGoth(picture: Raster): Promise<Raster> {
  const flat = flattenStrokes(picture, 3 * unitOf(picture));
  const hard = await readRaster(openRaster(flat).normalise().linear(1.35, -62));
  const ashen = mapTones(hard, [
    [5, 4, 9],
    [30, 22, 40],
    [88, 78, 98],
    [168, 160, 174],
    [232, 228, 232],
  ]);
  const stained = mapColours(ashen, (red, green, blue, index) => {
    const at = index * 4;
    const [r, g, b] = [flat.pixels[at] ?? 0, flat.pixels[at + 1] ?? 0, flat.pixels[at + 2] ?? 0];
    const redness = Math.min(1, Math.max(0, (r - Math.max(g, b * 1.05) - 40) / 70));
    return mixColours([red, green, blue], crimson, redness * 0.8);
  });
  return overlay(stained, gloom, 'multiply');
}

const gloom = `<defs><radialGradient id="gloom" cx="0.5" cy="0.46" r="0.74">
  <stop offset="0.35" stop-color="#fff"/><stop offset="0.75" stop-color="#8d8496"/><stop offset="1" stop-color="#0b0810"/>
</radialGradient></defs><rect width="100%" height="100%" fill="url(#gloom)"/>`;
