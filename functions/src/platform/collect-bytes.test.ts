import { Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { collectBytes } from './collect-bytes.ts';

const CHUNKS = [Buffer.from('ab'), Buffer.from('cde'), Buffer.from('f')];
const collect = async (length: number | undefined) =>
  (await collectBytes(Readable.from(CHUNKS), () => length)).toString();

it('fills one buffer if the length is known, and joins no chunks', async () => {
  const join = vi.spyOn(Buffer, 'concat');
  expect(await collect(6)).toBe('abcdef');
  expect(await collect(7)).toBe('abcdef');
  expect(join).not.toHaveBeenCalled();
});

it.each([0, 1, 4, 5, undefined])('reads all of a stream that announced %s bytes', async (length) => {
  expect(await collect(length)).toBe('abcdef');
});

it('reads an empty stream', async () => {
  expect(await collectBytes(Readable.from([]), () => undefined)).toHaveLength(0);
});
