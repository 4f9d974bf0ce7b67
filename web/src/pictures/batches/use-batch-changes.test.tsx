import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/fake-server.ts';
import { createUpscaleBatch, upscaleTool } from '../../testing/create-upscale.ts';
import { openHook } from '../../testing/open-part.tsx';
import { readToast, toast } from '../../client/toast/toast-store.ts';
import { useBatchChanges, useRetryBatch } from './use-batch-changes.ts';

const { queryKey } = upscaleTool.batchesQuery;
const success = () => Response.json({ success: true });

function open(...answers: Parameters<typeof serve>) {
  toast('Before');
  const requests = serve(...answers);
  const client = new QueryClient();
  client.setQueryData(queryKey, [
    createUpscaleBatch({ id: 'fox', status: 'processing' }),
    createUpscaleBatch({ id: 'owl' }),
  ]);
  const onDeleteFailure = vi.fn<(error: unknown) => void>();
  const tool = { ...upscaleTool, onDeleteFailure };
  const { changes, retry } = openHook(
    () => ({ changes: useBatchChanges(tool), retry: useRetryBatch(tool).mutateAsync }),
    { client },
  ).current;
  const read = () => client.getQueryData(queryKey) ?? [];
  const sent = () => requests.map(({ path, init }) => `${init.method} ${path}`);
  return { changes, retry, read, sent, requests, onDeleteFailure };
}

test('deletes and clears batches', async () => {
  const { changes, read, sent, onDeleteFailure } = open(success(), success());
  changes.remove('fox');
  await vi.waitFor(() => expect(read().map(({ id }) => id)).toEqual(['owl']));
  changes.clear(read());
  await vi.waitFor(() => expect(read()).toEqual([]));
  expect(sent()).toEqual([
    'DELETE /api/upscale/batch/fox',
    expect.stringMatching(/^DELETE \/api\/upscale\//),
  ]);
  expect(onDeleteFailure).not.toHaveBeenCalled();
});

test('cancels a batch', async () => {
  const answer = { success: true, batch: createUpscaleBatch({ id: 'fox', status: 'processing' }) };
  const { changes, read, sent } = open(Response.json(answer));
  changes.cancel(createUpscaleBatch({ id: 'fox', status: 'processing' }));
  expect(readToast()?.title).toBe('Before');
  await vi.waitFor(() => expect(read()[0]?.cancelledAt).not.toBeNull());
  expect(readToast()?.title).toBe('Batch cancelled');
  expect(read()[1]?.cancelledAt).toBeNull();
  expect(sent()).toEqual([expect.stringMatching(/^POST .*\/fox\/cancel$/)]);
});

test('reports batches that could not be deleted, and keeps them', async () => {
  const { changes, read, onDeleteFailure } = open(
    new Response('{}', { status: 500 }),
    new Response('{}', { status: 500 }),
  );
  changes.remove('fox');
  await vi.waitFor(() => expect(onDeleteFailure).toHaveBeenCalledTimes(1));
  changes.clear(read());
  await vi.waitFor(() => expect(onDeleteFailure).toHaveBeenCalledTimes(2));
  expect(read()).toHaveLength(2);
});

test('a retry says where its batch is, or why there is none', async () => {
  const started = open(Response.json({ success: true, batchId: 'new' }));
  await started.retry({ id: 'fox', includeUncertain: true });
  expect(readToast()).toMatchObject({
    title: 'Retry started',
    description: 'The new batch is at the top of History.',
  });
  expect(started.requests[0]?.init.body).toBe('{"includeUncertain":true}');
  const reason = 'The provider is off.';
  const refused = open(
    Response.json({ error: reason, code: 'conflict', requestId: 'one' }, { status: 409 }),
    Response.json({}, { status: 500 }),
  );
  await refused.retry({ id: 'fox', includeUncertain: false }).catch(() => undefined);
  expect(readToast()).toMatchObject({ title: 'Error', description: reason, isDestructive: true });
  await refused.retry({ id: 'fox', includeUncertain: false }).catch(() => undefined);
  expect(readToast()?.description).not.toBe(reason);
});
