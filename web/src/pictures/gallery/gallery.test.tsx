import type { BatchImage } from '@portal/contracts/batch-calls';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createBatchImage, createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { listNames, openPart, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { createSoftChecks } from '../checks/testing/create-checks.ts';
import { BatchGallery } from './batch-gallery.tsx';
import { BatchImages } from './batch-images.tsx';
import { GalleryAction } from './gallery-action.tsx';
import { GalleryCell } from './gallery-cell.tsx';

const original = { webUrl: '/original', thumbnailUrl: '/original/thumbnail' };
const batch = createUpscaleBatch({ id: 'fox' });
const ignore = () => undefined;
const refused = () => new Response('{}', { status: 500 });

/** The first requests fail. */
function answer({ failures = 0, images = [createBatchImage(0), createBatchImage(1)] } = {}) {
  let left = failures;
  return answerByPath(({ path }) => {
    if (path.endsWith('/thumbnail')) return new Promise<Response>(() => undefined);
    if (left-- > 0) return refused();
    if (path === upscaleTool.batchesQuery.queryKey[0]) return Response.json({ batches: [batch] });
    return path.endsWith('/images') ? Response.json({ images }) : undefined;
  });
}

const openGallery = (client = makeQueryClient()) =>
  openPart(
    <BatchGallery
      tool={upscaleTool}
      batchId="fox"
      describe={({ scale }) => `${scale}x`}
      listPictures={(_batch, all) => all.map((image) => ({ ...image, note: '', original }))}
    />,
    { client },
  );

/** Opens a gallery whose batch has loaded, and maybe its images. */
function openLoaded(overrides: Partial<UpscaleBatch>, images?: BatchImage[]) {
  const client = makeQueryClient();
  const shown = { ...batch, ...overrides };
  client.setQueryData(upscaleTool.batchesQuery.queryKey, [shown]);
  if (images) client.setQueryData(upscaleTool.imagesQuery(shown).queryKey, images);
  openGallery(client);
}
const clickWhenShown = async (user: ReturnType<typeof openPart>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

test('names the problem of a picture, in the gallery and in the dialog', async () => {
  const images = [createBatchImage(0, { checks: createSoftChecks() }), createBatchImage(1)];
  openLoaded({}, images);
  const listViews = () => listNames('button').filter((name) => name.startsWith('View fox'));
  expect(listViews()).toEqual(['View fox_1.png, Soft', 'View fox_2.png']);
  expect(screen.getAllByTitle('Soft')).toHaveLength(1);
  answer({ images });
  openPart(<BatchImages isOpen tool={upscaleTool} batch={batch} item={undefined} onClose={ignore} />);
  await screen.findByRole('button', { name: 'View fox_2.png' });
  expect(listViews()).toEqual(['View fox_1.png, Soft', 'View fox_2.png']);
  expect(screen.getAllByTitle('Soft')).toHaveLength(1);
});

test('a gallery shows the images of a batch', () => {
  openLoaded({}, [createBatchImage(0), createBatchImage(1)]);
  expect(listNames('heading')).toEqual(['Red fox']);
  expect(readText()).toContain('2x');
  expect(listNames('button').slice(0, 5)).toEqual([
    'Download ZIP',
    'View fox_1.png',
    'Compare fox_1.png',
    'View full size: fox_1.png',
    'Download fox_1.png',
  ]);
  expect(listNames('listitem')).toHaveLength(2);
  expect(listNames('progressbar')).toEqual([]);
});

test('a gallery shows how far a batch is', () => {
  openLoaded({ status: 'processing', processedImages: 1 }, [createBatchImage(0)]);
  expect(listNames('progressbar')).toEqual(['1/2 completed']);
});

test.each([
  ['of another batch', { id: 'other' }, 'Batch not found It was deleted, or its files have expired.'],
  ['whose files are deleted', { filesDeleted: true }, 'Files deleted The files of this batch were deleted.'],
  ['of no images', {}, 'No images found in this batch'],
])('a gallery %s says why it shows no images', (_name, overrides, text) => {
  openLoaded(overrides, []);
  expect(readText()).toContain(text);
  expect(listNames('listitem')).toEqual([]);
});

test('a gallery has a place for each image that is loading', () => {
  openLoaded({});
  expect(listNames('status')).toEqual(['Loading images']);
  expect(listNames('listitem')).toHaveLength(2);
  openLoaded({ status: 'processing', processedImages: 0 });
  expect(listNames('listitem')).toHaveLength(1);
});

test('loads again a batch and images that could not be loaded', async () => {
  answer({ failures: 1 });
  const user = openGallery();
  expect(listNames('status')).toEqual(['Loading images']);
  expect(listNames('listitem')).toHaveLength(8);
  expect(readText(await screen.findByRole('alert'))).toBe('The batch could not be loaded Try again');
  await clickWhenShown(user, 'Try again');
  expect(await screen.findByRole('button', { name: 'View fox_1.png' })).toBeDefined();
});

test('says that the images of a batch could not be loaded', async () => {
  answer({ failures: 1 });
  openLoaded({});
  expect(readText(await screen.findByRole('alert'))).toBe('The images could not be loaded Try again');
});

test('opens the viewer with the picture that is chosen, or with its original beside it', async () => {
  answer();
  const user = openGallery();
  await clickWhenShown(user, 'View fox_2.png');
  await screen.findByRole('dialog', { name: 'fox_2.png' });
  expect(screen.getByRole('button', { name: 'Compare' }).getAttribute('aria-pressed')).toBe('false');
  await user.keyboard('{ArrowLeft}');
  await screen.findByRole('dialog', { name: 'fox_1.png' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [compare] = screen.getAllByRole('button', { name: /^Compare/ });
  if (!compare) throw new Error('There is no button to compare.');
  await user.click(compare);
  expect((await screen.findByRole('button', { name: 'Compare' })).getAttribute('aria-pressed')).toBe('true');
});

test('says each time that a download has failed, until that is closed', async () => {
  answer();
  const user = openGallery();
  for (const _ of [1, 2]) {
    await clickWhenShown(user, 'Download fox_1.png');
    expect((await screen.findByRole('alert')).textContent).toBe('Download failed. Please try again.');
    await clickWhenShown(user, 'Close');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  }
  await clickWhenShown(user, 'Download ZIP');
  expect((await screen.findByRole('alert')).textContent).toBe('Download failed. Please try again.');
});

function openImages(overrides: { item?: number; shown?: UpscaleBatch } = {}) {
  toast('Before');
  let closed = 0;
  const user = openPart(
    <BatchImages
      tool={upscaleTool}
      isOpen
      batch={overrides.shown ?? batch}
      item={overrides.item}
      listPictures={(_batch, all) => all.map((image) => ({ ...image, original }))}
      onClose={() => (closed += 1)}
    />,
    { client: makeQueryClient() },
  );
  return { user, countClosed: () => closed };
}

test('the grid of a batch leads to the viewer and back', async () => {
  answer({ failures: 1 });
  const { user, countClosed } = openImages();
  expect(listNames('status')).toEqual(['Loading images']);
  await waitFor(() => expect(readToast()?.title).toBe('Error'));
  expect(readText(screen.getByRole('alert'))).toBe('Failed to load batch images. Try again');
  await clickWhenShown(user, 'Try again');
  const grid = await screen.findByRole('dialog', { name: 'Images in Red fox' });
  await waitFor(() => expect(readText(grid)).toBe('Images in Red fox Close fox_1.png fox_2.png'));
  await clickWhenShown(user, 'View fox_2.png');
  await screen.findByRole('dialog', { name: 'fox_2.png' });
  expect(screen.getByRole('button', { name: 'Compare' })).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'fox_2.png' })).toBeNull());
  expect(countClosed()).toBe(0);
  await user.keyboard('{Escape}');
  expect(countClosed()).toBe(1);
});

