import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setInView } from '../../testing/fake-observer.ts';
import { createPicture, decodePictures } from '../../testing/load-pictures.ts';
import { noteDownloads } from '../../testing/tool-page.ts';
import { createBatch, createResult } from './testing/create-batch.ts';
import { openUpscale } from './testing/open-upscale.tsx';

const FAILURE = 'Download failed. Please try again.';

const FILES: readonly [name: string, width: number, height: number][] = [
  ['beach_upscaled.png', 320, 240],
  ['fox_upscaled.jpg', 60, 80],
  ['wide_upscaled.webp', 100, 24],
];

/** `fails`: the paths that the server refuses. */
function openGallery(id: string, fails = (_path: string) => false) {
  const base = `/api/upscale/batches/${id}`;
  const results = FILES.map((_, index) => createResult(index, { originalUrl: `${base}/originals/${index}` }));
  const batch = createBatch({ id, name: 'By the sea', status: 'completed', processedImages: 3, results });
  const images = FILES.map(([fileName, width, height], index) => ({
    index,
    fileName,
    webUrl: `${base}/images/${index}`,
    thumbnailUrl: `${base}/images/${index}/thumbnail`,
    width,
    height,
    bytes: 9,
  }));
  const opened = openUpscale({
    path: `/?gallery=${id}`,
    batches: [batch],
    answer: ({ path }) => {
      if (fails(path)) return new Response('{}', { status: 500 });
      if (path === `${base}/images`) return Response.json({ images });
      return path.startsWith(`${base}/`) ? createPicture() : undefined;
    },
  });
  decodePictures();
  return opened;
}

const findViewer = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('shows, downloads and views all images of a batch [T2.2.6, T2.2.10, T2.2.11]', async () => {
  const saved = noteDownloads();
  const { user, requests } = openGallery('all');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('By the sea');
  expect(screen.getByText('3 images · 2x')).toBeDefined();
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'beach_upscaled.png160 × 120 to 320 × 240',
      'fox_upscaled.jpg30 × 40 to 60 × 80',
      'wide_upscaled.webp50 × 12 to 100 × 24',
    ]),
  );
  await user.click(screen.getByLabelText('Download fox_upscaled.jpg'));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['fox_upscaled.jpg']));
  expect(requests.at(-1)?.path).toBe('/api/upscale/batches/all/images/1');

  await user.click(screen.getByLabelText('View full size: fox_upscaled.jpg'));
  const viewer = await findViewer('fox_upscaled.jpg');
  expect(await viewer.findByRole('img', { name: 'fox_upscaled.jpg' })).toBeDefined();
  expect(viewer.getAllByText('60 × 80')).not.toEqual([]);
  await user.keyboard('{ArrowRight}');
  expect((await findViewer('wide_upscaled.webp')).getByText('3 / 3')).toBeDefined();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('shows the same message for each failed download [T8.3.3]', async () => {
  const { user } = openGallery('refused', (path) => /images\/\d$|download$/.test(path));
  const expectFailure = async () => {
    const alert = await screen.findByText(FAILURE);
    const close = alert.closest('[role=alert]')?.querySelector('[aria-label=Close]');
    if (!close) throw new Error('The message cannot be closed.');
    await user.click(close);
    await waitFor(() => expect(screen.queryByText(FAILURE)).toBeNull());
  };
  await user.click(await screen.findByLabelText('Download beach_upscaled.png'));
  await expectFailure();
  await user.click(screen.getByLabelText('View full size: wide_upscaled.webp'));
  await user.click((await findViewer('wide_upscaled.webp')).getByLabelText('Download wide_upscaled.webp'));
  await expectFailure();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Download ZIP' }));
  await expectFailure();
});

test('shows the same message for each image that fails to load [T8.3.3]', async () => {
  const { user } = openGallery('broken', (path) => /images\/0$|originals\/1$/.test(path));
  await user.click(await screen.findByLabelText('View full size: beach_upscaled.png'));
  const first = await findViewer('beach_upscaled.png');
  expect((await first.findByRole('alert')).textContent).toBe('This image failed to load.');
  expect(first.queryAllByRole('img').filter((image) => image.getAttribute('alt') !== '')).toEqual([]);
  await user.keyboard('{ArrowRight}');
  const second = await findViewer('fox_upscaled.jpg');
  expect(second.queryByRole('alert')).toBeNull();
  await user.keyboard('c');
  expect((await second.findByRole('alert')).textContent).toBe('This image failed to load.');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const cell = screen.getAllByRole('listitem')[2];
  const frame = cell?.querySelector('button > div > div');
  if (!cell || !frame) throw new Error('There is no third image.');
  setInView(frame, true);
  const picture = await waitFor(() => {
    const found = cell.querySelector('img');
    if (!found) throw new Error('The thumbnail has not loaded.');
    return found;
  });
  fireEvent.error(picture);
  expect(within(cell).getByLabelText('Image failed to load')).toBeDefined();
});
