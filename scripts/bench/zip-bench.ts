/** Compares a ZIP of 100 x 2 MiB with `zip -0`. */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repositoryRoot } from '@portal/local/start-local-portal';
import { median, printFigure } from './table.ts';

const FILES = 100;
const BYTES = 2 * 1024 * 1024;
const ROUNDS = 3;

const run = promisify(execFile);
const ReportSchema = z.object({ seconds: z.number(), firstByteMs: z.number(), peakMegabytes: z.number() });

export async function benchZip(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-bench-'));
  try {
    const images = join(folder, 'images');
    mkdirSync(images);
    for (let index = 0; index < FILES; index += 1) {
      writeFileSync(join(images, `image_${index}.png`), randomBytes(BYTES));
    }
    const ours: z.infer<typeof ReportSchema>[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stdout } = await run(process.execPath, [
        join(repositoryRoot, 'functions/src/batches/archive/zip-bench-main.ts'),
        images,
        join(folder, `ours-${round}.zip`),
      ]);
      ours.push(ReportSchema.parse(JSON.parse(stdout)));
      if (hasZip()) {
        const startedAt = performance.now();
        await run('zip', ['-0', '-q', '-r', join(folder, `theirs-${round}.zip`), images]);
        theirs.push((performance.now() - startedAt) / 1000);
      }
    }
    const seconds = median(ours.map((report) => report.seconds));
    const beside =
      theirs.length === 0
        ? 'zip is not installed'
        : `zip -0 ${median(theirs).toFixed(2)} s, x${(seconds / median(theirs)).toFixed(2)}`;
    printFigure(
      `ZIP of ${FILES} x 2 MiB`,
      `${seconds.toFixed(2)} s (${beside}), first byte ${median(ours.map((report) => report.firstByteMs)).toFixed(0)} ms, peak ${median(ours.map((report) => report.peakMegabytes)).toFixed(0)} MB`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function hasZip(): boolean {
  try {
    execFileSync('zip', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
