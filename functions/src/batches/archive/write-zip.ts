import { Readable } from 'node:stream';
import type { ZipEntry } from '../tool.ts';

/** Opened before their turn, so that the reader waits for bytes and not for addresses. */
const OPEN_AHEAD = 3;

/** A ZIP that is written as it is read: images are stored as they are, a few at a time, never all in memory. */
export async function writeZip(entries: readonly ZipEntry[]): Promise<Readable> {
  // Not at module load: few instances ever write a ZIP.
  const { default: JSZip } = await import('jszip');
  const leaving = new AbortController();
  const opened: Promise<ReadableStream<Uint8Array>>[] = [];
  const open = (index: number) => {
    const entry = entries[index];
    if (!entry || opened[index]) return;
    opened[index] = entry.open(leaving.signal);
    // Looked at when its turn comes; until then a failure is nobody's.
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
      // Rather no ZIP than one that misses something.
      if (bytes !== entry.bytes) {
        throw new Error(`${entry.name} has ${bytes} bytes instead of ${entry.bytes}.`);
      }
    }
    zip.file(entry.name, Readable.from(read(), { objectMode: false }), { binary: true, date: entry.date });
  }
  // JSZip's own stream is of an older kind.
  const stream = new Readable().wrap(zip.generateNodeStream({ streamFiles: true, compression: 'STORE' }));
  stream.once('close', () => leaving.abort());
  return stream;
}
