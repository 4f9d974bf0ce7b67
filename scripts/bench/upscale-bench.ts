/**
 * Measures the on-device upscaler: quality compared with a Lanczos filter and sharp, then time and memory. With `--pictures`, only
 * writes the ten new pictures side by side into .build/upscale-pictures/.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SECONDS_PER_MEGAPIXEL } from '@portal/contracts/upscale-time';
import sharp from 'sharp';
import { z } from 'zod';
import { repositoryRoot } from '../test/run-command.ts';
import { median, printFigure } from './table.ts';

const ROUNDS = 3;
/** Sample photographs of the package, 1920 pixels wide. */
const PHOTOGRAPHS = [1, 2, 3, 4, 5, 6].map((number) => `sample${number}.jpg`);
const CACHE = join(repositoryRoot, '.build/upscale-downloads');
const SIDE_BY_SIDE = join(repositoryRoot, '.build/upscale-pictures');

const run = promisify(execFile);
const RunSchema = z.object({ seconds: z.number(), cpuSeconds: z.number(), peakMegabytes: z.number() });
const SimilaritySchema = z.object({ psnr: z.number(), ssim: z.number() });
const ComparisonSchema = z.object({
  best: SimilaritySchema,
  fast: SimilaritySchema,
  lanczos: SimilaritySchema,
  sharp: SimilaritySchema,
  resize: SimilaritySchema,
});
const COLUMNS = ['best', 'fast', 'lanczos', 'sharp', 'resize'] as const;

async function runScript(script: string, args: readonly string[]): Promise<string> {
  const path = fileURLToPath(import.meta.resolve(`@portal/upscaler/${script}`));
  return (await run(process.execPath, [path, ...args])).stdout;
}

/** Runs in a new process, so that its peak memory is its own. */
const measure = async <Report>(
  script: string,
  args: readonly string[],
  schema: z.ZodType<Report>,
): Promise<Report> => schema.parse(JSON.parse(await runScript(`bench/${script}`, args)));

const listTenPictures = async () =>
  (await runScript('training/fetch-sources-main', [CACHE, 'test'])).trim().split('\n');

export async function benchUpscale({ onlyPictures }: { onlyPictures: boolean }): Promise<void> {
  const ten = await listTenPictures();
  if (onlyPictures) return writeSideBySide(ten);
  const samples = join(
    dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
    'demo',
  );
  process.stdout.write(`${'dB and SSIM'.padEnd(28)} ${COLUMNS.map((name) => name.padEnd(16)).join('')}\n`);
  for (const picture of [...PHOTOGRAPHS.map((name) => join(samples, name)), ...ten]) {
    await comparePicture(picture);
  }
  const folder = mkdtempSync(join(tmpdir(), 'upscale-bench-'));
  try {
    await measureSpeed(join(samples, 'sample6.jpg'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function comparePicture(picture: string): Promise<void> {
  const comparison = await measure('compare-bench-main', [picture], ComparisonSchema);
  const cells = COLUMNS.map((name) => {
    const { psnr, ssim } = comparison[name];
    return `${psnr.toFixed(2)} ${ssim.toFixed(4)}`.padEnd(16);
  });
  process.stdout.write(`${basename(picture).slice(0, 27).padEnd(28)} ${cells.join('')}\n`);
}

async function writeSideBySide(pictures: readonly string[]): Promise<void> {
  mkdirSync(SIDE_BY_SIDE, { recursive: true });
  for (const picture of pictures) {
    const output = join(SIDE_BY_SIDE, `${basename(picture).replace(/\.\w+$/, '')}.png`);
    await measure('compare-bench-main', [picture, output], ComparisonSchema);
    process.stdout.write(`${output}\n`);
  }
}

/** Of whole JPEGs, decoded and encoded. */
async function measureSpeed(photograph: string, folder: string): Promise<void> {
  const draw = async (width: number, height: number) => {
    const file = join(folder, `${width}.jpg`);
    await sharp(photograph).resize(width, height, { fit: 'cover' }).jpeg({ quality: 92 }).toFile(file);
    return file;
  };
  const measureSize = async (width: number, height: number, ...options: string[]) => {
    const file = await draw(width, height);
    const runs: z.infer<typeof RunSchema>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push(await measure('upscale-bench-main', [file, ...options], RunSchema));
    }
    const seconds = median(runs.map((one) => one.seconds));
    const peak = median(runs.map(({ peakMegabytes }) => peakMegabytes));
    const megapixels = (width * height) / 1_000_000;
    const cpu = median(runs.map(({ cpuSeconds }) => cpuSeconds)) / megapixels;
    printFigure(
      [`${width} x ${height}`, ...options].join(' '),
      `${(seconds / megapixels).toFixed(2)} s a megapixel (CPU ${cpu.toFixed(2)} s), peak ${peak.toFixed(0)} MB`,
    );
  };
  await measureSize(1000, 1000);
  await measureSize(1000, 1000, 'fast');
  await measureSize(1000, 1000, 'fast', '4x');
  await measureSize(4000, 3000);
  await measureSize(4000, 3000, 'fast');
  await measureSize(4000, 3000, 'fast', 'enhance');
  const { best, fast } = SECONDS_PER_MEGAPIXEL;
  printFigure('what the form assumes', `best ${best}, fast ${fast} s a megapixel`);
}
