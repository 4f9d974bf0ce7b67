import { listFailedWork, MAX_FAILED_WORK_LISTED, retryFailedWork } from '@portal/contracts/failed-work';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { retryBatch } from '../../batches/api/change-batch.ts';
import { endBatchIfSettled } from '../../batches/engine/end-batch.ts';
import { saveFailedWork, saveRepeatedFailure } from '../../batches/engine/save-failed-work.ts';
import { PORTAL_FAULTS } from '../../batches/engine/portal-faults.ts';
import type { Outcome } from '../../batches/engine/settle-item.ts';
import { sweep } from '../../batches/engine/sweep.ts';
import { readLeased, writeItem } from '../../batches/engine/testing/create-item.ts';
import type { ItemView } from '../../batches/store/batch-record.ts';
import { readBatch } from '../../batches/store/batch-store.ts';
import { countFailedWork } from '../../batches/store/failed-work-store.ts';
import { NO_ITEMS, parseItemViews, writeItemViews } from '../../batches/store/item-views.ts';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { sendJson, startTestServer } from '../../providers/testing/start-test-server.ts';
import { toMicros } from '../../spend/micros.ts';
import { startApi } from '../../testing/start-api.ts';
import { findTool } from '../../tools.ts';

const firestore = await startFirestore();

const BATCH = {
  owner: 'ada',
  estimate: 0.08,
  settings: { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg', prompt: 'a fox', quantity: 4 },
};
const COST = toMicros(0.02);
const LOST = 'Connection lost while the provider was working. You may have been charged.';

beforeEach(async () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
});

async function start() {
  const tasks = await startTestServer(sendJson({ name: 'queued' }));
  vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', new URL(tasks.url).host);
  const cloudinary = { cloudName: 'studio', apiKey: 'k', apiSecret: 's' };
  vi.stubEnv('PROVIDER_KEYS', JSON.stringify({ xai: ['only'], cloudinary }));
  const { deps, call } = await startApi(['ada', 'admin']);
  const list = async (query = '') => {
    const { body } = await call('GET', `${listFailedWork.path}${query}`, 'admin');
    return listFailedWork.response.parse(body);
  };
  const retry = (kind: string, body: object = {}, uid = 'admin') =>
    call('POST', retryFailedWork.path.replace('{id}', `batch~${kind}`), uid, body);
  /** A batch whose only item that was claimed ends like this. */
  const endWith = async (outcome: Outcome) => {
    await writeItem(firestore, {}, BATCH);
    const job = await readLeased(firestore);
    await job.claim('me', 60_000);
    await job.reserveCall(COST);
    await job.settle(outcome);
    await endBatchIfSettled(deps, 'batch');
  };
  return { deps, call, list, retry, endWith, tasks };
}

it('retries uncertain items only after a second charge is accepted', async () => {
  const { list, retry, endWith, tasks } = await start();
  await endWith({ state: 'uncertain', reason: LOST });
  const { entries, next, total } = await list();
  expect({ next, total }).toEqual({ next: null, total: 1 });
  expect(entries).toEqual([
    {
      id: 'batch~uncertain',
      kind: 'uncertain',
      batchId: 'batch',
      batchName: 'A batch',
      tool: 'image-generator',
      ownerEmail: 'ada@studio.example',
      at: expect.any(String),
      items: 1,
      reasons: [LOST],
      cost: 0.02,
      retryCost: 0.02,
    },
  ]);

  expect(await retry('uncertain')).toMatchObject({
    status: 409,
    body: { error: 'These items may have been charged. Accept a second charge to try again.' },
  });
  expect(tasks.requests).toHaveLength(0);
  const first = await retry('uncertain', { acceptsSecondCharge: true });
  expect(first).toMatchObject({ status: 200, body: { success: true, batchId: expect.any(String) } });
  expect(await retry('uncertain', { acceptsSecondCharge: true })).toEqual(first);
  expect(tasks.requests).toHaveLength(1);
  expect(await list()).toMatchObject({ entries: [], total: 0 });
  const created = await firestore.collection('batches').where('name', '==', 'A batch (retry)').get();
  expect(created.docs.map((batch) => [batch.get('owner'), batch.get('total')])).toEqual([['ada', 1]]);
});

