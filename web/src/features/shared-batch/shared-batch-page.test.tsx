import type { Role } from '@portal/contracts/identity';
import { readSharedBatch, stopSharing, type SharedBatch } from '@portal/contracts/sharing';
import { act, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { expectToast } from '../../testing/expect-toast.ts';
import { openPart } from '../../testing/open-part.tsx';
import { SharedBatchPage } from './shared-batch-page.tsx';

const TOKEN = 'x'.repeat(22);
const BATCH: SharedBatch = {
  batchId: 'portraits',
  tool: 'keyword-generator',
  name: 'Portraits',
  prompt: null,
  ownerEmail: 'bo@studio.example',
  status: 'processing',
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-24T12:00:00.000Z',
  total: 3,
  pictures: [],
};

function openLink(answer: (method: string) => Response, role?: Role) {
  const paths = new Set([
    readSharedBatch.path.replace('{token}', TOKEN),
    stopSharing.path.replace('{id}', BATCH.batchId),
  ]);
  const requests = answerByPath(({ method, path }) => (paths.has(path) ? answer(method) : undefined));
  const user = openPart(
    <Routes>
      <Route path="/shared/:token" element={<SharedBatchPage />} />
    </Routes>,
    { path: `/shared/${TOKEN}`, ...(role && { role }) },
  );
  return { user, requests };
}

test('loads again a batch that could not be loaded, and says that it has no pictures', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answer = () => new Response('{}', { status: 503 });
  const { requests } = openLink(() => answer());
  // Three retries, after 1, 2 and 4 s and up to half more.
  await act(() => vi.advanceTimersByTimeAsync(10_600));
  screen.getByText('The batch could not be loaded');
  expect(requests).toHaveLength(4);
  answer = () => Response.json(BATCH);
  act(() => screen.getByRole('button', { name: 'Try again' }).click());
  await act(() => vi.advanceTimersByTimeAsync(100));
  screen.getByRole('heading', { name: 'Portraits' });
  screen.getByText('Shared by bo@studio.example');
  screen.getByText('No pictures yet');
});

test('calls a batch that is named by its time by its prompt', async () => {
  openLink(() => Response.json({ ...BATCH, name: '11/21/26, 1:00 PM', prompt: 'A red fox, running' }));
  await screen.findByRole('heading', { name: 'A red fox' });
  expect(document.title).toBe('A red fox');
  screen.getByText(/created 11\/21\/26, 1:00 PM/);
});

test.each([400, 404])('says at once that a link no longer works: %d', async (status) => {
  const { requests } = openLink(() => new Response('{}', { status }));
  await screen.findByText('This link no longer works');
  expect(requests).toHaveLength(1);
});

test('an admin revokes the link of a colleague, which ends it', async () => {
  let isRevoked = false;
  const { user, requests } = openLink((method) => {
    if (method === 'DELETE') isRevoked = true;
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return isRevoked ? new Response('{}', { status: 404 }) : Response.json(BATCH);
  }, 'admin');
  await user.click(await screen.findByRole('button', { name: 'Revoke link' }));
  expect(isRevoked).toBe(false);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke link' }));
  await expectToast('Link revoked');
  await screen.findByText('This link no longer works');
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('only admins can revoke a link on its page', async () => {
  openLink(() => Response.json(BATCH), 'user');
  await screen.findByText('Shared by bo@studio.example');
  expect(screen.queryByRole('button', { name: 'Revoke link' })).toBeNull();
});

test('shows whole pictures, whatever their shape', async () => {
  const sizes = [
    [200, 100],
    [100, 200],
  ] as const;
  const pictures = sizes.map(([width, height], index) => ({
    index,
    kind: 'result',
    fileName: `${width}.png`,
    url: `/shared/${index}`,
    thumbnailUrl: `/shared/${index}/thumbnail`,
    width,
    height,
  }));
  openLink(() => Response.json({ ...BATCH, pictures }));
  const [wide, tall] = await screen.findAllByRole('button', { name: /^View / });
  expect([wide, tall].map((cell) => cell?.getAttribute('style'))).toEqual([
    'aspect-ratio: 200 / 100;',
    'aspect-ratio: 100 / 200;',
  ]);
});
