import type { UpscaleBatch } from '@portal/contracts/upscale';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../api/query-client.ts';
import { answerByPath } from '../testing/answer-by-path.ts';
import { createBatchImage, createUpscaleBatch, upscaleTool } from '../testing/create-upscale.ts';
import { openPart } from '../testing/open-part.tsx';
import { readToast, toast } from '../toast/toast-store.ts';
import { BatchGallery } from './batch-gallery.tsx';
import { BatchImages } from './batch-images.tsx';

const original = { webUrl: '/original', thumbnailUrl: '/original/thumbnail' };
const batch = createUpscaleBatch({ id: 'fox' });
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

const openGallery = () =>
  openPart(
    <BatchGallery
      tool={upscaleTool}
      batchId="fox"
      describe={({ scale }) => `${scale}x`}
      listPictures={(_batch, all) => all.map((image) => ({ ...image, note: '', original }))}
    />,
  );
const clickWhenShown = async (user: ReturnType<typeof openPart>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

test('loads again a batch and images that could not be loaded', async () => {
  answer({ failures: 1 });
  const user = openGallery();
  expect((await screen.findByRole('alert')).textContent).toContain('The batch could not be loaded');
  await clickWhenShown(user, 'Try again');
  expect(await screen.findByRole('button', { name: 'View fox_1.png' })).toBeDefined();
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
  await waitFor(() => expect(readToast()?.title).toBe('Error'));
  await clickWhenShown(user, 'Try again');
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

test('nothing is shown once the files of a batch are deleted', () => {
  answer();
  openImages({ shown: { ...batch, filesDeleted: true } });
  expect(screen.queryByRole('dialog')).toBeNull();
});
