/** Measures the memory that hostile but allowed pictures take: one alone, and several at once. See docs/decisions/013. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '@portal/local/start-local-portal';
import sharp, { type Sharp } from 'sharp';
import { z } from 'zod';
import { printFigure } from './table.ts';

const SIDE = 10_000;
/** WebP allows no longer side. */
const WEBP_SIZE = { width: 16_383, height: 6100 };
/** More than libuv decodes in parallel. */
const AT_ONCE = 6;

const run = promisify(execFile);
const ReportSchema = z.object({ results: z.array(z.string()), peakBytes: z.number() });

const draw = (channels: 3 | 4, size = { width: SIDE, height: SIDE }): Sharp =>
  sharp({ create: { ...size, channels, background: { r: 20, g: 90, b: 160, alpha: 0.5 } } });
const turn = (image: Sharp): Sharp => image.withMetadata({ orientation: 6 });

const PICTURES: Record<string, { file: string; draw: () => Sharp }> = {
  JPEG: { file: 'a.jpg', draw: () => draw(3).jpeg() },
  'JPEG, progressive': {
    file: 'b.jpg',
    draw: () => draw(3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  },
  'JPEG, progressive, turned': {
    file: 'c.jpg',
    draw: () => turn(draw(3)).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
  },
  'PNG, 16 bits': {
    file: 'd.png',
    draw: () => draw(4).toColourspace('rgb16').png({ compressionLevel: 1 }),
  },
  'PNG, 16 bits, interlaced': {
    file: 'e.png',
    draw: () => draw(4).toColourspace('rgb16').png({ compressionLevel: 1, progressive: true }),
  },
  WebP: { file: 'f.webp', draw: () => draw(4, WEBP_SIZE).webp({ effort: 0 }) },
  'WebP, turned, 50 megapixels': {
    file: 'g.webp',
    draw: () => turn(draw(4, { width: 10_000, height: 5000 })).webp({ effort: 0 }),
  },
  'AVIF, 50 megapixels': {
    file: 'h.avif',
    draw: () => draw(4, { width: 10_000, height: 5000 }).avif({ effort: 0 }),
  },
};

/** In a new process, so that its peak is its own. */
async function measure(works: readonly string[]): Promise<string> {
  const main = join(repositoryRoot, 'functions/src/pictures/testing/decode-at-once-main.ts');
  const { stdout } = await run(process.execPath, [main, ...works]);
  const { results, peakBytes } = ReportSchema.parse(JSON.parse(stdout));
  const failed = results.find((result) => result !== 'done');
  return `${(peakBytes / 1024 ** 2).toFixed(0)} MiB${failed === undefined ? '' : ` (${failed})`}`;
}

export async function benchMemory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-bench-'));
  try {
    const all: string[] = [];
    for (const [name, { file, draw: drawPicture }] of Object.entries(PICTURES)) {
      const path = join(folder, file);
      await drawPicture().toFile(path);
      all.push(`inspect=${path}`);
      const several = Array.from({ length: AT_ONCE }, () => `inspect=${path}`);
      printFigure(
        name,
        `alone ${await measure([`inspect=${path}`])}, ${AT_ONCE} at once ${await measure(several)}`,
      );
    }
    printFigure('one of each at once', await measure(all));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
