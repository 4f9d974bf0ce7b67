/** What could be charged twice, or lost after it was paid. */
import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readRun, startOrJoin } from '../../operations/cleanup/cleanup-store.ts';
import { removeExpired } from '../../operations/cleanup/remove-documents.ts';
import { startFirestore } from '../../providers/testing/start-firestore.ts';
import { startSandbox } from '../../providers/testing/start-sandbox.ts';
import { batchReference, itemReference, readBatch } from '../store/batch-store.ts';
import { claimProviderBatch, providerBatchReference } from '../store/provider-batch-store.ts';
import { choosePart } from './collect-results.ts';
import { createAtProvider } from './create-at-provider.ts';
import { followProviderBatch } from './follow-provider-batch.ts';
import { startHalfPrice } from './testing/start-half-price.ts';

const firestore = await startFirestore();
const sandbox = await startSandbox();
const HOUR_MS = 60 * 60 * 1000;

let portal: Awaited<ReturnType<typeof startHalfPrice>>;
beforeEach(async () => {
  portal = await startHalfPrice(firestore, sandbox);
});

describe('workers at the same time', () => {
  it('store and count each picture once', async () => {
    const { deps, generate, deliver, makeDue, readStates, readProviderBatches } = portal;
    const batchId = await generate();
    await deliver();
    const [id = ''] = await portal.idsOf(batchId);
    await vi.waitFor(async () => {
      await makeDue();
      await followProviderBatch(deps, id);
      expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
    });
    const { spent } = await portal.readMonth();
    // As if a worker was lost after it had stored the pictures, and before it counted them.
    await itemReference(firestore, batchId, 1).update({ state: 'submitted', isOpen: true, reserved: 0 });
    await batchReference(firestore, batchId).update({ endedAt: null });
    await providerBatchReference(firestore, id).update({
      state: 'collecting',
      dueAt: Timestamp.now(),
      worker: null,
    });
    await Promise.all([followProviderBatch(deps, id), followProviderBatch(deps, id)]);
    await deliver();
    expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
    expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'ended' }]);
    // That one only.
    expect((await portal.readMonth()).spent - spent).toBeCloseTo(spent / 3, -1);
    await portal.expectSettled('openai', 3);
  });

  it('one has it at a time, and its successor waits for the end of the lease', async () => {
    const { deps, generate, deliver, readProviderBatches } = portal;
    await sandbox.controlBatches({ do: 'set', manual: true });
    const batchId = await generate();
    await deliver();
    const [id = ''] = await portal.idsOf(batchId);
    const later = Timestamp.fromMillis(Date.now() + HOUR_MS);
    const leased = { worker: 'another', leasedUntil: later, dueAt: later };
    await providerBatchReference(firestore, id).update(leased);
    await sandbox.controlBatches({ do: 'expire' });
    await followProviderBatch(deps, id);
    await portal.cancel(batchId);
    expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'running', ...leased }]);
    // Released, it need not wait.
    await providerBatchReference(firestore, id).update({ worker: null });
    await followProviderBatch(deps, id);
    expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'ended' }]);
  });

  it('a second submission sends nothing twice', async () => {
    const { generate, tasks, deliver, finish, readProviderBatches } = portal;
    const batchId = await generate();
    const [task] = tasks;
    if (task) tasks.push(task);
    await deliver();
    expect(await readProviderBatches(batchId)).toHaveLength(1);
    await finish(batchId);
    await portal.expectSettled('openai', 3);
  });
});

/** A provider batch that a worker has leased for long, and was never created. */
async function claimUncreated() {
  const { deps, generate, deliver, idsOf, makeDue } = portal;
  await sandbox.controlBatches({ do: 'set', manual: true });
  await sandbox.addFault(
    'openai',
    { kind: 'reset', at: 'before' },
    { match: { operation: 'batch-create' }, times: 1 },
  );
  const batchId = await generate();
  await deliver();
  const [id = ''] = await idsOf(batchId);
  await makeDue();
  const [batch, providerBatch] = [
    await readBatch(firestore, batchId),
    await claimProviderBatch(firestore, id),
  ];
  if (!batch || !providerBatch) throw new Error('There is nothing to create.');
  const create = () => createAtProvider(deps, batch, providerBatch, { mayExist: true });
  return { batchId, reference: providerBatchReference(firestore, id), create };
}

describe('a worker that was slow before it creates a provider batch', () => {
  it('creates none if another worker has taken over', async () => {
    const { reference, create } = await claimUncreated();
    await reference.update({ worker: 'another' });
    expect(await create()).toBe(false);
    expect(await sandbox.controlBatches({ do: 'advance' })).toEqual({ batches: [] });
    expect((await reference.get()).data()).toMatchObject({ state: 'creating', worker: 'another' });
  });

  it('renews its lease, so that it outlasts the request', async () => {
    const { reference, create } = await claimUncreated();
    const over = Timestamp.fromMillis(Date.now() - HOUR_MS);
    await reference.update({ leasedUntil: over, dueAt: over });
    expect(await create()).toBe(true);
    expect((await reference.get()).get('leasedUntil').toMillis()).toBeGreaterThan(Date.now());
  });
});

