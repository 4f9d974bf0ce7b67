/** Compares a ZIP of 100 x 2 MiB with `zip -0`. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { writeZip } from '@portal/functions/src/batches/archive/write-zip.ts';
import { median, printFigure } from './print-figure.ts';

const FILES = 100;
const BYTES = 2 * 1024 * 1024;
const ROUNDS = 3;

const run = promisify(execFile);

export async function benchZip(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-bench-'));
  try {
    const images = join(folder, 'images');
    mkdirSync(images);
    const names = Array.from({ length: FILES }, (_, index) => `image_${index}.png`);
    for (const name of names) writeFileSync(join(images, name), randomBytes(BYTES));
    const ours: number[] = [];
    const firstBytes: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      const watch = new PassThrough();
      watch.once('data', () => firstBytes.push(performance.now() - startedAt));
      await pipeline(
        writeZip(listEntries(images, names)),
        watch,
        createWriteStream(join(folder, 'ours.zip')),
      );
      const between = performance.now();
      await run('zip', ['-0', '-q', '-r', join(folder, `theirs-${round}.zip`), images]);
      ours.push((between - startedAt) / 1000);
      theirs.push((performance.now() - between) / 1000);
    }
    printFigure(
      `ZIP of ${FILES} x 2 MiB`,
      `${median(ours).toFixed(2)} s, zip -0 ${median(theirs).toFixed(2)} s, x${(median(ours) / median(theirs)).toFixed(2)} (goal x1.2), first byte ${median(firstBytes).toFixed(0)} ms`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function* read(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) yield chunk;
}

const listEntries = (folder: string, names: readonly string[]) =>
  names.map((name) => ({
    name,
    bytes: BYTES,
    date: new Date(),
    open: async () => ReadableStream.from(read(join(folder, name))),
  }));
