/** `upscale-bench-main.ts PICTURE [fast] [enhance] [4x]`: enlarges a JPEG and prints seconds, CPU seconds and peak memory. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { upscale } from '../src/upscale.ts';

// As in the portal: the cache of past operations would only take memory.
sharp.cache(false);

const [image = '', ...options] = process.argv.slice(2);
const startedAt = performance.now();
const { bytes } = await upscale(
  { bytes: readFileSync(image), contentType: 'image/jpeg' },
  {
    scale: options.includes('4x') ? 4 : 2,
    enhance: options.includes('enhance'),
    quality: options.includes('fast') ? 'fast' : 'best',
    maxPixels: 100_000_000,
  },
  new AbortController().signal,
);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    cpuSeconds: (user + system) / 1_000_000,
    seconds: (performance.now() - startedAt) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    outputMegabytes: bytes.length / 1024 ** 2,
  }),
);
