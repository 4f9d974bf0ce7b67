import type { Raster } from './raster.ts';

interface Lens {
  /** Its middle, in shares of the picture. */
  x: number;
  y: number;
  /** How much larger the middle gets: 1 is twice as large. */
  strength: number;
}

/** Enlarges one place as a lens does; the picture's edges stay where they are. */
export function bulge({ pixels, width, height }: Raster, { x: lensX, y: lensY, strength }: Lens): Raster {
  const changed = new Uint8ClampedArray(pixels.length);
  const [middleX, middleY] = [(width - 1) * lensX, (height - 1) * lensY];
  for (let y = 0; y < height; y += 1) {
    const down = (y - middleY) / (y < middleY ? middleY : height - middleY);
    for (let x = 0; x < width; x += 1) {
      const across = (x - middleX) / (x < middleX ? middleX : width - middleX);
      const distance = Math.min(1, Math.hypot(across, down));
      const shrink = 1 - (strength / (1 + strength)) * (1 - distance ** 2);
      const fromX = Math.round(middleX + (x - middleX) * shrink);
      const from = (Math.round(middleY + (y - middleY) * shrink) * width + fromX) * 4;
      const to = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) changed[to + channel] = pixels[from + channel] ?? 0;
    }
  }
  return { pixels: changed, width, height };
}
