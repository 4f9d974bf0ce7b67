import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { onTestFinished, test, expect } from 'vitest';
import { z } from 'zod';
import { PICTURE_MEMORY_BYTES } from '../platform/config/function-sizes.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, 'testing/decode-at-once-main.ts');
const ReportSchema = z.object({ results: z.array(z.string()), peakBytes: z.number() });
/** For the SDKs and the files of other items, which the measured process has not. */
const MARGIN_BYTES = 384 * 1024 ** 2;

/** One color, 10,000 x 10,000 pixels. Progressive without subsampling, so that a decoder holds 600 MB. */
const PROGRESSIVE_JPEG = brotliDecompressSync(
  Buffer.from(
    'm6nnEQguCmwn2pTSxXFThJ92eT48tGPiZPG3fma369gXWJTgY0zwIkgjLLDw/MfAPAfwSG4wEoT2h17+BBTGboD/7NkNQKy9zXIH' +
      '+I8phBQlbS0rovDnaSCBYAQpvHWYSIDY0pP94VPMJEmQtMws/1sJQl5URWZVWTVOkA2vxdA0I+Bw2b3JUCadCMVj+fqsmy8PK7F4' +
      '/z4YLjfH0zHbeX9fu89sf9y2LZdiIxmq4bNYfNtivLiN+h8x6UwCpoM4quRfKkiAhAyphxqpp0R0BA3/YZQQUwM4HyA5+L8UA/Ff' +
      '9kKQYCj9L9+8OXPEFmu8DJtq4aLawTyJQNC+OEdeM3pu3yIcgx4DxUVER7Dle+7ZPjcPOAM0gwZT0wE=',
    'base64',
  ),
);

test('stays within the memory of an instance when many large pictures arrive at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'picture-memory-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'progressive.jpg');
  await writeFile(file, PROGRESSIVE_JPEG);
  const works = ['inspect', 'thumbnail', 'prepare', 'finish', 'measure'].map((work) => `${work}=${file}`);
  const { stdout } = await run(process.execPath, [MAIN, ...works]);
  const { results, peakBytes } = ReportSchema.parse(JSON.parse(stdout));
  expect(results).toEqual(['done', 'done', 'done', 'done', 'done']);
  expect(peakBytes).toBeLessThan(PICTURE_MEMORY_BYTES - MARGIN_BYTES);
  // Otherwise the pictures would be too small to prove anything.
  expect(peakBytes).toBeGreaterThan(PICTURE_MEMORY_BYTES / 3);
});
