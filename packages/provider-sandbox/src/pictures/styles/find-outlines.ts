import { blurPlane, type Plane, type Raster } from './raster.ts';

interface OutlineRules {
  /** Half the width of a line, in pixels. */
  reach: number;
  /** How far a colour has to leap, of 255, for a line; and for a line to stand at all, somewhere along it. */
  weak: number;
  strong: number;
  /** Lines of fewer pixels are specks. */
  smallest: number;
}

/** Lines where colours leap: 255 on a line, smooth at its edges. Expects flat surfaces, see flattenStrokes. */
export async function findOutlines(picture: Raster, rules: OutlineRules): Promise<Plane> {
  const leaps = measureLeaps(picture, Math.max(1, Math.round(rules.reach)));
  const lines = keepLines(leaps, rules);
  const soft = await blurPlane(lines, Math.max(0.6, rules.reach * 0.6));
  return { ...soft, values: soft.values.map((value) => (value - 96) * 4) };
}

function measureLeaps({ pixels, width, height }: Raster, reach: number): Plane {
  const values = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    const up = Math.max(0, y - reach) * width;
    const down = Math.min(height - 1, y + reach) * width;
    for (let x = 0; x < width; x += 1) {
      const left = (y * width + Math.max(0, x - reach)) * 4;
      const right = (y * width + Math.min(width - 1, x + reach)) * 4;
      const above = (up + x) * 4;
      const below = (down + x) * 4;
      let leap = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const across = Math.abs((pixels[right + channel] ?? 0) - (pixels[left + channel] ?? 0));
        const along = Math.abs((pixels[below + channel] ?? 0) - (pixels[above + channel] ?? 0));
        leap = Math.max(leap, across, along);
      }
      values[y * width + x] = leap;
    }
  }
  return { values, width, height };
}

/** What hangs together is one line: it stays whole or goes whole. */
function keepLines({ values, width, height }: Plane, { weak, strong, smallest }: OutlineRules): Plane {
  const kept = new Uint8ClampedArray(values.length);
  const seen = new Uint8Array(values.length);
  const line = new Int32Array(values.length);
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start] === 1 || (values[start] ?? 0) < weak) continue;
    let length = 1;
    let strongest = 0;
    line[0] = start;
    seen[start] = 1;
    for (let next = 0; next < length; next += 1) {
      const at = line[next] ?? 0;
      strongest = Math.max(strongest, values[at] ?? 0);
      const x = at % width;
      for (let neighbour = 0; neighbour < 9; neighbour += 1) {
        const across = (neighbour % 3) - 1;
        const other = at + across + (Math.floor(neighbour / 3) - 1) * width;
        if (x + across < 0 || x + across >= width || other < 0 || other >= values.length) continue;
        if (seen[other] === 1 || (values[other] ?? 0) < weak) continue;
        seen[other] = 1;
        line[length] = other;
        length += 1;
      }
    }
    if (strongest < strong || length < smallest) continue;
    for (let index = 0; index < length; index += 1) kept[line[index] ?? 0] = 255;
  }
  return { values: kept, width, height };
}
