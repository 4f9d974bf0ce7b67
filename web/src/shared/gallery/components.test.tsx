import type { UpscaleBatch } from '@portal/contracts/upscale';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiFailure } from '../api/api-failure.ts';
import { createBatchImage, createUpscaleBatch, upscaleTool } from '../testing/create-upscale.ts';
import { failQuery } from '../testing/fail-query.ts';
import { renderPart } from '../testing/render-part.tsx';
import { BatchGallery } from './batch-gallery.tsx';
import { BatchImages } from './batch-images.tsx';
import { GalleryAction } from './gallery-action.tsx';
import { GalleryCell } from './gallery-cell.tsx';

const ignore = () => undefined;
const { queryKey } = upscaleTool.batchesQuery;

function open(batch: Partial<UpscaleBatch> = {}, images?: number[]) {
  const client = new QueryClient();
  const shown = createUpscaleBatch(batch);
  client.setQueryData(queryKey, [shown]);
  const imagesKey = upscaleTool.imagesQuery(shown).queryKey;
  if (images)
    client.setQueryData(
      imagesKey,
      images.map((index) => createBatchImage(index)),
    );
  const renderGallery = (batchId = shown.id) =>
    renderPart(
      <BatchGallery
        tool={upscaleTool}
        batchId={batchId}
        describe={({ scale }) => `${scale}x`}
        listPictures={(_batch, all) => all.map((image) => ({ ...image, note: '40 × 30' }))}
      />,
      { client },
    );
  const renderImages = () =>
    renderPart(<BatchImages tool={upscaleTool} isOpen batch={shown} item={undefined} onClose={ignore} />, {
      client,
    });
  return { client, imagesKey, renderGallery, renderImages };
}

test('a gallery shows the images of a batch', () => {
  const { renderGallery } = open({}, [0, 1]);
  const { list, text } = renderGallery();
  expect(list('heading')).toEqual(['Red fox']);
  expect(text).toContain('2x');
  expect(list('button').slice(0, 4)).toEqual([
    'Download ZIP',
    'View fox_1.png',
    'View full size: fox_1.png',
    'Download fox_1.png',
  ]);
  expect(list('listitem')).toHaveLength(2);
  expect(list('progressbar')).toEqual([]);
  expect(text).not.toContain('completed');
});

test('a gallery shows how far a batch is', () => {
  const { list } = open({ status: 'processing', processedImages: 1 }, [0]).renderGallery();
  expect(list('progressbar')).toEqual(['1/2 completed']);
});

test('a gallery says why it shows no images', () => {
  expect(open().renderGallery('other').text).toMatch(
    /^Batch not found It was deleted, or its files have expired\./,
  );
  expect(open({ filesDeleted: true }).renderGallery().text).toContain(
    'Files deleted The files of this batch were',
  );
  expect(open({}, []).renderGallery().text).toContain('No images found in this batch');
  const loading = open();
  expect(loading.renderGallery().list('status')).toEqual(['Loading images']);
  expect(loading.renderGallery().list('listitem')).toHaveLength(2);
  expect(open({ status: 'processing', processedImages: 0 }).renderGallery().list('listitem')).toHaveLength(1);
  failQuery(loading.client, loading.imagesKey, new ApiFailure(503, 'Service Unavailable'));
  expect(loading.renderGallery().find('alert')?.text).toBe('The images could not be loaded Try again');

  const empty = open();
  empty.client.removeQueries({ queryKey });
  expect(empty.renderGallery().list('status')).toEqual(['Loading images']);
  expect(empty.renderGallery().list('listitem')).toHaveLength(8);
  failQuery(empty.client, queryKey, new ApiFailure(503, 'Service Unavailable'));
  expect(empty.renderGallery().text).toBe('The batch could not be loaded Try again');
});

test('the images of a batch open in a dialog', () => {
  const { client, imagesKey, renderImages } = open();
  expect(renderImages().find('dialog', 'Images in Red fox')?.text).toBe('Images in Red fox Close');
  expect(renderImages().list('status')).toEqual(['Loading images']);
  failQuery(client, imagesKey, new ApiFailure(503, 'Service Unavailable'));
  expect(renderImages().find('alert')?.text).toBe('Failed to load batch images. Try again');
  expect(open({}, []).renderImages().text).toContain(
    'No images found in this batch Finished images appear here.',
  );
  const { list } = open({}, [0, 1]).renderImages();
  expect(list('listitem')).toEqual(['fox_1.png', 'fox_2.png']);
  expect(list('button')).toEqual([
    'Close',
    'View fox_1.png',
    'Download fox_1.png',
    'View fox_2.png',
    'Download fox_2.png',
  ]);
  expect(open({ filesDeleted: true }, [0]).renderImages().list('dialog')).toEqual([]);
});

test('a picture can be compared with its original, and fits its frame', () => {
  const renderCell = (width: number, height: number, original?: { webUrl: string; thumbnailUrl: string }) =>
    renderPart(
      <GalleryCell
        picture={{ ...createBatchImage(0, { width, height }), note: '2x', ...(original && { original }) }}
        onView={ignore}
        onCompare={ignore}
        onDownload={ignore}
      />,
    );
  const plain = renderCell(1600, 900);
  expect(plain.text).toBe('fox_1.png 2x');
  expect(plain.find('button', 'View fox_1.png')?.attributes['tabindex']).toBe('-1');
  expect(plain.list('button')).not.toContain('Compare fox_1.png');
  expect(plain.html).toContain('style="aspect-ratio:1600 / 900;width:100%"');
  const compared = renderCell(900, 900, { webUrl: '/a', thumbnailUrl: '/b' });
  expect(compared.list('button')).toContain('Compare fox_1.png');
  expect(compared.html).toContain('style="aspect-ratio:900 / 900;height:100%"');
});

test('a gallery opens in a new window', () => {
  const { find } = renderPart(<GalleryAction batchId="a b" label="View images" />);
  expect(find('link', 'View images')?.attributes).toMatchObject({ href: '?gallery=a%20b', target: '_blank' });
});
