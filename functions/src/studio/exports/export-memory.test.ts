import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { PICTURE_MEMORY_BYTES } from '../../platform/config/function-sizes.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, 'testing/export-many-main.ts');
const ReportSchema = z.object({
  made: z.number(),
  zipBytes: z.number(),
  early: z.number(),
  peak: z.number(),
});
const PICTURES = 24;
/** As OpenAI's 4K. */
const SIDE = 2880;
/** For the SDKs and the ZIP's upload, which the measured process has not. */
const MARGIN_BYTES = 384 * 1024 ** 2;
const GROWTH_BYTES = 128 * 1024 ** 2;

test('takes no more memory for many large pictures in four ZIPs than for the first few', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'export-memory-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'noise.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 1 })
    .toFile(file);
  const { stdout } = await run(process.execPath, [MAIN, file, String(PICTURES)]);
  const { made, zipBytes, early, peak } = ReportSchema.parse(JSON.parse(stdout));
  expect(made).toBe(PICTURES);
  // Together they would not fit: what was written would be held if the ZIPs were.
  expect(zipBytes).toBeGreaterThan(2 * GROWTH_BYTES);
  expect(peak - early).toBeLessThan(GROWTH_BYTES);
  expect(peak).toBeLessThan(PICTURE_MEMORY_BYTES - MARGIN_BYTES);
});
