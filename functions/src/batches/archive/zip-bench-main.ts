/** `zip-bench-main.ts FOLDER ZIP`: zips the folder and prints seconds, time to first byte and peak memory. */
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeZip } from './write-zip.ts';

const [folder = '', target = ''] = process.argv.slice(2);
const startedAt = performance.now();
let firstByteAt = 0;
const watch = new PassThrough();
watch.once('data', () => (firstByteAt = performance.now()));

async function* read(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file)) if (chunk instanceof Uint8Array) yield chunk;
}

const entries = readdirSync(folder).map((name) => ({
  name,
  bytes: statSync(join(folder, name)).size,
  date: statSync(join(folder, name)).mtime,
  open: async () => ReadableStream.from(read(join(folder, name))),
}));
await pipeline(writeZip(entries), watch, createWriteStream(target));
process.stdout.write(
  JSON.stringify({
    seconds: (performance.now() - startedAt) / 1000,
    firstByteMs: firstByteAt - startedAt,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
