import { cancelRunningBatch, listRunningBatches } from '@portal/contracts/running-batches';
import type { ItemState } from '@portal/contracts/batches';
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, it, vi } from 'vitest';
import { userReference } from '../../identity/access-store.ts';
import { clearFirestore, startFirestore } from '../../providers/testing/start-firestore.ts';
import { toMicros } from '../../spend/micros.ts';
import { cancelBatchesOf } from '../engine/cancel-batch.ts';
import { writeBatch, type BatchOverrides } from '../sources/testing/create-batches.ts';
import { makeQueuedItem } from '../store/batch-record.ts';
import { itemReference, readBatch, readItemsIn, OPEN_STATES } from '../store/batch-store.ts';
import { readLatestChange, writeItemProgress } from '../store/progress-store.ts';
import { startPictures } from './testing/start-pictures.ts';

const firestore = await startFirestore();
const minutesAgo = (minutes: number) => Timestamp.fromMillis(Date.now() - minutes * 60_000);
const expiresAt = minutesAgo(-60);
const CLOSED: readonly ItemState[] = ['done', 'failed', 'uncertain', 'cancelled'];

beforeEach(async () => {
  await clearFirestore();
  await userReference(firestore, 'ada').set({ email: 'ada@studio.example', role: 'admin' });
});

async function start(role: 'admin' | 'user' = 'admin') {
  const { deps, call } = await startPictures(firestore);
  vi.spyOn(deps.accessCache, 'get').mockReturnValue(role);
  vi.spyOn(deps.queues, 'enqueue').mockResolvedValue();
  const cancel = (id: string) => call('POST', cancelRunningBatch.path.replace('{id}', id));
  return { deps, cancel, list: () => call('GET', listRunningBatches.path) };
}

/** A running batch with items in these states. */
async function writeRunning(id: string, states: readonly ItemState[], overrides: BatchOverrides = {}) {
  await writeBatch(firestore, id, { endedAt: null, items: {}, total: states.length, ...overrides });
  const { tool = 'image-generator' } = overrides;
  const writer = firestore.batch();
  for (const [index, state] of states.entries()) {
    const item = {
      ...makeQueuedItem(index, index, Date.now(), expiresAt),
      state,
      isOpen: !CLOSED.includes(state),
      cost: toMicros(0.01),
    };
    writer.set(itemReference(firestore, id, index), item);
    writeItemProgress(firestore, writer, { owner: 'ada', tool, id, expiresAt }, item);
  }
  await writer.commit();
}

const readStates = async (id: string) => {
  const items = await readItemsIn(firestore, id, [...OPEN_STATES, ...CLOSED]);
  return items.toSorted((one, other) => one.index - other.index).map(({ state }) => state);
};

it("lists everybody's running batches for admins, the newest first", async () => {
  const { list } = await start();
  await writeRunning('old', [], { createdAt: minutesAgo(2), owner: 'gone', cancelledAt: minutesAgo(1) });
  await writeRunning('new', [...CLOSED, 'calling', 'queued'], { createdAt: minutesAgo(1), estimate: 0.5 });
  await writeBatch(firestore, 'ended');
  expect(await (await list()).json()).toEqual({
    batches: [
      {
        id: 'new',
        ownerEmail: 'ada@studio.example',
        tool: 'image-generator',
        name: 'Fox in the snow',
        done: CLOSED.length,
        total: 6,
        cost: 0.04,
        estimate: 0.5,
        createdAt: expect.any(String),
        cancelledAt: null,
      },
      expect.objectContaining({ id: 'old', ownerEmail: null, done: 0, cancelledAt: expect.any(String) }),
    ],
    hasMore: false,
  });
});

it('lists and cancels nothing for others', async () => {
  const { list, cancel } = await start('user');
  await writeRunning('one', ['queued']);
  expect((await list()).status).toBe(403);
  expect((await cancel('one')).status).toBe(403);
  expect(await readStates('one')).toEqual(['queued']);
});

it.each([
  ['paid', 'image-generator', ['cancelled', 'cancelled', 'cancelled', 'calling', 'done']],
  ['free', 'upscale', ['cancelled', 'cancelled', 'claimed', 'calling', 'done']],
] as const)('cancels the items of any batch before their call: %s work', async (_, tool, expected) => {
  const { cancel } = await start();
  const settings = { scale: 2, enhance: false, engine: 'on-device' };
  await writeRunning('one', ['waiting', 'queued', 'claimed', 'calling', 'done'], {
    owner: 'bo',
    tool,
    settings,
  });
  const before = await readLatestChange(firestore, undefined, 'bo');
  expect((await cancel('one')).status).toBe(200);
  expect(await readStates('one')).toEqual(expected);
  expect(await readBatch(firestore, 'one')).toMatchObject({
    cancelledAt: expect.any(Timestamp),
    endedAt: null,
  });
  const { change } = await readLatestChange(firestore, undefined, 'bo');
  expect(change?.version).not.toBe(before.change?.version);
  // Also if no item changes.
  await writeRunning('called', ['calling'], { owner: 'bo', tool, settings });
  await cancel('called');
  const { change: latest } = await readLatestChange(firestore, undefined, 'bo');
  expect(latest).toMatchObject({ batchId: 'called' });
  expect(latest).not.toHaveProperty('progress');
});

it('ends a batch whose items were all cancelled, and finishes an interrupted cancel', async () => {
  const { cancel } = await start();
  const cancelledAt = minutesAgo(1);
  await writeRunning('new', ['queued']);
  await writeRunning('interrupted', ['queued'], { cancelledAt });
  for (const id of ['new', 'interrupted']) expect((await cancel(id)).status).toBe(200);
  expect((await readBatch(firestore, 'new'))?.endedAt).not.toBeNull();
  const interrupted = await readBatch(firestore, 'interrupted');
  expect(interrupted?.endedAt).not.toBeNull();
  expect(interrupted?.cancelledAt?.toMillis()).toBe(cancelledAt.toMillis());
});

it('leaves a batch that has ended as it is, and does not find a missing one', async () => {
  const { cancel } = await start();
  await writeBatch(firestore, 'ended');
  expect((await cancel('ended')).status).toBe(200);
  expect(await readBatch(firestore, 'ended')).toMatchObject({ cancelledAt: null });
  expect((await cancel('missing')).status).toBe(404);
});

it("cancels a person's batches of all tools, also if one of them fails", async () => {
  const { deps } = await start();
  await writeRunning('broken', ['queued']);
  await firestore.doc('batches/broken').update({ total: 'many' });
  await writeRunning('made', ['queued']);
  await writeRunning('upscaled', ['queued'], { tool: 'upscale' });
  await writeRunning('other', ['queued'], { owner: 'bo' });
  await cancelBatchesOf(deps, 'ada');
  for (const id of ['made', 'upscaled']) expect(await readStates(id)).toEqual(['cancelled']);
  for (const id of ['broken', 'other']) expect(await readStates(id)).toEqual(['queued']);
});
