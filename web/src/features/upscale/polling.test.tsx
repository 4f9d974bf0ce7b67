import { upscaleImages } from '@portal/contracts/upscale';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseFiles, inCard, pass, stopClock } from '../../testing/tool-page.ts';
import { setVisible } from '../../testing/set-visible.ts';
import { createFile } from '../../pictures/uploads/testing/create-file.ts';
import { createBatch } from './testing/create-batch.ts';
import { openUpscale } from './testing/open-upscale.tsx';

const working = createBatch({ id: 'working', totalImages: 2 });

test('polls every 800 ms from upload to end, except while the tab is hidden [T4.4.1, T9.0.14]', async () => {
  stopClock();
  const { countLists, history } = openUpscale({
    batches: [createBatch({ id: 'ended', status: 'completed' })],
    answer: ({ path }) =>
      path === upscaleImages.path
        ? Response.json({ success: true, batchId: working.id }, { status: 202 })
        : undefined,
  });
  await pass(0);
  chooseFiles(createFile('one.jpg'));
  await pass(30_000);
  expect(countLists()).toBe(1);

  history.batches = [working];
  fireEvent.click(screen.getByRole('button', { name: 'Process Images' }));
  await pass(0);
  expect(countLists()).toBe(2);
  expect(inCard(working.id).getByText('0/2 completed')).toBeDefined();
  for (const polls of [2, 3, 4]) {
    await pass(799);
    expect(countLists()).toBe(polls);
    await pass(1);
    expect(countLists()).toBe(polls + 1);
  }

  setVisible(false);
  await pass(30_000);
  expect(countLists()).toBe(5);
  history.batches = [{ ...working, status: 'completed', processedImages: 2 }];
  setVisible(true);
  await pass(0);
  expect(inCard(working.id).getByText('2/2 completed')).toBeDefined();
  expect(countLists()).toBe(6);
  await pass(30_000);
  expect(countLists()).toBe(6);
});
