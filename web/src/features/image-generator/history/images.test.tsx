import { generatorCalls } from '@portal/contracts/image-generator';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createBatch } from '../../../tools/generation/testing/create-batch.ts';
import { makeSentStore } from '../../../pictures/send-to/sent-store.ts';
import { createBatchImage } from '../../../testing/create-upscale.ts';
import { readLocation } from '../../../testing/open-part.tsx';
import { readToast, toast } from '../../../client/toast/toast-store.ts';
import {
  cardOf,
  findDialog,
  findPrompt,
  findQuantity,
  openHistory,
  waitUntilClosed,
} from '../testing/open-generator.tsx';

const IMAGES = generatorCalls.images.path.replace('{id}', 'fox');
const fox = createBatch({
  id: 'fox',
  status: 'completed',
  requestedCount: 2,
  completedCount: 2,
  generatedImages: [0, 1].map((index) => `${IMAGES}/${index}`),
});

test('says that a batch has no images [T2.1.19, T8.2.8]', async () => {
  const { user } = await openHistory({
    batches: [fox],
    answer: ({ path }) => (path === IMAGES ? Response.json({ images: [] }) : undefined),
  });
  await user.click(cardOf('fox').getByText('View images'));
  await waitFor(() =>
    expect(readToast()).toMatchObject({
      title: 'No images found',
      description: "This batch doesn't contain any images.",
    }),
  );
  within(screen.getByRole('dialog')).getByText('No images found in this batch');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  await waitUntilClosed();
});

test('says that images do not load, in the viewer and in the grid', async () => {
  toast('Before');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { user } = await openHistory({
    batches: [fox],
    answer: async ({ path }) => {
      if (path !== IMAGES) return undefined;
      await released;
      return new Response('{}', { status: 500 });
    },
  });
  // It opens before the images have loaded.
  await user.click(cardOf('fox').getByRole('button', { name: 'Open image 1' }));
  const viewer = within(await findDialog('Image'));
  viewer.getByLabelText('Loading image');
  expect(viewer.getByLabelText('Download')).toHaveProperty('disabled', true);
  release();
  await viewer.findByText('Failed to load batch images.');
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  await user.click(cardOf('fox').getByText('View images'));
  await waitFor(() =>
    expect(readToast()).toMatchObject({
      title: 'Error',
      description: 'Failed to load batch images.',
      isDestructive: true,
    }),
  );
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeDefined();
});

test('fills the form with the prompt of the picture that is shown', async () => {
  const { user } = await openHistory({
    batches: [{ ...fox, prompts: ['A red fox', 'An old lighthouse'] }],
    answer: ({ path }) =>
      path === IMAGES ? Response.json({ images: [createBatchImage(0), createBatchImage(1)] }) : undefined,
  });
  await user.click(cardOf('fox').getByRole('button', { name: 'Open image 2' }));
  await user.click(await within(await findDialog('Image')).findByLabelText('Use these settings'));
  await waitUntilClosed();
  expect([findPrompt().value, findQuantity().value]).toEqual(['An old lighthouse', '1']);
});

test('sends finished pictures to the form of another tool', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  const { user } = await openHistory({
    batches: [fox],
    answer: ({ path }) =>
      path === IMAGES ? Response.json({ images: [createBatchImage(0), createBatchImage(1)] }) : undefined,
  });
  await user.click(cardOf('fox').getByLabelText('More actions'));
  const menu = within(screen.getByRole('menu'));
  expect(menu.getByText('Send 2 images to')).toBeDefined();
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Share',
    'View settings',
    'Upscale & Enhancement',
    'Keyword Generator',
    'Stylizer',
  ]);
  await user.click(menu.getByText('Upscale & Enhancement'));
  await waitFor(() => expect(readLocation()).toBe('/tools/upscale'));
  expect(makeSentStore('upscale', '').read()).toMatchObject([
    { tool: 'image-generator', from: { batchId: 'fox', index: 0 } },
    { tool: 'image-generator', from: { batchId: 'fox', index: 1 } },
  ]);
});