it('a cancel does not look up a batch that the provider may not list yet', async () => {
  const { batchId } = await claimUncreated();
  await portal.makeDue();
  const [id = ''] = await portal.idsOf(batchId);
  await providerBatchReference(firestore, id).update({ worker: null });
  await portal.cancel(batchId);
  await portal.deliver();
  expect(await portal.readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
  // In its turn, minutes later.
  await portal.follow();
  expect(await portal.readStates(batchId)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  await portal.expectSettled('openai', 0);
});

it('a picture that cannot be stored holds up no other', async () => {
  const { generate, deliver, follow, finish, readStates, readProviderBatches } = portal;
  const batchId = await generate({}, 'google');
  await deliver();
  // Gemini's results are in the order of the lines.
  await sandbox.addFault(
    'cloudinary',
    { kind: 'server-error', status: 500 },
    { match: { operation: 'upload', promptIncludes: `${batchId}/001` }, times: 6 },
  );
  await vi.waitFor(async () => {
    await follow();
    expect(await readStates(batchId)).toEqual(['submitted', 'done', 'done']);
  });
  const [{ skip } = { skip: 0 }] = await readProviderBatches(batchId);
  expect(skip).toBeGreaterThan(0);
  // If there were many of them, the next look would begin behind those that were tried.
  const ranks = Array.from({ length: skip + 2 }, (_, rank) => rank);
  expect(choosePart(ranks, { skip }).slice(0, 3)).toEqual([skip, skip + 1, 0]);
  await finish(batchId);
  expect(await readStates(batchId)).toEqual(['done', 'done', 'done']);
  await portal.expectSettled('google', 3);
});

it('items that waited until their batch expired are not sent', async () => {
  const { generate, deliver, idsOf, readStates } = portal;
  const batchId = await generate();
  await batchReference(firestore, batchId).update({ expiresAt: Timestamp.now() });
  await deliver();
  expect(await readStates(batchId)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  expect(await idsOf(batchId)).toEqual([]);
  await portal.expectSettled('openai', 0);
});

it('items that cannot be made before their batch expires fail at once, for free', async () => {
  const { generate, deliver, idsOf, reasonsOf } = portal;
  const batchId = await generate();
  const expiresAt = Timestamp.fromMillis(Date.now() + 23 * HOUR_MS);
  await batchReference(firestore, batchId).update({ expiresAt });
  await deliver();
  expect(new Set(await reasonsOf(batchId))).toEqual(
    new Set([
      'failed Less than 24 hours were left until its files expire. You were not charged. Make it now instead.',
    ]),
  );
  expect(await idsOf(batchId)).toEqual([]);
  expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
  await portal.expectSettled('openai', 0);
});

it('the nightly cleanup leaves a provider batch that outlives its batch', async () => {
  const { deps, generate, deliver, idsOf } = portal;
  await sandbox.controlBatches({ do: 'set', manual: true });
  const batchId = await generate();
  await deliver();
  const [id = ''] = await idsOf(batchId);
  const cutoff = (await readBatch(firestore, batchId))?.expiresAt ?? Timestamp.now();
  const { runId } = await startOrJoin(firestore, 'nightly', cutoff);
  const run = await readRun(firestore, runId);
  if (!run) throw new Error('The cleanup has no record.');
  const callService = () => Promise.reject(new Error('No media is meant.'));
  await removeExpired('providerBatches').removePage({ deps, run, callService });
  expect((await providerBatchReference(firestore, id).get()).exists).toBe(true);
});

it('a provider that works for half a day after the batch expired is given up', async () => {
  const { generate, deliver, follow, readStates, readProviderBatches, readMonth } = portal;
  await sandbox.controlBatches({ do: 'set', manual: true });
  const batchId = await generate();
  await deliver();
  const { reserved } = await readMonth();
  const followAfterExpiry = async (hours: number) => {
    const expiresAt = Timestamp.fromMillis(Date.now() - hours * HOUR_MS);
    await batchReference(firestore, batchId).update({ expiresAt });
    await follow();
  };
  await followAfterExpiry(11);
  expect(await readStates(batchId)).toEqual(['submitted', 'submitted', 'submitted']);
  await followAfterExpiry(12);
  expect(await readStates(batchId)).toEqual(['uncertain', 'uncertain', 'uncertain']);
  expect(await readProviderBatches(batchId)).toMatchObject([{ state: 'ended' }]);
  expect((await readBatch(firestore, batchId))?.endedAt).not.toBeNull();
  expect(await readMonth()).toMatchObject({ reserved: 0, spent: reserved });
});

it('a late cancel leaves no provider batch due that has ended', async () => {
  const { deps, generate, deliver, finish, idsOf, follow } = portal;
  const batchId = await generate();
  await deliver();
  await finish(batchId);
  const [id = ''] = await idsOf(batchId);
  await followProviderBatch(deps, id);
  expect((await providerBatchReference(firestore, id).get()).data()).toMatchObject({
    worker: null,
    dueAt: null,
  });
  await providerBatchReference(firestore, id).update({ dueAt: Timestamp.now() });
  await follow();
  expect((await providerBatchReference(firestore, id).get()).get('dueAt')).toBeNull();
});
