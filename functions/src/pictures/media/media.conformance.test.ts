import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { createPicture } from '../../providers/testing/create-picture.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { MEDIA_CASES, runMediaCase } from './media-cases.ts';
import { makeMediaService } from './media-service.ts';

const sandbox = await startSandbox();

it.each(MEDIA_CASES)('$name', async (each) => {
  await expect(runMediaCase(each, sandbox.cloudinary)).resolves.toBeUndefined();
});

it('downloads the images of a tag under their names until the link expires [D-media.6]', async () => {
  const media = makeMediaService(() => sandbox.cloudinary);
  const bytes = await createPicture('png');
  for (const [publicId, tag, fileName] of [
    ['portal/one/1', 'portal-one', 'beach_upscaled.png'],
    ['portal/one/2', 'portal-one', 'Meer (é) v1.2_upscaled.png'],
    ['portal/one/source-2', 'portal-one0', 'source.png'],
  ] as const) {
    await media.put({ publicId, bytes, contentType: 'image/png', fileName, tags: [tag], context: {} });
  }
  const linkUntil = (expiresAt: Date) =>
    media.makeArchiveLink({ tag: 'portal-one', name: 'Boats', expiresAt });

  const answer = await fetch(linkUntil(new Date(Date.now() + 60_000)));
  expect(answer.status).toBe(200);
  const zip = await JSZip.loadAsync(await answer.arrayBuffer());
  expect(Object.keys(zip.files).toSorted()).toEqual(['Meer (é) v1.2_upscaled.png', 'beach_upscaled.png']);
  expect(await zip.file('beach_upscaled.png')?.async('nodebuffer')).toEqual(bytes);
  expect((await fetch(linkUntil(new Date(Date.now() - 5000)))).ok).toBe(false);
});
