import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startStorage } from '../uploads/testing/start-storage.ts';
import { findBucketImage, openBucketImage, saveBucketImage } from './bucket-images.ts';

const publicId = 'portal/upscale/b1/001';

async function save(failures = 0) {
  const { deps, objects, failUploads } = await startStorage();
  failUploads(failures);
  const bytes = await createPicture('png', 640, 400);
  const facts = { publicId, format: 'png', width: 640, height: 400 } as const;
  const context = { cost: '40000' };
  const image = await saveBucketImage(deps, { ...facts, bytes, contentType: 'image/png', context });
  return { deps, objects, bytes, facts, image };
}

it('finds the image that a lost worker has stored, with its cost', async () => {
  const { deps, bytes, facts, image } = await save();
  expect(image).toMatchObject({ ...facts, bytes: bytes.length, isInBucket: true });
  expect(await findBucketImage(deps, publicId)).toEqual({
    ...image,
    createdAt: expect.any(String),
    context: { cost: '40000' },
  });
  expect(await findBucketImage(deps, 'portal/upscale/b1/002')).toBeUndefined();
});

it('stores the image in spite of two errors of Cloud Storage', async () => {
  const { deps, facts } = await save(2);
  expect(await findBucketImage(deps, publicId)).toMatchObject(facts);
});

it('opens the image as it was stored, and a small WebP of it', async () => {
  const { deps, bytes, image } = await save();
  const full = await openBucketImage(deps, image, 'full');
  expect(full).toMatchObject({ contentType: 'image/png', contentLength: bytes.length });
  expect(await buffer(full.body)).toEqual(bytes);
  const thumbnail = await openBucketImage(deps, image, 'thumbnail');
  expect(thumbnail.contentType).toBe('image/webp');
  expect(await sharp(await buffer(thumbnail.body)).metadata()).toMatchObject({ width: 320, height: 200 });
});

it('reports an image that was deleted as the media service does', async () => {
  const { deps, objects, image } = await save();
  objects.clear();
  await expect(openBucketImage(deps, image, 'full')).rejects.toMatchObject({
    name: 'MediaError',
    status: 404,
  });
});
