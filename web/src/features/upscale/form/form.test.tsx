import { upscaleImages } from '@portal/contracts/upscale';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  chooseFiles,
  listFiles,
  readForm,
  retryHistory,
  waitForCount,
  waitForFailure,
} from '../../../testing/tool-page.ts';
import { createFile } from '../../../pictures/uploads/testing/create-file.ts';
import { openUpscale } from '../testing/open-upscale.tsx';

const isStart = ({ path }: { path: string }) => path === upscaleImages.path;
const started = () => Response.json({ success: true, batchId: 'batch-1' }, { status: 202 });
const failed = () => new Response('{}', { status: 500 });
const findProcess = () => screen.getByRole('button', { name: 'Process Images' });

test('leads to the images that are missing', async () => {
  const { user } = openUpscale();
  const link = within(screen.getByRole('list', { name: 'Missing' })).getByRole('button');
  const description = document.getElementById(findProcess().getAttribute('aria-describedby') ?? '');
  expect(description?.textContent).toBe('Missing:Images');
  await user.click(link);
  expect(document.activeElement?.textContent).toMatch(/^Drop images here/);
  chooseFiles(createFile('one.png'));
  await waitForCount(1);
  expect(screen.queryByText('Missing:')).toBeNull();
});

test("shows a toast for a failed list, and the server's own reason for a rejection [T8.3.1]", async () => {
  const reason = 'Your account has too many batches.';
  let isFailing = true;
  const { user } = openUpscale({
    answer: (request) => {
      if (isStart(request))
        return Response.json({ code: 'conflict', error: reason, requestId: 'r1' }, { status: 409 });
      return isFailing ? failed() : undefined;
    },
  });
  await retryHistory(user, () => (isFailing = false));
  chooseFiles(createFile('one.jpg'));
  await waitForCount(1);
  await user.click(findProcess());
  await waitForFailure(reason);
  expect(within(screen.getByRole('alert')).getByText(reason)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove one.jpg' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(listFiles()).toEqual([]);
});

test('sends a small selection once; a retry after a failure has the same key [T2.2.4, T3.5.3, T5.4.7, T7.2.2, T8.3.1, D-uploads.2, D-uploads.4]', async () => {
  const retried = Promise.withResolvers<Response>();
  const answers = [failed(), retried.promise];
  const { user, requests } = openUpscale({
    answer: (request) => (isStart(request) ? answers.shift() : undefined),
  });
  chooseFiles(createFile('one.jpg'), createFile('zwei ünïcode.jpg'));
  await waitForCount(2);
  await user.click(findProcess());
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toMatch(/Upload failed.*Your selection is kept\./);
  await waitForFailure();
  expect(listFiles()).toHaveLength(2);
  expect(findProcess()).toHaveProperty('disabled', false);

  await user.click(within(failure).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(findProcess()).toHaveProperty('disabled', true));
  await user.click(findProcess());
  retried.resolve(started());
  await waitFor(() => expect(screen.queryByLabelText('2 image(s) selected')).toBeNull());
  const sent = requests.filter(isStart);
  expect(sent).toHaveLength(2);
  const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(second).toBe(first);
  expect(readForm(sent[1]?.body)).toEqual([
    ['batchName', expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2}, \d{1,2}:\d{2}\s[AP]M$/)],
    ['scale', '2'],
    ['enhance', 'false'],
    ['quality', 'best'],
    ['originalFilenames', '["one.jpg","zwei ünïcode.jpg"]'],
    ['images', 'one.jpg'],
    ['images', 'zwei ünïcode.jpg'],
  ]);
});
