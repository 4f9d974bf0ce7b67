import JSZip from 'jszip';
import { expect, it, vi } from 'vitest';
import { createPicture } from '../providers/testing/create-picture.ts';
import { startSandbox } from '../providers/testing/start-sandbox.ts';
import { MEDIA_CASES, runMediaCase } from './media-cases.ts';
import { makeMediaService } from './media-service.ts';

vi.setConfig({ testTimeout: 60_000 });

const sandbox = await startSandbox();

it.each(MEDIA_CASES)('$name', async (each) => {
  await expect(runMediaCase(each, sandbox.cloudinary)).resolves.toBeUndefined();
});

it('[D-media.6] the link of a tag gives a browser its images as a ZIP, until it has expired', async () => {
  const media = makeMediaService(() => sandbox.cloudinary);
  const bytes = await createPicture('png');
  for (const [publicId, tag] of [
    ['portal/one/1', 'portal-one'],
    ['portal/one/2', 'portal-one'],
    ['portal/one/source-2', 'portal-one0'],
  ] as const) {
    await media.put({ publicId, bytes, contentType: 'image/png', tags: [tag], context: {} });
  }
  const linkUntil = (expiresAt: Date) =>
    media.makeArchiveLink({ tag: 'portal-one', name: 'Boats', expiresAt });

  const answer = await fetch(linkUntil(new Date(Date.now() + 60_000)));
  expect(answer.status).toBe(200);
  const zip = await JSZip.loadAsync(await answer.arrayBuffer());
  expect(Object.keys(zip.files).toSorted()).toEqual(['1.png', '2.png']);
  expect(await zip.file('1.png')?.async('nodebuffer')).toEqual(bytes);
  expect((await fetch(linkUntil(new Date(Date.now() - 5000)))).ok).toBe(false);
});
