import { Timestamp, type DocumentReference } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import type { Enqueued } from '../../platform/queues/queues.ts';
import { findTaskTimes } from '../../platform/queues/task-times.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { startApi } from '../../testing/start-api.ts';
import { findTool } from '../../tools.ts';
import { makeQueuedItem, type ItemRecord } from '../store/batch-record.ts';
import { batchReference, itemReference, pageOpenBatches, type Batch } from '../store/batch-store.ts';
import { createBatch } from './create-batch.ts';
import { processItem } from './process-item.ts';
import { sweep } from './sweep.ts';
import { writeBatch } from './testing/create-item.ts';

const firestore = await startFirestore();

const SETTINGS = { provider: 'xai', model: 'grok-2-image', outputFormat: 'jpeg', prompt: 'a fox' };
const TOTAL = 20;
const BATCH = { owner: 'ada', settings: { ...SETTINGS, quantity: TOTAL }, total: TOTAL };
const OVERDUE_MINUTES = 6;

const minutesAgo = (minutes: number) => Timestamp.fromMillis(Date.now() - minutes * 60_000);

beforeEach(async () => {
  vi.stubEnv('MONTHLY_BUDGET_USD', '');
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'user' });
});

/** Items in the order in which they were enqueued. */
async function start() {
  const { deps } = await startApi(['ada']);
  const enqueued: string[] = [];
  const enqueue = vi.fn<typeof deps.queues.enqueue>(async (_, tasks) => {
    enqueued.push(...tasks.map(nameItem));
  });
  // With a client of its own: batches are cached per client.
  return { deps: { ...deps, queues: { enqueue } }, enqueued, enqueue };
}

const nameItem = ({ data }: Enqueued) =>
  'batchId' in data && 'index' in data ? `${data.batchId} ${data.index}` : '';

/** A batch created ten minutes ago, with these items changed. */
async function writeItems(changes: Record<number, Partial<ItemRecord>>, batch: Partial<Batch> = {}) {
  const { createdAt = minutesAgo(10) } = batch;
  await writeBatch(firestore, { ...BATCH, ...batch, createdAt });
  const writer = firestore.batch();
  for (let index = 0; index < TOTAL; index += 1) {
    const item = makeQueuedItem(index, index, createdAt.toMillis(), createdAt);
    writer.set(itemReference(firestore, 'batch', index), { ...item, ...changes[index] });
  }
  await writer.commit();
}

const doneSince = (claimedAt: Timestamp, indexes: readonly number[]): Record<number, Partial<ItemRecord>> =>
  Object.fromEntries(indexes.map((index) => [index, { state: 'done', isOpen: false, claimedAt }]));

const deliver = (deps: Awaited<ReturnType<typeof start>>['deps'], index: number) =>
  processItem(deps, { batchId: 'batch', index, waits: 0 });

it("shares the window among the owner's running batches", async () => {
  const { deps, enqueue } = await start();
  const tool = findTool('image-generator');
  const settings = tool.settings.parse(BATCH.settings);
  const create = (variants: readonly number[]) =>
    createBatch(deps, tool, { owner: 'ada', name: 'A batch', settings, variants, idempotencyKey: undefined });
  const variants = Array.from({ length: TOTAL }).keys().toArray();
  await create([0, 1]);
  for (let count = 0; count < 3; count += 1) await create(variants);
  expect(enqueue.mock.calls.map(([, tasks]) => tasks.length)).toEqual([2, 2, 1, 1]);
  await firestore.recursiveDelete(firestore.collection('batches'));
  await create(variants);
  expect(enqueue.mock.lastCall?.[1]).toHaveLength(5);
});

it.each([
  ['that is final enqueues the next of its batch', { state: 'done', isOpen: false }, {}, ['batch 8']],
  ['that waits keeps its place', { notBefore: minutesAgo(-1) }, {}, ['batch 3']],
  [
    'of another worker enqueues the next, and itself for later',
    { state: 'calling', wakeAt: minutesAgo(-1) },
    {},
    ['batch 3', 'batch 8'],
  ],
  [
    'of a cancelled batch enqueues nothing',
    { state: 'done', isOpen: false },
    { cancelledAt: minutesAgo(1) },
    [],
  ],
] as const)('an item %s', async (_, item, batch, expected) => {
  const { deps, enqueued } = await start();
  await writeItems({ 3: item }, batch);
  await deliver(deps, 3);
  expect(enqueued).toEqual(expected);
});

