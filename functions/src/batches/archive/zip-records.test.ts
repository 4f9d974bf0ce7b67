import { expect, it } from 'vitest';
import { dataDescriptor, directoryHeader, endOfDirectory, localHeader } from './zip-records.ts';

const GIBIBYTE = 1024 ** 3;
const MAX_UINT32 = 0xffffffff;
const small = { name: Buffer.from('a.png'), bytes: 7, date: new Date('2026-11-21T08:05:02Z'), offset: 9 };

it('uses the records of ZIP64 for a file of 4 GiB and more', () => {
  const large = { ...small, bytes: 5 * GIBIBYTE };
  const header = localHeader(large);
  expect(header.readUInt32LE(18)).toBe(MAX_UINT32);
  expect(header.readUInt16LE(28)).toBe(20);
  // After the fixed fields and the name: id and length of the extra field, and the two sizes.
  const extra = header.subarray(30 + small.name.length);
  expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 16]);
  expect(extra.readBigUInt64LE(4)).toBe(BigInt(large.bytes));
  expect(extra.readBigUInt64LE(12)).toBe(BigInt(large.bytes));
  expect(dataDescriptor(large, 1)).toHaveLength(24);
  expect(localHeader(small)).toHaveLength(30 + small.name.length);
  expect(dataDescriptor(small, 1)).toHaveLength(16);
});

it('uses the records of ZIP64 for a small file behind 4 GiB', () => {
  const header = directoryHeader({ ...small, offset: 5 * GIBIBYTE }, 1);
  expect(header.readUInt32LE(20)).toBe(small.bytes);
  expect(header.readUInt32LE(42)).toBe(MAX_UINT32);
  const extra = header.subarray(46 + small.name.length);
  expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 8]);
  expect(extra.readBigUInt64LE(4)).toBe(BigInt(5 * GIBIBYTE));
});

it.each([
  ['its size does not fit', { bytes: MAX_UINT32 }, [MAX_UINT32, MAX_UINT32]],
  [
    'neither size nor place fits',
    { bytes: MAX_UINT32, offset: MAX_UINT32 },
    [MAX_UINT32, MAX_UINT32, MAX_UINT32],
  ],
  ['all just fits', { bytes: MAX_UINT32 - 1, offset: MAX_UINT32 - 1 }, []],
])('lists a file in the directory with what does not fit: %s', (_, change, values) => {
  const file = { ...small, ...change };
  const header = directoryHeader(file, 1);
  const extra = header.subarray(46 + small.name.length);
  expect(extra).toHaveLength(values.length === 0 ? 0 : 4 + 8 * values.length);
  expect(values.map((_value, index) => Number(extra.readBigUInt64LE(4 + 8 * index)))).toEqual(values);
  expect(header.readUInt16LE(30)).toBe(extra.length);
  expect(header.readUInt32LE(20)).toBe(file.bytes);
  expect(header.readUInt32LE(42)).toBe(file.offset);
  expect(header.readUInt16LE(6)).toBe(values.length === 0 ? 20 : 45);
});

it.each([
  ['65,535 files', 65_535, 1000, 1000],
  ['a directory behind 4 GiB', 3, 1000, 5 * GIBIBYTE],
])('ends a ZIP with %s as ZIP64 does', (_, files, bytes, offset) => {
  const end = endOfDirectory(files, bytes, offset);
  expect(end).toHaveLength(56 + 20 + 22);
  expect([24, 32, 40, 48].map((field) => Number(end.readBigUInt64LE(field)))).toEqual([
    files,
    files,
    bytes,
    offset,
  ]);
  // Where the first of the three records starts.
  expect(Number(end.readBigUInt64LE(56 + 8))).toBe(offset + bytes);
  expect([0, 56, 76].map((start) => end.readUInt32LE(start))).toEqual([0x06064b50, 0x07064b50, 0x06054b50]);
});

it('ends a smaller ZIP without ZIP64', () => {
  const end = endOfDirectory(65_534, 1000, 2000);
  expect(end).toHaveLength(22);
  expect([8, 10].map((field) => end.readUInt16LE(field))).toEqual([65_534, 65_534]);
  expect([12, 16].map((field) => end.readUInt32LE(field))).toEqual([1000, 2000]);
});
