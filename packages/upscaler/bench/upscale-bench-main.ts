/** `upscale-bench-main.ts PICTURE best|fast`: doubles a JPEG and prints seconds, CPU seconds and peak memory. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { upscale } from '../src/upscale.ts';

// As in the portal: the cache of past operations would only take memory.
sharp.cache(false);

const [image = '', quality] = process.argv.slice(2);
const startedAt = performance.now();
await upscale(
  { bytes: readFileSync(image), contentType: 'image/jpeg' },
  { scale: 2, enhance: false, quality: quality === 'fast' ? 'fast' : 'best', maxPixels: 100_000_000 },
  new AbortController().signal,
);
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    cpuSeconds: (user + system) / 1_000_000,
    seconds: (performance.now() - startedAt) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