it('the last items enqueue nothing', async () => {
  const { deps, enqueued } = await start();
  await writeItems(doneSince(minutesAgo(1), [15]));
  await deliver(deps, 15);
  expect(enqueued).toEqual([]);
});

it('a later delivery finds that its batch was cancelled', async () => {
  const { deps } = await start();
  await writeItems(doneSince(minutesAgo(1), [3]));
  await deliver(deps, 3);
  await batchReference(firestore, 'batch').update({ cancelledAt: Timestamp.now() });
  await processItem(deps, { batchId: 'batch', index: 4, waits: 1 });
  const item = await itemReference(firestore, 'batch', 4).get();
  expect(item.data()).toMatchObject({ state: 'cancelled', claimedAt: null });
});

it('a delivery fails, and comes again, if the next item was not enqueued', async () => {
  const { deps, enqueue, enqueued } = await start();
  await writeItems(doneSince(minutesAgo(1), [0]));
  enqueue.mockRejectedValueOnce(new Error('The queue is down.'));
  await expect(deliver(deps, 0)).rejects.toThrow('The queue is down.');
  await deliver(deps, 0);
  expect(enqueued).toEqual(['batch 5']);
});

const CALLING = { state: 'calling', claimedAt: minutesAgo(2) } as const;
const range = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, offset) => start + offset);

it.each<[string, Record<number, Partial<ItemRecord>>, number[], minutesOld?: number]>([
  ['a batch whose tasks were never enqueued: its window', {}, range(0, 5)],
  ['a new batch: nothing', {}, [], 4],
  ['a batch that waits in a long queue: nothing', doneSince(minutesAgo(1), range(0, 5)), []],
  [
    'a batch whose later tasks were lost: its window',
    doneSince(minutesAgo(OVERDUE_MINUTES), range(0, 5)),
    range(5, 10),
  ],
  [
    'one lost task among others: its item',
    {
      ...doneSince(minutesAgo(OVERDUE_MINUTES), [0, 1, 2, 3, 4, 6]),
      ...doneSince(minutesAgo(1), [7, 8, 9, 11]),
    },
    [5],
  ],
  [
    'an item that waited for a key, without the items behind it',
    {
      ...doneSince(minutesAgo(1), [1, 2, 3, 4]),
      0: { claimedAt: minutesAgo(9), notBefore: minutesAgo(6), wakeAt: minutesAgo(1) },
    },
    [0],
  ],
  [
    'nothing behind an item that waits for a key',
    {
      ...doneSince(minutesAgo(1), [1, 2, 3, 4]),
      0: { claimedAt: minutesAgo(9), notBefore: minutesAgo(-9), wakeAt: minutesAgo(-14) },
    },
    [],
  ],
  [
    'a lost lease',
    { ...doneSince(minutesAgo(1), [1, 2, 3, 4]), 0: { ...CALLING, wakeAt: minutesAgo(1) } },
    [0],
  ],
])('the sweep enqueues of %s', async (_, items, expected, minutesOld = 10) => {
  const { deps, enqueued } = await start();
  await writeItems(items, { createdAt: minutesAgo(minutesOld) });
  expect(await sweep(deps)).toEqual({ enqueued: expected.length, openBatches: 1 });
  expect(enqueued.toSorted()).toEqual(expected.map((index) => `batch ${index}`).toSorted());
});

it('lists items as undelivered that have had their place for two hours', async () => {
  const { deps } = await start();
  const createdAt = minutesAgo(180);
  await writeItems(doneSince(minutesAgo(OVERDUE_MINUTES), range(0, 5)), { createdAt });
  await sweep(deps);
  expect((await firestore.collection('failedWork').get()).size).toBe(0);
  await writeItems(doneSince(minutesAgo(130), range(0, 5)), { createdAt });
  await sweep(deps);
  expect((await firestore.collection('failedWork').get()).size).toBe(1);
});

const IDS = ['5', 'F', 'Q', 'c', 'p'];

/** Batches whose last worker was lost. */
async function writeSettled() {
  for (const id of IDS) await writeBatch(firestore, { ...BATCH, id });
}

it('sweeps every page of the running batches', async () => {
  const { deps } = await start();
  await writeSettled();
  expect(await sweep(deps, { pageSize: 2 })).toEqual({ enqueued: 0, openBatches: IDS.length });
  const ended = await firestore.collection('batches').where('endedAt', '>', minutesAgo(1)).get();
  expect(ended.docs.map(({ id }) => id)).toEqual(expect.arrayContaining(IDS));
});

