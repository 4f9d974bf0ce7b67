import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import JSZip from 'jszip';
import { expect, it, vi } from 'vitest';
import type { ZipEntry } from '../tool.ts';
import { writeZip } from './write-zip.ts';

function makeEntries(count: number, bytes: number) {
  const log = { opened: 0, read: 0 };
  const entries = Array.from({ length: count }, (_, index): ZipEntry => ({
    name: `bild ü ${index}.png`,
    bytes,
    date: new Date(Date.UTC(2026, 10, 21, 8, 5, 2 * index)),
    async open() {
      log.opened += 1;
      return new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes).fill(index));
          controller.close();
        },
        pull: () => void (log.read += 1),
      });
    },
  }));
  return { entries, log };
}

it('keeps each image uncompressed with its name and date [D-media.7, D-one-studio.11]', async () => {
  const { entries } = makeEntries(12, 5000);
  const zip = await buffer(writeZip(entries));
  expect(zip.length).toBeGreaterThan(12 * 5000);
  const read = await JSZip.loadAsync(zip, {
    checkCRC32: true,
    decodeFileName: () => 'a name that is not marked as UTF-8',
  });
  expect(Object.keys(read.files)).toEqual(entries.map(({ name }) => name));
  expect(Object.values(read.files).map(({ date }) => date)).toEqual(entries.map(({ date }) => date));
  const seventh = await read.file('bild ü 7.png')?.async('uint8array');
  expect(seventh).toEqual(new Uint8Array(5000).fill(7));
});

it('takes the size of a file that gets texts when it is opened', async () => {
  const { entries } = makeEntries(3, 5000);
  const texts = { title: 'Fox', description: '', keywords: [] };
  const zip = await buffer(
    writeZip(entries.map((entry, index) => (index === 1 ? { ...entry, bytes: 4000, texts } : entry))),
  );
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  const sizes = await Promise.all(
    Object.values(files).map(async (file) => (await file.async('uint8array')).length),
  );
  expect(sizes).toEqual([5000, 5000, 5000]);
});

it('leaves out what turns out to be unusable when it is read', async () => {
  const { entries } = makeEntries(2, 500);
  const late = ['first', undefined, 'last'].map((text, index) => ({
    name: `${index}.txt`,
    date: new Date(Date.UTC(2026, 10, 21)),
    read: async () => (text === undefined ? undefined : Buffer.from(text)),
  }));
  const zip = await buffer(writeZip([...entries, ...late]));
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  expect(Object.keys(files)).toEqual(['bild ü 0.png', 'bild ü 1.png', '0.txt', '2.txt']);
  expect(await files['2.txt']?.async('string')).toBe('last');
  // Entries, as the end of the directory counts them: JSZip does not mind.
  expect(zip.readUInt16LE(zip.length - 12)).toBe(4);
});

it('opens a few images at a time while it is read', async () => {
  const { entries, log } = makeEntries(40, 300_000);
  const stream = writeZip(entries);
  const reader = stream[Symbol.asyncIterator]();
  await reader.next();
  expect(log.opened).toBeLessThan(10);
  stream.destroy();
});

it('fails if an image cannot be read', async () => {
  const { entries } = makeEntries(3, 10);
  const broken: ZipEntry = {
    name: 'broken.png',
    bytes: 10,
    date: new Date(),
    open: () => Promise.reject(new Error('The image is gone.')),
  };
  await expect(buffer(writeZip([...entries, broken]))).rejects.toThrow('The image is gone.');
});

it('fails if an image is shorter than announced', async () => {
  const { entries } = makeEntries(3, 10);
  const short = entries.map((entry) => ({ ...entry, bytes: 11 }));
  await expect(buffer(writeZip(short))).rejects.toThrow('Entry 0 has 10 bytes instead of 11.');
});

it('leaves a ZIP that no program opens if an image breaks off', async () => {
  const { entries } = makeEntries(3, 10);
  const broken: ZipEntry = {
    name: 'broken.png',
    bytes: 10,
    date: new Date(),
    open: async () => ReadableStream.from(failAfter(new Uint8Array(5))),
  };
  const parts: Uint8Array[] = [];
  const stream = writeZip([...entries, broken]).on('data', (part: Uint8Array) => parts.push(part));
  await expect(finished(stream)).rejects.toThrow('Connection lost.');
  const written = Buffer.concat(parts);
  expect(written.includes('broken.png')).toBe(true);
  await expect(JSZip.loadAsync(written)).rejects.toThrow("can't find end of central directory");
});

it('cancels the open images when its reader leaves', async () => {
  const signals: AbortSignal[] = [];
  const slow = makeEntries(3, 10).entries.map((entry): ZipEntry => ({
    ...entry,
    async open(signal) {
      signals.push(signal);
      return new ReadableStream();
    },
  }));
  const stream = writeZip(slow);
  await stream[Symbol.asyncIterator]().next();
  await vi.waitFor(() => expect(signals).toHaveLength(3));
  stream.destroy();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

async function* failAfter(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
  throw new Error('Connection lost.');
}
