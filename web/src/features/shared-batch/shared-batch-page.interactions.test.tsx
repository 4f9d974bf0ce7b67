// @vitest-environment happy-dom
import { readSharedBatch, type SharedBatch } from '@portal/contracts/sharing';
import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerByPath } from '../../shared/testing/answer-by-path.ts';
import { openPart } from '../../shared/testing/open-part.tsx';
import { SharedBatchPage } from './shared-batch-page.tsx';

const TOKEN = 'x'.repeat(22);
const BATCH: SharedBatch = {
  tool: 'keyword-generator',
  name: 'Portraits',
  prompt: null,
  ownerEmail: null,
  status: 'processing',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  total: 3,
  pictures: [],
};

function openLink(answer: () => Response) {
  const requests = answerByPath(({ path }) =>
    path === readSharedBatch.path.replace('{token}', TOKEN) ? answer() : undefined,
  );
  const user = openPart(
    <Routes>
      <Route path="/shared/:token" element={<SharedBatchPage />} />
    </Routes>,
    { path: `/shared/${TOKEN}` },
  );
  return { user, requests };
}

test('loads again a batch that could not be loaded, and says that it has no pictures', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answer = () => new Response('{}', { status: 500 });
  const { requests } = openLink(() => answer());
  // Two retries, after 1 and 2 s.
  await act(() => vi.advanceTimersByTimeAsync(3100));
  screen.getByText('The batch could not be loaded');
  expect(requests).toHaveLength(3);
  answer = () => Response.json(BATCH);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  screen.getByRole('heading', { name: 'Portraits' });
  screen.getByText('Shared by a former colleague');
  screen.getByText('No pictures yet');
});

test.each([400, 404])('says at once that a link no longer works: %d', async (status) => {
  const { requests } = openLink(() => new Response('{}', { status }));
  await screen.findByText('This link no longer works');
  expect(requests).toHaveLength(1);
});