it('stops the sweep in time, and starts with another batch the next time', async () => {
  const { deps } = await start();
  await writeSettled();
  expect(await sweep(deps, { maxMs: -1 })).toEqual({ enqueued: 0, openBatches: 0 });
  const first = new Set<string | undefined>();
  while (first.size < 2) {
    for await (const page of pageOpenBatches(firestore, 1)) {
      first.add(page[0]?.id);
      break;
    }
  }
  expect(IDS).toEqual(expect.arrayContaining([...first]));
});

const readStates = async () => {
  const items = await firestore.collection('batches/batch/items').get();
  return new Set(items.docs.map((item) => item.get('state') as unknown));
};

it.each<[string, (batch: DocumentReference) => Promise<unknown>]>([
  ['whose cancel was interrupted', (batch) => batch.update({ cancelledAt: minutesAgo(1) })],
  ['that has expired', (batch) => batch.update({ expiresAt: minutesAgo(1) })],
  ['whose owner was revoked', () => userReference(firestore, 'ada').delete()],
])('the sweep cancels a batch %s', async (_, change) => {
  const { deps, enqueued } = await start();
  await writeItems({});
  await change(batchReference(firestore, 'batch'));
  expect(await sweep(deps)).toEqual({ enqueued: 0, openBatches: 1 });
  expect(await readStates()).toEqual(new Set(['cancelled']));
  expect((await batchReference(firestore, 'batch').get()).get('endedAt')).not.toBeNull();
  expect(enqueued).toEqual([]);
});

it('the sweep does not stop at a batch that cannot be read', async () => {
  const { deps } = await start();
  await writeItems({});
  await writeBatch(firestore, { ...BATCH, id: 'another' });
  await batchReference(firestore, 'another').update({ total: 'many' });
  expect(await sweep(deps)).toEqual({ enqueued: 5, openBatches: 2 });
});

/** As Cloud Tasks, which accepts each id once. */
const countNewIds = async (
  enqueue: Awaited<ReturnType<typeof start>>['enqueue'],
  run: () => Promise<unknown>,
) => {
  const readIds = () => new Set(enqueue.mock.calls.flatMap(([, tasks]) => tasks.map(({ id }) => id)));
  const before = readIds().size;
  await run();
  return readIds().size - before;
};

it('the sweep delivers what was lost once in ten minutes, and once after each lease', async () => {
  const { deps, enqueue } = await start();
  const lostAgo = (minutes: number) => ({ ...CALLING, wakeAt: minutesAgo(minutes) });
  await writeItems({ ...doneSince(minutesAgo(1), range(1, TOTAL)), 0: lostAgo(1) });
  const now = Timestamp.fromMillis(Math.ceil(Date.now() / 600_000) * 600_000);
  const sweepIn = (seconds: number) => () =>
    sweep(deps, { now: Timestamp.fromMillis(now.toMillis() + seconds * 1000) });
  expect(await countNewIds(enqueue, sweepIn(0))).toBe(1);
  expect(await countNewIds(enqueue, sweepIn(599))).toBe(0);
  expect(await countNewIds(enqueue, sweepIn(600))).toBe(1);
  await itemReference(firestore, 'batch', 0).update(lostAgo(0));
  expect(await countNewIds(enqueue, sweepIn(600))).toBe(1);
});

it('the sweep repeats the removal of deleted batches, but not while one may run', async () => {
  const { deps, enqueue } = await start();
  const restartMs = findTaskTimes('removal').restartAfterMs;
  const deletedAt = Timestamp.fromMillis(Math.floor(Date.now() / restartMs) * restartMs);
  await writeBatch(firestore, { ...BATCH, deletedAt, endedAt: deletedAt });
  const sweepIn = (ms: number) => () => sweep(deps, { now: Timestamp.fromMillis(deletedAt.toMillis() + ms) });
  expect(await countNewIds(enqueue, sweepIn(restartMs - 1))).toBe(0);
  expect(await countNewIds(enqueue, sweepIn(restartMs))).toBe(1);
  expect(await countNewIds(enqueue, sweepIn(2 * restartMs - 1))).toBe(0);
  expect(await countNewIds(enqueue, sweepIn(2 * restartMs))).toBe(1);
  expect(enqueue).toHaveBeenCalledWith('removeBatchFiles', [
    { id: expect.stringMatching(/^batch-\d+$/), data: { batchId: 'batch' } },
  ]);
});
