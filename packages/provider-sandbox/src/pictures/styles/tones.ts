import { luminanceOf, mapColours, mixColours, type Plane, type Raster, type Rgb } from './raster.ts';

/** Colours by brightness alone, from the darkest stop to the lightest. */
export function mapTones(picture: Raster, stops: readonly Rgb[]): Raster {
  const ramp = Array.from({ length: 256 }, (_, tone): Rgb => {
    const place = (tone / 255) * (stops.length - 1);
    const below = stops[Math.floor(place)] ?? [0, 0, 0];
    return mixColours(below, stops[Math.ceil(place)] ?? below, place % 1);
  });
  return mapColours(
    picture,
    (red, green, blue) => ramp[Math.round(luminanceOf(red, green, blue))] ?? [0, 0, 0],
  );
}

/** Light in steps, as a cel is painted; the hues stay. `hardness`: 1 leaves nothing between two steps. */
export function stepLight(picture: Raster, steps: number, hardness: number): Raster {
  return mapColours(picture, (red, green, blue) => {
    const light = luminanceOf(red, green, blue);
    const step = (Math.round((light / 255) * steps) / steps) * 255;
    const ratio = (light + (step - light) * hardness + 1) / (light + 1);
    return [red * ratio, green * ratio, blue * ratio];
  });
}

/** Lays an ink over the picture: wholly where the lines are 255. */
export function drawLines(picture: Raster, lines: Plane, ink: Rgb, strength: number): Raster {
  return mapColours(picture, (red, green, blue, index) => {
    const line = lines.values[index] ?? 0;
    return line === 0 ? [red, green, blue] : mixColours([red, green, blue], ink, (line / 255) * strength);
  });
}

/** Light that is added: two lamps on one spot are brighter than one. */
export function addLight(picture: Raster, light: Plane, colour: Rgb, strength: number): Raster {
  return mapColours(picture, (red, green, blue, index) => {
    const share = ((light.values[index] ?? 0) / 255) * strength;
    return [red + colour[0] * share, green + colour[1] * share, blue + colour[2] * share];
  });
}
