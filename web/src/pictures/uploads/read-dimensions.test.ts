import { expect, test } from 'vitest';
import { readDimensions } from './read-dimensions.ts';

const ascii = (text: string) => [...new TextEncoder().encode(text)];
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff);
const little = (value: number, bytes: number) => big(value, bytes).toReversed();
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** A TIFF block with another tag before the orientation. */
const tiff = (orientation: number, order: 'II' | 'MM' = 'II') => {
  const put = order === 'II' ? little : big;
  const entry = (tag: number, value: number) => [
    ...put(tag, 2),
    ...put(3, 2),
    ...put(1, 4),
    ...put(value, 2),
    0,
    0,
  ];
  return [
    ...ascii(order),
    ...put(42, 2),
    ...put(8, 4),
    ...put(2, 2),
    ...entry(0x01_06, 2),
    ...entry(0x01_12, orientation),
    ...zeros(4),
  ];
};
const segment = (marker: number, content: number[]) => [
  0xff,
  marker,
  ...big(content.length + 2, 2),
  ...content,
];
const exif = (orientation: number, order?: 'II' | 'MM') =>
  segment(0xe1, [...ascii('Exif'), 0, 0, ...tiff(orientation, order)]);
const frame = (marker = 0xc0) => segment(marker, [8, ...big(600, 2), ...big(800, 2), 3]);
const jpeg = (...parts: number[][]) => [0xff, 0xd8, ...parts.flat()];

const chunk = (type: string, content: number[]) => [
  ...big(content.length, 4),
  ...ascii(type),
  ...content,
  ...zeros(4),
];
const png = (...chunks: number[][]) => [
  ...big(0x89_50_4e_47, 4),
  ...big(0x0d_0a_1a_0a, 4),
  ...chunk('IHDR', [...big(800, 4), ...big(600, 4), 8, 6, 0, 0, 0]),
  ...chunks.flat(),
];

const piece = (type: string, content: number[]) => [
  ...ascii(type),
  ...little(content.length, 4),
  ...content,
  ...zeros(content.length % 2),
];
const webp = (...pieces: number[][]) => {
  const content = pieces.flat();
  return [...ascii('RIFF'), ...little(content.length + 4, 4), ...ascii('WEBP'), ...content];
};
const extended = (flags: number) => piece('VP8X', [flags, 0, 0, 0, ...little(799, 3), ...little(599, 3)]);

const flat = { width: 800, height: 600 };
const turned = { width: 600, height: 800 };

test.each<[string, number[], object | undefined]>([
  ['a JPEG', jpeg(frame()), flat],
  [
    'a progressive JPEG, after its tables',
    jpeg(segment(0xc4, zeros(40)), segment(0xdb, zeros(65)), frame(0xc2)),
    flat,
  ],
  [
    'a JPEG with a profile larger than the read window',
    jpeg(...Array.from({ length: 3 }, () => segment(0xe2, zeros(65_000))), frame()),
    flat,
  ],
  ['a rotated JPEG', jpeg(exif(6), frame()), turned],
  ['a rotated JPEG in the other byte order', jpeg(exif(8, 'MM'), frame()), turned],
  ['a JPEG upside down', jpeg(exif(3), frame()), flat],
  ['a JPEG with padding between segments', jpeg([0xff, 0xff], frame()), flat],
  ['a JPEG with another APP1', jpeg(segment(0xe1, ascii('http://ns.adobe.com/xap/1.0/')), frame()), flat],
  ['a truncated JPEG', jpeg(frame().slice(0, 6)), undefined],
  ['a PNG', png(chunk('IDAT', zeros(9))), flat],
  ['a rotated PNG', png(chunk('tEXt', zeros(70_000)), chunk('eXIf', tiff(5)), chunk('IDAT', [])), turned],
  ['a GIF', [...ascii('GIF89a'), ...little(800, 2), ...little(600, 2), 0, 0, 0], flat],
  [
    'a lossy WebP',
    webp(piece('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(800, 2), ...little(600, 2), ...zeros(8)])),
    flat,
  ],
  ['a lossless WebP', webp(piece('VP8L', [0x2f, ...little(799 + 599 * 2 ** 14, 4), ...zeros(13)])), flat],
  ['a WebP with alpha', webp(extended(0x10), piece('VP8 ', zeros(20))), flat],
  ['a rotated WebP', webp(extended(0x08), piece('VP8 ', zeros(70_001)), piece('EXIF', tiff(6))), turned],
  [
    'a rotated WebP with an Exif prefix',
    webp(extended(0x08), piece('EXIF', [...ascii('Exif'), 0, 0, ...tiff(6)])),
    turned,
  ],
  ['a text file', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['an empty file', [], undefined],
])('reads the displayed dimensions of %s', async (_name, bytes, dimensions) => {
  expect(await readDimensions(new Blob([new Uint8Array(bytes)]))).toEqual(dimensions);
});

test('rejects when the file cannot be read', async () => {
  const gone = Object.assign(new Blob(), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone.')) }),
  });
  await expect(readDimensions(gone)).rejects.toThrow('Gone.');
});
