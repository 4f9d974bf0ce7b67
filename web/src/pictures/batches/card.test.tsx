import type { ItemFailure } from '@portal/contracts/batches';
import type { UpscaleBatch } from '@portal/contracts/upscale';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { makeQueryClient } from '../../client/api/query-client.ts';
import { answerByPath } from '../../testing/answer-by-path.ts';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { setInView } from '../../testing/fake-observer.ts';
import { openPart, readText } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { BatchCardFrame, CardFooter } from './batch-card-frame.tsx';
import { DeleteDialog, RetryDialog } from './common-dialogs.tsx';
import { History } from './history.tsx';

beforeEach(() => toast('Before'));

const failure = (index: number, state: ItemFailure['state']): ItemFailure => ({
  index,
  state,
  reason: 'Refused.',
  attempts: 3,
});
const failed = createUpscaleBatch({
  id: 'fox',
  failures: [failure(0, 'failed'), failure(1, 'uncertain')],
  failedCount: 1,
  uncertainCount: 1,
  retryable: { failed: 1, uncertain: 1 },
});
const findButton = (name: string | RegExp) => screen.getByRole('button', { name });
const isList = (path: string) => path === upscaleTool.batchesQuery.queryKey[0];

function openRetry(batch: UpscaleBatch, answer: () => Response) {
  let closed = 0;
  const requests = answerByPath(({ path }) =>
    isList(path) ? Response.json({ batches: [batch] }) : answer(),
  );
  const user = openPart(
    <RetryDialog tool={upscaleTool} batch={batch} isOpen onClose={() => (closed += 1)} />,
  );
  return { user, requests, countClosed: () => closed };
}
const started = () => Response.json({ success: true, batchId: 'fox-2' });

test('retries what has failed, and uncertain images only if one wants to pay for them again', async () => {
  const { user, requests, countClosed } = openRetry(failed, started);
  expect(findButton('Retry 1 image')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: /^Also retry the uncertain image/ }));
  await user.click(findButton('Retry 2 images'));
  expect(countClosed()).toBe(1);
  await waitFor(() => expect(readToast()?.title).toBe('Retry started'));
  expect(requests[0]).toMatchObject({
    path: '/api/upscale/batch/fox/retry',
    body: { includeUncertain: true },
  });
});

test('only uncertain images are not retried until one has chosen so', async () => {
  const { user, requests } = openRetry({ ...failed, retryable: { failed: 0, uncertain: 1 } }, started);
  expect(findButton('Retry 0 images')).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox'));
  await user.click(findButton('Retry 1 image'));
  await waitFor(() => expect(requests).not.toEqual([]));
});

test.each([
  [409, 'This batch was deleted.'],
  [500, 'A problem occurred, please try again.'],
])('says why a retry was refused: %d', async (status, description) => {
  const { user, requests } = openRetry(failed, () =>
    Response.json({ error: 'This batch was deleted.', code: 'c', requestId: 'r' }, { status }),
  );
  await user.click(findButton('Retry 1 image'));
  await waitFor(() =>
    expect(readToast()).toMatchObject({ title: 'Error', description, isDestructive: true }),
  );
  expect(requests[0]?.body).toEqual({ includeUncertain: false });
});

/** Three cards; that of `batchId` has the dialog. */
function openDelete(batchId: string, ids = ['owl', 'fox', 'elk']) {
  const requests = answerByPath(() => new Response(null, { status: 204 }));
  const Part = () => {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <section aria-label="History" tabIndex={-1}>
        <div>
          {ids.map((id) => (
            <BatchCardFrame key={id} batchId={id} name={id} onRename={undefined} isEager>
              {id}
            </BatchCardFrame>
          ))}
        </div>
        <DeleteDialog
          tool={upscaleTool}
          batch={createUpscaleBatch({ id: batchId })}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
        />
      </section>
    );
  };
  return { user: openPart(<Part />), requests };
}

test.each([
  ['the next card', 'fox', ['owl', 'fox', 'elk'], 'batch-elk'],
  ['the card before, from the last one', 'elk', ['owl', 'fox', 'elk'], 'batch-fox'],
  ['the history, from the only one', 'elk', ['elk'], 'History'],
])('the focus goes to %s when a batch is deleted', async (_name, batchId, ids, focus) => {
  const { user, requests } = openDelete(batchId, ids);
  expect(screen.queryByRole('button', { name: 'Rename', hidden: true })).toBeNull();
  await user.click(findButton('Delete'));
  const readFocus = () => document.activeElement?.id || document.activeElement?.getAttribute('aria-label');
  await waitFor(() => expect(readFocus()).toBe(focus));
  await waitFor(() => expect(requests[0]?.path).toBe(`/api/upscale/batch/${batchId}`));
  expect(requests[0]?.method).toBe('DELETE');
});

test('a card renders in full once it comes near', () => {
  openPart(
    <BatchCardFrame batchId="fox" name="Fox" onRename={() => undefined} isEager={false}>
      Two images <CardFooter facts="Free">Delete</CardFooter>
    </BatchCardFrame>,
  );
  const card = screen.getByRole('article', { name: 'Fox' });
  expect(card.textContent).toBe('Fox');
  act(() => void setInView(card, false));
  expect(card.textContent).toBe('Fox');
  act(() => void setInView(card, true));
  expect(readText(card)).toBe('Fox Two images Free Delete');
  expect(findButton('Rename')).toBeDefined();
});

const openHistory = (path = '/') => {
  const client = makeQueryClient();
  const running = createUpscaleBatch({
    id: 'owl',
    name: 'Owl',
    status: 'processing',
    endedAt: null,
    processedImages: 0,
  });
  const { queryKey } = upscaleTool.batchesQuery;
  client.setQueryData(queryKey, [failed, running]);
  answerByPath(() => new Promise(() => undefined));
  const user = openPart(
    <>
      <Link to="/?q=fox">Foxes</Link>
      <History
        tool={upscaleTool}
        empty="Nothing yet."
        renderCard={({ batch }) => <article key={batch.id}>{batch.name}</article>}
        renderDialog={() => undefined}
      />
    </>,
    { client, path },
  );
  const change = (overrides: Partial<UpscaleBatch>) =>
    act(() => void client.setQueryData(queryKey, [failed, { ...running, ...overrides }]));
  return { user, change };
};

test('progress is announced', async () => {
  const { change } = openHistory();
  change({ processedImages: 1 });
  expect(await screen.findByText('Owl: 1/2 completed.')).toBeDefined();
  change({ processedImages: 2, status: 'completed' });
  expect(await screen.findByText(/^Owl: .*, done\.$/)).toBeDefined();
});

test('a link to a search replaces what was typed', async () => {
  const { user } = openHistory();
  const field = screen.getByRole<HTMLInputElement>('searchbox');
  await user.type(field, 'ow');
  await user.click(screen.getByRole('link', { name: 'Foxes' }));
  expect(field.value).toBe('fox');
  await waitFor(() =>
    expect(screen.getAllByRole('article').map(({ textContent }) => textContent)).toEqual(['Red fox']),
  );
});

test('the palette has a summary of each batch, which is not polled for it', async () => {
  const { historyQuery } = upscaleTool;
  expect(historyQuery.select?.([failed])).toEqual([
    { id: 'fox', title: 'Red fox', note: 'Upscale, 2x', endState: 'done', createdAt: failed.createdAt },
  ]);
  const { refetchInterval } = historyQuery;
  expect(
    typeof refetchInterval === 'function' && Reflect.apply(refetchInterval, undefined, [{ state: {} }]),
  ).toBe(false);
});