test('a single image opens without the grid, and closes all', async () => {
  answer();
  const { user, countClosed } = openImages({ item: 1 });
  await screen.findByRole('dialog', { name: 'fox_2.png' });
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(countClosed()).toBe(1);
});

test.each([
  ['processing', 'Finished images appear here.'],
  ['failed', 'None was finished, or all were deleted.'],
] as const)('says of a %s batch why it has no images', async (status, text) => {
  answer({ images: [] });
  openImages({ shown: { ...batch, status } });
  expect(await screen.findByText(text)).toBeDefined();
});

test('nothing is shown once the files of a batch are deleted', () => {
  answer();
  openImages({ shown: { ...batch, filesDeleted: true } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  [1600, 900, '100%', ''],
  [900, 900, '', '100%'],
])('a picture of %d x %d fits its frame', (width, height, frameWidth, frameHeight) => {
  const picture = { ...createBatchImage(0, { width, height }), note: '2x' };
  openPart(<GalleryCell picture={picture} onView={ignore} onCompare={ignore} onDownload={ignore} />);
  expect(readText()).toBe('fox_1.png 2x');
  expect(screen.getByRole('button', { name: 'View fox_1.png' }).tabIndex).toBe(-1);
  expect(listNames('button')).not.toContain('Compare fox_1.png');
  const frame = document.querySelector<HTMLElement>('[style*="aspect-ratio"]');
  expect(frame?.style).toMatchObject({
    aspectRatio: `${width} / ${height}`,
    width: frameWidth,
    height: frameHeight,
  });
});

test('a gallery opens in a new window', () => {
  openPart(<GalleryAction batchId="a b" label="View images" />);
  const link = screen.getByRole('link', { name: 'View images' });
  expect(link).toHaveProperty('target', '_blank');
  expect(link.getAttribute('href')).toBe('?gallery=a%20b');
});
