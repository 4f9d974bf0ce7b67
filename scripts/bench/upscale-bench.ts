/** Measures the on-device upscaler: time, memory, and quality compared with sharp and a Lanczos filter. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { median, printFigure } from './table.ts';

const SIDE = 512;
const ROUNDS = 3;
/** Sample photographs of the package, 1920 pixels wide. */
const PHOTOGRAPHS = [1, 2, 3, 4, 5, 6].map((number) => `sample${number}.jpg`);

const run = promisify(execFile);
const RunSchema = z.object({ seconds: z.number(), peakMegabytes: z.number() });
const SimilaritySchema = z.object({ psnr: z.number(), ssim: z.number() });
const ComparisonSchema = z.object({
  ours: SimilaritySchema,
  lanczos: SimilaritySchema,
  sharp: SimilaritySchema,
});

/** Runs in a new process, so that its peak memory is its own. */
async function measure<Report>(script: string, file: string, schema: z.ZodType<Report>): Promise<Report> {
  const path = fileURLToPath(import.meta.resolve(`@portal/upscaler/bench/${script}`));
  const { stdout } = await run(process.execPath, [path, file]);
  return schema.parse(JSON.parse(stdout));
}

export async function benchUpscale(): Promise<void> {
  const samples = join(
    dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
    'demo',
  );
  for (const photograph of PHOTOGRAPHS) await comparePhotograph(samples, photograph);
  const folder = mkdtempSync(join(tmpdir(), 'upscale-bench-'));
  try {
    await measureMemory(join(samples, 'sample6.jpg'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function comparePhotograph(folder: string, photograph: string): Promise<void> {
  const comparison = await measure('compare-bench-main', join(folder, photograph), ComparisonSchema);
  const { ours } = comparison;
  const describe = (name: 'lanczos' | 'sharp') => {
    const theirs = comparison[name];
    const [psnr, ssim] = [ours.psnr - theirs.psnr, ours.ssim - theirs.ssim];
    const ahead = psnr > 0 && ssim > 0 ? '' : ' NOT AHEAD';
    return `${name} ${theirs.psnr.toFixed(2)} dB, ${theirs.ssim.toFixed(4)} (${psnr.toFixed(2)} and ${ssim.toFixed(4)} ahead${ahead})`;
  };
  printFigure(
    `512 x 512 by 2 of ${photograph}`,
    `${ours.psnr.toFixed(2)} dB, ${ours.ssim.toFixed(4)}; ${describe('lanczos')}; ${describe('sharp')}`,
  );
}

async function measureMemory(photograph: string, folder: string): Promise<void> {
  const draw = async (side: number) => {
    const file = join(folder, `${side}.jpg`);
    await sharp(photograph).resize(side, side, { fit: 'cover' }).jpeg().toFile(file);
    return file;
  };
  const measureSide = async (side: number) => measure('upscale-bench-main', await draw(side), RunSchema);
  const runs: z.infer<typeof RunSchema>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await measureSide(SIDE));
  const peak = median(runs.map(({ peakMegabytes }) => peakMegabytes));
  printFigure(
    `${SIDE} x ${SIDE} by 2`,
    `${median(runs.map(({ seconds }) => seconds)).toFixed(2)} s, peak ${peak.toFixed(0)} MB`,
  );
  const [small, large] = [await measureSide(1000), await measureSide(4000)];
  printFigure(
    '16 megapixels by 2, beside 1',
    `peak ${large.peakMegabytes.toFixed(0)} MB beside ${small.peakMegabytes.toFixed(0)} MB (x${(large.peakMegabytes / small.peakMegabytes).toFixed(2)}), ${large.seconds.toFixed(0)} s beside ${small.seconds.toFixed(1)} s`,
  );
}
