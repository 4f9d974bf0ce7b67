import { average, deviation, eachPixel, type Pixels } from './pixels.ts';

export interface Light {
  brightness: 'dark' | 'medium' | 'bright' | 'high key';
  contrast: 'low' | 'medium' | 'high';
  texture: 'smooth' | 'medium' | 'detailed';
}

export function measureLight(pixels: Pixels): Light {
  const light = [...eachPixel(pixels)].map((pixel) => pixel.light);
  const spread = deviation(light);
  return {
    brightness: nameBrightness(average(light), Math.min(...light)),
    contrast: spread > 0.27 ? 'high' : spread < 0.1 ? 'low' : 'medium',
    texture: nameTexture(pixels),
  };
}

function nameBrightness(mean: number, darkest: number): Light['brightness'] {
  if (mean < 0.28) return 'dark';
  if (mean < 0.62) return 'medium';
  return mean > 0.85 && darkest > 0.4 ? 'high key' : 'bright';
}

/** By the mean difference of neighbors. */
function nameTexture(pixels: Pixels): Light['texture'] {
  const steps: number[] = [];
  let before: { x: number; y: number; light: number } | undefined;
  for (const pixel of eachPixel(pixels)) {
    if (before?.y === pixel.y && before.x === pixel.x - 1) steps.push(Math.abs(pixel.light - before.light));
    before = pixel;
  }
  const roughness = average(steps);
  if (roughness < 0.012) return 'smooth';
  return roughness > 0.05 ? 'detailed' : 'medium';
}
