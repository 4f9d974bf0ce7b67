/** Measures time and peak memory of the on-device upscaler for a JPEG of one megapixel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECONDS_PER_MEGAPIXEL } from '@portal/contracts/upscale-time';
import sharp from 'sharp';
import { z } from 'zod';
import { runCommand } from '../test/run-command.ts';
import { median, printFigure } from './print-figure.ts';

const ROUNDS = 3;
const SIDE = 1000;
const RunSchema = z.object({ seconds: z.number(), cpuSeconds: z.number(), peakMegabytes: z.number() });

export async function benchUpscale(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'upscale-bench-'));
  try {
    const file = join(folder, 'noise.jpg');
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000', noise } })
      .jpeg({ quality: 92 })
      .toFile(file);
    for (const quality of ['best', 'fast'] as const) {
      const runs: z.infer<typeof RunSchema>[] = [];
      // Each in a new process, so that its peak memory is its own.
      for (let round = 0; round < ROUNDS; round += 1) {
        const script = 'packages/upscaler/bench/upscale-bench-main.ts';
        runs.push(RunSchema.parse(JSON.parse((await runCommand('node', [script, file, quality])).output)));
      }
      const of = (name: keyof z.infer<typeof RunSchema>) => median(runs.map((each) => each[name]));
      printFigure(
        `A megapixel by 2, ${quality}`,
        `${of('seconds').toFixed(2)} s (goal 3 s, the form assumes ${SECONDS_PER_MEGAPIXEL[quality]} s), CPU ${of('cpuSeconds').toFixed(2)} s, peak ${of('peakMegabytes').toFixed(0)} MB`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
