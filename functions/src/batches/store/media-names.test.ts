import { expect, it } from 'vitest';
import { createBatch } from '../engine/testing/create-item.ts';
import { batchIdOf, folderOf, indexOf, nameImageFile, publicIdOf, tagOf } from './media-names.ts';

const BATCH = { id: 'Batch1', tool: 'image-generator' } as const;

it('finds batch and item of what it has named at the media service', () => {
  const publicId = publicIdOf(BATCH, 8);
  expect(publicId).toBe('portal/image-generator/Batch1/009');
  expect(batchIdOf(publicId)).toBe('Batch1');
  expect(indexOf(publicId)).toBe(8);
  expect(indexOf(`${publicId}.thumbnail`)).toBe(8);
  expect(folderOf(BATCH)).toBe('portal/image-generator/Batch1');
  expect(tagOf(BATCH)).toBe('portal-image-generator-Batch1');
});

it.each(['other/image-generator/Batch1/009', 'portal/image-generator/Batch1', 'x/portal/upscale/b/001'])(
  'finds no batch of %s',
  (publicId) => {
    expect(batchIdOf(publicId)).toBeUndefined();
    expect(indexOf(publicId)).toBeUndefined();
  },
);

it.each(['portal/upscale/b/001/2', 'portal/upscale/b/one', 'portal/upscale/b/001-2'])(
  'finds no item of %s',
  (publicId) => expect(indexOf(publicId)).toBeUndefined(),
);

const nameUploads = (names: readonly string[], suffix = '_upscaled') => {
  const uploads = { folder: 'folder', files: names.map((name, index) => ({ id: String(index), name })) };
  const batch = createBatch({ uploads });
  return names.map((_, index) => nameImageFile(batch, index, 'jpg', suffix));
};

it('names results after their uploads, each differently', () => {
  expect(nameUploads(['beach.png', 'Beach.JPG', 'sea.v2.tif', 'beach.png'])).toEqual([
    'beach_upscaled.jpg',
    'Beach_upscaled-2.jpg',
    'sea.v2_upscaled.jpg',
    'beach_upscaled-3.jpg',
  ]);
  expect(nameImageFile(createBatch({}), 0, 'jpg', '_upscaled')).toBe('image_upscaled.jpg');
});

it.each([
  ['what file systems refuse', 'a<b>:"|?*c.png', 'a_b______c.jpg'],
  ['an extension only', '.png', 'image.jpg'],
  ['an end that is no extension', 'fox.of the deep snow.x', 'fox.of the deep snow.jpg'],
  ['a long end', 'fox. 1234567890123456', 'fox. 1234567890123456.jpg'],
  [
    'a name that would be cut inside a character',
    `${'a'.repeat(218)}\u00fc\u20ac.png`,
    `${'a'.repeat(218)}\u00fc.jpg`,
  ],
  [
    'a name that would be cut inside its last character',
    `${'a'.repeat(219)}\u20ac.png`,
    `${'a'.repeat(219)}.jpg`,
  ],
])('names a result after an upload with %s', (_, name, expected) => {
  expect(nameUploads([name], '')).toEqual([expected]);
});

it('names other images after their batch', () => {
  expect(nameImageFile(createBatch({ name: 'Red fox, 2' }), 11, 'png')).toBe('Red_fox__2_012.png');
});