/** A batch that has ended with an item of each state that can be retried. */
async function endWithBoth({ endWith }: Awaited<ReturnType<typeof start>>) {
  await endWith({ state: 'uncertain', reason: LOST });
  const batch = await readBatch(firestore, 'batch');
  const items = parseItemViews(batch?.items ?? NO_ITEMS);
  const [item] = Object.values(items);
  if (!item) throw new Error('The batch has no item.');
  const failed: ItemView = { ...item, state: 'failed', reason: PORTAL_FAULTS.interrupted };
  await firestore.doc('batches/batch').update({ items: writeItemViews({ ...items, 0: failed }) });
  await saveFailedWork(firestore, 'batch', 'failed');
}
const tool = findTool('image-generator');
const countRetriedItems = async () => {
  const found = await firestore.collection('batches').where('name', '==', 'A batch (retry)').get();
  return found.docs.reduce((sum, batch) => sum + Number(batch.get('total')), 0);
};

it('retries each item once when two people retry at the same time', async () => {
  const started = await start();
  await endWithBoth(started);
  await Promise.all([
    retryBatch(started.deps, tool, 'ada', 'batch', ['failed', 'uncertain']),
    retryBatch(started.deps, tool, 'ada', 'batch', ['uncertain']),
  ]);
  await retryBatch(started.deps, tool, 'ada', 'batch', ['failed', 'uncertain']);
  expect(await countRetriedItems()).toBe(2);
});

it('retries each item once after an interrupted retry', async () => {
  const started = await start();
  await endWithBoth(started);
  const queues = { enqueue: () => Promise.reject(new Error('interrupted')) };
  const both = retryBatch({ ...started.deps, queues }, tool, 'ada', 'batch', ['failed', 'uncertain']);
  await expect(both).rejects.toThrow('interrupted');
  expect(await started.retry('failed')).toMatchObject({ status: 200 });
  expect(await started.retry('uncertain', { acceptsSecondCharge: true })).toMatchObject({ status: 200 });
  expect(await countRetriedItems()).toBe(2);
  expect(await countFailedWork(firestore)).toBe(0);
});

it.each([
  [PORTAL_FAULTS.interrupted, ['failed']],
  ['The provider refused it.', []],
])('lists failed items only if the portal is at fault: %s', async (reason, kinds) => {
  const { list, endWith } = await start();
  await endWith({ state: 'failed', reason });
  expect((await list()).entries.map(({ kind }) => kind)).toEqual(kinds);
});

it('does not list what failed in a batch that its owner has deleted', async () => {
  const { deps } = await start();
  await writeItem(firestore, {}, { ...BATCH, deletedAt: Timestamp.now() });
  const job = await readLeased(firestore);
  await job.claim('me', 60_000);
  await job.settle({ state: 'failed', reason: PORTAL_FAULTS.interrupted });
  await endBatchIfSettled(deps, 'batch');
  expect(await countFailedWork(firestore)).toBe(0);
});

it('lists a task that keeps failing until its batch ends', async () => {
  const { deps, list, endWith } = await start();
  await writeItem(firestore, {}, BATCH);
  await saveRepeatedFailure(deps, 'batch', 'not-delivered', 7);
  expect(await countFailedWork(firestore)).toBe(0);
  await saveRepeatedFailure(deps, 'batch', 'not-delivered', 8);
  expect((await list()).entries).toMatchObject([{ id: 'batch~not-delivered', cost: null, retryCost: 0 }]);
  await endWith({ state: 'failed', reason: 'The provider refused it.' });
  expect(await countFailedWork(firestore)).toBe(0);
});

it('lists items that wait for a worker for two hours, and delivers them again', async () => {
  const { deps, list, retry, tasks } = await start();
  const hoursAgo = (hours: number) => Timestamp.fromMillis(Date.now() - hours * 3_600_000);
  const overdue = { wakeAt: hoursAgo(0.1) };
  await writeItem(firestore, { ...overdue, notBefore: hoursAgo(1.9) }, BATCH);
  await sweep(deps);
  expect(await countFailedWork(firestore)).toBe(0);
  await writeItem(firestore, { ...overdue, notBefore: hoursAgo(2.1) }, BATCH);
  await sweep(deps);
  expect((await list()).entries).toMatchObject([{ kind: 'not-delivered' }]);

  const { length } = tasks.requests;
  expect(await retry('not-delivered')).toMatchObject({ status: 200, body: { batchId: null } });
  expect(tasks.requests.slice(length).map(({ url }) => url)).toEqual([
    expect.stringContaining('makeWithXai'),
  ]);
  expect(await countFailedWork(firestore)).toBe(0);
  // Tried in vain: it is listed again.
  await saveFailedWork(firestore, 'batch', 'not-delivered');
  expect(await countFailedWork(firestore)).toBe(1);
});

