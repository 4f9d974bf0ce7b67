import { BatchStartedSchema, MAX_NAME_LENGTH } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { monthOf, readMonth } from '../../spend/spend-store.ts';
import { batchReference, itemReference } from '../store/batch-store.ts';
import { startBatches } from './testing/start-batches.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();
const start = () => startBatches(firestore, sandbox);
const NOT_FOUND = { status: 404, body: { code: 'not-found' } };
const CONFLICT = { status: 409, body: { code: 'conflict' } };
const idOf = (body: unknown) => BatchStartedSchema.parse(body).batchId;

it('makes the images of a batch, lists them and their cost, and ends it', async () => {
  const { ada, start: startBatch, deliver, list, images } = await start();
  const id = await startBatch();
  expect(await list()).toMatchObject([
    {
      id,
      status: 'pending',
      prompt: 'a red boat',
      requestedCount: 3,
      completedCount: 0,
      generatedImages: [],
      thumbnailUrl: null,
      endedAt: null,
    },
  ]);
  expect((await images(id)).body).toEqual({ images: [] });
  await deliver(1);
  expect(await list()).toMatchObject([{ status: 'processing', completedCount: 1, endedAt: null }]);
  await deliver();
  const [batch] = await list();
  const { cost = 0, estimate } = batch ?? {};
  expect(batch).toMatchObject({ status: 'completed', completedCount: 3, endedAt: expect.any(String) });
  expect(batch?.generatedImages.map((url) => url.split('/').at(-1))).toEqual(['0', '1', '2']);
  expect({ cost, estimate }).toEqual({ cost: 0.06, estimate: 0.21 });
  expect((await itemReference(firestore, id, 0).get()).get('image.isMadeByAi')).toBe(true);
  expect((await images(id)).body).toMatchObject({ images: [{ index: 0 }, { index: 1 }, { index: 2 }] });
  expect(await sandbox.count('xai')).toMatchObject({ paid: 3 });
  expect(await readMonth(firestore, monthOf(new Date()))).toMatchObject({
    spent: 60_000,
    reserved: 0,
    byPerson: { [ada]: 60_000 },
  });
});

it('answers nobody else about a batch, and changes nothing for them', async () => {
  const { grace, start: startBatch, deliver, list, images, cancel, remove, download } = await start();
  const id = await startBatch({ quantity: 1 });
  for (const call of [images, cancel, remove, download]) {
    expect(await call(id, grace), call.name).toMatchObject(NOT_FOUND);
    expect(await call('missing'), call.name).toMatchObject(NOT_FOUND);
  }
  await deliver();
  expect(await list()).toMatchObject([{ status: 'completed' }]);
  expect(await list(grace)).toEqual([]);
});

it('returns the same batch for the same key of the same person', async () => {
  const { ada, grace, generate } = await start();
  const send = (key: string, uid = ada, prompt = 'a fox') =>
    generate({ prompt }, uid, { 'idempotency-key': key });
  const first = idOf((await send('first-key')).body);
  expect(idOf((await send('first-key')).body)).toBe(first);
  expect(idOf((await send('other-key')).body)).not.toBe(first);
  expect(idOf((await send('first-key', grace)).body)).not.toBe(first);
  expect(await send('first-key', ada, 'an owl')).toMatchObject(CONFLICT);
});

it('cancels what has not started, once, and keeps what is done', async () => {
  const { start: startBatch, deliver, list, cancel } = await start();
  const id = await startBatch();
  await deliver(1);
  const { body } = await cancel(id);
  expect(body).toMatchObject({
    success: true,
    batch: { status: 'completed', completedCount: 1, cancelledCount: 2, cancelledAt: expect.any(String) },
  });
  expect(await cancel(id)).toMatchObject({ status: 200, body });
  await deliver();
  expect(await sandbox.count('xai')).toMatchObject({ received: 1 });
  expect(await list()).toMatchObject([{ completedCount: 1, cancelledCount: 2, endedAt: expect.any(String) }]);
});

it('does not cancel a batch that has ended', async () => {
  const { start: startBatch, deliver, cancel } = await start();
  const id = await startBatch({ quantity: 1 });
  await deliver();
  expect((await cancel(id)).body).toMatchObject({ batch: { status: 'completed', cancelledAt: null } });
});

it('hides a deleted batch at once, and removes it when its calls have ended', async () => {
  const { start: startBatch, deliver, list, remove, removals, removeAll } = await start();
  const [ended, running] = [await startBatch({ quantity: 1 }), await startBatch()];
  await deliver(2);
  await itemReference(firestore, running, 1).update({
    state: 'calling',
    worker: 'lost',
    wakeAt: Timestamp.fromMillis(Date.now() + 60_000),
  });
  expect(await remove(ended)).toMatchObject({ status: 204 });
  expect(await remove(running)).toMatchObject({ status: 204 });
  expect(await list()).toEqual([]);
  expect(await remove(ended)).toMatchObject(NOT_FOUND);
  expect(removals.map(({ batchId }) => batchId)).toEqual([ended]);
  await removeAll();
  const exists = async (id: string) => (await batchReference(firestore, id).get()).exists;
  expect([await exists(ended), await exists(running)]).toEqual([false, true]);
});

it('deletes all batches of a person, and of nobody else', async () => {
  const { grace, start: startBatch, deliver, list, clear, removeAll } = await start();
  await startBatch({ quantity: 1 });
  await startBatch({ quantity: 1 });
  await startBatch({ quantity: 1 }, grace);
  await deliver();
  expect(await clear()).toMatchObject({ status: 204 });
  expect(await list()).toEqual([]);
  await removeAll();
  expect(await list(grace)).toHaveLength(1);
  expect((await firestore.collection('batches').get()).size).toBe(1);
});

it('retries what failed in a new batch, once', async () => {
  const { start: startBatch, deliver, list, retry, remove } = await start();
  // Three attempts of the first two images, and two of the third.
  await sandbox.addFault('xai', { kind: 'server-error', status: 503 }, { times: 8 });
  const id = await startBatch({ quantity: 3 });
  expect(await retry(id)).toMatchObject({ status: 409, body: { error: 'The batch is still running.' } });
  await deliver();
  expect(await list()).toMatchObject([{ completedCount: 1, failedCount: 2 }]);
  await batchReference(firestore, id).update({ name: 'x'.repeat(MAX_NAME_LENGTH) });
  const retried = idOf((await retry(id)).body);
  expect(idOf((await retry(id)).body)).toBe(retried);
  await deliver();
  const [newest] = await list();
  expect(newest).toMatchObject({ id: retried, requestedCount: 2, completedCount: 2 });
  expect(newest?.customName).toBe(`${'x'.repeat(MAX_NAME_LENGTH - ' (retry)'.length)} (retry)`);
  await remove(retried);
  expect(await retry(id)).toMatchObject(CONFLICT);
});

it('retries what may have been charged only if asked to, and never what was refused', async () => {
  const { start: startBatch, deliver, retry } = await start();
  await sandbox.addFault('xai', { kind: 'reset', at: 'mid-body' }, { times: 1 });
  await sandbox.addFault('xai', { kind: 'refusal' }, { times: 1 });
  const id = await startBatch({ quantity: 3 });
  await deliver();
  expect(await retry(id)).toMatchObject(CONFLICT);
  const retried = idOf((await retry(id, { includeUncertain: true })).body);
  expect((await batchReference(firestore, retried).get()).get('total')).toBe(1);
});
