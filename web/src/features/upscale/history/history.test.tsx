import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  expectName,
  expectNoToast,
  failToCancel,
  failToDelete,
  findHistory,
  holdRefusals,
  inCard,
  listActions,
  rename,
  waitForCard,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { createBatch, createResult } from '../testing/create-batch.ts';
import { makeStorage } from '../testing/make-storage.ts';
import { openUpscale } from '../testing/open-upscale.tsx';

const createEnded = (overrides: Parameters<typeof createBatch>[0]) =>
  createBatch({ status: 'completed', endedAt: '2026-11-21T12:01:00.000Z', processedImages: 3, ...overrides });

const batches = [
  createBatch({ id: 'pending', status: 'pending', startedAt: null, totalImages: 12, scale: 4 }),
  createBatch({
    id: 'working',
    totalImages: 4,
    processedImages: 1,
    runningItems: [1, 2],
    itemProgress: { 1: 0.429 },
    enhance: true,
  }),
  createEnded({ id: 'finished', results: [createResult(0)] }),
  createEnded({ id: 'failed', status: 'failed', totalImages: 2, processedImages: 0, failedCount: 2 }),
  createEnded({ id: 'emptied', filesDeleted: true }),
];

test('shows each status, with its actions [T2.2.5, T2.2.6, T2.2.7, T4.1.4, T4.1.5, T4.1.6, T4.1.7]', async () => {
  openUpscale({ batches });
  await waitForCard('pending');
  const expectTexts = (id: string, ...texts: string[]) => {
    for (const text of texts) expect(inCard(id).getByText(text)).toBeDefined();
  };
  const readBar = (id: string) => inCard(id).queryByRole('progressbar')?.getAttribute('aria-valuenow');
  expectTexts('pending', 'Queued - 12 images', '4x');
  expect(readBar('pending')).toBeNull();
  expect(listActions('pending')).toEqual(['Cancel', 'Delete', 'More actions']);

  expectTexts('working', '1/4 completed', 'Enhanced');
  expect(inCard('working').getByLabelText('Image 2: 42% done')).toBeDefined();
  expect(inCard('working').getByLabelText('1/4 completed').getAttribute('role')).toBe('progressbar');
  expect(readBar('working')).toBe('25');
  const finished = ['Download ZIP', 'View all images', 'Delete', 'More actions'];
  expect(listActions('working')).toEqual(['Cancel', ...finished]);

  expectTexts('finished', '3/3 completed');
  expect(readBar('finished')).toBeUndefined();
  expect(listActions('finished')).toEqual(finished);

  expectTexts('failed', '0/2 completed', 'Failed');
  expect(listActions('failed')).toEqual(['2 failed', 'Delete', 'More actions']);

  expectTexts('emptied', 'Files deleted');
  expect(listActions('emptied')).toEqual(['Delete']);
  expect(within(findHistory()).getByText('Files are automatically deleted after 3 days')).toBeDefined();
});

test('renames in this browser only; an empty name cancels [T2.2.8, T5.3.3, T7.2.7, T7.2.8]', async () => {
  const { user, requests, reopen } = openUpscale({
    batches: [createEnded({ id: 'fox', name: 'As it was' })],
  });
  await waitForCard('fox');
  for (const [name, key] of [
    ['', 'Enter'],
    ['   ', 'Enter'],
    ['Another', 'Escape'],
  ] as const) {
    await rename(user, 'fox', name, key);
    await expectName('fox', 'As it was');
  }
  await rename(user, 'fox', 'Another');
  await expectName('fox', 'Another');
  user.unmount();
  reopen();
  await waitForCard('fox');
  await expectName('fox', 'Another');
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('says nothing when the download of an image fails [T8.3.2]', async () => {
  let downloads = 0;
  const image = {
    index: 0,
    webUrl: '/api/upscale/batches/fox/images/0',
    fileName: 'fox.jpg',
    thumbnailUrl: '',
  };
  const { user } = openUpscale({
    batches: [createEnded({ id: 'fox', results: [createResult(0)] })],
    answer: ({ path }) => {
      if (path.endsWith('/images'))
        return Response.json({ images: [{ ...image, width: 40, height: 40, bytes: 1 }] });
      if (!path.endsWith('/images/0')) return undefined;
      downloads += 1;
      return new Response('{}', { status: 500 });
    },
  });
  await waitForCard('fox');
  await user.click(inCard('fox').getByLabelText('Open image 1'));
  const button = await screen.findByLabelText('Download fox.jpg');
  const before = downloads;
  await user.click(button);
  await waitFor(() => expect(downloads).toBeGreaterThan(before));
  expectNoToast();
});

test('rolls back failed changes, with a toast only if a name cannot be stored [T8.3.1, T8.3.2]', async () => {
  const refused: string[] = [];
  const { refuse, release } = holdRefusals();
  const { user } = openUpscale({
    batches: [createEnded({ id: 'fox', name: 'As it was' }), createBatch({ id: 'working' })],
    answer: ({ method, path }) => {
      if (method === 'GET' && !path.endsWith('/download')) return undefined;
      refused.push(`${method} ${path}`);
      return refuse();
    },
  });
  await waitForCard('fox');
  const download = inCard('fox').getByText('Download ZIP').closest('button');
  await user.click(inCard('fox').getByText('Download ZIP'));
  await waitFor(() => expect(download).toHaveProperty('disabled', true));
  release();
  await waitFor(() => expect(download).toHaveProperty('disabled', false));
  await failToCancel(user, 'working', release);
  await failToDelete(user, 'fox', release);
  expect(refused).toEqual([
    'GET /api/upscale/batches/fox/download',
    'POST /api/upscale/batch/working/cancel',
    'DELETE /api/upscale/batch/fox',
    'DELETE /api/upscale/batches',
  ]);
  expectNoToast();
  expect(screen.queryByRole('alert')).toBeNull();

  const setItem = () => {
    throw new DOMException('It is full.', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', Object.assign(makeStorage(), { setItem }));
  await rename(user, 'fox', 'Another');
  await waitForFailure();
  await expectName('fox', 'As it was');
});
