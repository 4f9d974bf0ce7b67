import { Readable } from 'node:stream';
import type { ZipEntry } from '../tool.ts';

/** Entries opened ahead of the one being read, so that the reader does not wait for responses. */
const OPEN_AHEAD = 3;

/** Writes a ZIP while it is read. Images are not compressed, and only a few are in memory at a time. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Readable> {
  // Loaded on demand: few instances write ZIPs.
  const { default: JSZip } = await import('jszip');
  const closed = new AbortController();
  const opened: Promise<ReadableStream<Uint8Array>>[] = [];
  const open = (index: number) => {
    const entry = entries[index];
    if (!entry || opened[index]) return;
    opened[index] = entry.open(closed.signal);
    // Handled when the entry is read; until then the rejection must not be unhandled.
    opened[index].catch(() => undefined);
  };
  const zip = new JSZip();
  for (const [index, entry] of entries.entries()) {
    async function* read(): AsyncGenerator<Uint8Array> {
      for (let ahead = index; ahead <= index + OPEN_AHEAD; ahead += 1) open(ahead);
      const body = await opened[index];
      let bytes = 0;
      for await (const chunk of body ?? []) {
        bytes += chunk.length;
        yield chunk;
      }
      // Better no ZIP than an incomplete one.
      if (bytes !== entry.bytes) {
        throw new Error(`Entry ${index} has ${bytes} bytes instead of ${entry.bytes}.`);
      }
    }
    zip.file(entry.name, Readable.from(read(), { objectMode: false }), { binary: true, date: entry.date });
  }
  // JSZip returns an old-style stream.
  const stream = new Readable().wrap(zip.generateNodeStream({ streamFiles: true, compression: 'STORE' }));
  stream.once('close', () => closed.abort());
  return stream;
}
