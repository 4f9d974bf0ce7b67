/** `upscale-bench-main.ts PICTURE`: makes a JPEG twice as large and prints seconds and peak memory. */
import { readFileSync } from 'node:fs';
import { upscale } from '../src/upscale.ts';

const [picture = ''] = process.argv.slice(2);
const startedAt = performance.now();
const { bytes } = await upscale(
  { bytes: readFileSync(picture), contentType: 'image/jpeg' },
  { scale: 2, enhance: false, maxPixels: 100_000_000 },
  new AbortController().signal,
);
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - startedAt) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    outputMegabytes: bytes.length / 1024 ** 2,
  }),
);
