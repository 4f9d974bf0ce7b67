import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { readToast, toast } from '../../../client/toast/toast-store.ts';
import { cardOf, openHistory } from '../testing/open-generator.tsx';

const LINK = 'http://localhost:3000/elsewhere/fox.zip';
const STARTED = { title: 'Download Started', description: 'ZIP file download has begun.' };

const answerZip = (bytes: number) =>
  new Response('x'.repeat(bytes), { headers: { 'content-type': 'application/zip' } });

/** A batch whose ZIP is answered with these, one after the other. Lists what was saved. */
async function openBatch(answers: (Response | Promise<Response>)[]) {
  toast('Before');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download || this.href);
  });
  const { user } = await openHistory({
    batches: [
      createBatch({
        id: 'fox',
        status: 'completed',
        customName: 'Red fox!',
        requestedCount: 40,
        completedCount: 40,
      }),
    ],
    answer: ({ path }) => (path === '/api/image-generator/batch/fox/download' ? answers.shift() : undefined),
  });
  const findButton = (name: string) => cardOf('fox').getByRole('button', { name });
  return { user, saved, findButton, download: () => user.click(findButton('Download ZIP')) };
}

const expectToast = (expected: object) => waitFor(() => expect(readToast()).toMatchObject(expected));

test('shows that a ZIP is prepared, and saves it under the name of the batch [T8.2.4]', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { saved, findButton, download } = await openBatch([promise]);
  await download();
  expect(readToast()).toMatchObject({ title: 'Preparing Download', description: 'Creating ZIP file...' });
  expect(findButton('Creating ZIP file...')).toHaveProperty('disabled', true);
  resolve(answerZip(100));
  await expectToast(STARTED);
  expect(saved).toEqual(['Red_fox__images.zip']);
  await waitFor(() => expect(findButton('Download ZIP')).toHaveProperty('disabled', false));
});

test('shows the progress of a large ZIP, and opens its link [T8.2.4, D-media.7]', async () => {
  const { saved, download } = await openBatch([
    Response.json({ status: 'preparing', done: 20, total: 40 }, { status: 202 }),
    Response.json({ status: 'ready', url: LINK, bytes: 100 }),
  ]);
  await download();
  await screen.findByText('Creating ZIP file... 20/40');
  await expectToast(STARTED);
  expect(saved).toEqual([LINK]);
});

test.each([
  [new Response('{}', { status: 500, statusText: 'Internal Server Error' }), '500: Internal Server Error'],
  [Response.json({ neither: 'here' }), 'Failed to download images. Please try again.'],
  [answerZip(22), 'Empty ZIP file received'],
])('shows why a download failed [T8.2.5, T8.2.6]', async (answer, description) => {
  const { saved, download } = await openBatch([answer]);
  await download();
  await expectToast({ title: 'Download Failed', description, isDestructive: true });
  expect(saved).toEqual([]);
});
