import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { collectBytes } from '../../platform/collect-bytes.ts';
import type { LateEntry, ZipEntry } from '../tool.ts';
import { dataDescriptor, directoryHeader, endOfDirectory, localHeader } from './zip-records.ts';

/** Entries opened ahead of the one being read, so that the reader does not wait for responses. */
const OPEN_AHEAD = 3;

/** Writes a ZIP while it is read. Images are neither compressed nor copied, and only a few are in memory at a time. */
export function writeZip(entries: readonly (ZipEntry | LateEntry)[]): Readable {
  const closed = new AbortController();
  const parts = writeParts(entries, closed.signal);
  return new Readable({
    async read() {
      try {
        const { value } = await parts.next();
        this.push(value ?? null);
      } catch (error) {
        this.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    },
    destroy(error, callback) {
      closed.abort();
      callback(error);
    },
  });
}

async function* writeParts(
  entries: readonly (ZipEntry | LateEntry)[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const opened: (Promise<ReadableStream<Uint8Array>> | undefined)[] = [];
  let written = 0;
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, entry] of entries.entries()) {
    const { name, date } = entry;
    for (const next of entries.slice(opened.length, index + 1 + OPEN_AHEAD)) {
      const body = 'read' in next ? undefined : next.open(signal);
      // Handled when the entry is read; until then the rejection must not be unhandled.
      body?.catch(() => undefined);
      opened.push(body);
    }
    const open = async () => (await opened[index]) ?? new ReadableStream<Uint8Array>();
    const whole =
      'read' in entry
        ? await entry.read(signal)
        : entry.texts && (await collectBytes(await open(), () => entry.bytes));
    const bytes = whole?.length ?? ('read' in entry ? undefined : entry.bytes);
    if (bytes === undefined) continue;
    written += 1;
    const file = { name: Buffer.from(name), bytes, date, offset };
    const header = localHeader(file);
    yield header;
    let crc = 0;
    let read = 0;
    for await (const chunk of whole ? [whole] : await open()) {
      crc = crc32(chunk, crc);
      read += chunk.length;
      yield chunk;
    }
    // Better no ZIP than an incomplete one.
    if (read !== bytes) throw new Error(`Entry ${index} has ${read} bytes instead of ${bytes}.`);
    const descriptor = dataDescriptor(file, crc);
    yield descriptor;
    directory.push(directoryHeader(file, crc));
    offset += header.length + bytes + descriptor.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOfDirectory(written, directoryBytes, offset);
  return undefined;
}