it.each([
  ['not-deleted', 'removeBatchFiles'],
  ['archive', 'buildArchives'],
] as const)('tries %s again', async (kind, queue) => {
  const { retry, tasks } = await start();
  await writeItem(firestore, {}, BATCH);
  const time = Timestamp.now();
  const archive = { digest: 'd', done: 0, requestedAt: time, expiresAt: time, ready: null };
  await firestore.doc('archives/batch').set(archive);
  await saveFailedWork(firestore, 'batch', kind);
  for (const request of [1, 2]) {
    expect({ request, ...(await retry(kind)) }).toMatchObject({ status: 200, body: { batchId: null } });
  }
  expect(tasks.requests.map(({ url }) => url)).toEqual([expect.stringContaining(queue)]);
});

it('does not list work that was done in the meantime', async () => {
  const { endWith } = await start();
  await endWith({ state: 'failed', reason: 'The provider refused it.' });
  await saveFailedWork(firestore, 'batch', 'not-delivered');
  await saveFailedWork(firestore, 'batch', 'not-stored');
  const time = Timestamp.now();
  const archive = { digest: 'd', done: 1, requestedAt: time, expiresAt: time, ready: { bytes: 1 } };
  await firestore.doc('archives/batch').set(archive);
  await saveFailedWork(firestore, 'batch', 'archive');
  await firestore.doc('archives/batch').delete();
  expect(await countFailedWork(firestore)).toBe(0);
});

it('removes work from the list when its batch or retry was deleted', async () => {
  const { retry, endWith } = await start();
  await endWith({ state: 'uncertain', reason: LOST });
  await firestore.doc('batches/batch').update({ 'retried.uncertain': 'deleted' });
  expect(await retry('uncertain', { acceptsSecondCharge: true })).toMatchObject({ status: 404 });
  expect(await countFailedWork(firestore)).toBe(0);
  await saveFailedWork(firestore, 'batch', 'not-deleted');
  await firestore.doc('batches/batch').delete();
  expect(await retry('not-deleted')).toMatchObject({ status: 404 });
  expect(await countFailedWork(firestore)).toBe(0);
});

it('adds one task in ten minutes for a lease that is over', async () => {
  const { deps, tasks } = await start();
  await writeItem(firestore, { state: 'calling', wakeAt: Timestamp.fromMillis(0) }, BATCH);
  const ids = async (...seconds: number[]) => {
    const { length } = tasks.requests;
    for (const second of seconds) await sweep(deps, { now: new Timestamp(1_800_000_000 + second, 0) });
    return new Set(tasks.requests.slice(length).map(({ body }) => /batch-3-[\d-]+/.exec(String(body))?.[0]));
  };
  expect(await ids(0, 60, 599)).toEqual(new Set(['batch-3-0-3000000']));
  expect(await ids(600)).toEqual(new Set(['batch-3-0-3000001']));
});

it('pages the list, newest first', async () => {
  const { list } = await start();
  await writeItem(firestore, {}, BATCH);
  await saveFailedWork(firestore, 'batch', 'archive');
  const record = await firestore.doc('failedWork/batch~archive').get();
  const writer = firestore.batch();
  for (let number = 1; number <= MAX_FAILED_WORK_LISTED; number += 1) {
    const batchId = `older-${number}`;
    // Pairs of the same time.
    const at = Timestamp.fromMillis(Date.now() - Math.ceil(number / 2) * 60_000);
    writer.set(firestore.doc(`failedWork/${batchId}~archive`), { ...record.data(), batchId, at });
  }
  await writer.commit();
  const first = await list();
  expect(first.entries).toHaveLength(MAX_FAILED_WORK_LISTED);
  expect(first.total).toBe(MAX_FAILED_WORK_LISTED + 1);
  expect(first.entries[0]?.batchId).toBe('batch');
  const second = await list(`?after=${encodeURIComponent(first.next ?? '')}`);
  expect(second.next).toBeNull();
  expect(second.entries).toHaveLength(1);
  const ids = [...first.entries, ...second.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(MAX_FAILED_WORK_LISTED + 1);
});

it('rejects other people, unknown work and invalid ids', async () => {
  const { call, retry } = await start();
  expect(await retry('archive', {}, 'ada')).toMatchObject({ status: 403 });
  expect(await retry('archive')).toMatchObject({ status: 404 });
  expect(await retry('everything')).toMatchObject({ status: 400, body: { details: [{ path: 'id' }] } });
  const page = await call('GET', `${listFailedWork.path}?after=nowhere`, 'admin');
  expect(page).toMatchObject({ status: 400, body: { details: [{ path: 'after' }] } });
});
